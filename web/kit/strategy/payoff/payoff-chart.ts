/** The payoff of the legs over the spot, as a chart. Pure. */
import type { Valuation } from "#contract/domain/strategy/valuation.ts";
import type { StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import { paintAxis } from "../../../charts/axes/paint-axis.ts";
import { paintUnits } from "../../../charts/axes/paint-units.ts";
import { paintValues } from "../../../charts/axes/paint-values.ts";
import type { ChartModel } from "../../../charts/chart-model.ts";
import type { ChartPainters, Painting } from "../../../charts/chart-painters.ts";
import type { Callout, ChartData, ChartSpec, Feet, TooltipContent, VerticalMark } from "../../../charts/chart-spec.ts";
import { wholePicture } from "../../../charts/picture.ts";
import { paintArea, paintCurve } from "../../../charts/series/paint-curves.ts";
import { paintZero } from "../../../charts/series/paint-under.ts";
import { paintCallouts } from "../../../charts/words/paint-callouts.ts";
import { numberFormat, priceFormatOf } from "../../../format/format.ts";
import { strikeText } from "../../../format/strike-text.ts";
import { openSurface } from "../../../grid/thread/start-paint-thread.ts";
import { scaleText } from "../../strikes/strike-list.ts";
import { levelText, money } from "../figures/figure-rows.ts";
import type { BuilderSettings } from "../strategy-atoms.ts";

const TARGET = 0;
const EXPIRY = 1;

/** The payoff at expiry is green where it wins and red where it loses; the target is a smooth line, in ink: some palette has every hue in the area. */
export function paintPayoff(chart: Painting, model: ChartModel): void {
  paintValues(chart, model);
  paintZero(chart, model);
  paintCurve(chart, model, TARGET);
  paintArea(chart, model, EXPIRY, "down");
  paintAxis(chart, model);
  paintUnits(chart, model);
  model.drawn.tags = [];
  paintCallouts(chart, model);
}

const thousands = (value: number): string =>
  Math.abs(value) >= 1e5
    ? numberFormat({ decimals: 2, divisor: 1e5, suffix: " L", signed: true }).text(value)
    : money.text(value);

export function payoffSpec(decimals: 2 | 4): ChartSpec {
  const price = priceFormatOf(decimals);
  const unit = "Profit/Loss";
  return {
    x: {
      kind: "number",
      name: "Spot Price",
      format: scaleText,
    },
    y: { format: (value) => thousands(value), zero: true, unit: `${unit} by Spot Price` },
    series: [
      { kind: "line", id: "target", label: "On Target", colour: "ink", format: money.text, unit },
      { kind: "line", id: "expiry", label: "On Expiry", colour: "up", format: money.text, unit },
    ],
    tooltip: (index, { x, columns }): TooltipContent => ({
      title: `Spot Price ${price.text(x[index] ?? Number.NaN)}`,
      rows: [
        { label: "On Target", colour: "ink", values: [money.text(columns[0]?.[index] ?? Number.NaN)] },
        { label: "On Expiry", values: [money.text(columns[1]?.[index] ?? Number.NaN)] },
      ],
    }),
  };
}

export const PAINTERS: ChartPainters = { whole: wholePicture(openSurface, paintPayoff) };

/** Without legs there are no points: the chart says what to do. */
export function payoffData(snapshot: StrategySnapshot, settings: BuilderSettings, decimals: 2 | 4): ChartData {
  const { valuation, ladder } = snapshot;
  const { payoff, legs } = valuation;
  if (legs.length === 0) return { x: [], columns: [[], []] };
  const feet = settings.openInterest ? feetOf(ladder, payoff.spots, settings) : undefined;
  return {
    x: payoff.spots,
    columns: [payoff.target, payoff.expiry],
    marks: marksOf(valuation, settings, decimals),
    callouts: calloutsOf(valuation, decimals),
    ...(feet && { feet }),
  };
}

const BANDS = ["−2σ", "−1σ", "+1σ", "+2σ"];

function marksOf(
  { spotNow, spot, bands }: Valuation,
  settings: BuilderSettings,
  decimals: 2 | 4,
): readonly VerticalMark[] {
  const price = priceFormatOf(decimals);
  const levels = settings.standardDeviation ? (bands?.levels ?? []) : [];
  const level = levelText(decimals);
  return [
    ...levels.map((at, i): VerticalMark => ({ at, label: `${BANDS[i]} ${level(at)}`, colour: "ink-3" })),
    { at: spotNow, label: price.text(spotNow) },
    ...(spot === spotNow ? [] : [{ at: spot, label: level(spot), colour: "accent" as const }]),
  ];
}

function calloutsOf({ spot, projected, breakEvens }: Valuation, decimals: 2 | 4): readonly Callout[] {
  const level = levelText(decimals);
  return [
    ...breakEvens.map((at): Callout => ({ at, value: 0, label: level(at), isLeft: at < spot })),
    { at: spot, value: projected, label: `Projected P&L: ${money.text(projected)}` },
  ];
}

const lakhs = numberFormat({ decimals: 1, divisor: 1e5, suffix: " L" });

function feetOf(ladder: StrategySnapshot["ladder"], spots: Float64Array, settings: BuilderSettings): Feet {
  const { openInterestType, strikeText: hasStrikes, dataText } = settings;
  const [from = 0, to = 0] = [spots[0], spots.at(-1)];
  const shown = Array.from(ladder.strikes.keys()).filter((i) => {
    const strike = ladder.strikes[i] ?? 0;
    return strike >= from && strike <= to;
  });
  const pick = (column: Float64Array): number[] => shown.map((i) => column[i] ?? Number.NaN);
  const column = openInterestType === "oi" ? "oi" : "oiChange";
  const words = (value: number, strike: number): string =>
    [hasStrikes ? strikeText(strike) : "", dataText ? lakhs.text(value) : ""].filter(Boolean).join(" ");
  return {
    x: pick(ladder.strikes),
    columns: [
      { colour: "call-fill", textColour: "call", values: pick(ladder.ce[column]) },
      { colour: "put-fill", textColour: "put", values: pick(ladder.pe[column]) },
    ],
    ...((hasStrikes || dataText) && { text: words }),
  };
}
