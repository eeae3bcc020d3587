import { expect, test } from "vitest";
import { CELL_RANK_SHIFT } from "#contract/domain/snapshots/cell-style.ts";
import { clearTable, createTable, type Order, rankColumn, sortTable, type Table } from "./table.ts";

/** Slot 0 names the row, slot 1 is its figure. */
function tableOf(figures: readonly number[]): Table {
  const table = createTable(2);
  clearTable(table, figures.length);
  for (const [row, figure] of figures.entries()) table.values.set([row, figure], row * 2);
  return table;
}

const by = (sort: Order["sort"]): Order => ({ keySlot: 0, slot: 1, sort });
const keys = ({ rows, values }: Table): number[] => Array.from({ length: rows }, (_, row) => values[row * 2]!);

test("sorts up and down, absent rows last both ways, equal ones as they were", () => {
  const figures = [3, Number.NaN, -1, 3, 10, Number.NaN];
  const up = tableOf(figures);
  sortTable(up, by({ descending: false }));
  expect(keys(up)).toEqual([2, 0, 3, 4, 1, 5]);
  const down = tableOf(figures);
  sortTable(down, by({ descending: true }));
  expect(keys(down)).toEqual([4, 0, 3, 2, 1, 5]);
});

test("sorts names by their letters; a place without a name is absent", () => {
  const names = ["TCS", "ABB", "M&M"];
  const table = tableOf([0, 1, 2, 7, 1]);
  sortTable(table, { ...by({ descending: false }), names });
  expect(keys(table)).toEqual([1, 4, 2, 0, 3]);
});

test("ranks the three highest of all rows, and a rank moves with its row", () => {
  const table = tableOf([1, 9, Number.NaN, 4, -8, 7]);
  rankColumn(table, 1);
  sortTable(table, by({ descending: true }));
  expect(keys(table)).toEqual([1, 5, 3, 0, 4, 2]);
  expect(Array.from({ length: 6 }, (_, row) => table.styles[row * 2 + 1]! >> CELL_RANK_SHIFT)).toEqual([
    1, 2, 3, 0, 0, 0,
  ]);
  clearTable(table, 6);
  expect([...table.styles]).toEqual(Array(12).fill(0));
});

test("nothing is ranked among three rows", () => {
  const table = tableOf([1, 9, 4]);
  rankColumn(table, 1);
  expect([...table.styles]).toEqual(Array(6).fill(0));
});

test("a held order keeps every row in its place; new ones come after them, in order", () => {
  const table = tableOf([1, 3, 2]);
  sortTable(table, by({ descending: true }));
  expect(keys(table)).toEqual([1, 2, 0]);
  const fill = (figures: readonly number[]): void => {
    clearTable(table, figures.length);
    for (const [row, figure] of figures.entries()) table.values.set([row, figure], row * 2);
  };
  fill([9, 1, 5, 6, 7]);
  sortTable(table, by({ descending: true, isHeld: true }));
  expect(keys(table)).toEqual([1, 2, 0, 4, 3]);
  fill([9, 1, 5, 6, 7]);
  sortTable(table, by({ descending: true }));
  expect(keys(table)).toEqual([0, 4, 3, 2, 1]);
});
