import uPlot from "uplot";
import type { ChartModel } from "../chart-model.ts";
import { indexOf, isPoint, isVisible, nearestIndex, positionOf, scaleOf } from "../chart-model.ts";
import { axisText } from "../chart-summary.ts";
import { shareCursor } from "./cursor-bus.ts";
import { type CursorOverlay, createCursorOverlay } from "./cursor-overlay.ts";
import { joinPane, type PaneReader, readPane, tellPane } from "./pane-readers.ts";
import { createTooltip } from "./tooltip.ts";
import { joinContents, tooltipContent } from "./tooltip-content.ts";

/** The crosshair of a chart: moved by mouse, keyboard, tests, or by another chart of its link group. */
export type CursorControl = {
  readonly attach: (chart: uPlot) => void;
  /** uPlot's setCursor hook. */
  readonly moved: (chart: uPlot) => void;
  /** uPlot's cursor refiner: the crosshair stands on points, not between them. */
  readonly snap: (chart: uPlot, left: number, top: number) => [number, number];
  /** Shows the crosshair at an x value and tells the group; returns the index of the point there, or -1. */
  readonly showAt: (x: number | undefined) => number;
  /** Moves by points (arrow keys); returns the index, or -1 without data. */
  readonly step: (by: number) => number;
  readonly index: () => number;
  /** Takes the crosshair away, because its place on the screen now means another x. */
  readonly drop: () => void;
  /** The chart was painted with other data, or in another size: a follower, or a resting pointer, finds its place again. */
  readonly settle: () => void;
  readonly refresh: () => void;
  readonly destroy: () => void;
};

export type CursorGroups = {
  /** Charts and tables with the same crosshair. */
  readonly linkGroup: string | undefined;
  /** Charts with the same tooltip. */
  readonly pane: string | undefined;
};

/** Left of the plot uPlot shows no hair. CSS pixels. */
const OFF_PLOT = -10;

export type CursorPlace = { readonly plot: HTMLElement; readonly groups: CursorGroups };

