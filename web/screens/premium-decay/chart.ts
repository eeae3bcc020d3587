/** The chart of premium decay: both sides, their sum, and spot and future on the second axis. Pure. */
import { numberFormat, timeFormat } from "../../format/format.ts";
import { priceAxis, priceLook, signedTick } from "../../kit/series/price-axis.ts";
import type { SeriesChart } from "../../kit/series/series-chart.ts";
import type { LineId, Snapshot } from "./snapshot.ts";

interface ChartFacts {
  /** Minute that the changes count from; NaN before there is one. */
  readonly base: number;
  /** Of prices. */
  readonly decimals: 2 | 4;
  readonly hasSpot: boolean;
  readonly hasFuture: boolean;
}

export function decayCharts({ base, decimals, hasSpot, hasFuture }: ChartFacts): SeriesChart<Snapshot, LineId>[] {
  const premium = { format: numberFormat({ decimals, signed: true }).text };
  const price = priceLook(decimals);
  const isCurrency = decimals === 4; // it has no spot
  return [
    {
      id: "decay",
      label: "Premium Decay through the day",
      heading: "Premium Decay",
      unit: Number.isNaN(base) ? "₹ a unit" : `Σ ( ltp − ltp at ${timeFormat.text(base)} ), ₹ a unit`,
      lines: [
        { id: "ce", label: "CE", colour: "up", ...premium, tag: "solid", tagPrefix: "CE" },
        { id: "pe", label: "PE", colour: "down", ...premium, tag: "solid", tagPrefix: "PE" },
        { id: "both", label: "CE + PE", colour: "ink", dash: [5, 3], ...premium, tag: "outline" },
        ...(isCurrency ? [] : [{ id: "spot", label: "Spot", colour: "s8", ...price } as const]),
        { id: "future", label: "Future", colour: "fut", ...price },
      ],
      y: { format: signedTick, unit: "₹", zero: true, ticks: 6 },
      y2: priceAxis(hasFuture ? (hasSpot && !isCurrency ? "Spot, Future" : "Future") : "Spot"),
    },
  ];
}
