import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import styles from "./open-high-low.module.css";
import { openHighLow } from "./pane.ts";
import type { Snapshot } from "./snapshot.ts";

const countsOf = ({ snapshot }: PaneState<Snapshot>) => snapshot?.counts;

/** 'CALLS Open=High 11 H Break 10 of 64 traded'. */
export function SideHead({ side }: { readonly side: "ce" | "pe" }): ReactNode {
  const { stateAtom, modeAtom } = openHighLow.use();
  const mode = useAtomValue(modeAtom);
  const { qualified = 0, broken = 0, traded = 0 } = useSlowFact(stateAtom, countsOf)?.[side === "ce" ? 0 : 1] ?? {};
  const isLow = mode === "low";
  return (
    <span className={styles["head"]} data-side={side}>
      <strong className={styles[side]}>{side === "ce" ? "CALLS" : "PUTS"}</strong>
      <span>
        {isLow ? "Open=Low " : "Open=High "}
        <b>{qualified}</b>
      </span>
      <span>
        {isLow ? "L Break " : "H Break "}
        <b>{broken}</b>
      </span>
      <span>{`of ${traded} traded`}</span>
    </span>
  );
}
