import { useAtom, useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { ALL_STRIKES } from "#contract/domain/strike-range.ts";
import { classNames } from "../../components/class-names.ts";
import { formats } from "../../format/format.ts";
import type { PaneState } from "../../state/pane.ts";
import { useSlowFact } from "../../state/slow-fact.ts";
import { changePercent } from "./change-percent.ts";
import styles from "./option-chain.module.css";
import { chain } from "./pane.ts";
import type { Pair, Snapshot } from "./snapshot.ts";

interface Totals {
  readonly oi: Pair;
  readonly previousOi: Pair;
  readonly volume: Pair;
  readonly previousVolume: Pair;
}

const totalsOf = ({ snapshot }: PaneState<Snapshot>): Totals | undefined =>
  snapshot && {
    oi: snapshot.facts.totalOi,
    previousOi: snapshot.facts.previousOi,
    volume: snapshot.facts.totalVolume,
    previousVolume: snapshot.facts.previousVolume,
  };

const SIDES = {
  call: { word: "CALLS", key: "CE" },
  put: { word: "PUTS", key: "PE" },
} as const;

/** 'CALLS Total OI 3,646.18 L (+141%)': pressing it switches both sides between open interest and volume. */
export function SideTotals({ side }: { readonly side: "call" | "put" }): ReactNode {
  const { stateAtom, totalsOfAtom, viewAtom } = chain.use();
  const totals = useSlowFact(stateAtom, totalsOf);
  const [of, choose] = useAtom(totalsOfAtom);
  const { strikeRange } = useAtomValue(viewAtom);
  const { word, key } = SIDES[side];
  const isOi = of === "oi";
  const now = (isOi ? totals?.oi[key] : totals?.volume[key]) ?? Number.NaN;
  const before = (isOi ? totals?.previousOi[key] : totals?.previousVolume[key]) ?? Number.NaN;
  const change = changePercent(now, before);
  const label = isOi ? (strikeRange === ALL_STRIKES ? "Total OI" : "Range OI") : "Vol";
  const name = <span className={styles[side]}>{word}</span>;
  return (
    <button
      type="button"
      className={styles["totals"]}
      data-side={side}
      title={isOi ? "Show volume" : "Show open interest"}
      onClick={() => choose(isOi ? "volume" : "oi")}
    >
      {side === "call" ? name : undefined}
      <span className={styles["totalsLabel"]}>{label}</span>
      <span className={styles["totalsValue"]}>{formats.lakhUnit.text(now)}</span>
      {Number.isNaN(change) ? undefined : (
        <span className={classNames(styles["totalsChange"], styles[change < 0 ? "down" : "up"])}>
          ({formats.signedWholePercent.text(change)})
        </span>
      )}
      {side === "put" ? name : undefined}
    </button>
  );
}
