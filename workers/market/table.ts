/**
 * A table that a derivation fills row by row and hands to a grid: ranks, and the order of the rows. Hot: some 208 x 25
 * numbers a few times a second; buffers grow and are reused.
 */
import { CELL_RANK_SHIFT } from "#contract/domain/cell-style.ts";
import { rankTopThree } from "./top-three.ts";

export interface Table {
  rows: number;
  readonly slots: number;
  /** Cell (row, slot) at `row * slots + slot`; NaN is absent. */
  values: Float64Array;
  /** Style codes beside the values. */
  styles: Uint8Array;
}

export const createTable = (slots: number): Table => ({
  rows: 0,
  slots,
  values: new Float64Array(0),
  styles: new Uint8Array(0),
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

/** Marks the three highest figures of a column, out of all its rows: as {@link rankTopThree}. */
export function rankColumn({ rows, slots, values, styles }: Table, slot: number): void {
  if (figures.length < rows) {
    figures = new Float64Array(rows);
    ranks = new Uint8Array(rows);
  }
  for (let row = 0; row < rows; row++) figures[row] = values[row * slots + slot]!;
  rankTopThree(ranks, figures, 0, rows);
  for (let row = 0; row < rows; row++) styles[row * slots + slot]! |= ranks[row]! << CELL_RANK_SHIFT;
}

/**
 * Puts the rows in the order of one column. What is absent stands last either way; equal figures keep the order that
 * they were filled in.
 * @param names where the column's numbers are places in a list of names: the order is that of the names.
 */
export function sortTable(table: Table, slot: number, descending: boolean, names?: readonly string[]): void {
  const { rows, slots, values, styles } = table;
  const sign = descending ? -1 : 1;
  if (order.length !== rows) order = new Uint16Array(rows);
  for (let row = 0; row < rows; row++) order[row] = row;
  const figure = (row: number): number => values[row * slots + slot]!;
  const isAbsent = (value: number): boolean =>
    Number.isNaN(value) || (names !== undefined && names[value] === undefined);
  order.sort((a, b) => {
    const left = figure(a);
    const right = figure(b);
    const absent = Number(isAbsent(left)) - Number(isAbsent(right));
    if (absent !== 0 || isAbsent(left)) return absent;
    if (names === undefined) return (left - right) * sign;
    const one = names[left]!;
    const other = names[right]!;
    return one < other ? -sign : one > other ? sign : 0;
  });
  if (before.values.length < values.length)
    before = { values: new Float64Array(values.length), styles: new Uint8Array(styles.length) };
  before.values.set(values);
  before.styles.set(styles);
  order.forEach((from, to) => {
    values.set(before.values.subarray(from * slots, (from + 1) * slots), to * slots);
    styles.set(before.styles.subarray(from * slots, (from + 1) * slots), to * slots);
  });
}
