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

/** A word or figure of the page itself: over a chart, in a header, in the top bar. */
export interface TapedWord extends Box {
  readonly font: string;
  /** By tick. */
  readonly ticks: string[];
}

export interface Tape {
  readonly tables: readonly TapedTable[];
  readonly charts: readonly TapedChart[];
  readonly words: readonly TapedWord[];
}

declare global {
  /** The texts of the first tick, in which the next ones are read. */
  var tapedTexts: readonly Text[] | undefined;
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
      tape.words.forEach((word, w) => {
        word.ticks.push(...(shown.words[w]?.ticks ?? []));
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
  const isSeen = (text: Text): boolean =>
    text.data.trim() !== "" && (text.parentElement?.checkVisibility({ visibilityProperty: true }) ?? false);
  globalThis.tapedTexts ??= (() => {
    const found: Text[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (isSeen(walker.currentNode as Text)) found.push(walker.currentNode as Text);
    return found;
  })();
  const words = globalThis.tapedTexts.map((text) => {
    const element = text.parentElement;
    if (!element) return { x: 0, y: 0, width: 0, height: 0, font: "", ticks: [text.data] };
    return { ...boxOf(element), font: getComputedStyle(element).font, ticks: [text.data] };
  });
  return { tables, charts, words };
}
