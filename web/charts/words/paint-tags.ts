import uPlot from "uplot";
import { canvasFont } from "../../styles/fonts.ts";
import type { Role } from "../../styles/roles.ts";
import { valueTicks } from "../axes/value-ticks.ts";
import type { ChartModel } from "../chart-model.ts";
import { hasScale, isVisible, scaleOf } from "../chart-model.ts";
import type { ScaleKey } from "../chart-spec.ts";
import { AXIS_GAP, hasTags, plotHeight, tickTexts } from "../plot-options.ts";
import { lastPresent } from "../series/gap-detection.ts";
import { layoutTags, TAG_HEIGHT, tagGutterOf } from "./tag-layout.ts";

/** CSS pixels: distance from the plot and from the edge, padding of the text. '−1,23,456.00' fits. */
const MARGIN = 5;
const PADDING = 4;
/** A tick label nearer to a tag than this is left out. */
const LABEL_ROOM = 15;

type Tag = {
  readonly scale: ScaleKey;
  readonly colour: Role;
  readonly isSolid: boolean;
  readonly text: string;
  readonly figure: string;
  readonly value: number;
};

/** Tags of the visible lines that have a value, and of fixed levels. */
function tagsOf(model: ChartModel): readonly Tag[] {
  const { data, spec } = model;
  if (data === undefined) return [];
  const tags: Tag[] = [];
  spec.series.forEach((series, place) => {
    if (series.kind !== "line" || series.tag === undefined || !isVisible(model, series)) return;
    const column = data.columns[place] ?? [];
    const value = column[lastPresent(column)];
    if (value === undefined) return;
    const figure = (series.tagFormat ?? series.format)(value);
    tags.push({
      scale: scaleOf(series),
      colour: series.colour,
      isSolid: series.tag === "solid",
      value,
      figure,
      text: series.tagPrefix === undefined ? figure : `${series.tagPrefix} ${figure}`,
    });
  });
  for (const { scale = "y", colour = "ink-3", value, label } of data.levels ?? []) {
    if (hasScale(model, scale)) tags.push({ scale, colour, isSolid: false, value, figure: label, text: label });
  }
  return tags;
}

/** Last values in the right gutter, pushed apart, never over the plot. */
export function paintTags(chart: uPlot, model: ChartModel): void {
  const tags = tagsOf(model);
  model.drawn.tags = tags.map((tag) => tag.text);
  const { ctx, bbox } = chart;
  const px = uPlot.pxRatio;
  const { colours } = model.theme;
  const wanted = tags.map((tag) => chart.valToPos(tag.value, tag.scale, true) / px);
  const bottom = (bbox.top + bbox.height) / px + TAG_HEIGHT / 2;
  const centres = layoutTags(wanted, bbox.top / px - TAG_HEIGHT / 2, bottom);
  const left = Math.round(bbox.left + bbox.width + MARGIN * px);
  const width = Math.round((tagGutterOf(model) - 2 * MARGIN) * px);
  const height = Math.round(TAG_HEIGHT * px);
  ctx.save();
  ctx.font = canvasFont(500, 11 * px);
  ctx.setLineDash([]); // the last series' dash is still set
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  paintSecondAxis(chart, model, centres);
  ctx.font = canvasFont(500, 11 * px);
  tags.forEach((tag, index) => {
    const middle = (centres[index] as number) * px;
    // More than a low plot has room for: under it they would stand on the axis or the legend.
    if (middle > (bottom - TAG_HEIGHT / 2 + 1) * px) return;
    const top = Math.round(middle - height / 2);
    const { isSolid } = tag;
    ctx.beginPath();
    if (isSolid) ctx.roundRect(left, top, width, height, 2 * px);
    else ctx.roundRect(left + px / 2, top + px / 2, width - px, height - px, 2 * px);
    ctx.fillStyle = isSolid ? colours[tag.colour] : colours.panel;
    ctx.fill();
    if (!isSolid) {
      ctx.strokeStyle = colours[tag.colour];
      ctx.lineWidth = px;
      ctx.stroke();
    }
    ctx.fillStyle = isSolid ? colours["atm-ink"] : colours[tag.colour];
    const room = width - 2 * PADDING * px;
    // A figure too long for its prefix stands alone: the colour names the series.
    const text = ctx.measureText(tag.text).width <= room ? tag.text : tag.figure;
    ctx.fillText(text, left + PADDING * px, top + height / 2 + 0.5 * px, room);
  });
  ctx.restore();
}

/** Labels of the right axis, in the gutter that they share with the tags. */
function paintSecondAxis(chart: uPlot, model: ChartModel, centres: readonly number[]): void {
  const axis = model.spec.y2;
  if (axis?.labels !== true || !hasTags(model) || !hasScale(model, "y2")) return;
  const { ctx, bbox } = chart;
  const px = uPlot.pxRatio;
  const ticks = valueTicks(...model.ranges.y2, plotHeight(chart));
  const texts = tickTexts(ticks, axis.format);
  ctx.font = canvasFont(400, 11 * px);
  ctx.fillStyle = model.theme.colours["ink-3"];
  ticks.forEach((tick, index) => {
    const y = chart.valToPos(tick, "y2", true);
    if (centres.some((centre) => Math.abs(centre - y / px) < LABEL_ROOM)) return;
    ctx.fillText(texts[index] as string, bbox.left + bbox.width + AXIS_GAP * px, y);
  });
}
