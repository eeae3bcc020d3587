import { useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type Broker, brokerOf } from "#contract/domain/account/brokers.ts";
import { Button } from "../../components/controls/Button.tsx";
import {
  keepBrokerAtom,
  postBrokerToken,
  takeRemembered,
  typedCredentialsAtom,
} from "../../state/account/broker-login.ts";
import { goAtom, navigationAtom } from "../../state/navigation.ts";
import { subscribedAtom } from "../../state/session.ts";
import { LATER } from "../forms/words.ts";
import { tailOf } from "../routing/path-tail.ts";
import { BROKER_DASHBOARD, BROKER_RETURN, PRICING } from "../routing/paths.ts";
import { authTokenOf } from "./auth-token.ts";
import { BrokerCard } from "./BrokerCard.tsx";
import { credentialsPath } from "./broker-links.ts";
import styles from "./brokers.module.css";
import { UnknownBroker } from "./UnknownBroker.tsx";

/** Where a broker's own login leads back to. What it brings in the address goes to the server once, and leaves the address. */
export function BrokerReturnPage(): ReactNode {
  const id = tailOf(location.pathname, BROKER_RETURN);
  const broker = brokerOf(id);
  return broker ? <Return broker={broker} /> : <UnknownBroker id={id} />;
}

function Return({ broker }: { readonly broker: Broker }): ReactNode {
  const go = useSetAtom(goAtom);
  const reason = useConnecting(broker);
  if (reason === undefined) {
    return (
      <BrokerCard broker={broker} title={`Back from ${broker.name}`}>
        <p className={styles["intro"]} role="status">{`logging into ${broker.name}. Please wait`}</p>
      </BrokerCard>
    );
  }
  return (
    <BrokerCard broker={broker} title={`Login failed with ${broker.name}`}>
      <p className={styles["reason"]} role="alert">
        {reason}
      </p>
      <p className={styles["intro"]}>Please login again</p>
      <footer className={styles["cardFoot"]}>
        <Button kind="primary" onClick={() => go(credentialsPath(broker.id))}>
          Ok
        </Button>
      </footer>
    </BrokerCard>
  );
}

/** Connects once, and goes on. @returns why that failed; undefined until then. */
function useConnecting(broker: Broker): string | undefined {
  const [reason, setReason] = useState<string>();
  const [next, setNext] = useState<string>();
  const [query] = useState(() => new URLSearchParams(location.search));
  const typed = useAtomValue(typedCredentialsAtom);
  const forgetTyped = useSetAtom(typedCredentialsAtom);
  const keep = useSetAtom(keepBrokerAtom);
  const isSubscribed = useAtomValue(subscribedAtom);
  const navigation = useAtomValue(navigationAtom);
  const hasBegun = useRef(false);

  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    history.replaceState(history.state, "", location.pathname);
    forgetTyped(undefined);

    async function connect(): Promise<void> {
      const values = typed?.broker === broker.id ? typed.values : undefined;
      const token = await authTokenOf(broker, { query, typed: values, remembered: takeRemembered(broker.id) });
      if (token === undefined) return setNext(credentialsPath(broker.id));
      const reply = await postBrokerToken(broker.id, token);
      if (reply.status !== "ok") return setReason(reply.reason ?? wordsOf(reply));
      if (keep(broker.id, reply)) {
        history.replaceState(null, "", BROKER_DASHBOARD);
        location.reload();
      } else setNext(isSubscribed ? BROKER_DASHBOARD : PRICING);
    }
    connect().catch((error: unknown) => {
      console.warn("broker login:", error);
      setReason(LATER);
    });
  }, [broker, query, typed, forgetTyped, keep, isSubscribed]);

  // The router may come after the page.
  useEffect(() => {
    if (next !== undefined) void navigation?.go(next, { replace: true });
  }, [next, navigation]);
  return reason;
}

/** A refusal of the server itself, such as for a session that is over, has its words elsewhere. */
const wordsOf = (reply: object): string =>
  "message" in reply && typeof reply.message === "string" && reply.message !== "" ? reply.message : LATER;
