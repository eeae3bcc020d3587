/** Hot once a minute (bench question: archive). Writes journal records; their bytes are described in journal-layout.ts. */
import { crc32 } from "node:zlib";
import {
  type Column,
  FIELD_COUNT,
  HOLE,
  hasField,
  type MinuteColumns,
  type RoomDay,
  slotColumns,
} from "#contract/domain/columns.ts";
import type { TokenTable } from "#contract/domain/instruments.ts";
import type { TradingDay } from "../feeds/feed.ts";
import { dayToJson, tokensToJson } from "./journal-json.ts";
import {
  BLOCK,
  BLOCK_HEADER,
  columnBytes,
  DAY,
  DELTA8,
  DELTA16,
  DELTA32,
  EXTENDED,
  FLOAT64,
  MINUTE,
  RECORD_HEADER,
  SAME,
} from "./journal-layout.ts";
import type { PackedBlock } from "./minutes/packed-minutes.ts";

const SPACE = 0x20;
const notYet = (): boolean => false;

/** Appends records to one growing buffer, so that a minute is one write. */
export class RecordWriter {
  length = 0;
  #memory = new ArrayBuffer(1 << 16);
  #u8 = new Uint8Array(this.#memory);
  #i8 = new Int8Array(this.#memory);
  #i16 = new Int16Array(this.#memory);
  #i32 = new Int32Array(this.#memory);
  #u32 = new Uint32Array(this.#memory);
  #start = 0;
  #deltas = new Int32Array(256);

  reset(): void {
    this.length = 0;
  }

  /** What was written since the reset; a view that the next write changes. */
  get written(): Uint8Array {
    return this.#u8.subarray(0, this.length);
  }

  day(day: TradingDay): void {
    this.json(DAY, dayToJson(day));
  }

  extended(room: number, tokens: TokenTable, from: number): void {
    this.json(EXTENDED, { room, from, tokens: tokensToJson(tokens, from) });
  }

  /** A record of text; spaces fill it up to a multiple of four. */
  json(kind: number, value: unknown): void {
    const text = Buffer.from(JSON.stringify(value));
    this.#begin(kind, text.length + 4);
    this.#u8.set(text, this.length);
    this.length += text.length;
    while (this.length % 4 !== 0) this.#u8[this.length++] = SPACE;
    this.#end();
  }

  /** A packed block of a room. */
  block(room: number, { first, rows, state, bytes }: PackedBlock): void {
    this.#begin(BLOCK, BLOCK_HEADER + state.length + bytes.length);
    for (const value of [room, first >>> 0, rows, state.length, bytes.length]) this.#put(value);
    this.#u8.set(state, this.length);
    this.#u8.set(bytes, this.length + state.length);
    this.length += state.length + bytes.length;
    while (this.length % 4 !== 0) this.#u8[this.length++] = 0;
    this.#end();
  }

  /**
   * The slots of this minute, first `rows` of each room, where its session has the minute and something is known of it.
   * @param isWritten whether a block has told a room's slot already.
   */
  minute(
    at: number,
    rooms: readonly RoomDay[],
    rows: readonly number[],
    isWritten: (room: number, slot: number) => boolean = notYet,
  ): void {
    this.#begin(MINUTE, 8);
    this.#put(at);
    const countAt = this.length / 4;
    this.#put(0);
    let count = 0;
    for (let index = 0; index < rooms.length; index++) {
      const room = rooms[index];
      const slot = at - room.open;
      if (slot < 0 || slot >= room.minutes.slots || room.minutes.state[slot] === HOLE) continue;
      if (isWritten(index, slot)) continue;
      this.#room(index, room.minutes, rows[index], slot);
      count++;
    }
    this.#u32[countAt] = count;
    this.#end();
  }

