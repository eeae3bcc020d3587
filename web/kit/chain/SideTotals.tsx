import { useAtom } from "jotai";
import type { ReactNode } from "react";
import type { ChainSnapshot, Pair } from "#contract/domain/snapshots/chain-table.ts";
import { formats } from "../../format/format.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import styles from "./chain.module.css";
import type { ChainPane } from "./chain-atoms.ts";

interface Totals {
  readonly oi: Pair;
  readonly oiChange: Pair;
  readonly volume: Pair;
  readonly volumeChange: Pair;
}

const totalsOf = ({ snapshot }: PaneState<ChainSnapshot>): Totals | undefined =>
  snapshot && {
    oi: snapshot.facts.totalOi,
    oiChange: snapshot.facts.oiChange,
    volume: snapshot.facts.totalVolume,
    volumeChange: snapshot.facts.volumeChange,
  };

const SIDES = {
  call: { word: "CALLS", key: "CE" },
  put: { word: "PUTS", key: "PE" },
} as const;

interface SideTotalsProps {
  readonly side: "call" | "put";
  readonly pane: ChainPane;
  /** Only some of the strikes are shown, and totalled. */
  readonly isRange: boolean;
  /** The sum of volumes, in the screen's words. */
  readonly volume: string;
}

/** 'CALLS Total OI : 3,646.18 L (+141%)': pressing it switches both sides between open interest and volume. */
export function SideTotals({ side, pane, isRange, volume }: SideTotalsProps): ReactNode {
  const { stateAtom, totalsOfAtom } = pane;
  const totals = useSlowFact(stateAtom, totalsOf);
  const [of, choose] = useAtom(totalsOfAtom);
  const { word, key } = SIDES[side];
  const isOi = of === "oi";
  const now = (isOi ? totals?.oi[key] : totals?.volume[key]) ?? Number.NaN;
  // 'Vol' has its change beside it; 'Total Vol : x' stands alone.
  const ofVolume = volume === "Vol" ? totals?.volumeChange[key] : undefined;
  const change = (isOi ? totals?.oiChange[key] : ofVolume) ?? Number.NaN;
  const label = isOi ? (isRange ? "Range OI" : "Total OI") : volume;
  // Blanks, as of the hidden colon, are of the element's text alone.
  const name = <span className={styles[side]}>{side === "call" ? `${word} ` : ` ${word}`}</span>;
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
      <span hidden> : </span>
      <span className={styles["totalsValue"]}>{formats.lakhUnit.text(now)}</span>
      {Number.isNaN(change) ? undefined : (
        <span className={styles["totalsChange"]} data-tone={change < 0 ? "down" : "up"}>
          {` (${formats.signedWholePercent.text(change)})`}
        </span>
      )}
      {side === "put" ? name : undefined}
    </button>
  );
}
