import { useAtom, useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { Checkbox } from "../../components/controls/Checkbox.tsx";
import { SegmentedControl } from "../../components/controls/SegmentedControl.tsx";
import { Select } from "../../components/controls/Select.tsx";
import { EmptyState } from "../../components/feedback/EmptyState.tsx";
import { formats } from "../../format/format.ts";
import { useEmptyText } from "../../kit/pane/empty-text.ts";
import { SpotFigure } from "../../kit/pane/figures/SpotFigure.tsx";
import { LotButton } from "../../kit/pane/LotButton.tsx";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { FrameSelect } from "../../kit/table/FrameSelect.tsx";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { HeatMap } from "./HeatMap.tsx";
import styles from "./oi-heatmap.module.css";
import { STEPS } from "./paint.ts";
import { heatMap } from "./pane.ts";
import { RANGES, type Snapshot } from "./snapshot.ts";

export { screen } from "./screen.ts";

const NO_CHANGE = "The first change is known when the second interval of the day has begun.";
const isEmptyOf = ({ snapshot }: PaneState<Snapshot>): boolean => snapshot?.times.length === 0;

/** Where open interest came and went: strikes by time, rises filled and falls hollow. */
export function View(): ReactNode {
  const pane = heatMap.use();
  const isEmpty = useSlowFact(pane.stateAtom, isEmptyOf);
  const emptyText = useEmptyText(pane.stateAtom, NO_CHANGE);
  return (
    <PaneScreen pane={pane} selectors={<Selectors />} figures={<SpotFigure pane={pane} />}>
      <div className={styles["body"]}>
        <Legend />
        <HeatMap />
        {isEmpty ? (
          <div className={styles["empty"]}>
            <EmptyState message={emptyText} />
          </div>
        ) : undefined}
      </div>
    </PaneScreen>
  );
}

const METRICS = [
  { value: "oi", label: "OI" },
  { value: "volume", label: "Vol" },
] as const;
const RANGE_OPTIONS = RANGES.map((each) => ({ value: each, label: `${each} strikes` }));

function Selectors(): ReactNode {
  const pane = heatMap.use();
  const [frame, chooseFrame] = useAtom(pane.frameAtom);
  const [range, chooseRange] = useAtom(pane.rangeAtom);
  const [metric, choose] = useAtom(pane.metricAtom);
  const [hasSpot, showSpot] = useAtom(pane.hasSpotAtom);
  const [inLots, countInLots] = useAtom(pane.inLotsAtom);
  return (
    <>
      <FrameSelect pane={pane} frame={frame} onChange={chooseFrame} />
      <Select
        label="Range"
        prefix="Range"
        shortPrefix="Rng"
        options={RANGE_OPTIONS}
        value={range}
        onChange={chooseRange}
      />
      <SegmentedControl label="Measure" segments={METRICS} value={metric} onChange={choose} />
      <Checkbox label="Spot" checked={hasSpot} onChange={showSpot} />
      <LotButton inLots={inLots} onChange={countInLots} />
    </>
  );
}

const strongestOf = ({ snapshot }: PaneState<Snapshot>) => ({
  least: snapshot?.thresholds[0] ?? Number.NaN,
  most: snapshot?.thresholds.at(-1) ?? Number.NaN,
  lot: snapshot?.lot ?? 1,
});

/** What filled, hollow and the five steps mean, over each side. */
function Legend(): ReactNode {
  const pane = heatMap.use();
  const inLots = useAtomValue(pane.inLotsAtom);
  const { least, most, lot } = useSlowFact(pane.stateAtom, strongestOf);
  const text = (units: number): string => formats.whole.text(units / (inLots ? lot : 1));
  const side = (name: "ce" | "pe", title: string): ReactNode => (
    <div className={styles["legend"]} data-side={name}>
      <strong>{title}</strong>
      <span>falls</span>
      {STEPS.toReversed().map((step) => (
        <i key={step} data-hollow="" style={{ opacity: step / 100 }} />
      ))}
      <span>{text(least)}</span>
      {STEPS.map((step) => (
        <i key={step} style={{ opacity: step / 100 }} />
      ))}
      <span>{`${text(most)} rises`}</span>
    </div>
  );
  return (
    <div className={styles["legends"]}>
      {side("ce", "CALLS")}
      <span className={styles["unit"]}>{inLots ? "lots" : "units"}</span>
      {side("pe", "PUTS")}
    </div>
  );
}
