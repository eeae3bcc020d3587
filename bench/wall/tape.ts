/** What a tab of the product shows, tick by tick, so that another page can be given the same figures. */
import type { Page } from "@playwright/test";
import type { ChartElement } from "../../web/charts/use-chart.ts";
import type { GridElement } from "../../web/grid/grid-handle.ts";

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface TapedTable extends Box {
  readonly columns: readonly string[];
  /** By tick: the rows in view, each the texts of its cells. */
  readonly ticks: (readonly (readonly string[])[])[];
}

export interface TapedChart extends Box {
  readonly series: readonly { readonly kind: "line" | "bar"; readonly isSecond: boolean }[];
  /** By tick. NaN is null. */
  readonly ticks: { readonly x: readonly number[]; readonly columns: readonly (readonly (number | null)[])[] }[];
}

export interface Tape {
  readonly tables: readonly TapedTable[];
  readonly charts: readonly TapedChart[];
}

/** Of the workspace that is shown. */
export async function recordTape(page: Page, ticks: number, intervalMs: number): Promise<Tape> {
  let tape: Tape | undefined;
  for (let i = 0; i < ticks; i++) {
    const shown = await page.evaluate(showing);
    if (!tape) tape = shown;
    else {
      tape.tables.forEach((table, t) => {
        table.ticks.push(...(shown.tables[t]?.ticks ?? []));
      });
      tape.charts.forEach((chart, c) => {
        chart.ticks.push(...(shown.charts[c]?.ticks ?? []));
      });
    }
    await page.waitForTimeout(intervalMs);
  }
  if (!tape || tape.tables.length === 0 || tape.charts.length === 0)
    throw new Error("the tab shows no table or no chart");
  return tape;
}

/** In the page. */
function showing(): Tape {
  const boxOf = (element: Element): Box => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  };
  const root = document.querySelector("[data-workspace]:not([data-aside])")!;
  const tables = [...root.querySelectorAll<GridElement>("[data-grid]")].flatMap((element) => {
    const grid = element.gridHandle;
    const rows = grid?.visibleRows();
    if (!grid || !rows) return [];
    const columns = grid.columnIds;
    const texts = Array.from({ length: rows.last - rows.first + 1 }, (_, i) =>
      columns.map((id) => grid.cell(rows.first + i, id)?.text ?? ""),
    );
    return [{ ...boxOf(element), columns, ticks: [texts] }];
  });
  const charts = [...root.querySelectorAll("*")].flatMap((element) => {
    const chart = (element as ChartElement).chartHandle;
    const data = chart?.data();
    if (!chart?.spec || !data) return [];
    const series = chart.spec.series.map((one) => ({
      kind: one.kind,
      isSecond: one.kind === "line" && one.scale === "y2",
    }));
    const columns = data.columns.map((column) => Array.from(column, (value) => (Number.isNaN(value) ? null : value)));
    return [{ ...boxOf(element), series, ticks: [{ x: Array.from(data.x), columns }] }];
  });
  return { tables, charts };
}
