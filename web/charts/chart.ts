import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { pageRuler } from "../frame/ruler.ts";
import { canvasFont } from "../styles/fonts.ts";
import type { Theme } from "../styles/roles.ts";
import { paintAxis } from "./axes/paint-axis.ts";
import { paintUnits } from "./axes/paint-units.ts";
import { valueTicks } from "./axes/value-ticks.ts";
import { acceptData, type ChartModel, createModel, updateRanges } from "./chart-model.ts";
import type { ChartPainters } from "./chart-painters.ts";
import type { ChartData, ChartHandle, ChartSpec } from "./chart-spec.ts";
import { readingsAt } from "./chart-summary.ts";
import { type CursorControl, type CursorGroups, createCursorControl } from "./cursor/cursor-control.ts";
import { plotHeight, plotOptions, tickTexts, xAxisHeight } from "./plot-options.ts";
import { paintDots } from "./series/paint-dots.ts";
import { paintUnder, visibleHoles } from "./series/paint-under.ts";
import { createPaintedData, paintRightOf } from "./series/tail-repaint.ts";
import { barLabelRoom, paintBarLabels } from "./words/paint-bar-labels.ts";
import { paintTags } from "./words/paint-tags.ts";

/** One chart, independent of React. Created once; data, theme, size and visibility change it in place. */
export type Chart = {
  readonly setData: (data: ChartData | undefined) => void;
  readonly setTheme: (theme: Theme) => void;
  readonly setSize: (width: number, height: number) => void;
  readonly setVisible: (id: string, visible: boolean) => void;
  /** Paints again, with text measured again (a font arrived). */
  readonly repaint: () => void;
  readonly cursor: CursorControl;
  /** Another thread draws it: painting needs no frame of this one. */
  readonly isRemote: () => boolean;
  /** Everything of the handle but the switch: visibility belongs to the host's legend. */
  readonly handle: Omit<ChartHandle, "setVisible" | "spec">;
  readonly destroy: () => void;
};

export type ChartPlace = {
  /** uPlot is built in here. */
  readonly canvasHost: HTMLElement;
  /** The positioned parent of the canvas host, where the tooltip lives. */
  readonly plot: HTMLElement;
  readonly groups: CursorGroups;
  /** Called when a picture that another thread may draw is on its canvas. @param at milliseconds, monotonic */
  readonly onShown: (at: number) => void;
};

/** A line's width and the dash of a lone point reach this far left of the point they belong to, CSS pixels. */
const TAIL_MARGIN = 4;

