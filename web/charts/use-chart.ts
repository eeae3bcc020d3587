import { type RefObject, useEffect, useRef } from "react";
import { frameQueue } from "../frame/frame-queue.ts";
import { fontsReady } from "../styles/fonts.ts";
import type { Theme } from "../styles/roles.ts";
import { onThemeChange, readTheme, swapSides } from "../styles/theme.ts";
import { type Chart, createChart } from "./chart.ts";
import { createDescription } from "./chart-description.ts";
import type { ChartPainters } from "./chart-painters.ts";
import type { ChartData, ChartHandle, ChartSource, ChartSpec } from "./chart-spec.ts";

/** Elements of the host, in the DOM while its effects run. */
export type ChartElements = {
  readonly root: RefObject<ChartElement | null>;
  readonly plot: RefObject<HTMLDivElement | null>;
  readonly canvas: RefObject<HTMLDivElement | null>;
  readonly tableBody: RefObject<HTMLTableSectionElement | null>;
};

/** The root element of a chart as browser tests see it. */
export type ChartElement = HTMLDivElement & { chartHandle?: ChartHandle };

export type ChartUse = {
  readonly spec: ChartSpec;
  readonly source: ChartSource;
  readonly painters: ChartPainters | undefined;
  readonly label: string;
  readonly linkGroup: string | undefined;
  readonly pane: string | undefined;
  readonly swapsSides: boolean;
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (id: string, visible: boolean) => void;
  /** Called when data come or go, not on each tick. */
  readonly onFilled: (state: FillState) => void;
};

export type FillState = "loading" | "empty" | "filled";

/**
 * Ties a chart to React's life: made once per spec and group, painted by the page's one frame queue when the source
 * changes, never rebuilt by data, theme, size or visibility.
 */
export function useChart(elements: ChartElements, use: ChartUse): RefObject<Chart | undefined> {
  const chart = useRef<Chart | undefined>(undefined);
  const latest = useRef(use);
  useEffect(() => {
    latest.current = use;
  });
  const { spec, source, painters, linkGroup, pane, swapsSides, hidden } = use;

  useEffect(() => {
    const { root, plot, canvas, tableBody } = present(elements);
    const themed = (theme: Theme): Theme => (latest.current.swapsSides ? swapSides(theme) : theme);
    const made = createChart(
      { canvasHost: canvas, plot, groups: { linkGroup, pane }, onShown: (at) => root.chartHandle?.onShown?.(at) },
      spec,
      themed(readTheme()),
      painters,
    );
    chart.current = made;
    dressSides(root, themed(readTheme()));
    for (const series of spec.series) made.setVisible(series.id, !latest.current.hidden.has(series.id));
    root.chartHandle = { ...made.handle, spec, setVisible: (id, visible) => latest.current.onToggle(id, visible) };

    const describe = createDescription({ image: canvas, tableBody }, spec);
    let fill: FillState = "loading";
    let size: Size | undefined;
    const paint = (now: number): void => {
      size ??= sizeOf(plot);
      made.setSize(...size);
      const data = source.read();
      const state = fillOf(data);
      if (state !== fill) latest.current.onFilled(state);
      fill = state;
      if (data === undefined) return;
      made.setData(data);
      describe(latest.current.label, data, now);
    };
    const frames = frameQueue().join(plot, paint, made.isRemote);
    // Read where the page is laid out anyway: in a frame, words that were just written would have to be laid out for it.
    const resize = new ResizeObserver(() => {
      size = sizeOf(plot);
      frames.request();
    });
    resize.observe(plot);
    const offTheme = onThemeChange((theme) => {
      made.setTheme(themed(theme));
      dressSides(root, themed(theme));
    });
    let isGone = false;
    void fontsReady(document.fonts).then(() => {
      if (!isGone) made.repaint();
    });
    const offSource = source.subscribe(() => frames.request());
    frames.request();
    return () => {
      isGone = true;
      offSource();
      offTheme();
      resize.disconnect();
      frames.dispose();
      made.destroy();
      chart.current = undefined;
      delete root.chartHandle;
    };
  }, [elements, spec, source, painters, linkGroup, pane]);

  useEffect(() => {
    const theme = swapsSides ? swapSides(readTheme()) : readTheme();
    chart.current?.setTheme(theme);
    if (elements.root.current) dressSides(elements.root.current, theme);
  }, [swapsSides, elements]);

  useEffect(() => {
    for (const series of spec.series) chart.current?.setVisible(series.id, !hidden.has(series.id));
  }, [spec, hidden]);

  return chart;
}

const SIDE_ROLES = ["call", "put", "call-fill", "put-fill"] as const;

/** Legend and tooltip are elements: where the sides are swapped they get their colours here, as the canvas does. */
function dressSides(root: HTMLElement, theme: Theme): void {
  for (const role of SIDE_ROLES) {
    if (theme.sidesSwapped) root.style.setProperty(`--${role}`, theme.colours[role]);
    else root.style.removeProperty(`--${role}`);
  }
}

type Size = readonly [width: number, height: number];

const sizeOf = ({ clientWidth, clientHeight }: HTMLElement): Size => [clientWidth, clientHeight];

function fillOf(data: ChartData | undefined): FillState {
  if (data === undefined) return "loading";
  return data.x.length === 0 ? "empty" : "filled";
}

function present(elements: ChartElements): {
  root: ChartElement;
  plot: HTMLDivElement;
  canvas: HTMLDivElement;
  tableBody: HTMLTableSectionElement;
} {
  const root = elements.root.current;
  const plot = elements.plot.current;
  const canvas = elements.canvas.current;
  const tableBody = elements.tableBody.current;
  if (root === null || plot === null || canvas === null || tableBody === null) {
    throw new Error("A chart's elements are not in the document");
  }
  return { root, plot, canvas, tableBody };
}
