import uPlot from "uplot";
import { canvasFont } from "../../styles/fonts.ts";
import type { ChartModel } from "../chart-model.ts";
import { isVisible } from "../chart-model.ts";
import type { BarSeries } from "../chart-spec.ts";
import { groupLayout } from "../series/bar-geometry.ts";
import { slotCount, stepOf } from "../series/series-paths.ts";
import { highestIndex, type LabelStance, LINE_HEIGHT, labelLines, labelStance, shownLabel } from "./bar-labels.ts";

const RISE = 5;
/** Labels never take more of the plot's height than this. */
const MOST_LABEL_PART = 0.45;
const heightFor = (plotHeight: number): number => MOST_LABEL_PART * plotHeight - RISE;

/** Values standing on bars: on each, or on the highest of a series only. */
export function paintBarLabels(chart: uPlot, model: ChartModel): void {
  model.drawn.barLabels = [];
  model.labelBoxes = [];
  const { data } = model;
  if (data === undefined) return;
  const { ctx } = chart;
  ctx.save();
  ctx.font = canvasFont(400, 11 * uPlot.pxRatio);
  model.spec.series.forEach((series, place) => {
    const column = data.columns[place];
    if (series.kind !== "bar" || column === undefined || !isVisible(model, series)) return;
    if (series.labels === "every") paintEvery(chart, model, series, column);
    if (series.labels === "highest") paintHighest(chart, model, series, column);
  });
  ctx.restore();
}

/** Labels of every bar of a series, in bar order; absent bars have an empty one. */
function barLabelTexts(series: BarSeries, column: ArrayLike<number>): readonly string[] {
  return Array.from(column, (value, index) =>
    Number.isNaN(value) ? "" : (series.labelText?.(value, index, column) ?? series.format(value)),
  );
}

function paintEvery(chart: uPlot, model: ChartModel, series: BarSeries, column: ArrayLike<number>): void {
  const { ctx } = chart;
  const px = uPlot.pxRatio;
  const texts = barLabelTexts(series, column);
  const room = { step: stepOf(chart) / px, height: heightFor(chart.bbox.height / px) };
  const stance = labelStance(texts, room, (text) => ctx.measureText(text).width / px);
  ctx.fillStyle = model.theme.colours["ink-2"];
  texts.forEach((whole, index) => {
    const text = shownLabel(whole, stance);
    if (text === "") return;
    paintLabel(chart, model, series, text, index, column[index] as number, stance);
    model.drawn.barLabels.push(text);
  });
}

function paintHighest(chart: uPlot, model: ChartModel, series: BarSeries, column: ArrayLike<number>): void {
  const index = highestIndex(series.isSide === true ? Float64Array.from(column, Math.abs) : column);
  const value = column[index];
  if (value === undefined || (series.isSide === true ? value === 0 : value <= 0)) return;
  const text = series.labelText?.(value, index, column) ?? series.format(value);
  const { ctx } = chart;
  ctx.font = canvasFont(500, 11 * uPlot.pxRatio);
  ctx.fillStyle = model.theme.colours[series.textColour ?? series.colour];
  paintLabel(chart, model, series, text, index, value, "flat");
  model.drawn.barLabels.push(text);
}

