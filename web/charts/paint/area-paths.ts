import type uPlot from "uplot";
import type { Role } from "../../styles/roles.ts";
import type { ChartModel } from "../chart-model.ts";
import type { LinePaths } from "../chart-painters.ts";
import type { LineSeries } from "../chart-spec.ts";
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
    const { positions } = model;
    const column = model.data?.columns[place] ?? [];
    const scale = series.scale ?? "y";
    const shift = alignShift(chart, place);
    const zero = chart.valToPos(0, scale, true) - shift;
    const sides = [1, -1].map((sign) => ({ sign, line: new Path2D(), area: new Path2D() }));
    const xOf = (at: number): number => chart.valToPos(at, "x", true) - shift;
    const yOf = (value: number): number => chart.valToPos(value, scale, true) - shift;
    for (let i = 1; i < positions.length; i++) {
      const [from, to] = [column[i - 1] as number, column[i] as number];
      if (Number.isNaN(from) || Number.isNaN(to)) continue;
      const [x0, x1] = [xOf(positions[i - 1] as number), xOf(positions[i] as number)];
      const cross = from * to < 0 ? x0 + (x1 - x0) * (from / (from - to)) : undefined;
      for (const { sign, line, area } of sides) {
        const isIn = (value: number): boolean => value * sign > 0 || (value === 0 && sign > 0);
        if (!isIn(from) && !isIn(to)) continue;
        const [a, b] = [isIn(from) ? x0 : (cross ?? x0), isIn(to) ? x1 : (cross ?? x1)];
        const [ya, yb] = [isIn(from) ? yOf(from) : zero, isIn(to) ? yOf(to) : zero];
        line.moveTo(a, ya);
        line.lineTo(b, yb);
        area.moveTo(a, zero);
        area.lineTo(a, ya);
        area.lineTo(b, yb);
        area.lineTo(b, zero);
      }
    }
    const colours = [model.theme.colours[series.colour], model.theme.colours[below]] as const;
    return {
      stroke: new Map(sides.map(({ line }, side) => [colours[side] as string, line])),
      fill: new Map(sides.map(({ area }, side) => [`${colours[side]}${AREA_ALPHA}`, area])),
      clip: null,
      band: null,
      flags: 0,
    };
  };
};
