import { useAtom, useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { ALL_STRIKES } from "#contract/domain/choices/strike-range.ts";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { Checkbox } from "../../components/controls/Checkbox.tsx";
import { Select } from "../../components/controls/Select.tsx";
import { timeFormat } from "../../format/format.ts";
import { Caveat } from "../../kit/pane/Caveat.tsx";
import { ViewButton } from "../../kit/pane/ViewButton.tsx";
import { TimeWindowControl } from "../../kit/time-window/TimeWindowControl.tsx";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import styles from "./oigraph.module.css";

import { oigraph } from "./pane.ts";
import { type Snapshot, STRIKE_RANGES } from "./snapshot.ts";

const TOTAL_OPTIONS = ([ALL_STRIKES, ...STRIKE_RANGES] as const).map((strikeRange) => ({
  value: strikeRange,
  label: strikeRange === ALL_STRIKES ? "All" : `${strikeRange}`,
}));

const BASIS_WORDS = { spot: "", future: "ATM by the future", forward: "ATM by the parity forward", none: "No ATM" };
/** A currency has no spot: its ATM always stands on the future. */
const CURRENCY_WORDS = { ...BASIS_WORDS, future: "" };

const timeOf = ({ snapshot, clock }: PaneState<Snapshot>) => ({
  isLive: (clock?.mode ?? "live") === "live",
  first: snapshot?.first ?? Number.NaN,
  last: snapshot?.last ?? Number.NaN,
  cadence: snapshot?.cadence ?? 1,
});

/** What a trader must know of the figures: that they are of an earlier minute, and what stands for a missing spot. */
function caveatOf({ snapshot, context }: PaneState<Snapshot>): string {
  if (!snapshot || !context) return "";
  const words = underlyingOf(context.symbol).kind === "currency" ? CURRENCY_WORDS : BASIS_WORDS;
  const at = snapshot.to < snapshot.last ? `All figures at ${timeFormat.text(snapshot.to)}` : "";
  return [at, words[snapshot.basis]].filter((text) => text !== "").join(" · ");
}

/** The switches of the plot; those of open interest only are not there for the premium. */
export function GraphControls(): ReactNode {
  const { plotAtom, isInvertedAtom, viewAtom, stateAtom } = oigraph.use();
  const isOi = useAtomValue(plotAtom) === "oi";
  const [isInverted, invert] = useAtom(isInvertedAtom);
  const [view, showView] = useAtom(viewAtom);
  const caveat = useSlowFact(stateAtom, caveatOf);
  return (
    <div className={styles["controls"]}>
      <Checkbox label="Switch Color" checked={isInverted} onChange={invert} />
      {isOi ? <TotalControls /> : undefined}
      <Caveat words={caveat} />
      <div className={styles["end"]}>
        {view === 2 ? <WindowControls /> : undefined}
        {isOi ? <ViewButton view={view} onChange={showView} /> : undefined}
      </div>
    </div>
  );
}

function TotalControls(): ReactNode {
  const { hasTotalAtom, totalRangeAtom } = oigraph.use();
  const [hasTotal, showTotal] = useAtom(hasTotalAtom);
  const [strikeRange, chooseRange] = useAtom(totalRangeAtom);
  return (
    <>
      <Checkbox label="Total OI" checked={hasTotal} onChange={showTotal} />
      {hasTotal ? (
        <Select
          label="Total OI range"
          prefix="Range"
          shortPrefix="Rng"
          options={TOTAL_OPTIONS}
          value={strikeRange}
          onChange={chooseRange}
        />
      ) : undefined}
    </>
  );
}

function WindowControls(): ReactNode {
  const { windowAtom, stateAtom } = oigraph.use();
  const [window, chooseWindow] = useAtom(windowAtom);
  return <TimeWindowControl window={window} onChange={chooseWindow} {...useSlowFact(stateAtom, timeOf)} />;
}
