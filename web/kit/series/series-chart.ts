/** How a screen describes its lines: what each looks like, and which chart it stands in. */
import type { ReactNode } from "react";
import type { Band, ChartSpec, Level, LineSeries, PlotLabel, ValueAxis } from "../../charts/chart-spec.ts";

/** A line as its chart draws it; its id is that of the line in the snapshot's series. */
export type LineLook<Id extends string> = Omit<LineSeries, "kind" | "id"> & { readonly id: Id };

/** One chart of a pane. Charts that differ in settings are other objects: make them in `useMemo`. */
export interface SeriesChart<Snapshot, Id extends string> {
  /** Stable, such as 'upper'. */
  readonly id: string;
  /** Accessible name, such as 'PCR through the day'. */
  readonly label: string;
  readonly heading?: string;
  /** The heading is about calls or puts: it has the side's colour. */
  readonly side?: "ce" | "pe";
  /** Quiet words after the heading. */
  readonly unit?: string;
  /** Between heading and legend, such as a strike select. */
  readonly controls?: ReactNode;
  /** Part of the height beside the other charts; default 1. */
  readonly share?: number;
  /** In the order of the legend and the tooltip. */
  readonly lines: readonly LineLook<Id>[];
  readonly y: ValueAxis;
  readonly y2?: ValueAxis;
  /** What a long gap lacks: a figure may be withheld though the minute has data. Default 'data'. */
  readonly lacks?: string;
  /** Filled between two of the lines. */
  readonly bands?: readonly { readonly between: readonly [Id, Id]; readonly colour: Band["colour"] }[];
  /** Horizontal lines at fixed values, such as the previous day's ratio. */
  readonly levels?: (snapshot: Snapshot) => readonly Level[];
  /** Words in the plot, such as the day's high. */
  readonly labels?: (snapshot: Snapshot) => readonly PlotLabel[];
}

/** @param kind what stands on the x axis: the minutes of a day, or days. */
export const seriesSpec = <Snapshot, Id extends string>(
  { lines, y, y2, lacks, bands }: SeriesChart<Snapshot, Id>,
  kind: "minute" | "date",
): ChartSpec => ({
  x: { kind },
  y,
  lacks,
  ...(y2 === undefined ? {} : { y2 }),
  ...(bands === undefined ? {} : { bands }),
  series: lines.map((line): LineSeries => ({ kind: "line", ...line })),
});
