/**
 * Hot (bench/archive). The minute columns of a blob, read. A row is read in two steps: its differences as one run of
 * varints, then what they differ from, a plain loop a field. Rows are moved into their column a block at a time, while they
 * are in the cache.
 */
import {
  ASK,
  BID,
  type Column,
  FIELD_COUNT,
  HIGH,
  hasField,
  isPriceField,
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
import { MAX_QUANTITY } from "../frame/layout.ts";
import type { ByteSource } from "../varint.ts";
import {
  baseValue,
  expectedVwap,
  filledSlots,
  ORDER,
  ROW_ABSENT,
  ROW_HELD,
  ROW_KINDS,
  ROW_RISING,
  ROW_TRADED,
  ROW_UNITS,
  rowUnit,
} from "./series.ts";

const MAX_INT32 = 0x7fff_ffff;

/** Fills the columns of `minutes`, whose states are known. Fails through the source on values no column may hold. */
export function readMinutes(source: ByteSource, tokens: TokenTable, minutes: MinuteColumns, tick: number): void {
  const cells = filledSlots(minutes).map((slot) => slot * minutes.stride);
  const reader = new SeriesReader(source, tokens.length, cells);
  for (const field of ORDER) {
    if (!hasField(minutes.fields, field)) continue;
    const column = minutes.columns[field];
    for (let row = 0; row < tokens.length; row++) reader.readRow(field, row, rowUnit(field, tokens, row, tick), column);
  }
}

/** Rows of one room after the other, with the values that rows of later fields are coded against. All in the unit of their row. */
class SeriesReader {
  readonly #source: ByteSource;
  /** Where the filled slots begin in a column. */
  readonly #cells: Uint32Array;
  /** Of the row that is read; 0 where the blob leaves a cell out. */
  readonly #differences: Float64Array;
  /** A row of another field than volumes and last prices. */
  readonly #values: Float64Array;
  readonly #volumes: Rows;
  readonly #prices: Rows;
  /** The last prices of a row in another unit than its own. */
  readonly #converted: Float64Array;
  /** Places of all filled slots. */
  readonly #every: Uint16Array;
  /** Those at which a row's volume moved, the first among them, row by row: each begins where `#tradedFrom` says. */
  readonly #traded: Uint16Array;
  readonly #tradedFrom: Uint32Array;

  constructor(source: ByteSource, rows: number, cells: Uint32Array) {
    const { length } = cells;
    this.#source = source;
    this.#cells = cells;
    this.#differences = new Float64Array(length);
    this.#values = new Float64Array(length);
    this.#volumes = createRows(rows, length);
    this.#prices = createRows(rows, length);
    this.#converted = new Float64Array(length);
    this.#every = Uint16Array.from({ length }, (_, i) => i);
    this.#traded = new Uint16Array(rows * length);
    // Until volumes are read nothing has moved: the first slot alone.
    this.#tradedFrom = Uint32Array.from({ length: rows + 1 }, (_, row) => (length === 0 ? 0 : row));
  }

  /** Reads a row of a field. @param grid the field's unit in that row */
  readRow(field: number, row: number, grid: number, column: Column): void {
    const source = this.#source;
    const values = this.#valuesOf(field, row);
    const kind = source.u8();
    let unit = 1;
    if (kind === ROW_ABSENT) values.fill(ABSENT);
    else if ((kind & ROW_HELD) === 0 || kind > ROW_KINDS) source.fail("absurd", `row of kind ${kind}`);
    else {
      const isRising = (kind & ROW_RISING) !== 0;
      if ((kind & ROW_TRADED) !== 0) {
        this.#differences.fill(0);
        const traded = this.#traded.subarray(this.#tradedFrom[row], this.#tradedFrom[row + 1]);
        readRun(source, this.#differences, traded, isRising);
      } else readRun(source, this.#differences, this.#every, isRising);
      unit = (kind & ROW_UNITS) !== 0 ? grid : 1;
      const most = Math.floor((isPriceField(field) ? MAX_INT32 : MAX_QUANTITY) / unit);
      if (!this.#add(field, row, values, unit, most))
        source.fail("absurd", `field ${field}, row ${row}: a value too far`);
    }
    if (column instanceof Int32Array) placePrices(values, unit, column, this.#cells, row);
    else placeQuantities(values, unit, column, this.#cells, row);
    if (field === VOL) {
      this.#volumes.units[row] = unit;
      this.#keepTraded(row, values);
    } else if (field === LTP) this.#prices.units[row] = unit;
  }

  #valuesOf(field: number, row: number): Float64Array {
    if (field !== VOL && field !== LTP) return this.#values;
    const { values } = field === VOL ? this.#volumes : this.#prices;
    const { length } = this.#cells;
    return values.subarray(row * length, (row + 1) * length);
  }

  /** Puts the row together of what is expected and the differences. @returns false for values no column may hold */
  #add(field: number, row: number, values: Float64Array, unit: number, most: number): boolean {
    const differences = this.#differences;
    if (field === HIGH) return addHigh(differences, this.#pricesOf(row, unit), values, most);
    if (field === LOW) return addLow(differences, this.#pricesOf(row, unit), values, most);
    if (field === BID || field === ASK) return addQuote(differences, this.#pricesOf(row, unit), values, most);
    if (field !== VWAP) return addPlain(differences, values, most);
    const volumes = this.#volumes.values.subarray(row * values.length, (row + 1) * values.length);
    return addVwap(differences, this.#pricesOf(row, unit), volumes, this.#volumes.units[row], values, most);
  }

  /** The row's last prices in that unit, rounded down. */
  #pricesOf(row: number, unit: number): Float64Array {
    const { length } = this.#cells;
    const own = this.#prices.values.subarray(row * length, (row + 1) * length);
    const ownUnit = this.#prices.units[row];
    if (ownUnit === unit) return own;
    const converted = this.#converted;
    for (let i = 0; i < length; i++) {
      const scaled = own[i] === ABSENT ? ABSENT : own[i] * ownUnit;
      converted[i] = unit === 1 ? scaled : Math.floor(scaled / unit);
    }
    return converted;
  }

  #keepTraded(row: number, volumes: Float64Array): void {
    const traded = this.#traded;
    let end = this.#tradedFrom[row];
    let before = Number.NaN;
    for (let i = 0; i < volumes.length; i++) {
      const volume = volumes[i];
      // Written in any case, and kept where the volume moved: a branch would be guessed wrong half of the time.
      traded[end] = i;
      end += volume === before ? 0 : 1;
      before = volume;
    }
    this.#tradedFrom[row + 1] = end;
  }
}

interface Rows {
  /** Row by row, over the filled slots. */
  readonly values: Float64Array;
  /** In which a row counts. */
  readonly units: Float64Array;
}

const createRows = (rows: number, length: number): Rows => ({
  values: new Float64Array(rows * length).fill(ABSENT),
  units: new Float64Array(rows).fill(1),
});

function placePrices(values: Float64Array, unit: number, column: Int32Array, cells: Uint32Array, row: number): void {
  for (let i = 0; i < values.length; i++) {
    const counted = values[i];
    column[cells[i] + row] = counted === ABSENT ? ABSENT : counted * unit;
  }
}

function placeQuantities(
  values: Float64Array,
  unit: number,
  column: Float64Array,
  cells: Uint32Array,
  row: number,
): void {
  for (let i = 0; i < values.length; i++) {
    const counted = values[i];
    column[cells[i] + row] = counted === ABSENT ? ABSENT : counted * unit;
  }
}

/** Varints into the given places. Most have one or two bytes; longer ones are left to the source. */
function readRun(source: ByteSource, differences: Float64Array, places: Uint16Array, isRising: boolean): void {
  const { bytes } = source;
  let { pos } = source;
  for (let i = 0; i < places.length; i++) {
    let value = bytes[pos];
    if (value < 0x80) pos++;
    else if (bytes[pos + 1] < 0x80) {
      value = (value & 0x7f) | (bytes[pos + 1] << 7);
      pos += 2;
    } else {
      source.pos = pos;
      differences[places[i]] = isRising ? source.varint() : source.svarint();
      pos = source.pos;
      continue;
    }
    differences[places[i]] = isRising ? value : (value >>> 1) ^ -(value & 1);
  }
  // Short varints are not checked one by one: beyond the source there are zeros, and then nothing.
  if (pos > source.end) source.fail("truncated", `a row runs past ${source.end}`);
  source.pos = pos;
}

// Each function below writes `expected + difference` into `values`, in the row's unit; -1 is absent. Each returns false
// where that is no value of its column: not from -1 to `most`.

function addPlain(differences: Float64Array, values: Float64Array, most: number): boolean {
  let counted: number = ABSENT;
  for (let i = 0; i < values.length; i++) {
    counted += differences[i];
    if (counted < ABSENT || counted > most) return false;
    values[i] = counted;
  }
  return true;
}

/** The higher of the value before and the last price. */
function addHigh(differences: Float64Array, prices: Float64Array, values: Float64Array, most: number): boolean {
  let counted: number = ABSENT;
  for (let i = 0; i < values.length; i++) {
    const price = prices[i];
    counted = (price > counted ? price : counted) + differences[i];
    if (counted < ABSENT || counted > most) return false;
    values[i] = counted;
  }
  return true;
}

/** The lower of the value before and the last price, where both are known. */
function addLow(differences: Float64Array, prices: Float64Array, values: Float64Array, most: number): boolean {
  let counted: number = ABSENT;
  for (let i = 0; i < values.length; i++) {
    const price = prices[i];
    if (price !== ABSENT && (counted === ABSENT || price < counted)) counted = price;
    counted += differences[i];
    if (counted < ABSENT || counted > most) return false;
    values[i] = counted;
  }
  return true;
}

/** The value before, moved as the last price moved. */
function addQuote(differences: Float64Array, prices: Float64Array, values: Float64Array, most: number): boolean {
  let counted: number = ABSENT;
  let priceBefore: number = ABSENT;
  for (let i = 0; i < values.length; i++) {
    const price = prices[i];
    if (price !== ABSENT && counted !== ABSENT && priceBefore !== ABSENT)
      counted = Math.max(0, counted + price - priceBefore);
    counted += differences[i];
    if (counted < ABSENT || counted > most) return false;
    values[i] = counted;
    priceBefore = price;
  }
  return true;
}

/** The value before with the volume since, traded at the middle of the last prices. It counts in 1, as do its prices. */
function addVwap(
  differences: Float64Array,
  prices: Float64Array,
  volumes: Float64Array,
  volumeUnit: number,
  values: Float64Array,
  most: number,
): boolean {
  let counted: number = ABSENT;
  let volumeBefore: number = ABSENT;
  for (let i = 0; i < values.length; i++) {
    const volume = volumes[i];
    // Where nothing was traded it is the value before: that most cells need no more is what makes this fast.
    if (volume > volumeBefore && counted !== ABSENT && prices[i] !== ABSENT && prices[i - 1] !== ABSENT) {
      const middle = (prices[i - 1] + prices[i]) / 2;
      counted = expectedVwap(counted, volumeBefore * volumeUnit, volume * volumeUnit, middle);
    }
    counted += differences[i];
    if (counted < ABSENT || counted > most) return false;
    values[i] = counted;
    volumeBefore = volume;
  }
  return true;
}

/** Fills the live columns, which are coded against the last filled minute. */
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
