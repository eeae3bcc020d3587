import uPlot from "uplot";
import type { ChartModel } from "../chart-model.ts";
import type { BarSeries, LineSeries } from "../chart-spec.ts";
import { dayAt } from "../day-row.ts";
import { barSpan, groupLayout } from "./bar-geometry.ts";
import { isJoined } from "./gap-detection.ts";

/** Negative bars are this opaque (hexadecimal alpha of 60 %), so that side and sign read at once. */
const NEGATIVE_ALPHA = "99";

/** A tail's line starts this many points earlier, where nothing of it is on the clipped canvas yet. */
const TAIL_LEAD = 16;

type Paths = NonNullable<ReturnType<uPlot.Series.PathBuilder>>;

/**
 * Straight lines over present values that stand within 1.5 cadences. Our own builder, because uPlot's knows null but not
 * NaN (typed columns have no null) and joins by index, not by time.
 */
export function linePaths(model: ChartModel, series: LineSeries): uPlot.Series.PathBuilder {
  const place = model.spec.series.indexOf(series);
  return (chart): Paths => {
    const path = new Path2D();
    const column = model.data?.columns[place];
    const { positions } = model;
    const scale = series.scale ?? "y";
    const cadence = model.spec.x.kind === "minute" ? (model.data?.cadence ?? 1) : 1;
    const days = model.data?.days;
    const isNumber = model.spec.x.kind === "number";
    // Linear scales: two valToPos calls instead of two a point.
    const shift = alignShift(chart, place);
    const x0 = chart.valToPos(0, "x", true) - shift;
    const xStep = chart.valToPos(1, "x", true) - shift - x0;
    const y0 = chart.valToPos(0, scale, true) - shift;
    const yStep = chart.valToPos(1, scale, true) - shift - y0;
    let last = Number.NEGATIVE_INFINITY;
    let isLone = false;
    let lastX = 0;
    let lastY = 0;
    if (column !== undefined) {
      for (let i = tailStart(column, model.paintFrom); i < positions.length; i++) {
        const value = column[i] as number;
        if (Number.isNaN(value)) continue;
        const at = positions[i] as number;
        const x = x0 + at * xStep;
        const y = y0 + value * yStep;
        const isNeighbour = isNumber
          ? i > 0 && !Number.isNaN(column[i - 1])
          : isJoined(last, at, (days && dayAt(days, last)?.cadence) ?? cadence);
        if (isNeighbour) {
          path.lineTo(x, y);
          isLone = false;
        } else {
          if (isLone) markLone(path, lastX, lastY);
          path.moveTo(x, y);
          isLone = true;
        }
        last = at;
        lastX = x;
        lastY = y;
      }
      if (isLone) markLone(path, lastX, lastY);
    }
    return { stroke: path, fill: null, clip: null, band: null, flags: 0 };
  };
}

/** Index of the first point to paint: one that is there, so that the line enters the tail as it would in the whole. */
function tailStart(column: ArrayLike<number>, from: number): number {
  let start = Math.max(0, from - TAIL_LEAD);
  while (start > 0 && Number.isNaN(column[start])) start--;
  return start;
}

/**
 * What uPlot moves a series with `pxAlign: 1` by, so that its clip falls on whole device pixels. Paths are moved back:
 * we want the clip, which is far cheaper on pixels than between them, and the lines where they belong.
 */
function alignShift(chart: uPlot, place: number): number {
  const width = (chart.series[place + 1]?.width ?? 1) * uPlot.pxRatio;
  return (width % 2) / 2;
}

/** A point without neighbours is a dash of two pixels: a move alone would not show. */
function markLone(path: Path2D, x: number, y: number): void {
  path.moveTo(x - uPlot.pxRatio, y);
  path.lineTo(x + uPlot.pxRatio, y);
}

/** Bars on whole device pixels; uPlot's own builder knows neither the fixed gap of a pair nor outlines per slot. */
export function barPaths(model: ChartModel, series: BarSeries): uPlot.Series.PathBuilder {
  const place = model.spec.series.indexOf(series);
  const slots = slotCount(model);
  return (chart): Paths => {
    const above = new Path2D();
    const below = new Path2D();
    const column = model.data?.columns[place];
    const zero = chart.valToPos(0, "y", true);
    const step = stepOf(chart);
    const layout = groupLayout(step, slots, uPlot.pxRatio);
    const inset = series.outlined === true ? uPlot.pxRatio / 2 : 0;
    for (let i = 0; column !== undefined && i < column.length; i++) {
      const value = column[i] as number;
      if (Number.isNaN(value)) continue;
      const left = Math.round(chart.valToPos(i, "x", true)) + (layout.lefts[series.slot] ?? 0);
      const { top, height } = barSpan(zero, chart.valToPos(value, "y", true), value);
      const path = value < 0 ? below : above;
      path.rect(left + inset, top + inset, layout.width - 2 * inset, Math.max(0, height - 2 * inset));
    }
    const colour = model.theme.colours[series.colour];
    const paths = new Map([
      [colour, above],
      [series.isSide === true ? `${colour}ff` : colour + NEGATIVE_ALPHA, below],
    ]);
    return series.outlined === true
      ? { stroke: paths, fill: null, clip: null, band: null, flags: 0 }
      : { stroke: null, fill: paths, clip: null, band: null, flags: 0 };
  };
}

/** Distance between two strikes, device pixels. */
export function stepOf(chart: uPlot): number {
  return chart.valToPos(1, "x", true) - chart.valToPos(0, "x", true);
}

export function slotCount(model: ChartModel): number {
  let slots = 1;
  for (const series of model.spec.series) if (series.kind === "bar") slots = Math.max(slots, series.slot + 1);
  return slots;
}
