import uPlot from "uplot";
import { canvasFont } from "../../styles/fonts.ts";
import { clockText } from "../axes/axis-ticks.ts";
import type { ChartModel } from "../chart-model.ts";
import { hasScale, isVisible } from "../chart-model.ts";
import type { Painting } from "../chart-painters.ts";
import { dayAt } from "../day-row.ts";
import { findHoles } from "./gap-detection.ts";
import { paintBands } from "./paint-bands.ts";

/** Distance between two stripes of a hatch, CSS pixels. */
const STRIPE = 6;
const HATCH_ALPHA = 0.38;

/** Under the series: the zero line, fixed levels and the hatch of holes. uPlot caches canvas state, so each painter restores it. */
export function paintUnder(chart: uPlot, model: ChartModel): void {
  const { ctx } = chart;
  ctx.save();
  paintBands(chart, model);
  paintZero(chart, model);
  paintLevels(chart, model);
  if (model.spec.x.kind === "minute") {
    paintDayLines(chart, model);
    paintHoles(chart, model);
  }
  ctx.restore();
}

export function paintZero(chart: Painting, model: ChartModel): void {
  const [min, max] = model.ranges.y;
  if (min > 0 || max < 0) return;
  const { ctx, bbox } = chart;
  const height = Math.max(1, Math.round(uPlot.pxRatio));
  ctx.fillStyle = model.theme.colours["line-2"];
  ctx.fillRect(bbox.left, Math.round(chart.valToPos(0, "y", true)), bbox.width, height);
}

function paintLevels(chart: uPlot, model: ChartModel): void {
  const { ctx, bbox } = chart;
  const px = uPlot.pxRatio;
  ctx.lineWidth = Math.max(1, Math.round(px));
  ctx.setLineDash([2 * px, 3 * px]);
  for (const { value, scale = "y", colour = "ink-3" } of model.data?.levels ?? []) {
    const [min, max] = model.ranges[scale];
    if (!hasScale(model, scale) || !(value >= min && value <= max)) continue;
    const y = Math.round(chart.valToPos(value, scale, true)) + 0.5;
    ctx.strokeStyle = model.theme.colours[colour];
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
  }
}

/** Holes of the visible lines of a chart over time. */
export function visibleHoles(model: ChartModel): readonly (readonly [number, number])[] {
  const { data, spec } = model;
  if (data === undefined || spec.x.kind !== "minute") return [];
  const columns: ArrayLike<number>[] = [];
  spec.series.forEach((series, place) => {
    const column = data.columns[place];
    if (column !== undefined && isVisible(model, series)) columns.push(column);
  });
  const { x, cadence = 1, days } = data;
  if (!days) return findHoles(x, columns, cadence);
  return days.flatMap(({ why, from, to, at, cadence: own }, i) =>
    why === undefined ? findHoles(x, columns, own, [at, days[i + 1]?.at ?? x.length]) : [[from, to] as const],
  );
}

/** Between two days. */
function paintDayLines(chart: uPlot, model: ChartModel): void {
  const { ctx, bbox } = chart;
  const { days = [] } = model.data ?? {};
  const width = Math.max(1, Math.round(uPlot.pxRatio));
  ctx.fillStyle = model.theme.colours["line-2"];
  for (const [i, { from }] of days.entries()) {
    const before = days[i - 1];
    if (before)
      ctx.fillRect(Math.round(chart.valToPos((before.to + from) / 2, "x", true)), bbox.top, width, bbox.height);
  }
}

function paintHoles(chart: uPlot, model: ChartModel): void {
  const { ctx, bbox } = chart;
  const stripe = STRIPE * uPlot.pxRatio;
  ctx.strokeStyle = model.theme.colours.warn;
  ctx.lineWidth = uPlot.pxRatio;
  ctx.setLineDash([]);
  for (const [from, to] of visibleHoles(model)) {
    const left = Math.max(bbox.left, chart.valToPos(from, "x", true));
    const right = Math.min(bbox.left + bbox.width, chart.valToPos(to, "x", true));
    if (right <= left) continue;
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, bbox.top, right - left, bbox.height);
    ctx.clip();
    ctx.globalAlpha = HATCH_ALPHA;
    ctx.beginPath();
    // All stripes start on one lattice of the plot, so that they stand still while a hole grows.
    const first = bbox.left + Math.floor((left - bbox.left - bbox.height) / stripe) * stripe;
    for (let x = first; x < right; x += stripe) {
      ctx.moveTo(x, bbox.top + bbox.height);
      ctx.lineTo(x + bbox.height, bbox.top);
    }
    ctx.stroke();
    ctx.restore();
    // Whole, also where little room is left over the plot.
    paintHoleWords(ctx, model, [from, to], [left, right], Math.max(bbox.top - 8 * uPlot.pxRatio, 7 * uPlot.pxRatio));
  }
}

/** A hole of two minutes needs no words; a longer one says from when to when. */
const LEAST_WORDED_CADENCES = 5;

function paintHoleWords(
  ctx: CanvasRenderingContext2D,
  model: ChartModel,
  [from, to]: readonly [number, number],
  [left, right]: readonly [number, number],
  y: number,
): void {
  const { cadence = 1, days = [] } = model.data ?? {};
  if (to - from < LEAST_WORDED_CADENCES * cadence) return;
  ctx.font = canvasFont(400, 11 * uPlot.pxRatio);
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillStyle = model.theme.colours.warn;
  const { shift = 0, why } = dayAt(days, from) ?? {};
  const short = `No ${model.spec.lacks ?? "data"}`;
  const words = why ?? `${short} ${clockText(from + shift)} to ${clockText(to + shift)}`;
  // Beside other days, words have the width of their own.
  const isTooLong = days.length > 0 && ctx.measureText(words).width > right - left;
  ctx.fillText(isTooLong ? short : words, (left + right) / 2, y);
}
