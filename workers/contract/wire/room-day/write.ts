/** The minute columns of a blob, written: series.ts describes their layout. */
import {
  type Column,
  FIELD_COUNT,
  HIGH,
  hasField,
  type LiveColumns,
  LOW,
  LTP,
  lastFilledSlot,
  type MinuteColumns,
  VOL,
  VWAP,
} from "../../domain/columns.ts";
import type { TokenTable } from "../../domain/instruments.ts";
import { ABSENT } from "../../domain/units.ts";
import type { ByteSink } from "../varint.ts";
import {
  BLOCK,
  baseValue,
  expectedVwap,
  filledSlots,
  isFollower,
  ORDER,
  ROW_ABSENT,
  ROW_HELD,
  ROW_RISING,
  ROW_TRADED,
  ROW_UNITS,
  rowUnit,
} from "./series.ts";

/**
 * The filled cells of a column, row by row: a row's series is contiguous here, while a column of the room-day keeps a
 * minute's rows together. Coding column by column in their own order would miss the cache at every cell.
 */
interface Series {
  readonly values: Float64Array;
  /** Cells a row: the filled slots. */
  readonly length: number;
}

function gather(column: Column, minutes: MinuteColumns, slots: Uint32Array, rows: number): Series {
  const values = new Float64Array(rows * slots.length).fill(ABSENT);
  if (column.length === 0) return { values, length: slots.length };
  for (let from = 0; from < rows; from += BLOCK) {
    const to = Math.min(rows, from + BLOCK);
    for (let i = 0; i < slots.length; i++) {
      const at = slots[i] * minutes.stride;
      for (let row = from; row < to; row++) values[row * slots.length + i] = column[at + row];
    }
  }
  return { values, length: slots.length };
}

/**
 * What the value of cell `at` is expected to be, in the row's unit (-1 is absent), from the value before it and the
 * last prices and volumes of this cell and the one before. A price off the row's grid is rounded down, the same way on
 * both sides.
 */
function expected(
  field: number,
  before: number,
  prices: Float64Array,
  volumes: Float64Array,
  at: number,
  isFirst: boolean,
  unit: number,
): number {
  const ltp = prices[at];
  if (ltp === ABSENT) return before;
  const price = Math.floor(ltp / unit);
  if (field === HIGH) return before === ABSENT ? price : Math.max(before, price);
  if (field === LOW) return before === ABSENT ? price : Math.min(before, price);
  const ltpBefore = isFirst ? ABSENT : prices[at - 1];
  if (before === ABSENT || ltpBefore === ABSENT) return before;
  if (field === VWAP) return expectedVwap(before, volumes[at - 1], volumes[at], (ltpBefore + ltp) / 2);
  return Math.max(0, before + price - Math.floor(ltpBefore / unit));
}

export function writeMinutes(sink: ByteSink, tokens: TokenTable, minutes: MinuteColumns, tick: number): void {
  const slots = filledSlots(minutes);
  const rows = tokens.length;
  const prices = gather(minutes.columns[LTP], minutes, slots, rows);
  const volumes = gather(minutes.columns[VOL], minutes, slots, rows);
  const differences = new Float64Array(slots.length);
  for (const field of ORDER) {
    if (!hasField(minutes.fields, field)) continue;
    const series = gather(minutes.columns[field], minutes, slots, rows);
    for (let row = 0; row < rows; row++) {
      writeRow(sink, series, prices, volumes, field, row, rowUnit(field, tokens, row, tick), differences);
    }
  }
}

function writeRow(
  sink: ByteSink,
  series: Series,
  prices: Series,
  volumes: Series,
  field: number,
  row: number,
  grid: number,
  differences: Float64Array,
): void {
  const { values, length } = series;
  const start = row * length;
  const end = start + length;
  const follows = isFollower(field);
  let isAbsent = true;
  let isOnGrid = true;
  let isRising = !follows;
  for (let at = start; at < end; at++) {
    const value = values[at];
    if (value < (at === start ? ABSENT : values[at - 1])) isRising = false;
    if (value === ABSENT) continue;
    isAbsent = false;
    if (value % grid !== 0) isOnGrid = false;
  }
  if (isAbsent) {
    sink.u8(ROW_ABSENT);
    return;
  }
  const unit = isOnGrid ? grid : 1;
  const volume = volumes.values;
  let isTraded = field !== VOL;
  let before = ABSENT;
  for (let at = start; at < end; at++) {
    const counted = values[at] === ABSENT ? ABSENT : values[at] / unit;
    const guess = follows ? expected(field, before, prices.values, volume, at, at === start, unit) : before;
    differences[at - start] = counted - guess;
    if (counted !== guess && at > start && volume[at] === volume[at - 1]) isTraded = false;
    before = counted;
  }
  sink.u8(ROW_HELD | (isOnGrid ? ROW_UNITS : 0) | (isRising ? ROW_RISING : 0) | (isTraded ? ROW_TRADED : 0));
  for (let at = start; at < end; at++) {
    if (isTraded && at > start && volume[at] === volume[at - 1]) continue;
    if (isRising) sink.varint(differences[at - start]);
    else sink.svarint(differences[at - start]);
  }
}

/** The live columns against the last filled minute. */
export function writeLive(sink: ByteSink, live: LiveColumns, minutes: MinuteColumns, rows: number): void {
  const at = lastFilledSlot(minutes) * minutes.stride;
  for (let field = 0; field < FIELD_COUNT; field++) {
    const base = minutes.columns[field];
    for (let row = 0; row < rows; row++) sink.svarint(live.columns[field][row] - baseValue(base, at, row));
  }
}
