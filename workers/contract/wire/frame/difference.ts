/**
 * Hot (bench/decode). What separates two states of a room: the encoder's half of the arithmetic that apply.ts
 * undoes. Absent (-1) is a number like any other here; the packer sees that it is on no grid. One loop for each type of
 * column: a loop that meets both runs at a fraction of the speed.
 */
import {
  ASK_QTY,
  BID_QTY,
  type ColumnSet,
  FIELD_COUNT,
  HIGH,
  isPriceField,
  LOW,
  LTP,
  OI,
  VOL,
} from "../../domain/columns.ts";
import { ABSENT } from "../../domain/units.ts";
import { predictExtreme } from "./extremes.ts";
import { MAX_QUANTITY } from "./layout.ts";

/** Marks the rows (of the first `rows`) in which any field differs, by 1 in `changed`. */
export function markChanged(changed: Int32Array, rows: number, before: ColumnSet, after: ColumnSet): void {
  changed.fill(0, 0, rows);
  for (let field = 0; field < FIELD_COUNT; field++) {
    if (isPriceField(field)) markPrices(changed, rows, before[field] as Int32Array, after[field] as Int32Array);
  }
  markQuantities(changed, rows, before as readonly Float64Array[], after as readonly Float64Array[]);
}

function markPrices(changed: Int32Array, rows: number, before: Int32Array, after: Int32Array): void {
  for (let row = 0; row < rows; row++) changed[row] |= before[row] ^ after[row];
}

/** Row by row, and after the prices: whether a row is marked is hard to predict, so it is asked once. */
function markQuantities(
  changed: Int32Array,
  rows: number,
  before: readonly Float64Array[],
  after: readonly Float64Array[],
): void {
  const [oiBefore, volBefore, bidBefore, askBefore] = [before[OI], before[VOL], before[BID_QTY], before[ASK_QTY]];
  const [oi, vol, bid, ask] = [after[OI], after[VOL], after[BID_QTY], after[ASK_QTY]];
  for (let row = 0; row < rows; row++) {
    if (changed[row] !== 0) continue;
    const isSame =
      oi[row] === oiBefore[row] &&
      vol[row] === volBefore[row] &&
      bid[row] === bidBefore[row] &&
      ask[row] === askBefore[row];
    if (!isSame) changed[row] = 1;
  }
}

/**
 * Fills `out[field][i]` with the difference of row `rows[i]`, for `count` rows. High and low are coded against what the
 * last price lets expect.
 * @returns Whether an extreme is expected to follow a last price in any row.
 * @throws RangeError on a value that no column may hold.
 */
export function fillDifferences(
  out: readonly Float64Array[],
  rows: Uint16Array,
  count: number,
  before: ColumnSet,
  after: ColumnSet,
): boolean {
  let follows = false;
  for (let field = 0; field < FIELD_COUNT; field++) {
    if (!isPriceField(field)) {
      subtractQuantities(out[field], rows, count, before[field] as Float64Array, after[field] as Float64Array, field);
      continue;
    }
    subtractPrices(out[field], rows, count, before[field] as Int32Array, after[field] as Int32Array, field);
    if (field === HIGH || field === LOW) {
      const moved = expectExtremes(out[field], rows, count, before[field], after[LTP], field);
      follows = follows || moved;
    }
  }
  return follows;
}

function subtractPrices(
  out: Float64Array,
  rows: Uint16Array,
  count: number,
  before: Int32Array,
  after: Int32Array,
  field: number,
): void {
  for (let i = 0; i < count; i++) {
    const row = rows[i];
    const value = after[row];
    if (value < ABSENT) refuse(row, field, value);
    out[i] = value - before[row];
  }
}

function subtractQuantities(
  out: Float64Array,
  rows: Uint16Array,
  count: number,
  before: Float64Array,
  after: Float64Array,
  field: number,
): void {
  for (let i = 0; i < count; i++) {
    const row = rows[i];
    const value = after[row];
    if (!(value >= ABSENT && value <= MAX_QUANTITY) || Math.floor(value) !== value) refuse(row, field, value);
    out[i] = value - before[row];
  }
}

/** Takes from the differences of an extreme what its rows' last prices explain; gives whether that was anything. */
function expectExtremes(
  out: Float64Array,
  rows: Uint16Array,
  count: number,
  known: ColumnSet[number],
  ltp: ColumnSet[number],
  field: number,
): boolean {
  let moved = false;
  for (let i = 0; i < count; i++) {
    const row = rows[i];
    const before = known[row];
    const expected = predictExtreme(field, before, ltp[row]);
    if (expected === before) continue;
    out[i] += before - expected;
    moved = true;
  }
  return moved;
}

function refuse(row: number, field: number, value: number): never {
  throw new RangeError(`row ${row}, field ${field}: ${value} is no tick value`);
}

/** Carries the listed rows of `before` along. */
export function copyRows(rows: Uint16Array, count: number, before: ColumnSet, after: ColumnSet): void {
  for (let field = 0; field < FIELD_COUNT; field++) {
    if (isPriceField(field)) copyPrices(rows, count, before[field] as Int32Array, after[field] as Int32Array);
    else copyQuantities(rows, count, before[field] as Float64Array, after[field] as Float64Array);
  }
}

function copyPrices(rows: Uint16Array, count: number, before: Int32Array, after: Int32Array): void {
  for (let i = 0; i < count; i++) before[rows[i]] = after[rows[i]];
}

function copyQuantities(rows: Uint16Array, count: number, before: Float64Array, after: Float64Array): void {
  for (let i = 0; i < count; i++) before[rows[i]] = after[rows[i]];
}
