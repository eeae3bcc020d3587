// Hot: compares every point of a chart on each tick. Bench question: charts.
import type { ChartModel } from "../chart-model.ts";
import { visibleHoles } from "./paint-under.ts";

/**
 * Remembers what a chart shows, to tell how much of it a tick changes. Nearly all ticks move the last points only, and
 * the raster of a chart's lines costs ten times what everything else does.
 */
export type PaintedData = {
  /**
   * Takes the model's data as painted.
   * @returns the index from which on the picture differs from the one before; 0: all of it, or it is not known; the
   *   count of points: none of it
   */
  readonly changedFrom: (model: ChartModel) => number;
  /** The next paint is a whole one: size, theme, text or visibility changed. */
  readonly forget: () => void;
};

export function createPaintedData(): PaintedData {
  let values = new Float64Array(0);
  let positions = new Float64Array(0);
  let frame: readonly unknown[] = [];

  /** Index of the last value before the column's first change; the count of points where there is none. */
  function takeColumn(column: ArrayLike<number>, offset: number, count: number): number {
    let first = 0;
    while (first < count) {
      const value = column[first] as number;
      const old = values[offset + first] as number;
      if (!Object.is(value, old)) break;
      first++;
    }
    if (first === count) return count;
    for (let i = first; i < count; i++) values[offset + i] = column[i] as number;
    // The segment that ends in the first change starts there, and so does a hole that it ends.
    let before = first - 1;
    while (before > 0 && Number.isNaN(column[before])) before--;
    return Math.max(0, before);
  }

  return {
    changedFrom: (model) => {
      const { data, spec } = model;
      if (data === undefined) return 0;
      const count = model.positions.length;
      const wanted = frameOf(model);
      const isKnown = isSame(frame, wanted) && isSame(positions, model.positions);
      if (!isKnown) {
        frame = wanted;
        positions = model.positions.slice();
        values = new Float64Array(count * spec.series.length).fill(Number.NaN);
      }
      let from = count;
      for (let place = 0; place < spec.series.length; place++) {
        const column = data.columns[place];
        if (column === undefined) continue;
        const at = takeColumn(column, place * count, count);
        if (at < from) from = at;
      }
      if (!isKnown || count === 0) return 0;
      return from === count || isLinesOverTime(model) ? from : 0;
    },
    forget: () => {
      frame = [];
    },
  };
}

/** Bars have labels that make room for each other: they are painted whole, or not at all. */
function isLinesOverTime({ spec }: ChartModel): boolean {
  const isOverTime = spec.x.kind === "minute" || spec.x.kind === "date";
  return isOverTime && spec.bands === undefined && spec.series.every((series) => series.kind === "line");
}

/** Everything besides the points that the picture depends on and data can change. */
function frameOf(model: ChartModel): readonly unknown[] {
  const { data, ranges, xRange, spec } = model;
  const places = spec.x.kind === "minute" ? [] : Array.from(data?.x ?? []);
  const marks = (data?.marks ?? []).flatMap((mark) => [mark.at, mark.label, mark.colour]);
  const levels = (data?.levels ?? []).flatMap(({ scale, value, label, colour }) => [scale, value, label, colour]);
  const callouts = (data?.callouts ?? []).flatMap(({ at, value, label }) => [at, value, label]);
  const labels = (data?.labels ?? []).flatMap((one) => [one.at, one.value, one.scale, one.colour, ...one.lines]);
  const feet = (data?.feet?.columns ?? []).flatMap(({ values }) => Array.from(values));
  const days = (data?.days ?? []).flatMap(({ date, why }) => [date, why]);
  // Their words may be wider than they are, to the left, too.
  const holes = visibleHoles(model).flat();
  const added = [...marks, ...levels, ...callouts, ...labels, ...feet, ...days, ...holes];
  return [...xRange, ...ranges.y, ...ranges.y2, data?.cadence, ...places, ...added];
}

function isSame(one: ArrayLike<unknown>, other: ArrayLike<unknown>): boolean {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
  return true;
}

/**
 * Paints with the canvas clipped to the part right of `left` (whole device pixels). What `paint` leaves in the context
 * stays there: uPlot remembers what it set, and would not set it again after a plain restore.
 */
export function paintRightOf(context: CanvasRenderingContext2D, left: number, paint: () => void): void {
  context.save();
  context.beginPath();
  context.rect(left, 0, context.canvas.width - left, context.canvas.height);
  context.clip();
  try {
    paint();
  } finally {
    const { strokeStyle, fillStyle, lineWidth, lineJoin, lineCap, font, textAlign, textBaseline, globalAlpha } =
      context;
    const dash = context.getLineDash();
    context.restore();
    const kept = { strokeStyle, fillStyle, lineWidth, lineJoin, lineCap, font, textAlign, textBaseline, globalAlpha };
    Object.assign(context, kept);
    context.setLineDash(dash);
  }
}
