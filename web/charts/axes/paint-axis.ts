import uPlot from "uplot";
import { canvasFont } from "../../styles/fonts.ts";
import type { Role } from "../../styles/roles.ts";
import type { ChartModel, LabelBox } from "../chart-model.ts";
import { positionOf } from "../chart-model.ts";
import type { Painting } from "../chart-painters.ts";
import type { NumberAxis, VerticalMark } from "../chart-spec.ts";
import { axisText } from "../chart-summary.ts";
import { dayTicks } from "../day-row.ts";
import { rightGutter } from "../plot-options.ts";
import { dotBoxes } from "../words/callout-dots.ts";
import { freeTop } from "../words/free-top.ts";
import { clockText, labelStride, minuteTicks, rotatedExtent } from "./axis-ticks.ts";
import { type DateTick, dateTicks } from "./date-ticks.ts";
import { tickDecimals, valueTicks } from "./value-ticks.ts";

/** CSS pixels: text from the plot, least distance of time labels, free space between strike labels, inverted tag. */
const TEXT_GAP = 7;
const MINUTE_SPACING = 56;
const DATE_SPACING = 76;
const LABEL_SPACE = 8;
const LINE_HEIGHT = 14;
const TAG_PADDING = 4;
const TICK_MARK = 4;

/** Tick labels of the x axis and, over them, the marks: a line and an inverted label each, which no tick label runs into. */
export function paintAxis(chart: Painting, model: ChartModel): void {
  const { ctx } = chart;
  ctx.save();
  ctx.font = canvasFont(400, 11 * uPlot.pxRatio);
  model.drawn.ticks = [];
  model.drawn.tickRotation = 0;
  model.tickSpans = [];
  model.topLabels = dotBoxes(chart, model);
  const marks = model.data?.marks ?? [];
  if (model.spec.x.labels !== false) {
    const tags = tagSpans(chart, model, marks);
    if (model.spec.x.kind === "strike") paintStrikes(chart, model, marks, tags);
    else paintTicks(chart, model, tags);
  }
  for (const mark of marks) paintLine(chart, model, mark);
  for (const mark of marks) paintLabel(chart, model, mark); // no line runs through a label
  ctx.restore();
}

/** Ticks of a scale: minutes of a day, days, or round figures. */
function scaleTicks(model: ChartModel, width: number): readonly DateTick[] {
  const { data, spec, xRange } = model;
  if (spec.x.kind === "number") return numberTicks(spec.x, data?.x ?? []);
  if (spec.x.kind === "date") return dateTicks(data?.x ?? [], width, DATE_SPACING);
  const [from, to] = xRange;
  // Before the open of the newest day nothing of it is on the axis.
  if (data?.days) return dayTicks(data.days, width / (to - from), MINUTE_SPACING).filter(({ at }) => at <= to);
  return minuteTicks(from, to, width, MINUTE_SPACING).map((at) => ({ at, text: clockText(at) }));
}

function numberTicks({ place, ticks = valueTicks, format }: NumberAxis, x: ArrayLike<number>): readonly DateTick[] {
  const [from, to] = [x[0], x[x.length - 1]];
  if (from === undefined || to === undefined) return [];
  const figures = ticks(from, to).filter((figure) => figure >= from && figure <= to);
  const decimals = tickDecimals(figures);
  return figures.map((figure) => ({ at: place?.(figure) ?? figure, text: format(figure, decimals) }));
}

/** From where to where an inverted label stands, canvas pixels. */
type Span = readonly [from: number, to: number];

function tagSpans(chart: Painting, model: ChartModel, marks: readonly VerticalMark[]): readonly Span[] {
  const { ctx } = chart;
  const px = uPlot.pxRatio;
  return marks.flatMap((mark): Span[] => {
    const at = positionOf(model, mark.at);
    const text = mark.label ?? axisText(model.spec, mark.at, model.data?.days);
    if (at === undefined || mark.colour !== undefined || text === "") return [];
    const half = ctx.measureText(text).width / 2 + 2 * TAG_PADDING * px;
    const x = whole(chart, model, chart.valToPos(at, "x", true), half);
    return [[x - half, x + half]];
  });
}

/** The middle of a text around x that does not run out of the chart at its sides: cut, a figure is another one. */
function whole({ bbox }: Painting, model: ChartModel, x: number, half: number): number {
  const right = bbox.left + bbox.width + rightGutter(model) * uPlot.pxRatio;
  return Math.max(half, Math.min(x, right - half));
}

