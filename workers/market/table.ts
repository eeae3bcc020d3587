/**
 * A table that a derivation fills row by row and hands to a grid: ranks, and the order of the rows. Hot: some 208 x 25
 * numbers a few times a second; buffers grow and are reused.
 */
import { CELL_RANK_SHIFT } from "#contract/domain/snapshots/cell-style.ts";
import type { TableSort } from "#contract/worker/table.ts";
import { rankTopThree } from "./strikes/top-three.ts";

export interface Table {
  rows: number;
  readonly slots: number;
  /** Cell (row, slot) at `row * slots + slot`; NaN is absent. */
  values: Float64Array;
  /** Style codes beside the values. */
  styles: Uint8Array;
  /** Where the last sort put a row, by its key. */
  readonly placeOf: Map<number, number>;
}

export const createTable = (slots: number): Table => ({
  rows: 0,
  slots,
  values: new Float64Array(0),
  styles: new Uint8Array(0),
  placeOf: new Map(),
});

/** Makes the table so many rows long; figures are whatever they were, styles are cleared. */
export function clearTable(table: Table, rows: number): void {
  const cells = rows * table.slots;
  if (rows !== table.rows) {
    table.rows = rows;
    table.values = new Float64Array(cells);
    table.styles = new Uint8Array(cells);
  } else table.styles.fill(0);
}

// Scratch of one call; every table of the worker uses it.
let figures = new Float64Array(0);
let ranks = new Uint8Array(0);
let order = new Uint16Array(0);
let before = { values: new Float64Array(0), styles: new Uint8Array(0) };

/** Marks the three highest figures of a column, out of all its rows, as {@link rankTopThree}; among three rows none stands out. */
export function rankColumn({ rows, slots, values, styles }: Table, slot: number): void {
  if (rows <= 3) return;
  if (figures.length < rows) {
    figures = new Float64Array(rows);
    ranks = new Uint8Array(rows);
  }
  for (let row = 0; row < rows; row++) figures[row] = values[row * slots + slot]!;
  rankTopThree(ranks, figures, 0, rows);
  for (let row = 0; row < rows; row++) styles[row * slots + slot]! |= ranks[row]! << CELL_RANK_SHIFT;
}

/** Whether a name has the letters that the user looks for; '' finds all. */
export const isFound = (name: string, find: string): boolean => name.includes(find.trim().toUpperCase());

export interface Order {
  /** The number that stays with a row. */
  readonly keySlot: number;
  /** The column that rows are sorted by. */
  readonly slot: number;
  /** Where the column's numbers are places in a list of names: the order is that of the names. */
  readonly names?: readonly string[] | undefined;
  readonly sort: Pick<TableSort, "descending" | "isHeld">;
}

/**
 * Puts the rows in the order of one column. What is absent stands last either way; equal figures keep the order that
 * they were filled in. While the order is held, rows stay where the last call put them, and new ones come after them.
 */
export function sortTable(table: Table, { keySlot, slot, names, sort }: Order): void {
  const { rows, slots, values, styles, placeOf } = table;
  const sign = sort.descending ? -1 : 1;
  if (order.length !== rows) order = new Uint16Array(rows);
  for (let row = 0; row < rows; row++) order[row] = row;
  const isAbsent = (value: number): boolean =>
    Number.isNaN(value) || (names !== undefined && names[value] === undefined);
  const byColumn = (a: number, b: number): number => {
    const left = values[a * slots + slot]!;
    const right = values[b * slots + slot]!;
    const absent = Number(isAbsent(left)) - Number(isAbsent(right));
    if (absent !== 0 || isAbsent(left)) return absent;
    if (names === undefined) return (left - right) * sign;
    const one = names[left]!;
    const other = names[right]!;
    return one < other ? -sign : one > other ? sign : 0;
  };
  const place = (row: number): number => placeOf.get(values[row * slots + keySlot]!) ?? rows;
  order.sort(sort.isHeld === true ? (a, b) => place(a) - place(b) || byColumn(a, b) : byColumn);
  if (before.values.length < values.length)
    before = { values: new Float64Array(values.length), styles: new Uint8Array(styles.length) };
  before.values.set(values);
  before.styles.set(styles);
  placeOf.clear();
  order.forEach((from, to) => {
    values.set(before.values.subarray(from * slots, (from + 1) * slots), to * slots);
    styles.set(before.styles.subarray(from * slots, (from + 1) * slots), to * slots);
    placeOf.set(values[to * slots + keySlot]!, to);
  });
}
