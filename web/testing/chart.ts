/** What a test may ask of a chart: its own handle tells what is drawn on the canvas. */
import { expect, type Locator, type Page } from "@playwright/test";
import type { ChartReading, ChartTexts } from "../charts/chart-spec.ts";
import type { ChartElement } from "../charts/use-chart.ts";

/** The first figures of a cold server on a busy machine. */
const READY_MS = 30_000;

export interface ChartFigures {
  readonly x: readonly number[];
  /** NaN does not survive the way out of the page: absent is null. */
  readonly columns: readonly (readonly (number | null)[])[];
}

export interface Chart {
  readonly root: Locator;
  ready(): Promise<void>;
  /** Empty while there are no figures yet: a test polls. */
  data(): Promise<ChartFigures>;
  drawn(): Promise<ChartTexts>;
  /** Moves the crosshair, and reads the visible series there. */
  cursor(x: number): Promise<readonly ChartReading[]>;
}

/** @param label the chart's accessible name begins with it. */
export function chartOf(page: Page, label: string): Chart {
  const root = page
    .locator("section div:has(> div > [role=img])")
    .filter({ has: page.locator(`[role=img][aria-label^="${label}"]`) })
    .last();
  return {
    root,
    ready: () =>
      expect
        .poll(() => root.evaluate((element: ChartElement) => element.chartHandle?.data()?.x.length ?? 0), {
          timeout: READY_MS,
          intervals: [100], // most tests begin with this wait
        })
        .toBeGreaterThan(0),
    data: () =>
      root.evaluate((element: ChartElement) => {
        const data = element.chartHandle?.data();
        if (!data) return { x: [], columns: [] };
        const absent = (value: number): number | null => (Number.isNaN(value) ? null : value);
        return { x: Array.from(data.x), columns: data.columns.map((column) => Array.from(column, absent)) };
      }),
    drawn: async () => {
      const texts = await root.evaluate((element: ChartElement) => element.chartHandle?.drawn());
      if (!texts) throw new Error("The chart is not mounted");
      return texts;
    },
    cursor: (x) => root.evaluate((element: ChartElement, at) => [...(element.chartHandle?.cursor(at) ?? [])], x),
  };
}
