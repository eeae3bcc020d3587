import { useAtom, useAtomValue } from "jotai";
import { type ReactNode, useMemo } from "react";
import { SegmentedControl } from "../../components/controls/SegmentedControl.tsx";
import { Select } from "../../components/controls/Select.tsx";
import { HeaderFigure } from "../../components/header/HeaderFigure.tsx";
import { ControlRow } from "../../kit/pane/ControlRow.tsx";
import { SpotFigure, useSpotName } from "../../kit/pane/figures/SpotFigure.tsx";
import { useDecimals } from "../../kit/pane/figures/use-decimals.ts";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { LinesPricedOn } from "../../kit/pricing/PanePricedOn.tsx";
import { UntradedNote } from "../../kit/pricing/UntradedNote.tsx";
import { EmaSelect } from "../../kit/series/EmaSelect.tsx";
import { SeriesPane } from "../../kit/series/SeriesPane.tsx";
import { flag, SettingsDialog } from "../../kit/settings/SettingsDialog.tsx";
import { StrikeControls } from "../../kit/strikes/StrikeControls.tsx";
import { FrameSelect } from "../../kit/table/FrameSelect.tsx";
import { TablePane } from "../../kit/table/TablePane.tsx";
import { useStretches } from "../../kit/table/use-stretches.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import { useNarrow } from "../../state/media.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import styles from "./ce-pe-difference.module.css";
import { differenceCharts, LEGEND_ORDER } from "./chart.ts";
import { difference, type ViewName } from "./pane.ts";
import { CATEGORIES, isPriced, type Snapshot, TRENDS, type Trend } from "./snapshot.ts";
import { type Look, table } from "./table.tsx";
import { totalText, trendWords, unitOf, WORDS } from "./words.ts";

export { screen } from "./screen.ts";

const VIEWS: readonly { readonly value: ViewName; readonly label: string }[] = [
  { value: "table", label: "Table" },
  { value: "chart", label: "Chart" },
  { value: "both", label: "Table + Chart" },
];
const CATEGORY_OPTIONS = CATEGORIES.map((value) => ({ value, label: WORDS[value].option }));
/** In windows up to this width, too, columns are narrow. */
const NARROW_WIDTH = 1000;

const divisorOf = ({ snapshot }: PaneState<Snapshot>): number => snapshot?.divisor ?? 1e5;

/** Open interest, volume, price or vega of puts less that of calls, in rows and as lines on one cursor. */
export function View(): ReactNode {
  const pane = difference.use();
  const view = useAtomValue(pane.viewAtom);
  const fields = useMemo(
    () => [flag(pane.diffsAtom, "Show PE & CE OI diff from previous time"), flag(pane.switchColorAtom, "Switch Color")],
    [pane],
  );
  return (
    <PaneScreen
      pane={pane}
      selectors={<Selectors />}
      figures={<Figures />}
      settings={<SettingsDialog fields={fields} />}
      controls={<Controls />}
    >
      <div className={styles["body"]} data-view={view}>
        {view === "chart" ? undefined : <Table isBeside={view === "both"} />}
        {view === "table" ? undefined : <Charts />}
      </div>
    </PaneScreen>
  );
}

function Table({ isBeside }: { readonly isBeside: boolean }): ReactNode {
  const pane = difference.use();
  const category = useAtomValue(pane.categoryAtom);
  const range = useAtomValue(pane.strikes.rangeAtom);
  const hasDiffs = useAtomValue(pane.diffsAtom);
  const stretches = useStretches(pane);
  const divisor = useSlowFact(pane.stateAtom, divisorOf);
  const decimals = useDecimals(pane);
  const isShort = useNarrow(NARROW_WIDTH) || isBeside;
  const look = useMemo(
    (): Look => ({ category, divisor, range, hasDiffs, decimals, isShort, ...stretches }),
    [category, divisor, range, hasDiffs, decimals, isShort, stretches],
  );
  return (
    <div className={styles["table"]}>
      <TablePane table={table} pane={pane} look={look} crosshair="minute" />
    </div>
  );
}

function Charts(): ReactNode {
  const pane = difference.use();
  const category = useAtomValue(pane.categoryAtom);
  const period = useAtomValue(pane.periodAtom);
  const isSwapped = useAtomValue(pane.switchColorAtom);
  const divisor = useSlowFact(pane.stateAtom, divisorOf);
  const spotName = useSpotName(pane);
  const decimals = useDecimals(pane);
  const charts = useMemo(
    () => differenceCharts({ category, divisor, period, decimals, isSwapped, spotName }),
    [category, divisor, period, decimals, isSwapped, spotName],
  );
  return (
    <div className={styles["charts"]}>
      <SeriesPane pane={pane} charts={charts} legendOrder={LEGEND_ORDER} />
    </div>
  );
}

function Selectors(): ReactNode {
  const pane = difference.use();
  const [frame, chooseFrame] = useAtom(pane.frameAtom);
  const [category, choose] = useAtom(pane.categoryAtom);
  return (
    <>
      <FrameSelect pane={pane} frame={frame} onChange={chooseFrame} />
      <Select label="Category" prefix="Category" options={CATEGORY_OPTIONS} value={category} onChange={choose} />
    </>
  );
}

function Controls(): ReactNode {
  const pane = difference.use();
  const [view, show] = useAtom(pane.viewAtom);
  const [period, choosePeriod] = useAtom(pane.periodAtom);
  const { ema: hasEma = true } = useAtomValue(pane.visibleAtom);
  const category = useAtomValue(pane.categoryAtom);
  const divisor = useSlowFact(pane.stateAtom, divisorOf);
  return (
    <ControlRow>
      <SegmentedControl label="View" segments={VIEWS} value={view} onChange={show} />
      <StrikeControls pane={pane} opensPicker />
      {hasEma ? <EmaSelect period={period} onChange={choosePeriod} /> : undefined}
      {isPriced(category) ? <LinesPricedOn pane={pane} /> : undefined}
      <UntradedNote stateAtom={pane.stateAtom} />
      <span className={styles["unit"]}>
        {`${WORDS[category].option} in ${unitOf(category, divisor)}${view === "chart" ? "" : ", Future OI in lakh"}`}
      </span>
    </ControlRow>
  );
}

const NONE = Number.NaN;
const latestOf = ({ snapshot }: PaneState<Snapshot>) => ({
  latest: snapshot?.latest ?? NONE,
  divisor: snapshot?.divisor ?? 1,
  trend: snapshot?.trend ?? NONE,
  category: snapshot?.category,
});

function Figures(): ReactNode {
  const pane = difference.use();
  const { latest, divisor, trend, category } = useSlowFact(pane.stateAtom, latestOf);
  const decimals = useDecimals(pane);
  const word: Trend | undefined = category === "volume" ? undefined : TRENDS[trend];
  const tone = word === "Bullish" ? "up" : word === "Bearish" ? "down" : undefined;
  return (
    <>
      <SpotFigure pane={pane} />
      <HeaderFigure
        label="PE-CE"
        value={totalText(latest, divisor, decimals)}
        {...(word !== undefined && { change: trendWords(category)[trend] ?? word })}
        {...(tone && { tone })}
      />
    </>
  );
}
