import uPlot from "uplot";
import { canvasFont } from "../styles/fonts.ts";
import type { Role } from "../styles/roles.ts";
import { tickDecimals, valueTicks } from "./axes/value-ticks.ts";
import type { ChartModel } from "./chart-model.ts";
import { hasScale, isVisible, scaleOf } from "./chart-model.ts";
import type { Painting } from "./chart-painters.ts";
import type { ScaleKey, ValueAxis } from "./chart-spec.ts";
import { barPaths, linePaths } from "./series/series-paths.ts";
import { tagGutterOf } from "./words/tag-layout.ts";

const AXIS_FONT = canvasFont(400, 11);
/** Between axis text and plot, CSS pixels. */
export const AXIS_GAP = 8;
/** The left gutter holds '1,23,456.00'-like text without growing; wider text grows it in steps. */
const LEAST_GUTTER = 48;
const GUTTER_STEP = 8;
/** Beyond so many, lines are thin by default: they are easier to tell apart, and a hairline's raster costs a sixth. */
const MANY_LINES = 12;

/** Hooks the chart hangs on uPlot's paint. */
export type Painters = {
  readonly underSeries: (chart: uPlot) => void;
  readonly overSeries: (chart: uPlot) => void;
  readonly cursorMoved: (chart: uPlot) => void;
  /** Where the crosshair stands for a mouse position, CSS pixels of the plot. */
  readonly snap: (chart: uPlot, left: number, top: number) => [number, number];
};

/** uPlot options of a spec. Colours are functions over the model's theme: a theme change is a redraw. */
export function plotOptions(
  model: ChartModel,
  width: number,
  height: number,
  painters: Painters,
  /** It is painted elsewhere: uPlot leaves room for the axes, and draws nothing. */
  isElsewhere: boolean,
): uPlot.Options {
  const { spec } = model;
  const lineCount = spec.series.reduce((sum, series) => sum + (series.kind === "line" ? 1 : 0), 0);
  const usualWidth = lineCount > MANY_LINES ? 1 : 1.5;
  const colour = (role: Role) => (): string => model.theme.colours[role];
  const scales: uPlot.Scales = { x: { time: false, range: () => [...model.xRange] } };
  for (const key of scaleKeys(model)) scales[key] = { range: () => [...model.ranges[key]] };

  return {
    width,
    height,
    pxAlign: 0,
    legend: { show: false },
    // Points and the horizontal hair are ours or absent: one div a series is what makes sixty series slow.
    cursor: {
      x: spec.x.kind !== "strike",
      y: false,
      points: { show: false },
      drag: { x: false, y: false, setScale: false },
      move: painters.snap,
    },
    padding: [
      hasUnits(model) ? 24 : 12,
      rightGutter(model),
      isElsewhere ? () => xAxisHeight(model) : 0,
      isElsewhere ? (chart) => leftGutter(model, valueTexts(chart, model)) : 0,
    ],
    scales,
    series: [
      {},
      ...spec.series.map((series): uPlot.Series => {
        const shared = {
          label: series.label,
          scale: scaleOf(series),
          show: isVisible(model, series),
          stroke: colour(series.colour),
          points: { show: false },
          pxAlign: 0,
        };
        if (isElsewhere) return { ...shared, paths: () => null };
        if (series.kind === "bar") return { ...shared, width: 1, paths: barPaths(model, series) };
        return {
          ...shared,
          pxAlign: 1,
          width: series.width ?? usualWidth,
          ...(series.dash === undefined ? {} : { dash: [...series.dash] }),
          paths: linePaths(model, series),
        };
      }),
    ],
    axes: [
      {
        // Space only: tick labels are painted by `paintAxis`, which rotates, thins and inverts them.
        show: !isElsewhere,
        scale: "x",
        size: () => xAxisHeight(model),
        splits: () => [],
        grid: { show: false },
        ticks: { show: false },
        border: { show: false },
      },
      {
        show: !isElsewhere,
        scale: "y",
        size: (chart) => leftGutter(model, valueTexts(chart, model)),
        gap: AXIS_GAP,
        font: AXIS_FONT,
        stroke: colour("ink-3"),
        grid: { stroke: colour("line"), width: 1 },
        ticks: { show: false },
        splits: (chart) => valueTexts(chart, model).map(({ at }) => at),
        values: (_chart, splits) => tickTexts(splits, spec.y.format),
      },
      ...(spec.y2?.labels === true && !hasTags(model) ? [secondAxis(model, colour("ink-3"))] : []),
    ],
    hooks: { drawAxes: [painters.underSeries], draw: [painters.overSeries], setCursor: [painters.cursorMoved] },
  };
}

