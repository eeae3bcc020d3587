/** What stands out of a chart's lines, and what stands at its foot. */
import uPlot from "uplot";
import { canvasFont } from "../../styles/fonts.ts";
import type { Role } from "../../styles/roles.ts";
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
const FOOT_ALPHA = 0.38;
const FOOT_WIDTH = 3;
/** At each side of a foot's words. */
const WORDS_APART = 2;

export function paintCallouts(chart: Painting, model: ChartModel): void {
  const { callouts = [], feet } = model.data ?? {};
  const { ctx } = chart;
  ctx.save();
  ctx.setLineDash([]);
  const tall = feet ? paintFeet(chart, model, feet) : [];
  const taken = [...model.topLabels];
  for (const one of callouts) paintCallout(chart, model, one, taken);
  paintFootWords(chart, model, { feet: tall, text: feet?.text, taken });
  ctx.restore();
}

function paintCallout(chart: Painting, model: ChartModel, callout: Callout, taken: LabelBox[]): void {
  const dot = dotOf(chart, model, callout);
  if (!dot) return;
  const { x, y } = dot;
  const { label, isLeft = false } = callout;
  const { ctx, bbox } = chart;
  const { colours } = model.theme;
  const px = uPlot.pxRatio;
  ctx.beginPath();
  ctx.arc(x, y, RADIUS * px, 0, 2 * Math.PI);
  ctx.fillStyle = colours.panel;
  ctx.fill();
  ctx.strokeStyle = colours.ink;
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
  ctx.fillStyle = colours.ink;
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  ctx.fillText(label, left + PADDING * px, top + height / 2 + 0.5 * px);
  model.drawn.tags.push(label);
}

interface Foot {
  readonly x: number;
  readonly value: number;
  readonly textColour: Role;
  /** Device pixels: of its middle, and of its top. */
  readonly middle: number;
  readonly top: number;
}

/** @returns the bars that are taller than half, the tallest first. */
function paintFeet({ ctx, bbox, valToPos }: Painting, model: ChartModel, { x, columns }: Feet): readonly Foot[] {
  const px = uPlot.pxRatio;
  const bottom = bbox.top + bbox.height;
  const tallest = Math.max(
    0,
    ...columns.flatMap(({ values }) => Array.from(values, Math.abs)).filter((value) => value > 0),
  );
  const count = columns.length;
  const apart = x.length > 1 ? valToPos(x[1] as number, "x", true) - valToPos(x[0] as number, "x", true) : 8 * px;
  const width = Math.max(1, Math.min(FOOT_WIDTH * px, (apart * 0.7) / count));
  const tall: Foot[] = [];
  columns.forEach(({ colour, textColour, values }, side) => {
    ctx.fillStyle = model.theme.colours[colour];
    for (let i = 0; i < x.length; i++) {
      const value = values[i] as number;
      const place = positionOf(model, x[i] as number);
      const size = Math.abs(value);
      if (place === undefined || !(size > 0)) continue;
      const height = (size / tallest) * TALLEST * bbox.height;
      const left = valToPos(place, "x", true) + (side - count / 2) * width;
      ctx.globalAlpha = value < 0 ? FOOT_ALPHA / 2 : FOOT_ALPHA;
      ctx.fillRect(left, bottom - height, width, height);
      if (size > tallest / 2)
        tall.push({ x: x[i] as number, value, textColour, middle: left + width / 2, top: bottom - height });
    }
  });
  ctx.globalAlpha = 1;
  return tall.sort((a, b) => a.top - b.top);
}

/** Words that would cover others, or leave the plot, are left out as a whole. */
function paintFootWords(
  { ctx, bbox }: Painting,
  { theme: { colours } }: ChartModel,
  { feet, text, taken }: { readonly feet: readonly Foot[]; readonly text: Feet["text"]; readonly taken: LabelBox[] },
): void {
  const px = uPlot.pxRatio;
  ctx.font = canvasFont(400, 11 * px);
  ctx.textAlign = "center";
  ctx.textBaseline = "bottom";
  for (const { x, value, textColour, middle, top } of text ? feet : []) {
    const words = text?.(value, x) ?? "";
    const half = ctx.measureText(words).width / 2 + WORDS_APART * px;
    const bottom = top - 2 * px;
    const box = { left: middle - half, right: middle + half, top: bottom - 12 * px, bottom };
    const isIn = box.left >= bbox.left && box.right <= bbox.left + bbox.width;
    if (!isIn || taken.some((other) => isOver(box, other))) continue;
    taken.push(box);
    // Lines and other bars pass behind it, not through it.
    ctx.fillStyle = colours.panel;
    ctx.fillRect(box.left, box.top, 2 * half, bottom - box.top);
    ctx.fillStyle = colours[textColour];
    ctx.fillText(words, middle, bottom);
  }
}

const isOver = (one: LabelBox, other: LabelBox): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
