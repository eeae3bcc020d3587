/** Lines of the user's own formulas in the charts of a screen. */
import type { ScaleKey } from "../../charts/chart-spec.ts";
import { plainTick } from "./price-axis.ts";
import type { LineLook, SeriesChart } from "./series-chart.ts";

export interface PlacedLine {
  /** Id of the chart that it stands in; where there is no such chart, in a chart of such lines below. */
  readonly chart: string;
  readonly scale: ScaleKey;
  readonly look: LineLook<string>;
}

/** The charts with these lines besides; the same array where there are none. */
export function withPlaced<Snapshot>(
  charts: readonly SeriesChart<Snapshot, string>[],
  placed: readonly PlacedLine[],
): readonly SeriesChart<Snapshot, string>[] {
  if (placed.length === 0) return charts;
  const isIn = (chart: SeriesChart<Snapshot, string>, { chart: id, scale }: PlacedLine): boolean =>
    chart.id === id && (scale === "y" || chart.y2 !== undefined);
  const others = placed.filter((line) => !charts.some((chart) => isIn(chart, line)));
  const made = charts.map((chart) => {
    const own = placed.filter((line) => isIn(chart, line)).map(({ look, scale }) => ({ ...look, scale }));
    return own.length === 0 ? chart : { ...chart, lines: [...chart.lines, ...own] };
  });
  if (others.length === 0) return made;
  const shares = charts.reduce((sum, { share = 1 }) => sum + share, 0);
  return [
    ...made,
    {
      id: "own",
      label: "Your own formulas",
      heading: "Your formulas",
      share: shares * 0.4,
      lines: others.map(({ look }) => look),
      y: { format: plainTick },
    },
  ];
}
