/**
 * Hot (bench question: archive). Some slots of a room, packed: field by field, row by row, each row as its first value
 * and the differences after it in as few bits as the widest needs. Half the size of varints on quiet rows, and several
 * times faster both ways, which is what counts where all rooms are packed all day.
 *
 *     row     u8 header: bits 0-4 the width of a difference in bits, 0 where all values are the first, WIDE for 32 bits,
 *             RAW for the values as they are; then
 *             ABSENT_ROW: nothing
 *             RAW: the filled slots' values, 4 bytes of a price, 8 of a quantity
 *             else: first value (signed varint), IS_SPARSE: a bit a slot after the first, set where it differs from
 *             the slot before; then the differences (of the set bits only), zigzag, lowest bits first, to a whole byte
 *     values  counted in the row's unit (tick, lot) with IN_UNITS, else in 1; absent counts as -1
 *
 * Only filled slots are kept: what stands in a hole is nothing. Any value comes back as it was, on the grid or off it.
 */
import { type Column, type ColumnSet, FIELD_COUNT, hasField, isPriceField } from "#contract/domain/columns.ts";
import { ABSENT } from "#contract/domain/units.ts";
import { ByteSink, ByteSource } from "#contract/wire/varint.ts";

/** Slots a block: a multiple of 8. */
export const BLOCK_SLOTS = 16;

const WIDTH = 0x1f;
const MAX_WIDTH = 24;
const WIDE = 25;
const RAW = 31;
const IN_UNITS = 0x20;
const IS_SPARSE = 0x40;
const ABSENT_ROW = 0x80;

/** Beyond it the zigzag form of a difference leaves 32 bits. */
const MAX_DIFFERENCE = 0x3fff_ffff;
/** ByteSource keeps as much after its input. */
const SOURCE_SPARE = 64;
/** Header, first value, and the longest series: raw quantities. */
const MAX_ROW_BYTES = 16 + BLOCK_SLOTS * 8;

/** The grid of a room's figures: only a hint that makes them small. */
export interface Grid {
  /** Price tick, scaled. */
  readonly tick: number;
  /** Units a lot by row; at least 1. */
  readonly lots: Int32Array;
}

/** Which cells of a column set make a block. */
export interface BlockCells {
  readonly columns: ColumnSet;
  /** Cell of row 0 by filled slot, in order. */
  readonly starts: readonly number[];
  /** The same in columns of quantities, where that is another. */
  readonly quantityStarts?: readonly number[];
  readonly rows: number;
  /** Fields that are kept. */
  readonly fields: number;
}

const sink = new ByteSink();
/** A row's values, and the same counted in its unit. */
const values = new Float64Array(BLOCK_SLOTS);
const counted = new Float64Array(BLOCK_SLOTS);
const zigzag = new Int32Array(BLOCK_SLOTS);

/** @returns the packed cells, in a buffer of their own. */
export function packBlock(
  { columns, starts, quantityStarts = starts, rows, fields }: BlockCells,
  { tick, lots }: Grid,
): Uint8Array {
  sink.reset();
  sink.ensure(rows * FIELD_COUNT * MAX_ROW_BYTES);
  for (let field = 0; field < FIELD_COUNT; field++) {
    if (!hasField(fields, field)) continue;
    if (isPriceField(field)) packPrices(columns[field] as Int32Array, starts, rows, tick);
    else packQuantities(columns[field] as Float64Array, quantityStarts, rows, lots);
  }
  return sink.take();
}

// The two differ in the type of their column alone: code that sees one type of array is twice as fast.

function packPrices(column: Int32Array, starts: readonly number[], rows: number, tick: number): void {
  const count = starts.length;
  for (let row = 0; row < rows; row++) {
    const first = column[starts[0] + row];
    let isSame = true;
    values[0] = first;
    for (let i = 1; i < count; i++) {
      const value = column[starts[i] + row];
      values[i] = value;
      if (value !== first) isSame = false;
    }
    packRow(count, isSame, tick, true);
  }
}

