import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { formats } from "../../format/format.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import styles from "./option-oi-change.module.css";
import { oiChange } from "./pane.ts";
import type { Snapshot } from "./snapshot.ts";
import { METRIC_WORDS } from "./words.ts";

const factsOf = ({ snapshot }: PaneState<Snapshot>) => ({
  changes: snapshot?.sinceClose ?? [Number.NaN, Number.NaN],
  percents: snapshot?.sinceClosePercent ?? [Number.NaN, Number.NaN],
  frame: snapshot?.frame ?? 0,
});

/** 'CALLS Change In OI +327.94 L (+141%)', and what the cells count in. */
export function SideHead({ side }: { readonly side: "ce" | "pe" }): ReactNode {
  const pane = oiChange.use();
  const { changes, percents, frame } = useSlowFact(pane.stateAtom, factsOf);
  const metric = useAtomValue(pane.metricAtom);
  const inLots = useAtomValue(pane.inLotsAtom);
  const at = side === "ce" ? 0 : 1;
  const percent = percents[at] ?? Number.NaN;
  const { words, isCounted } = METRIC_WORDS[metric];
  return (
    <span className={styles["head"]} data-side={side}>
      <strong className={styles[side]}>{side === "ce" ? "CALLS" : "PUTS"}</strong>
      <span>
        Change In OI <b>{formats.lakhUnit.text(changes[at] ?? Number.NaN)}</b>
        {Number.isNaN(percent) ? undefined : (
          <span
            className={styles[percent < 0 ? "down" : "up"]}
          >{` (${formats.signedWholePercent.text(percent)})`}</span>
        )}
      </span>
      <span className={styles["note"]}>
        {side === "ce"
          ? `${words}${isCounted ? ` in ${inLots ? "lots" : "units"}` : ""}, ${frame} min`
          : "newest next to the strike"}
      </span>
    </span>
  );
}