export function createCursorControl(model: ChartModel, place: CursorPlace): CursorControl {
  const axis = model.spec.x.kind;
  const tooltip = createTooltip(place.plot);
  let chart: uPlot | undefined;
  let overlay: CursorOverlay | undefined;
  let current = -1;
  /** Whether mouse, key or test moved it here: then it leads the group and has the tooltip, which a follower does not. */
  let isLeading = false;
  /** Where the leader stands, which may be a minute that this chart does not have yet. */
  let followed: number | undefined;
  /** Where the pointer rests without a point under it, in pixels of the plot: uPlot then knows of no place to try again. */
  let resting: number | undefined;
  let willRead = false;

  const { linkGroup, pane } = place.groups;
  const group = linkGroup ?? pane;
  const shared =
    group === undefined
      ? undefined
      : shareCursor(group, {
          follow: (from, x) => {
            if (from === axis) follow(x);
          },
        });
  const reader: PaneReader = {
    element: place.plot,
    read: (from, x) => (from === axis ? tooltipContent(model, indexOf(model, x)) : undefined),
    neighbourChanged: () => {
      if (!isLeading || current < 0 || willRead) return;
      willRead = true;
      // After all panes of the frame: one reading for all of them.
      queueMicrotask(() => {
        willRead = false;
        control.refresh();
      });
    },
  };
  const leavePane = pane === undefined ? undefined : joinPane(pane, reader);

  function follow(x: number | undefined): void {
    isLeading = false;
    followed = x;
    moveTo(x);
  }

  function moveTo(x: number | undefined): void {
    if (chart === undefined) return;
    const at = x === undefined ? undefined : positionOf(model, x);
    if (at === undefined) chart.setCursor({ left: OFF_PLOT, top: OFF_PLOT });
    else chart.setCursor({ left: chart.valToPos(at, "x"), top: 0 });
    resting = undefined;
  }

  /** Point under the crosshair; -1 off the plot, and where a minute is missing. */
  function indexUnder(from: uPlot): number {
    const left = from.cursor.left ?? -1;
    if (left < 0 || model.data === undefined) return -1;
    return nearestIndex(model, from.posToVal(left, "x"));
  }

  /** Index of the first point at an index or beyond it; undefined where there is none. */
  function pointFrom(index: number, way: number): number | undefined {
    let at = index;
    while (at in model.positions && !isPoint(model, at)) at += way;
    return at in model.positions ? at : undefined;
  }

  function draw(from: uPlot): void {
    const index = current;
    if (overlay === undefined) return;
    if (index < 0 || model.data === undefined) {
      overlay.dots([]);
      overlay.tag(undefined, 0, []);
      overlay.column(undefined, 0);
      tooltip.hide();
      return;
    }
    const at = model.positions[index] as number;
    const left = from.valToPos(at, "x");
    if (axis === "strike") {
      const step = from.valToPos(1, "x") - from.valToPos(0, "x");
      overlay.column(left - step / 2, step);
    } else {
      overlay.dots(dotsAt(from, index, left));
      const { x, days } = model.data;
      const text = model.spec.x.labels === false ? undefined : axisText(model.spec, x[index] as number, days);
      overlay.tag(text, left, model.tickSpans);
    }
    if (isLeading) showTooltip(from, index);
    else tooltip.hide();
  }

  function dotsAt(from: uPlot, index: number, x: number): { x: number; y: number; colour: string }[] {
    const dots: { x: number; y: number; colour: string }[] = [];
    model.spec.series.forEach((series, at) => {
      const value = model.data?.columns[at]?.[index];
      if (series.kind !== "line" || value === undefined || Number.isNaN(value) || !isVisible(model, series)) return;
      dots.push({ x, y: from.valToPos(value, scaleOf(series)), colour: `var(--${series.colour})` });
    });
    return dots;
  }

  function showTooltip(from: uPlot, index: number): void {
    const own = tooltipContent(model, index);
    if (own === undefined) return;
    const x = model.data?.x[index] as number;
    const content = joinContents(own, pane === undefined ? [] : readPane(pane, reader, axis, x));
    const ratio = uPlot.pxRatio;
    const point = {
      x: from.bbox.left / ratio + from.valToPos(model.positions[index] as number, "x"),
      y: from.bbox.top / ratio + Math.max(0, from.cursor.top ?? 0),
    };
    tooltip.show(content, point, tooltipBounds(place.plot));
  }

  const control: CursorControl = {
    attach: (made) => {
      chart = made;
      const under = made.root.querySelector<HTMLElement>(".u-under");
      if (under === null) throw new Error("uPlot changed its elements: .u-under is gone");
      overlay = createCursorOverlay(made.over, under);
      // Before uPlot's own listener on the plot: its cursor hook does not say who moved the cursor.
      made.root.addEventListener(
        "mousemove",
        () => {
          isLeading = true;
        },
        { capture: true },
      );
    },
    moved: (from) => {
      const index = indexUnder(from);
      const hasMoved = index !== current;
      current = index;
      draw(from);
      if (hasMoved && isLeading) shared?.publish(axis, index < 0 ? undefined : (model.data?.x[index] as number));
    },
    snap: (from, left, top) => {
      resting = undefined;
      if (left < 0 || model.data === undefined) return [left, top];
      const index = nearestIndex(model, from.posToVal(left, "x"));
      if (index < 0) resting = left;
      return [index < 0 ? OFF_PLOT : from.valToPos(model.positions[index] as number, "x"), top];
    },
    showAt: (x) => {
      isLeading = true;
      moveTo(x);
      return current;
    },
    step: (by) => {
      const { data } = model;
      if (data === undefined || data.x.length === 0) return -1;
      const last = data.x.length - 1;
      const from = current >= 0 ? current : by > 0 ? -1 : last + 1;
      const wanted = Math.max(0, Math.min(last, from + by));
      const way = Math.sign(by);
      isLeading = true;
      moveTo(data.x[pointFrom(wanted, way) ?? pointFrom(wanted, -way) ?? -1]);
      return current;
    },
    index: () => current,
    drop: () => moveTo(undefined),
    settle: () => {
      if (!isLeading && followed !== undefined) moveTo(followed);
      if (resting !== undefined) chart?.setCursor({ left: resting, top: chart.cursor.top ?? 0 });
      if (pane !== undefined) tellPane(pane, reader);
    },
    refresh: () => {
      if (chart !== undefined) draw(chart);
    },
    destroy: () => {
      if (isLeading && current >= 0) shared?.publish(axis, undefined);
      shared?.leave();
      leavePane?.();
      tooltip.remove();
      chart = undefined;
    },
  };
  return control;
}

/** The pane the tooltip may cover, in the plot's own pixels: the nearest [data-pane], else the plot. */
function tooltipBounds(plot: HTMLElement): { left: number; top: number; width: number; height: number } {
  const own = plot.getBoundingClientRect();
  const bounds = plot.closest("[data-pane]")?.getBoundingClientRect() ?? own;
  return { left: bounds.left - own.left, top: bounds.top - own.top, width: bounds.width, height: bounds.height };
}
