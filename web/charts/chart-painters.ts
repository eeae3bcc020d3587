/** What a screen adds to the painting of its chart: few charts need it, so that no other loads it. */
import type uPlot from "uplot";
import type { ChartModel } from "./chart-model.ts";
import type { LineSeries } from "./chart-spec.ts";

export type LinePaths = (model: ChartModel, series: LineSeries) => uPlot.Series.PathBuilder;

export type ChartPainters = {
  /** Lines that are drawn another way, by id: `paint/area-paths.ts`. */
  readonly lines?: Readonly<Record<string, LinePaths>>;
  /** Painted over all: `paint/paint-callouts.ts`. */
  readonly over?: (chart: uPlot, model: ChartModel) => void;
};
