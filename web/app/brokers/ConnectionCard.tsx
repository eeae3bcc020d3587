import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import type { Broker } from "#contract/domain/account/brokers.ts";
import { brokerSessionAtom } from "../../state/account/broker.ts";
import { orderAddressAtom } from "../../state/account/broker-login.ts";
import styles from "./brokers.module.css";
import { addressWords, MODE_WORDS, momentWords, refusalWords } from "./connection-words.ts";

/** Of the broker that is connected: whose account, until when, and from which address orders have to come. */
export function ConnectionCard({ broker }: { readonly broker: Broker }): ReactNode {
  const session = useAtomValue(brokerSessionAtom);
  const { addresses, refusal, mode } = useAtomValue(orderAddressAtom);
  if (session === null) return undefined;
  const isPractice = session.isPractice === true;
  return (
    <dl className={styles["connection"]} aria-label={`Connection to ${broker.name}`}>
      <dt>Connected as</dt>
      <dd>{`${session.name} (${session.id})${isPractice ? ", Practice" : ""}`}</dd>
      <dt>Session ends</dt>
      <dd>{momentWords(session.exp)}</dd>
      {mode ? (
        <>
          <dt>Mode</dt>
          <dd>{MODE_WORDS[mode]}</dd>
        </>
      ) : undefined}
      <dt>Address of orders</dt>
      <dd>
        {isPractice || mode === "vendor" ? undefined : addresses.map((address) => <code key={address}>{address}</code>)}
        {addressWords(broker.name, addresses, isPractice, mode === "vendor")}
      </dd>
      {refusal === undefined ? undefined : (
        <>
          <dt>Last refused for it</dt>
          <dd data-tone="refused">{refusalWords(refusal)}</dd>
        </>
      )}
    </dl>
  );
}