/** A text around x would look out from under a tag: half a figure is another one. In the tag's own place it is hidden whole. */
function isCut(tags: readonly Span[], x: number, half: number): boolean {
  return tags.some(([from, to]) => x + half > from && x - half < to && Math.abs((from + to) / 2 - x) >= 1);
}

function paintTicks(chart: Painting, model: ChartModel, tags: readonly Span[]): void {
  const { ctx, bbox } = chart;
  const px = uPlot.pxRatio;
  const bottom = bbox.top + bbox.height;
  ctx.textAlign = "center";
  ctx.textBaseline = "top";
  for (const { at, text } of scaleTicks(model, bbox.width / px)) {
    const x = Math.round(chart.valToPos(at, "x", true));
    ctx.fillStyle = model.theme.colours["line-2"];
    ctx.fillRect(x, bottom, Math.max(1, Math.round(px)), TICK_MARK * px);
    const half = ctx.measureText(text).width / 2;
    const middle = whole(chart, model, x, half);
    if (isCut(tags, middle, half)) continue;
    ctx.fillStyle = model.theme.colours["ink-3"];
    ctx.fillText(text, middle, bottom + (TEXT_GAP + 2) * px);
    model.drawn.ticks.push(text);
    model.tickSpans.push([(middle - half - bbox.left) / px, (middle + half - bbox.left) / px]);
  }
}

function paintStrikes(chart: Painting, model: ChartModel, marks: readonly VerticalMark[], tags: readonly Span[]): void {
  const { ctx, bbox } = chart;
  const { data, spec, positions } = model;
  if (data === undefined || spec.x.kind !== "strike" || positions.length === 0) return;
  const px = uPlot.pxRatio;
  const degrees = spec.x.rotation?.(positions.length) ?? 0;
  const texts = Array.from(data.x, (strike) => axisText(spec, strike));
  let widest = 0;
  for (const text of texts) widest = Math.max(widest, ctx.measureText(text).width / px);
  const step = bbox.width / px / positions.length;
  const stride = labelStride(
    step,
    rotatedExtent(widest, LINE_HEIGHT, degrees).along + (degrees === 0 ? LABEL_SPACE : 2),
  );
  const anchor = anchorIndex(model, marks, stride);
  const bottom = bbox.top + bbox.height;
  model.drawn.tickRotation = degrees;
  ctx.fillStyle = model.theme.colours["ink-3"];
  for (let i = 0; i < texts.length; i++) {
    if ((i - anchor) % stride !== 0) continue;
    const text = texts[i] as string;
    const x = chart.valToPos(i, "x", true);
    if (degrees === 0 && isCut(tags, x, ctx.measureText(text).width / 2)) continue;
    drawRotated(ctx, text, x, bottom + TEXT_GAP * px, degrees);
    model.drawn.ticks.push(text);
  }
}

/** Thinned labels count from the marked strike, so that it keeps its own. */
function anchorIndex(model: ChartModel, marks: readonly VerticalMark[], stride: number): number {
  const marked = marks[0] === undefined ? undefined : positionOf(model, marks[0].at);
  return marked === undefined || !Number.isInteger(marked) ? 0 : marked % stride;
}

function drawRotated(ctx: Painting["ctx"], text: string, x: number, y: number, degrees: number): void {
  if (degrees === 0) {
    ctx.textAlign = "center";
    ctx.textBaseline = "top";
    ctx.fillText(text, x, y);
    return;
  }
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate((-degrees * Math.PI) / 180);
  ctx.textAlign = "right";
  ctx.textBaseline = "middle";
  ctx.fillText(text, 0, 0);
  ctx.restore();
}

const xOf = (chart: Painting, at: number): number => Math.round(chart.valToPos(at, "x", true)) + 0.5;

