import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { expiryLabel } from "#contract/domain/instruments.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { watchList } from "./pane.ts";
import type { Snapshot } from "./snapshot.ts";
import styles from "./watch-list.module.css";

const factsOf = ({ snapshot, context }: PaneState<Snapshot>) => ({
  listed: snapshot?.listed,
  priced: snapshot?.priced ?? 0,
  expiry: context?.futureExpiry,
  lacksSpots: snapshot?.lacksSpots ?? false,
});

/** 'ALL 208 futures, expiry Jan 27', over the first columns. */
export function ListFacts(): ReactNode {
  const { stateAtom, lists } = watchList.use();
  const { name } = useAtomValue(lists.currentAtom);
  const { listed, priced, expiry, lacksSpots } = useSlowFact(stateAtom, factsOf);
  return (
    <>
      <strong>{name}</strong>
      {listed === undefined || expiry === undefined ? undefined : (
        <span className={styles["facts"]}>
          {listed} futures, expiry {expiryLabel(expiry)}
          {priced < listed ? `, ${priced} of them with a price` : undefined}
          {lacksSpots ? ", no spots on this day" : undefined}
        </span>
      )}
    </>
  );
}
