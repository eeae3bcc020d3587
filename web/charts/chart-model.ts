import type { Theme } from "../styles/roles.ts";
import { valueRange } from "./axes/value-range.ts";
import type { ChartData, ChartSpec, ScaleKey, SeriesSpec } from "./chart-spec.ts";
import { dayAt } from "./day-row.ts";
import { JOINED_CADENCES } from "./series/gap-detection.ts";

/** What the painters of one chart share. One object a chart, mutated in place: they read it at each paint. */
export type ChartModel = {
  readonly spec: ChartSpec;
  theme: Theme;
  data: ChartData | undefined;
  /** x of the uPlot scale: minutes, or the place 0..n-1 of the strike or day, since they are not evenly apart. */
  positions: Float64Array;
  readonly hidden: Set<string>;
  xRange: readonly [number, number];
  ranges: Record<ScaleKey, readonly [number, number]>;
  /** Share of the value range kept free for labels standing on bars. */
  labelRoom: number;
  drawn: DrawnTexts;
  /** Index from which on lines are painted: only the tail of a chart whose other points stand. */
  paintFrom: number;
  /** Where bar labels stand at this paint, device pixels: the dashed marks leave them free. */
  labelBoxes: LabelBox[];
  /** From where to where the labels under the plot stand, CSS pixels from its left edge. */
  tickSpans: (readonly [from: number, to: number])[];
  /** Where dots and the words of marks stand in the plot at this paint, device pixels: other words leave them free. */
  topLabels: LabelBox[];
};

export type LabelBox = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** Texts of the last paint, for tests. */
export type DrawnTexts = {
  ticks: string[];
  tickRotation: number;
  barLabels: string[];
  tags: string[];
};

export function createModel(spec: ChartSpec, theme: Theme): ChartModel {
  return {
    spec,
    theme,
    data: undefined,
    positions: new Float64Array(0),
    hidden: new Set(),
    xRange: [0, 1],
    ranges: { y: [0, 1], y2: [0, 1] },
    labelRoom: 0,
    drawn: { ticks: [], tickRotation: 0, barLabels: [], tags: [] },
    paintFrom: 0,
    labelBoxes: [],
    tickSpans: [],
    topLabels: [],
  };
}

export function isVisible(model: ChartModel, series: SeriesSpec): boolean {
  return !model.hidden.has(series.id);
}

/** Whether a value that shows is measured on the scale: an axis without one has no ticks, and keeps its gutter. */
export function hasScale(model: ChartModel, key: ScaleKey): boolean {
  const { spec, data } = model;
  return spec.series.some(
    (series, place) => scaleOf(series) === key && isVisible(model, series) && hasValue(data?.columns[place]),
  );
}

/** Mostly the first value tells. */
function hasValue(column: ArrayLike<number> = []): boolean {
  for (let i = 0; i < column.length; i++) if (!Number.isNaN(column[i])) return true;
  return false;
}

export function scaleOf(series: SeriesSpec): ScaleKey {
  return series.kind === "line" ? (series.scale ?? "y") : "y";
}

/** Takes new data: positions and ranges follow. */
export function acceptData(model: ChartModel, data: ChartData): void {
  model.data = data;
  const count = data.x.length;
  if (model.positions.length !== count) model.positions = new Float64Array(count);
  for (let i = 0; i < count; i++) model.positions[i] = placeOf(model.spec, data.x[i] as number) ?? i;
  updateRanges(model);
}

/** Place of an x value on a scale of its own; undefined where points stand evenly, whatever their x. */
function placeOf({ x }: ChartSpec, value: number): number | undefined {
  if (x.kind === "minute") return value;
  return x.kind === "number" ? (x.place?.(value) ?? value) : undefined;
}