function paintLabel(
  chart: uPlot,
  model: ChartModel,
  series: BarSeries,
  text: string,
  index: number,
  value: number,
  stance: LabelStance,
): void {
  const { ctx } = chart;
  const px = uPlot.pxRatio;
  const layout = groupLayout(stepOf(chart), slotCount(model), px);
  const x = Math.round(chart.valToPos(index, "x", true)) + (layout.lefts[series.slot] ?? 0) + layout.width / 2;
  const top = topOfSlot(model, series, index, value);
  const isBelow = series.isSide === true && value < 0;
  const above = isBelow
    ? chart.valToPos(value, "y", true) + LINE_HEIGHT * px
    : chart.valToPos(top, "y", true) - RISE * px;
  // Calls and puts are neighbours: where both labels stand at one height, the later steps over the earlier.
  const y =
    !isBelow && slotCount(model) > 1 && stance === "flat"
      ? clearOf(model, x, above, ctx.measureText(text).width / 2, px)
      : above;
  if (stance === "upright" || stance === "short") {
    ctx.save();
    ctx.translate(x, y);
    ctx.rotate(-Math.PI / 2);
    ctx.textAlign = "left";
    ctx.textBaseline = "middle";
    paintClear(ctx, model, text, 0, 0);
    ctx.restore();
    const half = (LINE_HEIGHT / 2) * px;
    model.labelBoxes.push({ left: x - half, right: x + half, top: y - ctx.measureText(text).width, bottom: y });
    return;
  }
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  const lines = stance === "stacked" ? labelLines(text) : [text];
  lines.forEach((line, row) => {
    const half = ctx.measureText(line).width / 2 + 2 * px;
    const middle = Math.min(Math.max(x, half), ctx.canvas.width - half); // whole, also on the outermost bars
    const baseline = y - (lines.length - 1 - row) * LINE_HEIGHT * px;
    paintClear(ctx, model, line, middle, baseline);
    model.labelBoxes.push({
      left: middle - half,
      right: middle + half,
      top: baseline - 11 * px,
      bottom: baseline + 4 * px,
    });
  });
}

/** The baseline of a text around x, lifted over the label that stands there already. */
function clearOf(model: ChartModel, x: number, y: number, half: number, px: number): number {
  let baseline = y;
  for (const box of model.labelBoxes) {
    const isBeside = x + half <= box.left || x - half >= box.right;
    const isApart = baseline + 4 * px <= box.top || baseline - 11 * px >= box.bottom;
    if (!isBeside && !isApart) baseline = box.top - 4 * px;
  }
  return baseline;
}

/** Text with a rim of the panel's colour: gridlines pass behind it, not through it. */
function paintClear(ctx: CanvasRenderingContext2D, model: ChartModel, text: string, x: number, y: number): void {
  ctx.strokeStyle = model.theme.colours.panel;
  ctx.lineWidth = 3 * uPlot.pxRatio;
  ctx.lineJoin = "round";
  ctx.setLineDash([]);
  ctx.strokeText(text, x, y);
  ctx.fillText(text, x, y);
}

/** A label stands over the outline of its slot, too, where that is higher. */
function topOfSlot(model: ChartModel, series: BarSeries, index: number, value: number): number {
  let top = Math.max(value, 0);
  model.spec.series.forEach((other, place) => {
    if (other.kind !== "bar" || other.slot !== series.slot || !isVisible(model, other)) return;
    const level = model.data?.columns[place]?.[index];
    if (level !== undefined && level > top) top = level;
  });
  return top;
}

/**
 * Room that labels need above the highest bar, as a part of the data's span (what `valueRange` adds).
 * Needs the width before the paint, so it is computed when data or size change.
 */
export function barLabelRoom(
  model: ChartModel,
  plotWidth: number,
  plotHeight: number,
  measure: (text: string) => number,
): number {
  const { data } = model;
  if (data === undefined || plotHeight <= 0) return 0;
  let pixels = 0;
  let before = Number.NaN;
  model.spec.series.forEach((series, place) => {
    const column = data.columns[place];
    if (series.kind !== "bar" || column === undefined || !isVisible(model, series)) return;
    if (series.labels === "highest") {
      const index = highestIndex(column);
      // Of neighbours one label may stand over the other.
      pixels = Math.max(pixels, Math.abs(index - before) <= 2 ? 2 * LINE_HEIGHT : LINE_HEIGHT);
      before = index;
    }
    if (series.labels !== "every") return;
    const texts = barLabelTexts(series, column);
    const room = { step: plotWidth / Math.max(1, column.length), height: heightFor(plotHeight) };
    const stance = labelStance(texts, room, measure);
    if (stance === "upright" || stance === "short")
      for (const text of texts) pixels = Math.max(pixels, measure(shownLabel(text, stance)) + RISE);
    else if (stance !== "none") pixels = Math.max(pixels, (stance === "stacked" ? 2 : 1) * LINE_HEIGHT);
  });
  const part = Math.min(pixels / plotHeight, MOST_LABEL_PART);
  return part / (1 - part);
}