/** Across the whole plot, but for the labels of bars. */
function paintLine(chart: Painting, model: ChartModel, mark: VerticalMark): void {
  const at = positionOf(model, mark.at);
  if (at === undefined) return;
  const { ctx, bbox } = chart;
  const px = uPlot.pxRatio;
  const x = xOf(chart, at);
  const bottom = bbox.top + bbox.height;
  ctx.save();
  ctx.strokeStyle = model.theme.colours[mark.colour ?? "ink"];
  ctx.lineWidth = Math.max(1, Math.round(px));
  ctx.setLineDash(mark.isSolid === true ? [] : [3 * px, 3 * px]);
  ctx.beginPath();
  let from = bbox.top;
  for (const box of boxesAt(model, x)) {
    if (box.top > from) {
      ctx.moveTo(x, from);
      ctx.lineTo(x, box.top);
    }
    from = Math.max(from, box.bottom);
  }
  ctx.moveTo(x, from);
  ctx.lineTo(x, bottom);
  ctx.stroke();
  ctx.restore();
}

/** Inverted where the tick label would stand; of a mark with a colour at the top of the plot. */
function paintLabel(chart: Painting, model: ChartModel, mark: VerticalMark): void {
  const at = positionOf(model, mark.at);
  const text = mark.label ?? axisText(model.spec, mark.at, model.data?.days);
  if (at === undefined || text === "" || model.spec.x.labels === false) return;
  const { ctx, bbox } = chart;
  const px = uPlot.pxRatio;
  const x = xOf(chart, at);
  const bottom = bbox.top + bbox.height;
  if (mark.colour !== undefined) {
    paintTopLabel(chart, model, text, x, mark.colour);
    return;
  }
  ctx.save();
  ctx.font = canvasFont(600, 11 * px);
  const width = ctx.measureText(text).width + 2 * TAG_PADDING * px;
  const height = 16 * px;
  const degrees = model.drawn.tickRotation;
  ctx.translate(degrees > 0 ? x : whole(chart, model, x, width / 2), bottom + (TEXT_GAP - 2) * px);
  if (degrees > 0) {
    ctx.translate(0, 4 * px);
    ctx.rotate((-degrees * Math.PI) / 180);
    ctx.translate(-width / 2 + TAG_PADDING * px, -height / 2);
  }
  ctx.fillStyle = model.theme.colours.atm;
  ctx.beginPath();
  ctx.roundRect(-width / 2, 0, width, height, 2 * px);
  ctx.fill();
  ctx.fillStyle = model.theme.colours["atm-ink"];
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(text, 0, height / 2 + 0.5 * px);
  ctx.restore();
}

/** Beside the line, on the side that has the room, under the top of the plot, clear of the labels of bars and of others. */
function paintTopLabel(chart: Painting, model: ChartModel, text: string, x: number, colour: Role): void {
  const { ctx, bbox } = chart;
  const { colours } = model.theme;
  const px = uPlot.pxRatio;
  ctx.save();
  ctx.font = canvasFont(500, 11 * px);
  const width = ctx.measureText(text).width + 2 * TAG_PADDING * px;
  const [from, to] = clearSides(model, x, bbox.top + 16 * px);
  const isLeft = from - bbox.left > width + TAG_PADDING * px;
  const left = isLeft ? from - width - TAG_PADDING * px : to + TAG_PADDING * px;
  const box = { left, right: left + width, top: bbox.top + 0.5, bottom: bbox.top + 0.5 + 16 * px };
  const top = freeTop(box, [...model.topLabels, ...model.labelBoxes], [box.top, bbox.top + bbox.height]);
  model.topLabels.push({ ...box, top, bottom: top + 16 * px });
  ctx.beginPath();
  ctx.roundRect(left, top, width, 16 * px, 2 * px);
  ctx.fillStyle = colours.panel;
  ctx.fill();
  ctx.strokeStyle = colours[colour];
  ctx.lineWidth = px;
  ctx.stroke();
  ctx.fillStyle = colours[colour];
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  ctx.fillText(text, left + TAG_PADDING * px, top + 8 * px);
  ctx.restore();
}

/** Where the labels of bars end that stand around x above `bottom`: x itself where there is none. */
function clearSides(model: ChartModel, x: number, bottom: number): readonly [left: number, right: number] {
  const around = boxesAt(model, x).filter((box) => box.top < bottom);
  return [Math.min(x, ...around.map((box) => box.left)), Math.max(x, ...around.map((box) => box.right))];
}

/** Bar labels that a mark at x would cross, from the top down. */
function boxesAt(model: ChartModel, x: number): readonly LabelBox[] {
  return model.labelBoxes.filter((box) => box.left <= x && x <= box.right).sort((a, b) => a.top - b.top);
}