/** Labels at the right of a chart without tags; beside tags `paintTags` paints them, to leave out what a tag covers. */
function secondAxis(model: ChartModel, stroke: () => string): uPlot.Axis {
  const format = model.spec.y2?.format ?? ((value: number) => String(value));
  return {
    scale: "y2",
    side: 1,
    size: 56,
    gap: AXIS_GAP,
    font: AXIS_FONT,
    stroke,
    grid: { show: false },
    ticks: { show: false },
    splits: (chart, _axis, min, max) => (hasScale(model, "y2") ? [...valueTicks(min, max, plotHeight(chart))] : []),
    values: (_chart, splits) => tickTexts(splits, format),
  };
}

/** CSS pixels. */
export const plotHeight = ({ bbox }: Pick<uPlot, "bbox">): number => bbox.height / uPlot.pxRatio;

/** The values that the left axis names; none where nothing that shows is measured on it. */
export function valueTexts(
  chart: Pick<Painting, "bbox">,
  model: ChartModel,
): readonly { readonly at: number; readonly text: string }[] {
  if (!hasScale(model, "y")) return [];
  const ticks = valueTicks(...model.ranges.y, plotHeight(chart), model.spec.y.ticks);
  const texts = tickTexts(ticks, model.spec.y.format);
  return ticks.map((at, i) => ({ at, text: texts[i] ?? "" }));
}

/** Texts of value ticks, with the decimals their step needs. */
export function tickTexts(ticks: readonly number[], format: ValueAxis["format"]): string[] {
  const decimals = tickDecimals(ticks);
  return ticks.map((tick) => format(tick, decimals));
}

export function hasTags(model: ChartModel): boolean {
  const { series, tagGutter } = model.spec;
  return Boolean(tagGutter ?? series.some((each) => each.kind === "line" && each.tag !== undefined));
}

/** Right of the plot, CSS pixels. */
export const rightGutter = (model: ChartModel): number => (hasTags(model) ? tagGutterOf(model) : 16);

function hasUnits({ spec }: ChartModel): boolean {
  return spec.y.unit !== undefined || spec.y2?.unit !== undefined;
}

/** Height under the plot: labels, and what rotated ones hang down. */
export function xAxisHeight(model: ChartModel): number {
  const { x } = model.spec;
  if (x.labels === false) return 8;
  if (x.kind !== "strike") return 30;
  const degrees = x.rotation?.(model.positions.length) ?? 0;
  if (degrees === 0) return 26;
  return degrees === 90 ? 56 : degrees > 30 ? 48 : 40;
}

function leftGutter(model: ChartModel, values: ReturnType<typeof valueTexts>): number {
  if (model.spec.gutter !== undefined) return model.spec.gutter;
  let longest = 0;
  for (const { text } of values) longest = Math.max(longest, text.length);
  const wanted = longest * 6.6 + AXIS_GAP + 8; // 6.6 px: a digit of 11 px Plex
  return Math.max(LEAST_GUTTER, Math.ceil(wanted / GUTTER_STEP) * GUTTER_STEP);
}

function scaleKeys(model: ChartModel): readonly ScaleKey[] {
  return model.spec.series.some((series) => scaleOf(series) === "y2") ? ["y", "y2"] : ["y"];
}
