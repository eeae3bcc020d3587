/** Where the dots of callouts stand. Device pixels. */
import uPlot from "uplot";
import { type ChartModel, type LabelBox, positionOf } from "../chart-model.ts";
import type { Callout } from "../chart-spec.ts";

/** CSS pixels: of a dot, and of the room that words leave it. */
export const RADIUS = 3.5;
const ROOM = 5;

type Plot = Pick<uPlot, "valToPos" | "bbox">;

/** At the plot's edge where the value is beyond it; undefined where it is not on the axis, or not known. */
export function dotOf(
  chart: Plot,
  model: ChartModel,
  { at, value }: Pick<Callout, "at" | "value">,
): { readonly x: number; readonly y: number } | undefined {
  const place = positionOf(model, at);
  if (place === undefined || Number.isNaN(value)) return undefined;
  const { top, height } = chart.bbox;
  const y = Math.min(Math.max(chart.valToPos(value, "y", true), top), top + height);
  return { x: chart.valToPos(place, "x", true), y };
}

/** What words of marks may not cover. */
export function dotBoxes(chart: Plot, model: ChartModel): LabelBox[] {
  const room = ROOM * uPlot.pxRatio;
  return (model.data?.callouts ?? []).flatMap((callout) => {
    const dot = dotOf(chart, model, callout);
    return dot ? [{ left: dot.x - room, right: dot.x + room, top: dot.y - room, bottom: dot.y + room }] : [];
  });
}
