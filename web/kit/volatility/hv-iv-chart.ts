/** The chart of historical and implied volatility by day, and the words beside its heading. Pure. */

import type { VolatilityLines } from "#contract/domain/snapshots/volatility-lines.ts";
import { dayNumber, dayText } from "../../charts/axes/date-ticks.ts";
import type { Level } from "../../charts/chart-spec.ts";
import { counted } from "../../format/count-words.ts";
import { formats } from "../../format/format.ts";
import { plainTick } from "../series/price-axis.ts";
import type { SeriesChart } from "../series/series-chart.ts";

/** 'HV - 30D' */
export const hvName = (window: number): string => `HV - ${window}D`;

/** The bounds that the IV rank is of. */
const ivBounds = ({ ivLow, ivHigh }: VolatilityLines): readonly Level[] =>
  [["IV high", ivHigh] as const, ["IV low", ivLow] as const].flatMap(([name, value]): readonly Level[] =>
    Number.isNaN(value) ? [] : [{ value, label: `${name} ${formats.price.text(value)}`, colour: "s1" }],
  );

export const hvIvChart = (window: number, unit: string): SeriesChart<VolatilityLines, "hv" | "iv"> => ({
  id: "hv-iv",
  label: "Historical and implied volatility by day",
  heading: "HV-IV",
  unit,
  lines: [
    { id: "hv", label: hvName(window), colour: "s2", format: formats.price.text, tag: "outline", tagPrefix: "HV" },
    { id: "iv", label: "IV", colour: "s1", format: formats.price.text, tag: "solid", tagPrefix: "IV" },
  ],
  y: { format: plainTick, unit: "% a year" },
  levels: ivBounds,
});

/**
 * What the reader must know of the lines: how the HV is made, of how many days, and which days are missing in it.
 * @param isShort without how the HV is made
 */
export function wordsOf({ window, series, splits, changes, pending }: VolatilityLines, isShort = false): string {
  const days = "dates" in series.x ? series.x.dates.length : 0;
  if (days === 0) return "";
  return [
    counted(days, "day"),
    ...(isShort ? [] : ["HV: deviation of the daily changes of the close × √252"]),
    ...(changes < window ? [`only ${changes} of its ${window} changes known`] : []),
    ...(splits.length === 0
      ? []
      : [`without ${splits.map((date) => dayText(dayNumber(date))).join(", ")}: split or bonus`]),
    ...(pending === 0 ? [] : [`${counted(pending, "day")} still being made`]),
  ].join(" · ");
}

/** The daily IVs are made once a day, on the spot: what the board prices on now changes none of them. */
export const ivGround = (isForward: boolean): string =>
  isForward ? "IV on the spot: forward mode does not apply to daily figures" : "IV on the spot";

/** A rank or a percentile: '11 of 100'. */
export const outOf100 = (value: number): string => (Number.isNaN(value) ? "-" : `${formats.whole.text(value)} of 100`);
