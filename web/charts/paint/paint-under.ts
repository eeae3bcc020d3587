import uPlot from "uplot";
import type { ChartModel } from "../chart-model.ts";
import { isVisible } from "../chart-model.ts";
import { findHoles } from "./gap-detection.ts";

/** Distance between two stripes of a hatch, CSS pixels. */
const STRIPE = 6;
const HATCH_ALPHA = 0.38;

/** Under the series: the zero line and the hatch of holes. uPlot caches canvas state, so each painter restores it. */
export function paintUnder(chart: uPlot, model: ChartModel): void {
  const { ctx } = chart;
  ctx.save();
  paintZero(chart, model);
  if (model.spec.x.kind === "minute") paintHoles(chart, model);
  ctx.restore();
}

function paintZero(chart: uPlot, model: ChartModel): void {
  const [min, max] = model.ranges.y;
  if (min > 0 || max < 0) return;
  const { ctx, bbox } = chart;
  const height = Math.max(1, Math.round(uPlot.pxRatio));
  ctx.fillStyle = model.theme.colours["line-2"];
  ctx.fillRect(bbox.left, Math.round(chart.valToPos(0, "y", true)), bbox.width, height);
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
  return findHoles(data.x, columns, data.cadence ?? 1);
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
    // Stripes start on one lattice of the plot, so that a growing hole does not make them crawl.
    const first = bbox.left + Math.floor((left - bbox.left - bbox.height) / stripe) * stripe;
    for (let x = first; x < right; x += stripe) {
      ctx.moveTo(x, bbox.top + bbox.height);
      ctx.lineTo(x + bbox.height, bbox.top);
    }
    ctx.stroke();
    ctx.restore();
  }
}
