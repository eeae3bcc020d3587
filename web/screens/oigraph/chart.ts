/** The snapshot as bar charts: one metric by strike, open interest over a window, and the pair of totals. Pure. */
import type {
  BarSeries,
  ChartData,
  ChartSpec,
  NumberFormat,
  TooltipContent,
  VerticalMark,
} from "../../charts/chart-spec.ts";
import { plainTick } from "../../kit/series/price-axis.ts";
import { lakhs, priceFormats, tallestChangeText, tallestText } from "./figures.ts";
import type { Metric, Snapshot } from "./snapshot.ts";

export const AXIS_TITLES: Readonly<Record<Metric, string>> = {
  oi: "Open Interest ( In Lakhs )",
  changeInOI: "Change In OI ( In Lakhs )",
  premium: "Premium",
  changeInPremium: "Change in Premium",
};

/** One width for the charts that stand above each other, so that strike stands above strike. */
const GUTTER = 56;

/** What a spec depends on besides its metric; it changes with the symbol only. */
export interface StrikeFacts {
  readonly decimals: 2 | 4;
  /** Of the strikes under the bars. */
  readonly strikeText: NumberFormat;
}

/** What the tooltip says of the strike at an index. */
export type Tell = (index: number) => TooltipContent | undefined;

const callBars = (format: NumberFormat, labelText: NumberFormat = format): BarSeries => ({
  kind: "bar",
  id: "ce",
  label: "Calls",
  colour: "call-fill",
  textColour: "call",
  slot: 0,
  format,
  labels: "highest",
  labelText,
});

const putBars = (format: NumberFormat, labelText?: NumberFormat): BarSeries => ({
  ...callBars(format, labelText),
  id: "pe",
  label: "Puts",
  colour: "put-fill",
  textColour: "put",
  slot: 1,
});

/** The level at the window's start, as an outline in ink: to be seen within its bar and above it. */
const startBars = (of: BarSeries, id: string): BarSeries => ({
  kind: "bar",
  id,
  label: `${of.label} at start`,
  colour: "ink",
  slot: of.slot,
  outlined: true,
  format: of.format,
});

/** The tooltip of an index that is no longer shown. */
const nothing: TooltipContent = { title: "-", rows: [] };

/** The pair of bars of a metric. */
function pairOf(metric: Metric, decimals: 2 | 4): readonly [BarSeries, BarSeries] {
  if (metric === "oi") return [callBars(lakhs.plain.text, tallestText), putBars(lakhs.plain.text, tallestText)];
  if (metric === "changeInOI") {
    return [callBars(lakhs.signed.text, tallestChangeText), putBars(lakhs.signed.text, tallestChangeText)];
  }
  const { plain, signed } = priceFormats(decimals);
  const { text } = metric === "premium" ? plain : signed;
  return [callBars(text), putBars(text)];
}

/** Calls and puts of one metric by strike. */
export function metricSpec(metric: Metric, facts: StrikeFacts, tell: Tell): ChartSpec {
  return {
    x: { kind: "strike", format: facts.strikeText },
    y: { format: plainTick, zero: true },
    series: pairOf(metric, facts.decimals),
    gutter: GUTTER,
    tooltip: (index) => tell(index) ?? nothing,
  };
}

/** Open interest at the window's end as bars, at its start as outlines. */
export function windowSpec(facts: StrikeFacts, tell: Tell): ChartSpec {
  const [calls, puts] = pairOf("oi", facts.decimals);
  return {
    ...metricSpec("oi", facts, tell),
    series: [calls, puts, startBars(calls, "ce-start"), startBars(puts, "pe-start")],
  };
}

/** The pair of totals has an axis of its own: on that of the strikes it would leave them no height. */
export function totalSpec(metric: "oi" | "changeInOI", hasStart: boolean): ChartSpec {
  const [calls, puts] = pairOf(metric, 2);
  const shown = [calls, puts].map((bars): BarSeries => ({ ...bars, labels: "every" }));
  return {
    x: { kind: "strike", format: () => "Total" },
    y: { format: plainTick, zero: true },
    series: hasStart ? [...shown, startBars(calls, "ce-start"), startBars(puts, "pe-start")] : shown,
  };
}

const EMPTY: ChartData = { x: [], columns: [] };
const ONE_TOTAL = Float64Array.of(0);

const marksOf = ({ atm }: Snapshot): readonly VerticalMark[] => (Number.isNaN(atm) ? [] : [{ at: atm }]);

/** Without a single figure of the metric there is no chart: an empty one would read as zeros. */
export function metricData(snapshot: Snapshot, metric: Metric): ChartData {
  if (Number.isNaN(snapshot.minMax[metric].min)) return EMPTY;
  const { CE, PE } = snapshot[metric];
  return { x: snapshot.strikes, columns: [CE, PE], marks: marksOf(snapshot) };
}

export function windowData(snapshot: Snapshot): ChartData {
  if (Number.isNaN(snapshot.minMax.oi.min)) return EMPTY;
  const { strikes, oi, startOi } = snapshot;
  return { x: strikes, columns: [oi.CE, oi.PE, startOi.CE, startOi.PE], marks: marksOf(snapshot) };
}

export function totalData({ totals }: Snapshot, metric: "oi" | "changeInOI", hasStart: boolean): ChartData {
  const { CE, PE } = totals[metric];
  if (Number.isNaN(CE[0]) && Number.isNaN(PE[0])) return EMPTY;
  const start = hasStart ? [totals.startOi.CE, totals.startOi.PE] : [];
  return { x: ONE_TOTAL, columns: [CE, PE, ...start] };
}
