/** The chart of many strikes: what each plot counts in, and the hues of its lines. Pure. */
import type { ValueAxis } from "../../charts/chart-spec.ts";
import { numberFormat } from "../../format/format.ts";
import { plainTick, priceAxis, priceLook, signedTick } from "../../kit/series/price-axis.ts";
import type { LineLook, SeriesChart } from "../../kit/series/series-chart.ts";
import { strikeTextOf } from "../../kit/strikes/strike-list.ts";
import { type LineId, type Plot, type Snapshot, SPOT } from "./snapshot.ts";

interface PlotWords {
  /** Of the dropdown. */
  readonly label: string;
  readonly heading: string;
  readonly unit: string;
  readonly decimals?: number;
  readonly signed?: true;
}

/** Prices have the decimals of the symbol. */
export const PLOT_WORDS: Readonly<Record<Plot, PlotWords>> = {
  oi: { label: "OI", heading: "Open Interest ( In Lakhs )", unit: "lakh", decimals: 2 },
  oiChange: { label: "OI-Change", heading: "OI Change ( In Lakhs )", unit: "lakh", decimals: 2, signed: true },
  price: { label: "Price", heading: "Price", unit: "₹" },
  volume: { label: "Volume", heading: "Volume ( In Lakhs )", unit: "lakh", decimals: 2 },
  straddle: { label: "Straddle", heading: "Straddle", unit: "₹" },
  iv: { label: "IV", heading: "IV", unit: "%", decimals: 2 },
  delta: { label: "Delta", heading: "Delta", unit: "", decimals: 3, signed: true },
  theta: { label: "Theta", heading: "Theta", unit: "₹ a day", decimals: 3, signed: true },
  vega: { label: "Vega", heading: "Vega", unit: "₹ a point of IV", decimals: 3 },
  gamma: { label: "Gamma", heading: "Gamma", unit: "", decimals: 4 },
  priceVega: { label: "Price * Vega (Beta)", heading: "Price * Vega", unit: "₹ × vega", decimals: 2 },
};

const HUES = ["s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"] as const;

/** '24,200 CE' */
function lineLabels(ids: readonly LineId[]): readonly string[] {
  const strikes = ids.map(Number.parseFloat);
  const textOf = strikeTextOf(strikes);
  return ids.map((id, i) => `${textOf(strikes[i]!)} ${id.split(" ")[1] ?? "Straddle"}`);
}

/** The line's hue by its place; from the ninth on they come again, dashed. */
export const hueOf = (place: number) => HUES[place % HUES.length] ?? "s1";

export interface ChartFacts {
  readonly plot: Plot;
  readonly ids: readonly LineId[];
  /** Of prices. */
  readonly decimals: 2 | 4;
  /** 'Spot', or what stands for it. */
  readonly spotName: string;
}

export function strikesChart({ plot, ids, decimals, spotName }: ChartFacts): SeriesChart<Snapshot, LineId>[] {
  const words = PLOT_WORDS[plot];
  const format = numberFormat({ decimals: words.decimals ?? decimals, signed: words.signed ?? false }).text;
  const y: ValueAxis = {
    format: words.signed ? signedTick : plainTick,
    zero: words.signed ?? false,
    ...(words.unit && { unit: words.unit }),
  };
  const labels = lineLabels(ids);
  const lines = ids.map(
    (id, place): LineLook<LineId> => ({
      id,
      label: labels[place] ?? "",
      colour: hueOf(place),
      ...(place >= HUES.length && { dash: [5, 3] }),
      format,
      tag: "solid",
    }),
  );
  return [
    {
      id: "strikes",
      label: `${words.heading} through the day`,
      heading: words.heading,
      lines: [...lines, { id: SPOT, label: spotName, colour: "ink", ...priceLook(decimals) }],
      y,
      y2: priceAxis(spotName),
    },
  ];
}
