import uPlot from "uplot";
import { canvasFont } from "../../styles/fonts.ts";
import type { ChartModel } from "../chart-model.ts";
import { isVisible, scaleOf } from "../chart-model.ts";
import type { LineSeries } from "../chart-spec.ts";

/** CSS pixels. */
const RADIUS = 3;
const LINE_HEIGHT = 13;
const LEAST_SPACE = 6;

/** Hollow dots of the lines that have them. A text that would lie over its neighbour's is left out. */
export function paintDots(chart: uPlot, model: ChartModel): void {
  model.spec.series.forEach((series, place) => {
    if (series.kind !== "line" || series.dotText === undefined || !isVisible(model, series)) return;
    const column = model.data?.columns[place];
    if (column !== undefined) paintLine(chart, model, series, series.dotText, column);
  });
}

function paintLine(
  chart: uPlot,
  model: ChartModel,
  series: LineSeries,
  textOf: (index: number) => readonly string[],
  column: ArrayLike<number>,
): void {
  const { ctx, bbox } = chart;
  const { colours } = model.theme;
  const px = uPlot.pxRatio;
  const bottom = bbox.top + bbox.height;
  let taken = Number.NEGATIVE_INFINITY;
  ctx.save();
  ctx.setLineDash([]);
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  for (let i = 0; i < column.length; i++) {
    const value = column[i] as number;
    if (Number.isNaN(value)) continue;
    const x = chart.valToPos(model.positions[i] as number, "x", true);
    const y = chart.valToPos(value, scaleOf(series), true);
    ctx.beginPath();
    ctx.arc(x, y, RADIUS * px, 0, 2 * Math.PI);
    ctx.fillStyle = colours.panel;
    ctx.fill();
    ctx.strokeStyle = colours[series.colour];
    ctx.lineWidth = 1.5 * px;
    ctx.stroke();
    const lines = textOf(i);
    ctx.font = canvasFont(500, 11 * px);
    const half = Math.max(0, ...lines.map((line) => ctx.measureText(line).width)) / 2;
    const middle = Math.min(Math.max(x, bbox.left + half), bbox.left + bbox.width - half);
    if (middle - half < taken + LEAST_SPACE * px) continue;
    taken = middle + half;
    // Under the dot; over it where the plot ends.
    const height = lines.length * LINE_HEIGHT * px;
    const isUnder = y + height + 2 * RADIUS * px < bottom;
    const first = isUnder ? y + (LINE_HEIGHT + RADIUS) * px : y - height + (LINE_HEIGHT - 3 * RADIUS) * px;
    lines.forEach((line, row) => {
      ctx.font = canvasFont(row === lines.length - 1 ? 500 : 400, 11 * px);
      ctx.fillStyle = colours[row === lines.length - 1 ? "ink" : "ink-3"];
      ctx.fillText(line, middle, first + row * LINE_HEIGHT * px);
    });
  }
  ctx.restore();
}