/** Ranges over the visible series; live charts fit the data, unless the spec gives the session. */
export function updateRanges(model: ChartModel): void {
  const { spec, data, positions } = model;
  if (data === undefined) return;
  const columns: Record<ScaleKey, ArrayLike<number>[]> = { y: [], y2: [] };
  let hasBars = false;
  spec.series.forEach((series, place) => {
    const column = data.columns[place];
    if (column === undefined || !isVisible(model, series)) return;
    columns[scaleOf(series)].push(column);
    if (series.kind === "bar") hasBars = true;
  });
  model.ranges.y = valueRange(columns.y, hasBars || spec.y.zero === true, model.labelRoom);
  model.ranges.y2 = valueRange(columns.y2, spec.y2?.zero === true);
  const last = positions.length - 1;
  if (spec.x.kind === "strike") model.xRange = [-0.5, Math.max(last, 0) + 0.5];
  else if (spec.x.kind === "minute" && spec.x.session !== undefined) model.xRange = spec.x.session;
  else if (last >= 0) {
    // Of several days each has its place, with figures or without.
    const from = positions[data.days ? 0 : (data.first ?? firstPresent(columns.y.concat(columns.y2)))] as number;
    const to = positions[last] as number;
    model.xRange = from === to ? [from - 1, to + 1] : [from, to];
  }
}

/** Index of the first point that any column has; 0 where none has any. */
export function firstPresent(columns: readonly ArrayLike<number>[]): number {
  let first = Number.POSITIVE_INFINITY;
  for (const column of columns) {
    let at = 0;
    while (at < Math.min(column.length, first) && Number.isNaN(column[at])) at++;
    if (at < column.length) first = Math.min(first, at);
  }
  return Number.isFinite(first) ? first : 0;
}

/** Place of an x value on the scale, between neighbours where it stands between; undefined outside the data. */
export function positionOf(model: ChartModel, x: number): number | undefined {
  const own = placeOf(model.spec, x);
  if (own !== undefined) return own >= model.xRange[0] && own <= model.xRange[1] ? own : undefined;
  const places = model.data?.x ?? [];
  for (let i = 0; i < places.length; i++) {
    const place = places[i] as number;
    if (place === x) return i;
    if (place > x) {
      if (i === 0) return undefined;
      const before = places[i - 1] as number;
      return i - 1 + (x - before) / (place - before);
    }
  }
  return undefined;
}

/** Index of the point at an x, or of the nearest that a line reaches it from; -1 if there is none. */
export function indexOf(model: ChartModel, x: number): number {
  const at = positionOf(model, x);
  return at === undefined ? -1 : nearestIndex(model, at);
}

/** Half of what joins two points, cadences: so every place on a line has a point. */
const REACH = JOINED_CADENCES / 2;

/** Index of the point nearest to a place on the scale, or -1: where no line is drawn there is none. */
export function nearestIndex(model: ChartModel, at: number): number {
  const { positions, spec, data } = model;
  if (spec.x.kind === "date" || spec.x.kind === "strike") {
    const index = Math.round(at);
    return index >= 0 && index < positions.length ? index : -1;
  }
  const day = data?.days && dayAt(data.days, at);
  let best = -1;
  let least = spec.x.kind === "minute" ? REACH * (day?.cadence ?? data?.cadence ?? 1) : Number.POSITIVE_INFINITY;
  for (let i = 0; i < positions.length; i++) {
    const away = Math.abs((positions[i] as number) - at);
    // A day without figures says why at each of its minutes.
    if (away >= least || (day?.why === undefined && !isPoint(model, i))) continue;
    best = i;
    least = away;
  }
  return best;
}

/** Whether there is something to read: the crosshair skips minutes that no visible series has a figure of. */
export function isPoint(model: ChartModel, index: number): boolean {
  const { spec, data } = model;
  if (spec.x.kind !== "minute") return true;
  return spec.series.some(
    (series, place) => isVisible(model, series) && !Number.isNaN(data?.columns[place]?.[index] ?? Number.NaN),
  );
}
