import uPlot from "uplot";
import { canvasFont } from "../../styles/fonts.ts";
import type { ChartModel } from "../chart-model.ts";
import type { Painting } from "../chart-painters.ts";
import { AXIS_GAP, valueTexts } from "../plot-options.ts";

/** The left axis of a whole picture: a line across the plot and a text for each value. */
export function paintValues(chart: Painting, model: ChartModel): void {
  const { ctx, bbox } = chart;
  const { colours } = model.theme;
  const px = uPlot.pxRatio;
  ctx.save();
  ctx.font = canvasFont(400, 11 * px);
  ctx.textAlign = "right";
  ctx.textBaseline = "middle";
  for (const { at, text } of valueTexts(chart, model)) {
    const y = chart.valToPos(at, "y", true);
    ctx.fillStyle = colours.line;
    ctx.fillRect(bbox.left, Math.round(y), bbox.width, Math.max(1, Math.round(px)));
    ctx.fillStyle = colours["ink-3"];
    ctx.fillText(text, bbox.left - AXIS_GAP * px, y);
  }
  ctx.restore();
}