function packQuantities(column: Float64Array, starts: readonly number[], rows: number, lots: Int32Array): void {
  const count = starts.length;
  for (let row = 0; row < rows; row++) {
    const first = column[starts[0] + row];
    let isSame = true;
    values[0] = first;
    for (let i = 1; i < count; i++) {
      const value = column[starts[i] + row];
      values[i] = value;
      if (value !== first) isSame = false;
    }
    packRow(count, isSame, lots[row], false);
  }
}

/** Packs the row that stands in `values`. */
function packRow(count: number, isSame: boolean, unit: number, isPrice: boolean): void {
  if (isSame && values[0] === ABSENT) {
    sink.u8(ABSENT_ROW);
    return;
  }
  const distinct = isSame ? 1 : count;
  const inUnits = countIn(unit, distinct);
  if (!inUnits && !countIn(1, distinct)) {
    packRaw(count, isPrice);
    return;
  }
  const header = sink.length;
  sink.u8(0);
  sink.svarint(counted[0]);
  const kind = isSame ? 0 : packDifferences(count);
  if (kind === RAW) {
    sink.length = header;
    packRaw(count, isPrice);
    return;
  }
  sink.bytes[header] = (inUnits ? IN_UNITS : 0) | kind;
}

/** Counts the first `count` values in `unit`; false where one is not a whole number of them. */
function countIn(unit: number, count: number): boolean {
  for (let i = 0; i < count; i++) {
    const value = values[i];
    if (!(value <= Number.MAX_SAFE_INTEGER && value >= -Number.MAX_SAFE_INTEGER)) return false;
    if (unit === 1 || value === ABSENT) {
      if (Math.floor(value) !== value) return false;
      counted[i] = value;
      continue;
    }
    const units = Math.floor(value / unit);
    // A negative count would be taken for an absent value.
    if (units < 0 || units * unit !== value) return false;
    counted[i] = units;
  }
  return true;
}

/** Writes the differences of the counted values; gives the header's bits for them, RAW where they are too wide. */
function packDifferences(count: number): number {
  let spread = 0;
  let changes = 0;
  for (let i = 1; i < count; i++) {
    const difference = counted[i] - counted[i - 1];
    if (difference > MAX_DIFFERENCE || difference < -MAX_DIFFERENCE) return RAW;
    const folded = (difference << 1) ^ (difference >> 31);
    zigzag[i] = folded;
    spread |= folded;
    if (folded !== 0) changes++;
  }
  const bits = 32 - Math.clz32(spread);
  const width = bits > MAX_WIDTH ? WIDE : bits;
  const cost = width === WIDE ? 32 : width;
  const isSparse = count - 1 + changes * cost < (count - 1) * cost;
  if (isSparse) putChanges(count);
  if (width === WIDE) putWide(count, isSparse);
  else putBits(count, width, isSparse);
  return width | (isSparse ? IS_SPARSE : 0);
}

function putChanges(count: number): void {
  for (let from = 1; from < count; from += 8) {
    let mask = 0;
    for (let i = from; i < Math.min(count, from + 8); i++) if (zigzag[i] !== 0) mask |= 1 << (i - from);
    sink.u8(mask);
  }
}

function putBits(count: number, width: number, isSparse: boolean): void {
  const { bytes } = sink;
  let at = sink.length;
  let held = 0;
  let bits = 0;
  for (let i = 1; i < count; i++) {
    if (isSparse && zigzag[i] === 0) continue;
    held |= zigzag[i] << bits;
    bits += width;
    while (bits >= 8) {
      bytes[at++] = held;
      held >>>= 8;
      bits -= 8;
    }
  }
  if (bits > 0) bytes[at++] = held;
  sink.length = at;
}

function putWide(count: number, isSparse: boolean): void {
  for (let i = 1; i < count; i++) if (!isSparse || zigzag[i] !== 0) sink.u32(zigzag[i]);
}

