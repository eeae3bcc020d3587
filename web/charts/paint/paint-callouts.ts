/** What stands out of a chart's lines, and what stands at its foot. */
import uPlot from "uplot";
import { canvasFont } from "../../styles/fonts.ts";
import { type ChartModel, type LabelBox, positionOf } from "../chart-model.ts";
import type { Painting } from "../chart-painters.ts";
import type { Callout, Feet } from "../chart-spec.ts";
import { dotOf, RADIUS } from "./callout-dots.ts";
import { freeTop } from "./free-top.ts";

/** CSS pixels. */
const PADDING = 5;
const HEIGHT = 18;
const DISTANCE = 8;
/** Share of the plot's height that the tallest foot takes. */
const TALLEST = 0.25;
const FOOT_ALPHA = 0.55;

export function paintCallouts(chart: Painting, model: ChartModel): void {
  const { callouts = [], feet } = model.data ?? {};
  const { ctx } = chart;
  ctx.save();
  ctx.setLineDash([]);
  if (feet) paintFeet(chart, model, feet);
  const taken = [...model.topLabels];
  for (const one of callouts) paintCallout(chart, model, one, taken);
  ctx.restore();
}

function paintCallout(chart: Painting, model: ChartModel, callout: Callout, taken: LabelBox[]): void {
  const dot = dotOf(chart, model, callout);
  if (!dot) return;
  const { x, y } = dot;
  const { label, isLeft = false, colour = "ink" } = callout;
  const { ctx, bbox } = chart;
  const { colours } = model.theme;
  const px = uPlot.pxRatio;
  ctx.beginPath();
  ctx.arc(x, y, RADIUS * px, 0, 2 * Math.PI);
  ctx.fillStyle = colours.panel;
  ctx.fill();
  ctx.strokeStyle = colours[colour];
  ctx.lineWidth = 1.5 * px;
  ctx.stroke();

  ctx.font = canvasFont(500, 11 * px);
  const width = ctx.measureText(label).width + 2 * PADDING * px;
  const height = HEIGHT * px;
  const after = x + DISTANCE * px;
  const left = isLeft || after + width > bbox.left + bbox.width ? x - DISTANCE * px - width : after;
  const wanted = Math.min(Math.max(y - height / 2, bbox.top), bbox.top + bbox.height - height);
  const right = left + width;
  const top = freeTop({ left, right, top: wanted, bottom: wanted + height }, taken, [bbox.top, bbox.top + bbox.height]);
  taken.push({ left, right, top, bottom: top + height });
  ctx.beginPath();
  ctx.roundRect(left, top, width, height, 2 * px);
  ctx.fillStyle = colours.panel;
  ctx.fill();
  ctx.lineWidth = px;
  ctx.stroke();
  ctx.fillStyle = colours[colour];
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  ctx.fillText(label, left + PADDING * px, top + height / 2 + 0.5 * px);
  model.drawn.tags.push(label);
}

function paintFeet(chart: Painting, model: ChartModel, { x, columns, text }: Feet): void {
  const { ctx, bbox } = chart;
  const px = uPlot.pxRatio;
  const bottom = bbox.top + bbox.height;
  const tallest = Math.max(
    0,
    ...columns.flatMap(({ values }) => Array.from(values, Math.abs)).filter((value) => value > 0),
  );
  if (tallest === 0) return;
  const count = columns.length;
  const apart =
    x.length > 1 ? chart.valToPos(x[1] as number, "x", true) - chart.valToPos(x[0] as number, "x", true) : 8 * px;
  const width = Math.max(1, Math.min(4 * px, (apart * 0.7) / count));
  ctx.font = canvasFont(400, 10 * px);
  ctx.textAlign = "center";
  ctx.textBaseline = "bottom";
  columns.forEach(({ colour, values }, side) => {
    ctx.fillStyle = model.theme.colours[colour];
    for (let i = 0; i < x.length; i++) {
      const value = values[i] as number;
      const place = positionOf(model, x[i] as number);
      if (place === undefined || !(Math.abs(value) > 0)) continue;
      const height = (Math.abs(value) / tallest) * TALLEST * bbox.height;
      const left = chart.valToPos(place, "x", true) + (side - count / 2) * width;
      ctx.globalAlpha = value < 0 ? FOOT_ALPHA / 2 : FOOT_ALPHA;
      ctx.fillRect(left, bottom - height, width, height);
      ctx.globalAlpha = 1;
      if (text && Math.abs(value) > tallest / 2)
        ctx.fillText(text(value, x[i] as number), left + width / 2, bottom - height - 2 * px);
    }
  });
}
