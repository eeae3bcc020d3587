/** What a test may ask of the page's grid: everything is on a canvas, so the grid's own handle answers. */
import { expect, type Page } from "@playwright/test";
import type { CellBox, CellReport, GridElement } from "../grid/grid-handle.ts";

/** The first figures of a cold server on a busy machine. */
const READY_MS = 30_000;

export interface Column {
  readonly texts: readonly string[];
  readonly cells: readonly CellReport[];
}

export interface Grid {
  /** Waits until figures stand on its canvas, and it can be used. */
  ready(): Promise<void>;
  rows(): Promise<number>;
  columnIds(): Promise<readonly string[]>;
  headers(): Promise<readonly string[]>;
  /** Every row of a column, from the top; none between two tables, while rows are known and cells are not. */
  column(id: string): Promise<Column>;
  cell(row: number, id: string): Promise<CellReport>;
  /**
   * The texts of the row at the money by column, all of one moment.
   *
   * @param strike as it is written: its row instead, wherever the money is by now
   */
  atmTexts(strike?: string): Promise<Readonly<Record<string, string>>>;
  /** Waits for it: what knows places comes after the first figures. */
  box(row: number, id: string): Promise<CellBox>;
  /** The boxes of a column's visible rows, all of one moment: between two readings the split may move. */
  boxes(id: string): Promise<{ readonly first: number; readonly boxes: readonly CellBox[] }>;
  visibleRows(): Promise<{ readonly first: number; readonly last: number }>;
  /** Row of the inverted strike. */
  atmRow(): Promise<number>;
  paintedVersion(): Promise<number>;
}

/** @param label of the grid, where the page has several */
export function gridOf(page: Page, label?: string): Grid {
  const root = page.locator(label === undefined ? "[data-grid]" : `[data-grid="${label}"]`);
  const column = (id: string): Promise<Column> =>
    root.evaluate((element: GridElement, name) => {
      const handle = element.gridHandle;
      if (!handle) throw new Error("The grid is not mounted");
      if (!handle.columnIds.includes(name))
        throw new Error(`The grid has no column ${name}: ${handle.columnIds.join(", ")}`);
      const all = Array.from({ length: handle.rows }, (_, row) => handle.cell(row, name));
      const known = all.filter((cell) => cell !== undefined);
      const cells = known.length === all.length ? known : [];
      return { cells, texts: cells.map(({ text }) => text) };
    }, id);
  return {
    ready: () =>
      expect
        .poll(
          () =>
            root.evaluate(({ gridHandle: handle, dataset }: GridElement) =>
              handle !== undefined && handle.paintedVersion >= 0 && "interactive" in dataset ? handle.rows : 0,
            ),
          { timeout: READY_MS, intervals: [100] }, // most tests begin with this wait
        )
        .toBeGreaterThan(4),
    rows: () => root.evaluate((element: GridElement) => element.gridHandle?.rows ?? 0),
    columnIds: () => root.evaluate((element: GridElement) => [...(element.gridHandle?.columnIds ?? [])]),
    headers: () => root.getByRole("columnheader").allInnerTexts(),
    column,
    cell: async (row, id) =>
      known(await root.evaluate((element: GridElement, at) => element.gridHandle?.cell(at.row, at.id), { row, id })),
    atmTexts: async (strike) =>
      known(
        await root.evaluate((element: GridElement, wanted) => {
          const handle = element.gridHandle;
          if (!handle) return undefined;
          for (let row = 0; row < handle.rows; row++) {
            const cell = handle.cell(row, "strike");
            if (wanted === undefined ? cell?.rank !== 1 : cell?.text !== wanted) continue;
            return Object.fromEntries(handle.columnIds.map((id) => [id, handle.cell(row, id)?.text ?? ""]));
          }
          return undefined;
        }, strike),
      ),
    box: async (row, id) => {
      let box: CellBox | undefined;
      const look = (element: GridElement, at: { row: number; id: string }) =>
        element.gridHandle?.cellBox(at.row, at.id);
      await expect(async () => {
        box = known(await root.evaluate(look, { row, id }));
      }).toPass({ timeout: READY_MS });
      return known(box);
    },
    boxes: async (id) =>
      known(
        await root.evaluate((element: GridElement, name) => {
          const handle = element.gridHandle;
          const rows = handle?.visibleRows();
          if (!handle || !rows) return undefined;
          const { first, last } = rows;
          const all = Array.from({ length: last - first + 1 }, (_, i) => handle.cellBox(first + i, name));
          const boxes = all.filter((box) => box !== undefined);
          return boxes.length === all.length ? { first, boxes } : undefined;
        }, id),
      ),
    visibleRows: async () => known(await root.evaluate((element: GridElement) => element.gridHandle?.visibleRows())),
    atmRow: async () => (await column("strike")).cells.findIndex(({ rank }) => rank === 1),
    paintedVersion: () => root.evaluate((element: GridElement) => element.gridHandle?.paintedVersion ?? -1),
  };
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("The grid has no such cell");
  return value;
}

/** '1,23,456.00', '−12.5', '+3%' as numbers; NaN for '-'. */
export const figure = (text: string): number =>
  text === "-" || text === "" ? Number.NaN : Number(text.replace(/[,%+ LCr]/g, "").replace("\u2212", "-"));
