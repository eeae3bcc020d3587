/** Lines of one chart are told apart by their colours, in every palette; a dashed line from a whole one by its dashes. */
import { describe, expect, it } from "vitest";
import type { LineSeries } from "../charts/chart-spec.ts";
import { payoffSpec } from "../kit/strategy/payoff/payoff-chart.ts";
import { hvIvChart } from "../kit/volatility/hv-iv-chart.ts";
import { colourDifference, type Sight } from "../styles/colour-difference.ts";
import type { PaletteName, Scheme } from "../styles/roles.ts";
import { themeOf } from "../styles/tokens.ts";
import { BREADTH_CHARTS } from "./advance-decline/chart.ts";
import { differenceCharts } from "./ce-pe-difference/chart.ts";
import { futureCharts } from "./futures-chart/chart.ts";
import { sideChart } from "./iv-price-oi/chart.ts";
import { hueOf } from "./multi-strike-chart/chart.ts";
import { pcrCharts } from "./pcr/chart.ts";
import { decayCharts } from "./premium-decay/chart.ts";
import { straddleCharts } from "./straddle-strangle/chart.ts";
import { smileSpec } from "./volatility/chart.ts";

const PALETTES = (["dark", "light"] as const satisfies Scheme[]).flatMap((scheme) =>
  (["normal", "colour-blind"] as const satisfies PaletteName[]).map((palette) => [scheme, palette] as const),
);
/** Dots of a legend are small: colours that are nearer are taken for one. An eye with two kinds of cones tells fewer apart. */
const LEAST = { normal: 20, deuteranope: 15, protanope: 15 } as const satisfies Readonly<Record<Sight, number>>;
const SIGHTS = {
  normal: ["normal"],
  "colour-blind": ["normal", "deuteranope", "protanope"],
} as const satisfies Readonly<Record<PaletteName, readonly Sight[]>>;

type Line = Pick<LineSeries, "id" | "colour" | "dash">;

const decimals = 2;
const spotName = "Spot";
const all = <Id extends string>(...ids: readonly Id[]) => Object.fromEntries(ids.map((id) => [id, true]));
const CHARTS: Readonly<Record<string, readonly (readonly Line[])[]>> = {
  // The line of the expiry has another tone where it loses.
  payoff: [[...payoffSpec(decimals).series.filter((one) => one.kind === "line"), { id: "loss", colour: "down" }]],
  "hv-iv": [hvIvChart(20, "").lines],
  "advance-decline": BREADTH_CHARTS.map(({ lines }) => lines),
  "ce-pe-difference": [true, false].flatMap((isSwapped) =>
    differenceCharts({ category: "oi", divisor: 1, period: 20, decimals, isSwapped, spotName }).map(
      ({ lines }) => lines,
    ),
  ),
  "futures-chart": futureCharts({ coi: true, decimals, from: 555, lacking: [], hasSpot: true }).map(
    ({ lines }) => lines,
  ),
  "iv-price-oi": (["ce", "pe"] as const).map(
    (side) => sideChart(side, { checked: ["iv", "price"], decimals, isForward: false }).lines,
  ),
  "multi-strike-chart": [Array.from({ length: 8 }, (_, place) => ({ id: `${place}`, colour: hueOf(place) }))],
  pcr: pcrCharts({ type: "pcr", period: 20, spotName, decimals }).map(({ lines }) => lines),
  "premium-decay": decayCharts({ base: 555, decimals, hasSpot: true, hasFuture: true }).map(({ lines }) => lines),
  "straddle-strangle": straddleCharts({
    ce: 100,
    pe: 100,
    spotName,
    decimals,
    visible: all(
      ...["main", "extrinsic", "callPrice", "putPrice", "callVwap", "putVwap", "cmbdVwap", "callIv", "putIv", "cmbdIv"],
      ...["rolling", "spot"],
    ),
    extremes: false,
  }).map(({ lines }) => lines),
  volatility: [smileSpec("11:32", () => undefined).series.filter((one) => one.kind === "line")],
};

const pairsOf = (lines: readonly Line[]) =>
  lines.flatMap((one, i) => lines.slice(i + 1).map((other) => [one, other] as const));

describe.each(Object.entries(CHARTS))("%s", (_name, charts) => {
  it.each(PALETTES)("%s %s", (scheme, palette) => {
    const { colours } = themeOf(scheme, palette);
    const alike = charts
      .flatMap(pairsOf)
      .filter(([a, b]) => (a.dash === undefined) === (b.dash === undefined))
      .flatMap(([a, b]) =>
        SIGHTS[palette].map((sight) => {
          const difference = colourDifference(colours[a.colour], colours[b.colour], sight);
          return { pair: `${a.id} ${b.id}`, sight, difference };
        }),
      )
      .filter(({ sight, difference }) => difference < LEAST[sight]);
    expect(alike).toEqual([]);
  });
});
