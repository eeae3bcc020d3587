/** Words in the plot: a day's high and low, where an alert would have fired, what a region means. */
import uPlot from "uplot";
import { canvasFont } from "../../styles/fonts.ts";
import { type ChartModel, hasScale, positionOf } from "../chart-model.ts";
import type { ChartPainters } from "../chart-painters.ts";
import type { PlotLabel } from "../chart-spec.ts";
import { type Box, placeWords, type Spot } from "./label-places.ts";

/** CSS pixels. */
const RADIUS = 3.5;
const TICK = 10;
/** A tick stands off its point. */
const TICK_DISTANCE = 4;
const LINE_HEIGHT = 14;
const OUTLINE = 4;

function paintLabels(chart: uPlot, model: ChartModel): void {
  const labels = (model.data?.labels ?? []).filter(({ scale = "y" }) => hasScale(model, scale));
  if (labels.length === 0) return;
  const { ctx, bbox } = chart;
  const px = uPlot.pxRatio;
  ctx.save();
  ctx.setLineDash([]);
  ctx.font = canvasFont(400, 11 * px);
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  const plot: Box = { left: bbox.left, top: bbox.top, width: bbox.width, height: bbox.height };
  const taken: Box[] = [];
  for (const label of labels) {
    const spot = spotOf(chart, model, label);
    if (!spot) continue;
    paintMark(ctx, model, label, spot);
    const width = Math.max(0, ...label.lines.map((line) => ctx.measureText(line).width));
    const box = placeWords(
      spot,
      { width, height: label.lines.length * LINE_HEIGHT * px },
      { ...label, plot, taken, px },
    );
    if (!box) continue;
    taken.push(box);
    label.lines.forEach((line, place) => {
      paintLine(ctx, model, label, line, box.left, box.top + (place + 0.5) * LINE_HEIGHT * px);
    });
    model.drawn.tags.push(label.lines.join(" "));
  }
  ctx.restore();
}

/** Where the mark stands, device pixels; undefined outside the plot. */
function spotOf(
  chart: uPlot,
  model: ChartModel,
  { at, value, scale = "y", mark, height }: PlotLabel,
): Spot | undefined {
  const place = positionOf(model, at);
  const [min, max] = model.ranges[scale];
  if (place === undefined || !(value >= min && value <= max)) return undefined;
  const away = mark === "tick" ? TICK_DISTANCE * uPlot.pxRatio : 0;
  const y = chart.valToPos(value, scale, true);
  return { x: chart.valToPos(place, "x", true), y: height === "above" ? y - away : y + away };
}

function paintMark(ctx: CanvasRenderingContext2D, model: ChartModel, label: PlotLabel, { x, y }: Spot): void {
  const { mark, colour = "ink-2" } = label;
  if (mark === undefined) return;
  const px = uPlot.pxRatio;
  const { colours } = model.theme;
  ctx.beginPath();
  if (mark === "dot") {
    ctx.arc(x, y, RADIUS * px, 0, 2 * Math.PI);
    ctx.fillStyle = colours.panel;
    ctx.fill();
  } else {
    ctx.moveTo(x - (TICK / 2) * px, y);
    ctx.lineTo(x + (TICK / 2) * px, y);
  }
  ctx.strokeStyle = colours[colour];
  ctx.lineWidth = (mark === "dot" ? 1.5 : 1) * px;
  ctx.stroke();
}

function paintLine(
  ctx: CanvasRenderingContext2D,
  { theme: { colours } }: ChartModel,
  { colour = "ink-2" }: PlotLabel,
  text: string,
  x: number,
  y: number,
): void {
  ctx.strokeStyle = colours.panel;
  ctx.lineWidth = OUTLINE * uPlot.pxRatio;
  ctx.strokeText(text, x, y);
  ctx.fillStyle = colours[colour];
  ctx.fillText(text, x, y);
}

/** For a chart whose data have labels. */
export const LABEL_PAINTERS: ChartPainters = { over: paintLabels };
