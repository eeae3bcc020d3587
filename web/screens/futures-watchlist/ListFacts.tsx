import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { expiryLabel } from "#contract/domain/instruments.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { watchList } from "./pane.ts";
import type { Snapshot } from "./snapshot.ts";
import styles from "./watch-list.module.css";

const factsOf = ({ snapshot, context }: PaneState<Snapshot>) => ({
  rows: snapshot?.rows,
  expiry: context?.futureExpiry,
});

/** 'ALL 208 futures, expiry Jan 27', over the first columns. */
export function ListFacts(): ReactNode {
  const { stateAtom, lists } = watchList.use();
  const { name } = useAtomValue(lists.currentAtom);
  const { rows, expiry } = useSlowFact(stateAtom, factsOf);
  return (
    <>
      <strong>{name}</strong>
      {rows === undefined || expiry === undefined ? undefined : (
        <span className={styles["facts"]}>
          {rows} futures, expiry {expiryLabel(expiry)}
        </span>
      )}
    </>
  );
}