function packRaw(count: number, isPrice: boolean): void {
  sink.u8(RAW);
  for (let i = 0; i < count; i++) {
    if (isPrice) sink.view.setInt32(sink.length, values[i], true);
    else sink.view.setFloat64(sink.length, values[i], true);
    sink.length += isPrice ? 4 : 8;
  }
}

let source = createSource(1 << 16);

function createSource(capacity: number): ByteSource {
  return new ByteSource(capacity, (reason, message) => {
    throw new RangeError(`packed minutes: ${reason}: ${message}`);
  });
}

/**
 * Writes a packed block's values into the cells; those of absent rows are written, too.
 * @throws RangeError when the bytes are not those of this shape.
 */
export function unpackBlock(
  packed: Uint8Array,
  { columns, starts, quantityStarts = starts, rows, fields }: BlockCells,
  grid: Grid,
): void {
  if (packed.length + SOURCE_SPARE > source.bytes.length) source = createSource(packed.length * 2);
  source.load(packed);
  for (let field = 0; field < FIELD_COUNT; field++) {
    if (!hasField(fields, field)) continue;
    const column = columns[field];
    const isPrice = isPriceField(field);
    const at = isPrice ? starts : quantityStarts;
    for (let row = 0; row < rows; row++) unpackRow(column, at, row, isPrice, isPrice ? grid.tick : grid.lots[row]);
  }
  if (source.pos !== source.end) source.fail("absurd", `${source.end - source.pos} bytes too many`);
}

function unpackRow(column: Column, starts: readonly number[], row: number, isPrice: boolean, unit: number): void {
  const header = source.u8();
  if (header === ABSENT_ROW) {
    for (let i = 0; i < starts.length; i++) column[starts[i] + row] = ABSENT;
    return;
  }
  const width = header & WIDTH;
  if (width === RAW) {
    unpackRaw(column, starts, row, isPrice);
    return;
  }
  const scale = (header & IN_UNITS) === 0 ? 1 : unit;
  let value = source.svarint();
  const first = value === ABSENT ? ABSENT : value * scale;
  column[starts[0] + row] = first;
  if (width === 0) {
    for (let i = 1; i < starts.length; i++) column[starts[i] + row] = first;
    return;
  }
  readDifferences(starts.length, width, (header & IS_SPARSE) !== 0);
  for (let i = 1; i < starts.length; i++) {
    value += (zigzag[i] >>> 1) ^ -(zigzag[i] & 1);
    column[starts[i] + row] = value === ABSENT ? ABSENT : value * scale;
  }
}

function unpackRaw(column: Column, starts: readonly number[], row: number, isPrice: boolean): void {
  for (const start of starts) {
    const at = source.skip(isPrice ? 4 : 8);
    column[start + row] = isPrice ? source.view.getInt32(at, true) : source.view.getFloat64(at, true);
  }
}

function readDifferences(count: number, width: number, isSparse: boolean): void {
  let changes = count - 1;
  zigzag.fill(1, 0, count);
  if (isSparse) {
    changes = 0;
    for (let from = 1; from < count; from += 8) {
      const mask = source.u8();
      for (let i = from; i < Math.min(count, from + 8); i++) {
        zigzag[i] = (mask >> (i - from)) & 1;
        changes += zigzag[i];
      }
    }
  }
  if (width === WIDE) {
    for (let i = 1; i < count; i++) if (zigzag[i] !== 0) zigzag[i] = source.u32();
  } else readBits(count, width, source.skip((changes * width + 7) >> 3));
}

function readBits(count: number, width: number, from: number): void {
  const { bytes } = source;
  const mask = (1 << width) - 1;
  let at = from;
  let held = 0;
  let bits = 0;
  for (let i = 1; i < count; i++) {
    if (zigzag[i] === 0) continue;
    while (bits < width) {
      held |= bytes[at++] << bits;
      bits += 8;
    }
    zigzag[i] = held & mask;
    held >>>= width;
    bits -= width;
  }
}
