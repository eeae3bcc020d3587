import type uPlot from "uplot";
import type { Role } from "../../styles/roles.ts";
import type { ChartModel } from "../chart-model.ts";
import type { LinePaths } from "../chart-painters.ts";
import type { LineSeries, ScaleKey } from "../chart-spec.ts";
import { areaRuns, cornersOf, type Scale } from "./area-runs.ts";
import { alignShift } from "./series-paths.ts";

/** For `ChartPainters`: the line is filled down to zero. @param below colour of the part below zero */
export const areaOver =
  (below: Role): LinePaths =>
  (model, series) =>
    areaPaths(model, series, below);

/** The filling is this opaque (hexadecimal alpha of 25 %). */
const AREA_ALPHA = "40";

type Paths = NonNullable<ReturnType<uPlot.Series.PathBuilder>>;

/**
 * A line that is filled down to zero, in one colour above it and another below. It is cut where it crosses zero, so that
 * the colours meet on the zero line.
 */
const areaPaths = (model: ChartModel, series: LineSeries, below: Role): uPlot.Series.PathBuilder => {
  const place = model.spec.series.indexOf(series);
  return (chart): Paths => {
    const scales = scalesOf(chart, place, series.scale);
    const above = { line: new Path2D(), area: new Path2D() };
    const under = { line: new Path2D(), area: new Path2D() };
    for (const { sign, corners } of areaRuns(model.positions, model.data?.columns[place] ?? [], scales)) {
      const { line, area } = sign > 0 ? above : under;
      area.moveTo(corners[0] as number, scales.y.origin);
      draw(line, corners);
      for (let i = 0; i < corners.length; i += 2) area.lineTo(corners[i] as number, corners[i + 1] as number);
      area.lineTo(corners.at(-2) as number, scales.y.origin);
    }
    const [upper, lower] = [model.theme.colours[series.colour], model.theme.colours[below]];
    return {
      stroke: new Map([
        [upper, above.line],
        [lower, under.line],
      ]),
      fill: new Map([
        [upper + AREA_ALPHA, above.area],
        [lower + AREA_ALPHA, under.area],
      ]),
      clip: null,
      band: null,
      flags: 0,
    };
  };
};

/** A smooth line of many points, with no more corners than can be seen. For numbers on both axes; it has no holes. */
export const curve: LinePaths = (model, series) => {
  const place = model.spec.series.indexOf(series);
  return (chart): Paths => {
    const { x, y } = scalesOf(chart, place, series.scale);
    const column = model.data?.columns[place] ?? [];
    const points: number[] = [];
    for (let i = 0; i < model.positions.length; i++) {
      const value = column[i] ?? Number.NaN;
      if (!Number.isNaN(value))
        points.push(x.origin + (model.positions[i] as number) * x.step, y.origin + value * y.step);
    }
    const stroke = new Path2D();
    draw(stroke, cornersOf(points));
    return { stroke, fill: null, clip: null, band: null, flags: 0 };
  };
};

function draw(path: Path2D, corners: readonly number[]): void {
  for (let i = 0; i < corners.length; i += 2) {
    if (i === 0) path.moveTo(corners[i] as number, corners[i + 1] as number);
    else path.lineTo(corners[i] as number, corners[i + 1] as number);
  }
}

/** Linear scales: two calls of uPlot in place of two a point. */
function scalesOf(chart: uPlot, place: number, scale: ScaleKey = "y"): { readonly x: Scale; readonly y: Scale } {
  const shift = alignShift(chart, place);
  const scaleOf = (key: "x" | ScaleKey): Scale => {
    const origin = chart.valToPos(0, key, true) - shift;
    return { origin, step: chart.valToPos(1, key, true) - shift - origin };
  };
  return { x: scaleOf("x"), y: scaleOf(scale) };
}
