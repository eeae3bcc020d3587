/** The snapshot as charts: total pain by strike, and the max pain strike through the day. Pure. */

import { rotationByCount } from "../../charts/axes/axis-ticks.ts";
import type { ChartData, ChartSpec, NumberFormat } from "../../charts/chart-spec.ts";
import { formats } from "../../format/format.ts";
import { strikeText } from "../../format/strike-text.ts";
import { plainTick } from "../../kit/series/price-axis.ts";
import { seriesData } from "../../kit/series/series-data.ts";
import { SCALES, type Scale } from "./pane.ts";
import type { Snapshot } from "./snapshot.ts";

/** 'Maxpain ( In Crores )' */
export const axisTitle = (scale: Scale): string => `Maxpain ( ${SCALES[scale].words} )`;

/** '{total} ( +{total - min} )', both in the scale in force; the least one says '+0'. */
function labelText(total: number, _index: number, column: ArrayLike<number>): string {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < column.length; i++) least = Math.min(least, column[i]!);
  const more = total - least;
  return `${formats.price.text(total)} ( +${more === 0 ? "0" : formats.price.text(more)} )`;
}

/** One spec a setting of the switch: bars, and outlined bars at the day's highest. @param format of the strikes under them */
export const barSpec = (hasDayHigh: boolean, format: NumberFormat): ChartSpec => ({
  x: { kind: "strike", format, rotation: rotationByCount },
  y: { format: plainTick, zero: true },
  series: [
    {
      kind: "bar",
      id: "pain",
      label: "Total pain",
      colour: "accent-fill",
      textColour: "s1",
      slot: 0,
      format: formats.price.text,
      labels: "every",
      labelText,
    },
    ...(hasDayHigh
      ? ([
          {
            kind: "bar",
            id: "day-high",
            label: "Day High Maxpain",
            colour: "s2",
            slot: 0,
            outlined: true,
            format: formats.price.text,
          },
        ] as const)
      : []),
  ],
});

export function barData(snapshot: Snapshot, scale: Scale, hasDayHigh: boolean): ChartData | undefined {
  if (snapshot.strikes.length === 0) return undefined;
  const { divisor } = SCALES[scale];
  const scaled = (column: Float64Array): Float64Array => column.map((pain) => pain / divisor);
  const { strikes, pain, dayHigh } = snapshot;
  return {
    x: strikes,
    columns: hasDayHigh ? [scaled(pain), scaled(dayHigh)] : [scaled(pain)],
    marks: [{ at: strikes[Math.floor((strikes.length - 1) / 2)]! }],
  };
}

export const lineSpec: ChartSpec = {
  x: { kind: "minute" },
  y: { format: plainTick },
  series: [{ kind: "line", id: "maxpain", label: "Maxpain", colour: "s1", format: strikeText, tag: "solid" }],
};

export const lineData = ({ series }: Snapshot): ChartData => seriesData(series, ["maxpain"]);
