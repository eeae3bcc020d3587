import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import type { Broker } from "#contract/domain/account/brokers.ts";
import { Banner } from "../../components/feedback/Banner.tsx";
import { orderAddressAtom } from "../../state/account/broker-login.ts";
import { handoffAtom } from "../../state/orders/basket/handoff.ts";
import type { BrokerConfiguration } from "./broker-links.ts";

interface PracticeNoteProps {
  readonly broker: Broker;
  readonly offers: BrokerConfiguration["offers"];
}

/** The broker whose own page takes baskets. */
const KITE = "zerodha";

/** Whom one is about to connect: the practice broker in the broker's place, the broker itself, or nobody. */
export function PracticeNote({ broker, offers }: PracticeNoteProps): ReactNode {
  const { addresses } = useAtomValue(orderAddressAtom);
  const handoff = useAtomValue(handoffAtom);
  if (offers === undefined) return undefined;
  const offer = offers[broker.id];
  if (offer === "practice") {
    const anything =
      broker.login.kind === "credentials" ? " Anything you like will do as user, password and keys." : "";
    return <Banner message={`Practice: play money on this server's market, ${broker.name} is not asked.${anything}`} />;
  }
  if (offer === "real") {
    return (
      <Banner
        message={`Orders will go to ${broker.name} with real money. This connection is experimental: check each order there.${registering(broker.name, addresses)}`}
      />
    );
  }
  return (
    <Banner
      message={
        handoff === "real" && broker.id === KITE
          ? "Baskets of the board are handed over to Kite's own page: no connection is needed."
          : `${broker.name} cannot be connected on this server yet.`
      }
    />
  );
}

/** An order from an address that the broker does not know is refused: it is registered before the first. */
const registering = (broker: string, addresses: readonly string[]): string =>
  addresses.length === 0
    ? " The address that you register there stands beside the connection."
    : ` ${broker} takes them from ${addresses.join(" or ")} once you have registered that there.`;
