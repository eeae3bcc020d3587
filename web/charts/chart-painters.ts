/** What a screen adds to the painting of its chart: few charts need it, so that no other loads it. */
import type uPlot from "uplot";
import type { PaintContext } from "../frame/paint-context.ts";
import type { ChartModel } from "./chart-model.ts";

/** What a painter needs of a chart, on whichever canvas it paints. */
export type Painting = Pick<uPlot, "bbox" | "valToPos" | "posToVal" | "over"> & {
  readonly ctx: PaintContext;
};

/** All of a chart on a canvas that another thread may draw. uPlot keeps its scales and its crosshair, and draws nothing. */
export interface Picture {
  /** Another thread draws: painting needs no frame of this one. */
  readonly isRemote: boolean;
  /** The chart with its newest data and scales. */
  paint(chart: uPlot): void;
  dispose(): void;
}

/**
 * @param host has the chart: the picture lies under its crosshair
 * @param onShown called when the newest picture is on the canvas, with milliseconds on this thread's monotonic clock
 */
export type MakePicture = (host: HTMLElement, model: ChartModel, onShown: (at: number) => void) => Picture;

export type ChartPainters = {
  /** Painted over all: `words/paint-labels.ts`. */
  readonly over?: (chart: uPlot, model: ChartModel) => void;
  /** In the place of uPlot's own painting: `picture.ts`. */
  readonly whole?: MakePicture;
};