/** Builds a chart of a spec; it paints from the first `setSize` on. */
export function createChart(place: ChartPlace, spec: ChartSpec, theme: Theme, added: ChartPainters = {}): Chart {
  const model = createModel(spec, theme);
  const painted = createPaintedData();
  const picture = added.whole?.(place.canvasHost, model, place.onShown);
  let width = 0;
  let height = 0;
  let plot: uPlot | undefined;
  let xHeight = 0;

  const cursor = createCursorControl(model, place);

  /** uPlot needs the x column only: our path builders read the values themselves, NaN and all. */
  function aligned(): uPlot.AlignedData {
    return [model.positions, ...spec.series.map(() => model.positions)];
  }

  function layOut(): void {
    const plotWidth = plot === undefined ? width - 60 : plot.bbox.width / uPlot.pxRatio;
    model.labelRoom = barLabelRoom(model, plotWidth, height - 12 - xAxisHeight(model), axisWidth);
    updateRanges(model);
  }

  function ensurePlot(): void {
    if (plot !== undefined || width <= 0 || height <= 0 || model.data === undefined) return;
    layOut();
    const painters = {
      underSeries: (chart: uPlot) => {
        if (!picture) paintUnder(chart, model);
      },
      overSeries: (chart: uPlot) => {
        if (picture) {
          picture.paint(chart);
          return;
        }
        paintBarLabels(chart, model);
        paintDots(chart, model);
        paintAxis(chart, model);
        paintUnits(chart, model);
        paintTags(chart, model);
        added.over?.(chart, model);
      },
      cursorMoved: (chart: uPlot) => cursor.moved(chart),
      snap: (chart: uPlot, left: number, top: number) => cursor.snap(chart, left, top),
    };
    plot = new uPlot(plotOptions(model, width, height, painters, picture !== undefined), aligned(), place.canvasHost);
    cursor.attach(plot);
    cursor.settle();
    xHeight = xAxisHeight(model);
  }

  /**
   * In a batch, which paints at once: uPlot's own way is to paint after the frame queue is done, where nobody counts its
   * time, and after words were written into the page, so that each text on the canvas would first lay the page out.
   */
  function redraw(): void {
    if (plot === undefined) return;
    layOut();
    // A picture is painted whole: to find out what is new would be for nothing.
    const from = picture ? 0 : painted.changedFrom(model);
    // Open interest stands for minutes while prices tick: then there is nothing to paint.
    if (from > 0 && from === model.positions.length) return;
    const made = plot;
    const feed = (): void => {
      made.setData(aligned()); // re-ranges, rebuilds paths and keeps the cursor
      if (xAxisHeight(model) === xHeight) return;
      xHeight = xAxisHeight(model);
      made.redraw(false, true);
    };
    if (from === 0) made.batch(feed);
    else {
      const left = plot.valToPos(model.positions[from] as number, "x", true) - TAIL_MARGIN * uPlot.pxRatio;
      model.paintFrom = from;
      paintRightOf(plot.ctx, Math.max(0, Math.floor(left)), () => made.batch(feed));
      model.paintFrom = 0;
    }
    cursor.settle();
  }

  /** For changes of more than data: the whole picture. */
  function redrawAll(change: (chart: uPlot) => void): void {
    const made = plot;
    painted.forget();
    made?.batch(() => {
      change(made);
      layOut();
      made.setData(aligned());
    });
    cursor.settle();
  }

  return {
    setData: (data) => {
      if (data === undefined) return;
      acceptData(model, data);
      if (plot === undefined) ensurePlot();
      else redraw();
    },
    setTheme: (next) => {
      model.theme = next;
      painted.forget();
      plot?.redraw(true, true);
      cursor.refresh();
    },
    setSize: (nextWidth, nextHeight) => {
      if (nextWidth === width && nextHeight === height) return;
      width = nextWidth;
      height = nextHeight;
      if (width <= 0 || height <= 0) return;
      if (plot === undefined) ensurePlot();
      else {
        cursor.drop();
        redrawAll((chart) => chart.setSize({ width, height }));
      }
    },
    setVisible: (id, visible) => {
      if (visible === !model.hidden.has(id)) return;
      if (visible) model.hidden.delete(id);
      else model.hidden.add(id);
      updateRanges(model);
      painted.forget();
      if (plot === undefined) return;
      layOut();
      plot.setSeries(spec.series.findIndex((series) => series.id === id) + 1, { show: visible });
      cursor.refresh();
    },
    repaint: () => redrawAll((chart) => chart.redraw(true, true)),
    cursor,
    isRemote: () => picture?.isRemote ?? false,
    handle: createHandle(model, cursor, () => plot && plotHeight(plot)),
    destroy: () => {
      cursor.destroy();
      picture?.dispose();
      plot?.destroy();
      plot = undefined;
    },
  };
}

function createHandle(
  model: ChartModel,
  cursor: CursorControl,
  height: () => number | undefined,
): Omit<ChartHandle, "setVisible" | "spec"> {
  const isShown = (id: string): boolean => !model.hidden.has(id);
  return {
    data: () => model.data,
    visibility: () => Object.fromEntries(model.spec.series.map((series) => [series.id, isShown(series.id)])),
    cursor: (x) => {
      const index = cursor.showAt(x);
      return index < 0 || model.data === undefined ? [] : readingsAt(model.spec, model.data, index, isShown);
    },
    drawn: () => ({
      ...model.drawn,
      valueTicks: tickTexts(valueTicks(...model.ranges.y, height(), model.spec.y.ticks), model.spec.y.format),
      marks: (model.data?.marks ?? []).map((mark) => mark.at),
      holes: visibleHoles(model),
    }),
  };
}

/** Width of a text in the axis font, CSS pixels. */
const axisWidth = (text: string): number => pageRuler(text, canvasFont(500, 11));
