/**
 * Hot: runs for every strike a few times a second a pane, so nothing here allocates.
 *
 * What changed over a stretch of the day: where it begins, and the change of a field from there to now. The same
 * functions serve the change since the previous day: its level is a column of the token table.
 */
import { type Column, firstFilledSlot, lastFilledSlot, type MinuteColumns } from "#contract/domain/columns.ts";
import type { StrikeRange } from "../reference/atm.ts";

/** Where a level is read: row r at `column[base + r]`. Without a column every row is absent. Reused between runs. */
export interface Cells {
  column: Column | undefined;
  base: number;
}

/**
 * The slot that a window's change counts from: the last filled one at or before `wanted`, as a hole is no level. Where
 * the day has none that early (a window longer than the session so far), its first, before `end`. -1: nothing to count
 * from. A screen that shows the change says which time it was.
 * @param from the slot that the day begins with
 */
export function windowStartSlot(minutes: MinuteColumns, wanted: number, end: number, from = 0): number {
  const slot = lastFilledSlot(minutes, wanted);
  return slot >= from ? slot : firstFilledSlot(minutes, end - 1, from);
}

/** What a cell counts in, and what it must be at least to count: 0 for quantities, 1 for prices (0 is "never traded"). */
export interface Unit {
  readonly divisor: number;
  readonly least: 0 | 1;
}

const levelAt = ({ column, base }: Cells, row: number, least: number): number => {
  const value = column === undefined || row < 0 ? -1 : column[base + row]!;
  return value < least ? Number.NaN : value;
};

/** Levels of the strikes in range, by their place in it; NaN where absent. `rows` is a side of the strike table. */
export function levelsOf(out: Float64Array, rows: Int32Array, range: StrikeRange, at: Cells, unit: Unit): void {
  const { divisor, least } = unit;
  for (let i = range.from; i < range.to; i++) out[i - range.from] = levelAt(at, rows[i]!, least) / divisor;
}

/** Changes from `then` to `now`; NaN where either is absent: a hole is never a zero. */
export function changesOf(
  out: Float64Array,
  rows: Int32Array,
  range: StrikeRange,
  now: Cells,
  then: Cells,
  unit: Unit,
): void {
  const { divisor, least } = unit;
  for (let i = range.from; i < range.to; i++) {
    const row = rows[i]!;
    out[i - range.from] = (levelAt(now, row, least) - levelAt(then, row, least)) / divisor;
  }
}

/** Sum of the changes of the strikes in range that have both levels; NaN where none has. */
export function sumChanges(rows: Int32Array, range: StrikeRange, now: Cells, then: Cells, unit: Unit): number {
  let sum = 0;
  let counted = 0;
  for (let i = range.from; i < range.to; i++) {
    const change = levelAt(now, rows[i]!, unit.least) - levelAt(then, rows[i]!, unit.least);
    if (Number.isNaN(change)) continue;
    sum += change;
    counted++;
  }
  return counted === 0 ? Number.NaN : sum / unit.divisor;
}

/** Sum of the levels of the strikes in range that have one; NaN where none has. */
export function sumLevels(rows: Int32Array, range: StrikeRange, at: Cells, unit: Unit): number {
  let sum = 0;
  let counted = 0;
  for (let i = range.from; i < range.to; i++) {
    const level = levelAt(at, rows[i]!, unit.least);
    if (Number.isNaN(level)) continue;
    sum += level;
    counted++;
  }
  return counted === 0 ? Number.NaN : sum / unit.divisor;
}
