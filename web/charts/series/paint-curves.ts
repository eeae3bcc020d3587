/** Lines of many points, for numbers on both axes. */
import uPlot from "uplot";
import type { Role } from "../../styles/roles.ts";
import { type ChartModel, isVisible, scaleOf } from "../chart-model.ts";
import type { Painting } from "../chart-painters.ts";
import type { ScaleKey } from "../chart-spec.ts";
import { areaRuns, cornersOf, type Scale } from "./area-runs.ts";

/** The filling is this opaque (hexadecimal alpha of 25 %). */
const AREA_ALPHA = "40";
/** CSS pixels. */
const WIDTH = 1.5;

/**
 * A line that is filled down to zero, in the colour of its series above it and in `below` under it. It is cut where it
 * crosses zero, so that the colours meet on the zero line.
 *
 * @param place of the series in the spec
 */
export function paintArea(chart: Painting, model: ChartModel, place: number, below: Role): void {
  const series = model.spec.series[place];
  if (!series || !isVisible(model, series)) return;
  const { ctx } = chart;
  const scales = scalesOf(chart, scaleOf(series));
  for (const { sign, corners } of areaRuns(model.positions, model.data?.columns[place] ?? [], scales)) {
    const colour = model.theme.colours[sign > 0 ? series.colour : below];
    ctx.beginPath();
    ctx.moveTo(corners[0] as number, scales.y.origin);
    follow(ctx, corners, 0);
    ctx.lineTo(corners.at(-2) as number, scales.y.origin);
    ctx.fillStyle = colour + AREA_ALPHA;
    ctx.fill();
    stroke(ctx, corners, colour);
  }
}

/** A smooth line, with no more corners than can be seen; it has no holes. @param place of the series in the spec */
export function paintCurve(chart: Painting, model: ChartModel, place: number): void {
  const series = model.spec.series[place];
  if (!series || !isVisible(model, series)) return;
  const { x, y } = scalesOf(chart, scaleOf(series));
  const column = model.data?.columns[place] ?? [];
  const points: number[] = [];
  for (let i = 0; i < model.positions.length; i++) {
    const value = column[i] ?? Number.NaN;
    if (!Number.isNaN(value))
      points.push(x.origin + (model.positions[i] as number) * x.step, y.origin + value * y.step);
  }
  stroke(chart.ctx, cornersOf(points), model.theme.colours[series.colour]);
}

function stroke(ctx: Painting["ctx"], corners: readonly number[], colour: string): void {
  ctx.beginPath();
  ctx.moveTo(corners[0] ?? 0, corners[1] ?? 0);
  follow(ctx, corners, 2);
  ctx.strokeStyle = colour;
  ctx.lineWidth = WIDTH * uPlot.pxRatio;
  ctx.stroke();
}

function follow(ctx: Painting["ctx"], corners: readonly number[], from: number): void {
  for (let i = from; i < corners.length; i += 2) ctx.lineTo(corners[i] as number, corners[i + 1] as number);
}

/** Linear scales: two calls of uPlot in place of two a point. */
function scalesOf(chart: Painting, key: ScaleKey): { readonly x: Scale; readonly y: Scale } {
  const scale = (one: "x" | ScaleKey): Scale => {
    const origin = chart.valToPos(0, one, true);
    return { origin, step: chart.valToPos(1, one, true) - origin };
  };
  return { x: scale("x"), y: scale(key) };
}
