/**
 * Hot (bench/decode). The minute columns of a blob: field by field, row by row, each row as differences over its filled
 * slots, as varints.
 *
 * A row counts in the field's unit (tick, lot) where all its values do, else in 1; absent counts as -1; a row without
 * any value is one byte. Differences are against what is expected: high and low follow the last price, bid and ask
 * move with it, vwap takes in the minute's volume at the middle of the minute's last prices. Most differences of these
 * are 0 or small then, and short runs of like bytes are what a compressor lives on.
 */
import {
  ASK,
  ASK_QTY,
  BID,
  BID_QTY,
  type Column,
  FIELD_COUNT,
  HIGH,
  HOLE,
  hasField,
  isPriceField,
  type LiveColumns,
  LOW,
  LTP,
  lastFilledSlot,
  type MinuteColumns,
  OI,
  OPEN,
  VOL,
  VWAP,
} from "../domain/columns.ts";
import { EQ, type TokenTable } from "../domain/instruments.ts";
import { ABSENT } from "../domain/units.ts";
import { MAX_QUANTITY } from "./frame-layout.ts";
import type { ByteSink, ByteSource } from "./varint.ts";

/** Kind of a row: absent, or bits: it counts in units; it never falls, so that its differences carry no sign;
 * it is as expected wherever the volume stands still, so that those cells are left out. */
const ROW_ABSENT = 0;
const ROW_HELD = 1;
const ROW_UNITS = 2;
const ROW_RISING = 4;
const ROW_TRADED = 8;
const ROW_KINDS = ROW_HELD | ROW_UNITS | ROW_RISING | ROW_TRADED;

/** Fields in the order of the blob: each after those that predict it. */
const ORDER = [VOL, LTP, OI, VWAP, OPEN, HIGH, LOW, BID, BID_QTY, ASK, ASK_QTY];

const MAX_INT32 = 0x7fff_ffff;

const filledSlots = (minutes: MinuteColumns): Uint32Array =>
  Uint32Array.from([...minutes.state.keys()].filter((slot) => minutes.state[slot] !== HOLE));

function rowUnit(field: number, tokens: TokenTable, row: number, tick: number): number {
  if (tokens.type[row] === EQ || field === VWAP) return 1;
  return isPriceField(field) ? tick : Math.max(1, tokens.lotSize[row]);
}

/**
 * The filled cells of a column, row by row: a row's series is contiguous here, while a column of the room-day keeps a
 * minute's rows together. Coding column by column in their own order would miss the cache at every cell.
 */
interface Series {
  readonly values: Float64Array;
  /** Cells a row: the filled slots. */
  readonly length: number;
}

/** Rows that are moved at a time: a cache line of prices. */
const BLOCK = 16;

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

function scatter(series: Series, column: Column, minutes: MinuteColumns, slots: Uint32Array, rows: number): void {
  const { values } = series;
  for (let from = 0; from < rows; from += BLOCK) {
    const to = Math.min(rows, from + BLOCK);
    for (let i = 0; i < slots.length; i++) {
      const at = slots[i] * minutes.stride;
      for (let row = from; row < to; row++) column[at + row] = values[row * slots.length + i];
    }
  }
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

/** Rounded arithmetic in Float64: the same result on every machine. */
function expectedVwap(before: number, volumeBefore: number, volume: number, middle: number): number {
  if (volumeBefore < 0 || volume <= volumeBefore) return before;
  return Math.round((before * volumeBefore + middle * (volume - volumeBefore)) / volume);
}

/** Whether a field is told against more than its own value before. */
const isFollower = (field: number): boolean =>
  field === HIGH || field === LOW || field === BID || field === ASK || field === VWAP;

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

/** Fills the columns of `minutes`, whose states are known. Fails through the source on values no column may hold. */
export function readMinutes(source: ByteSource, tokens: TokenTable, minutes: MinuteColumns, tick: number): void {
  const slots = filledSlots(minutes);
  const rows = tokens.length;
  const cells = rows * slots.length;
  const createSeries = (): Series => ({ values: new Float64Array(cells).fill(ABSENT), length: slots.length });
  const prices = createSeries();
  const volumes = createSeries();
  const other = createSeries();
  for (const field of ORDER) {
    if (!hasField(minutes.fields, field)) continue;
    const series = field === LTP ? prices : field === VOL ? volumes : other;
    for (let row = 0; row < rows; row++) {
      const kind = source.u8();
      if (kind === ROW_ABSENT) series.values.fill(ABSENT, row * slots.length, (row + 1) * slots.length);
      else if ((kind & ROW_HELD) === 0 || kind > ROW_KINDS) source.fail("absurd", `row of kind ${kind}`);
      else {
        const unit = (kind & ROW_UNITS) !== 0 ? rowUnit(field, tokens, row, tick) : 1;
        if (isFollower(field)) readFollower(source, series, prices, volumes, field, row, unit, kind);
        else readPlain(source, series, volumes, row, unit, kind, isPriceField(field) ? MAX_INT32 : MAX_QUANTITY);
      }
    }
    scatter(series, minutes.columns[field], minutes, slots, rows);
  }
}

function readPlain(
  source: ByteSource,
  series: Series,
  volumes: Series,
  row: number,
  unit: number,
  kind: number,
  max: number,
): void {
  const { values, length } = series;
  const volume = volumes.values;
  const isRising = (kind & ROW_RISING) !== 0;
  const isTraded = (kind & ROW_TRADED) !== 0;
  const start = row * length;
  let counted = ABSENT;
  for (let at = start; at < start + length; at++) {
    if (!isTraded || at === start || volume[at] !== volume[at - 1]) {
      counted += isRising ? source.varint() : source.svarint();
      if (counted < ABSENT || counted * unit > max) source.fail("absurd", `value ${counted * unit} in row ${row}`);
    }
    values[at] = counted === ABSENT ? ABSENT : counted * unit;
  }
}

function readFollower(
  source: ByteSource,
  series: Series,
  prices: Series,
  volumes: Series,
  field: number,
  row: number,
  unit: number,
  kind: number,
): void {
  const { values, length } = series;
  const volume = volumes.values;
  const isTraded = (kind & ROW_TRADED) !== 0;
  const start = row * length;
  let before = ABSENT;
  for (let at = start; at < start + length; at++) {
    let counted = expected(field, before, prices.values, volume, at, at === start, unit);
    if (!isTraded || at === start || volume[at] !== volume[at - 1]) counted += source.svarint();
    if (counted < ABSENT || counted * unit > MAX_INT32) source.fail("absurd", `value ${counted * unit} in row ${row}`);
    values[at] = counted === ABSENT ? ABSENT : counted * unit;
    before = counted;
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

export function readLive(source: ByteSource, live: LiveColumns, minutes: MinuteColumns, rows: number): void {
  const at = lastFilledSlot(minutes) * minutes.stride;
  for (let field = 0; field < FIELD_COUNT; field++) {
    const base = minutes.columns[field];
    const max = isPriceField(field) ? MAX_INT32 : MAX_QUANTITY;
    for (let row = 0; row < rows; row++) {
      const value = baseValue(base, at, row) + source.svarint();
      if (value < ABSENT || value > max) source.fail("absurd", `live value ${value} in row ${row}`);
      live.columns[field][row] = value;
    }
  }
}

const baseValue = (column: Column, at: number, row: number): number =>
  at < 0 || column.length === 0 ? ABSENT : column[at + row];