  #room(index: number, minutes: MinuteColumns, rows: number, slot: number): void {
    this.#reserve(12 + FIELD_COUNT * (4 + columnBytes(FLOAT64, rows)));
    if (this.#deltas.length < rows) this.#deltas = new Int32Array(rows * 2);
    this.#put(index);
    this.#put(minutes.state[slot]);
    this.#put(rows);
    const { columns, base } = slotColumns(minutes, slot);
    const before = slot > 0 && minutes.state[slot - 1] !== HOLE ? slotColumns(minutes, slot - 1) : undefined;
    for (let field = 0; field < FIELD_COUNT; field++) {
      if (!hasField(minutes.fields, field)) continue;
      const column = columns[field];
      const earlier = before?.columns[field];
      if (earlier && this.#short(column, base, earlier, before.base, rows)) continue;
      const spread =
        column instanceof Int32Array
          ? priceDifferences(column, base, earlier, before?.base ?? 0, rows, this.#deltas)
          : quantityDifferences(column, base, earlier, before?.base ?? 0, rows, this.#deltas);
      if (spread === TOO_WIDE) this.#whole(column, base, rows);
      else this.#narrow(widthOf(spread), rows);
    }
  }

  /** Most columns differ by 16 bits at most, and are written as they are read. False, and nothing written, where not. */
  #short(column: Column, at: number, earlier: Column, before: number, rows: number): boolean {
    const to = (this.length >> 1) + 2;
    const spread =
      column instanceof Int32Array
        ? shortPrices(column, at, earlier, before, rows, this.#i16, to)
        : shortQuantities(column, at, earlier, before, rows, this.#i16, to);
    if (spread === TOO_WIDE) return false;
    const width = widthOf(spread);
    if (width === DELTA32) return false;
    this.#put(width);
    const start = this.length;
    // In place: what is read lies behind what is written.
    if (width === DELTA8) for (let i = 0; i < rows; i++) this.#i8[start + i] = this.#i16[to + i];
    this.length += columnBytes(width, rows);
    this.#pad(start + width * rows);
    return true;
  }

  /** The padding of a narrow column is whatever the buffer held: zero it, so that equal minutes are equal bytes. */
  #pad(from: number): void {
    for (let i = from; i < this.length; i++) this.#u8[i] = 0;
  }

  #narrow(width: number, rows: number): void {
    this.#put(width);
    const at = this.length;
    if (width === DELTA8) copy(this.#deltas, this.#i8, at, rows);
    else if (width === DELTA16) copy(this.#deltas, this.#i16, at >> 1, rows);
    else if (width === DELTA32) copy(this.#deltas, this.#i32, at >> 2, rows);
    this.length += columnBytes(width, rows);
    this.#pad(at + width * rows);
  }

  #whole(column: Column, at: number, rows: number): void {
    this.#put(FLOAT64);
    const values = Float64Array.from(column.subarray(at, at + rows));
    this.#u8.set(new Uint8Array(values.buffer), this.length);
    this.length += columnBytes(FLOAT64, rows);
  }

  #put(value: number): void {
    this.#u32[this.length / 4] = value;
    this.length += 4;
  }

  #begin(kind: number, bytes: number): void {
    this.#start = this.length;
    this.#reserve(RECORD_HEADER + 8 + bytes);
    this.length += RECORD_HEADER;
    this.#put(kind);
  }

  #end(): void {
    const payload = this.#u8.subarray(this.#start + RECORD_HEADER, this.length);
    this.#u32[this.#start / 4] = payload.length;
    this.#u32[this.#start / 4 + 1] = crc32(payload);
  }

  #reserve(count: number): void {
    if (this.length + count <= this.#memory.byteLength) return;
    const grown = new ArrayBuffer(Math.ceil(Math.max(this.#memory.byteLength * 2, this.length + count) / 8) * 8);
    new Uint8Array(grown).set(this.#u8.subarray(0, this.length));
    this.#memory = grown;
    this.#u8 = new Uint8Array(grown);
    this.#i8 = new Int8Array(grown);
    this.#i16 = new Int16Array(grown);
    this.#i32 = new Int32Array(grown);
    this.#u32 = new Uint32Array(grown);
  }
}

/** No or-ed zigzag form is a fraction. */
const TOO_WIDE = 0.5;

/**
 * Differences of a price column from cell `at` to those of the slot before from cell `before` (to 0 without one).
 * @returns their zigzag forms or-ed together: below 2^n when each fits n bits. They wrap at 32 bits, as the reader does.
 */
function priceDifferences(
  column: Column,
  at: number,
  earlier: Column | undefined,
  before: number,
  rows: number,
  out: Int32Array,
): number {
  let spread = 0;
  for (let i = 0; i < rows; i++) {
    const delta = (column[at + i] - (earlier === undefined ? 0 : earlier[before + i])) | 0;
    out[i] = delta;
    spread |= (delta << 1) ^ (delta >> 31);
  }
  return spread;
}

/** Differences of a price column as 16 bits, written to `to`; their spread, which says whether they fit. */
function shortPrices(
  column: Column,
  at: number,
  earlier: Column,
  before: number,
  rows: number,
  out: Int16Array,
  to: number,
): number {
  let spread = 0;
  for (let i = 0; i < rows; i++) {
    const delta = (column[at + i] - earlier[before + i]) | 0;
    out[to + i] = delta;
    spread |= (delta << 1) ^ (delta >> 31);
  }
  return spread;
}

/** The same of a quantity column; TOO_WIDE where a difference is no 31-bit integer. */
function shortQuantities(
  column: Column,
  at: number,
  earlier: Column,
  before: number,
  rows: number,
  out: Int16Array,
  to: number,
): number {
  let spread = 0;
  for (let i = 0; i < rows; i++) {
    const difference = column[at + i] - earlier[before + i];
    const delta = difference | 0;
    if (delta !== difference) return TOO_WIDE;
    out[to + i] = delta;
    spread |= (delta << 1) ^ (delta >> 31);
  }
  return spread;
}

/** The same of a quantity column; TOO_WIDE where a difference is no 31-bit integer, whose zigzag form fits. */
function quantityDifferences(
  column: Column,
  at: number,
  earlier: Column | undefined,
  before: number,
  rows: number,
  out: Int32Array,
): number {
  let spread = 0;
  for (let i = 0; i < rows; i++) {
    const difference = column[at + i] - (earlier === undefined ? 0 : earlier[before + i]);
    const delta = difference | 0;
    if (delta !== difference) return TOO_WIDE;
    out[i] = delta;
    spread |= (delta << 1) ^ (delta >> 31);
  }
  return spread;
}

function widthOf(spread: number): number {
  if (spread === 0) return SAME;
  const bits = spread >>> 0;
  if (bits < 0x100) return DELTA8;
  return bits < 0x10000 ? DELTA16 : DELTA32;
}

function copy(from: Int32Array, to: Int8Array | Int16Array | Int32Array, at: number, rows: number): void {
  for (let i = 0; i < rows; i++) to[at + i] = from[i];
}
