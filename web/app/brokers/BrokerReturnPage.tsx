import { useSetAtom } from "jotai";
import { type ReactNode, useEffect } from "react";
import { type Broker, brokerOf } from "#contract/domain/brokers.ts";
import { Banner } from "../../components/Banner.tsx";
import { Button } from "../../components/Button.tsx";
import { goAtom } from "../../state/navigation.ts";
import { tailOf } from "../path-tail.ts";
import { BROKER_LOGIN, BROKER_RETURN } from "../paths.ts";
import { BrokerCard } from "./BrokerCard.tsx";
import styles from "./brokers.module.css";
import { UnknownBroker } from "./UnknownBroker.tsx";

/** Where a broker's own login leads back to. What it brings in the address leaves the address, and is not used. */
export function BrokerReturnPage(): ReactNode {
  const id = tailOf(location.pathname, BROKER_RETURN);
  const broker = brokerOf(id);
  useEffect(() => history.replaceState(history.state, "", location.pathname), []);
  return broker ? <Return broker={broker} /> : <UnknownBroker id={id} />;
}

function Return({ broker }: { readonly broker: Broker }): ReactNode {
  const go = useSetAtom(goAtom);
  const title = `Back from ${broker.name}`;
  return (
    <BrokerCard broker={broker} title={title}>
      <Banner message="Broker accounts cannot be connected yet: what the broker sent along was neither used nor kept." />
      <footer className={styles["cardFoot"]}>
        <Button onClick={() => go(BROKER_LOGIN)}>All brokers</Button>
      </footer>
    </BrokerCard>
  );
}
