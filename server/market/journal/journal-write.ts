/** Hot once a minute (bench question: archive). Writes journal records; their bytes are described in journal-layout.ts. */
import { crc32 } from "node:zlib";
import {
  type Column,
  FIELD_COUNT,
  hasField,
  MISSING_MINUTE,
  type MinuteColumns,
  type RoomDay,
  type SlotColumns,
  slotColumns,
} from "#contract/domain/columns.ts";
import type { TokenTable } from "#contract/domain/instruments.ts";
import type { TradingDay } from "../feed.ts";
import type { PackedBlock } from "../minutes/packed-minutes.ts";
import type { RoomChanges, RowSet } from "../open-day/changed-rows.ts";
import {
  changedPrices,
  changedQuantities,
  priceDifferences,
  quantityDifferences,
  shortPrices,
  shortQuantities,
  TOO_WIDE,
} from "./journal-differences.ts";
import { dayToJson, tokensToJson } from "./journal-json.ts";
import {
  BLOCK,
  BLOCK_HEADER,
  columnBytes,
  DAY,
  DELTA8,
  DELTA16,
  DELTA32,
  DRAFT,
  EXTENDED,
  FLOAT64,
  MINUTE,
  RECORD_HEADER,
  SAME,
  SEALED,
  WHOLE,
} from "./journal-layout.ts";

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
    const count = this.#minute(MINUTE, at);
    for (let index = 0; index < rooms.length; index++) {
      const { minutes, open } = rooms[index];
      if (!isFilled(minutes, at - open) || isWritten(index, at - open)) continue;
      this.#room(index, minutes.state[at - open], rows[index]);
      this.#columns(minutes, rows[index], at - open);
      this.#count(count);
    }
    this.#end();
  }

  /**
   * The same, by what has changed since the slot before and the drafts that were told of this minute, where a room's
   * slot is known so; rooms that are not among `changes` are told whole.
   */
  sealed(at: number, rooms: readonly RoomDay[], rows: readonly number[], changes: readonly RoomChanges[]): void {
    const count = this.#minute(SEALED, at);
    for (let index = 0; index < rooms.length; index++) {
      const { minutes, open } = rooms[index];
      const slot = at - open;
      if (!isFilled(minutes, slot)) continue;
      this.#room(index, minutes.state[slot], rows[index]);
      this.#count(count);
      const closed = changes[index]?.closed;
      if (closed?.slot === slot && isFilled(minutes, slot - 1)) {
        const before = slotColumns(minutes, slot - 1);
        this.#changed(minutes, slotColumns(minutes, slot), before, closed.rows);
      } else {
        this.#put(WHOLE);
        this.#columns(minutes, rows[index], slot);
      }
    }
    this.#end();
  }

  /**
   * What has changed so far of rooms `from` up to `to` in a minute that is not closed: of those rooms only whose slot before is
   * known by their changes. Their changed rows are none from here on.
   * @returns the rooms told of; nothing is written where there are none.
   */
  draft(
    at: number,
    rooms: readonly RoomDay[],
    rows: readonly number[],
    changes: readonly RoomChanges[],
    from: number,
    to: number,
  ): number {
    const start = this.length;
    const count = this.#minute(DRAFT, at);
    let told = 0;
    for (let index = from; index < to; index++) {
      const { minutes, open, tokens } = rooms[index];
      const { base, columns, rows: changed } = changes[index];
      const slot = at - open;
      if (changed.count === 0 || base !== slot - 1 || !isFilled(minutes, base) || slot >= minutes.slots) continue;
      if (minutes.state[slot] !== MISSING_MINUTE || rows[index] !== tokens.length) continue;
      this.#room(index, MISSING_MINUTE, rows[index]);
      this.#changed(minutes, { columns, base: 0 }, slotColumns(minutes, base), changed);
      this.#count(count);
      changed.clear();
      told++;
    }
    if (told > 0) this.#end();
    else this.length = start;
    return told;
  }

  /** Begins a minute's record; gives where its count of rooms stands. */
  #minute(kind: number, at: number): number {
    this.#begin(kind, 8);
    this.#put(at);
    this.#put(0);
    return this.length / 4 - 1;
  }

  #count(at: number): void {
    this.#u32[at]++;
  }

  /** Begins a room of a minute, and makes room for it whatever it holds. */
  #room(index: number, state: number, rows: number): void {
    this.#reserve(16 + columnBytes(2, rows) + FIELD_COUNT * (4 + columnBytes(FLOAT64, rows)));
    if (this.#deltas.length < rows) this.#deltas = new Int32Array(rows * 2);
    this.#put(index);
    this.#put(state);
    this.#put(rows);
  }

  /** Some rows' differences to the slot before. */
  #changed({ fields }: MinuteColumns, at: SlotColumns, before: SlotColumns, { rows, count }: RowSet): void {
    this.#put(count);
    if (count === 0) return;
    const start = this.length;
    copyRows(rows, this.#i16, start >> 1, count);
    this.length += columnBytes(2, count);
    this.#pad(start + 2 * count);
    for (let field = 0; field < FIELD_COUNT; field++) {
      if (!hasField(fields, field)) continue;
      const column = at.columns[field];
      const earlier = before.columns[field];
      const spread =
        column instanceof Int32Array
          ? changedPrices(column, at.base, earlier, before.base, rows, count, this.#deltas)
          : changedQuantities(column, at.base, earlier, before.base, rows, count, this.#deltas);
      if (spread === TOO_WIDE) this.#whole(Float64Array.from(rows.subarray(0, count), (row) => column[at.base + row]));
      else this.#narrow(widthOf(spread), count);
    }
  }

  #columns(minutes: MinuteColumns, rows: number, slot: number): void {
    const { columns, base } = slotColumns(minutes, slot);
    const before = isFilled(minutes, slot - 1) ? slotColumns(minutes, slot - 1) : undefined;
    for (let field = 0; field < FIELD_COUNT; field++) {
      if (!hasField(minutes.fields, field)) continue;
      const column = columns[field];
      const earlier = before?.columns[field];
      if (earlier && this.#short(column, base, earlier, before.base, rows)) continue;
      const spread =
        column instanceof Int32Array
          ? priceDifferences(column, base, earlier, before?.base ?? 0, rows, this.#deltas)
          : quantityDifferences(column, base, earlier, before?.base ?? 0, rows, this.#deltas);
      if (spread === TOO_WIDE) this.#whole(Float64Array.from(column.subarray(base, base + rows)));
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
    if (width === DELTA8) copy8(this.#deltas, this.#i8, at, rows);
    else if (width === DELTA16) copy16(this.#deltas, this.#i16, at >> 1, rows);
    else if (width === DELTA32) copy32(this.#deltas, this.#i32, at >> 2, rows);
    this.length += columnBytes(width, rows);
    this.#pad(at + width * rows);
  }

  #whole(values: Float64Array): void {
    this.#put(FLOAT64);
    this.#u8.set(new Uint8Array(values.buffer), this.length);
    this.length += columnBytes(FLOAT64, values.length);
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

function widthOf(spread: number): number {
  if (spread === 0) return SAME;
  const bits = spread >>> 0;
  if (bits < 0x100) return DELTA8;
  return bits < 0x10000 ? DELTA16 : DELTA32;
}

const isFilled = ({ state, slots }: MinuteColumns, slot: number): boolean =>
  slot >= 0 && slot < slots && state[slot] !== MISSING_MINUTE;

// One function a type of array: code that sees several is several times slower.

function copy8(from: Int32Array, to: Int8Array, at: number, count: number): void {
  for (let i = 0; i < count; i++) to[at + i] = from[i];
}

function copy16(from: Int32Array, to: Int16Array, at: number, count: number): void {
  for (let i = 0; i < count; i++) to[at + i] = from[i];
}

function copyRows(from: Uint16Array, to: Int16Array, at: number, count: number): void {
  for (let i = 0; i < count; i++) to[at + i] = from[i];
}

function copy32(from: Int32Array, to: Int32Array, at: number, count: number): void {
  for (let i = 0; i < count; i++) to[at + i] = from[i];
}
