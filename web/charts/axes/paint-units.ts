import uPlot from "uplot";
import { canvasFont } from "../../styles/fonts.ts";
import { type ChartModel, hasScale } from "../chart-model.ts";
import type { Painting } from "../chart-painters.ts";
import type { ScaleKey } from "../chart-spec.ts";
import { AXIS_GAP } from "../plot-options.ts";

/** From the top of the plot to the middle of the text, CSS pixels. */
const RISE = 14;
/** From the left edge of the chart, where a title is wider than the gutter. */
const INSET = 4;

/** The title of each axis, once, above it and in line with its tick labels. */
export function paintUnits(chart: Painting, model: ChartModel): void {
  const { ctx, bbox } = chart;
  const px = uPlot.pxRatio;
  const paint = (key: ScaleKey, align: CanvasTextAlign, x: number): void => {
    const unit = model.spec[key]?.unit;
    if (unit === undefined || !hasScale(model, key)) return;
    // A long title on the left grows over the plot.
    const place = align === "right" ? Math.max(x, ctx.measureText(unit).width + INSET * px) : x;
    ctx.textAlign = align;
    ctx.fillText(unit, place, bbox.top - RISE * px);
  };
  ctx.save();
  ctx.font = canvasFont(400, 11 * px);
  ctx.textBaseline = "middle";
  ctx.fillStyle = model.theme.colours["ink-3"];
  paint("y", "right", bbox.left - AXIS_GAP * px);
  paint("y2", "left", bbox.left + bbox.width + AXIS_GAP * px);
  ctx.restore();
}
