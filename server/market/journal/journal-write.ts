/** Hot once a minute (bench question: archive). Writes journal records; their bytes are described in journal-layout.ts. */
import { crc32 } from "node:zlib";
import {
  FIELD_COUNT,
  hasField,
  isPriceField,
  MISSING_MINUTE,
  type MinuteColumns,
  type RoomDay,
  type SlotColumns,
  slotColumns,
} from "#contract/domain/columns.ts";
import type { TokenTable } from "#contract/domain/instruments.ts";
import { type PackedBlock, PackedMinutes } from "../minutes/packed-minutes.ts";
import { PlainSlots } from "../minutes/plain-slots.ts";
import type { ChangedRows } from "../open-day/changed-rows.ts";
import { tokensToJson } from "./journal-json.ts";
import { BLOCK, BLOCK_HEADER, DAY, EXTENDED, MINUTE, padded, RECORD_HEADER, WHOLE_EVERY } from "./journal-layout.ts";

const SPACE = 0x20;

export interface MinuteOptions {
  /** Of the rooms, in their order: rows that may have changed. Other slots are compared with the slot before. */
  readonly changed?: readonly ChangedRows[];
  /** Whether a block holds a room's slot already. */
  isWritten?(room: number, slot: number): boolean;
  /**
   * The last slot of each room that the file has, kept up to date here: where that is not the slot before, all rows are
   * written. Without it the file has what is known.
   */
  readonly lastSlots?: Int32Array;
}

/** Appends records to one growing buffer, so that a minute is one write. */
export class RecordWriter {
  length = 0;
  #memory = new ArrayBuffer(1 << 16);
  #u8 = new Uint8Array(this.#memory);
  #u16 = new Uint16Array(this.#memory);
  #i32 = new Int32Array(this.#memory);
  #start = 0;
  /** Rows of a room that differ from the slot before. */
  #changed = new Uint16Array(256);
  #isChanged = new Int32Array(256);

  reset(): void {
    this.length = 0;
  }

  /** What was written since the reset; a view that the next write changes. */
  get written(): Uint8Array {
    return this.#u8.subarray(0, this.length);
  }

  /** Begins the record of the day, whose text follows in pieces. */
  beginDay(): void {
    this.#begin(DAY, 0);
  }

  text(piece: string): void {
    const bytes = Buffer.from(piece);
    this.#reserve(bytes.length);
    this.#u8.set(bytes, this.length);
    this.length += bytes.length;
  }

  endText(): void {
    this.#reserve(4);
    while (this.length % 4 !== 0) this.#u8[this.length++] = SPACE;
    this.#end();
  }

  extended(room: number, tokens: TokenTable, from: number): void {
    this.json(EXTENDED, { room, from, tokens: tokensToJson(tokens, from) });
  }

  /** A record of text; spaces fill it up to a multiple of four. */
  json(kind: number, value: unknown): void {
    this.#begin(kind, 0);
    this.text(JSON.stringify(value));
    this.endText();
  }

  /** A packed block of a room. */
  block(room: number, { first, rows, state, bytes }: PackedBlock): void {
    this.#begin(BLOCK, BLOCK_HEADER + state.length + bytes.length);
    for (const value of [room, first, rows, state.length, bytes.length]) this.#put(value);
    this.#u8.set(state, this.length);
    this.#u8.set(bytes, this.length + state.length);
    this.length += state.length + bytes.length;
    while (this.length % 4 !== 0) this.#u8[this.length++] = 0;
    this.#end();
  }

  /**
   * The slots of this minute, first `rows` of each room, where its session has the minute and something is known of it.
   */
  minute(
    at: number,
    rooms: readonly RoomDay[],
    rows: readonly number[],
    { changed, isWritten, lastSlots }: MinuteOptions = {},
  ): void {
    this.#begin(MINUTE, 8);
    this.#put(at);
    const count = this.length >> 2;
    this.#put(0);
    for (let index = 0; index < rooms.length; index++) {
      const { minutes, open } = rooms[index];
      const slot = at - open;
      if (!isFilled(minutes, slot) || isWritten?.(index, slot)) continue;
      this.#reserve(16 + padded(2 * rows[index]) + FIELD_COUNT * (4 + 8 * rows[index]));
      for (const value of [index, minutes.state[slot], rows[index]]) this.#put(value);
      const isFirst = lastSlots !== undefined && lastSlots[index] !== slot - 1;
      const isWhole = isFirst || (at + index) % WHOLE_EVERY === 0;
      this.#rows(minutes, slot, rows[index], isWhole ? this.#everyRow(rows[index]) : changed?.[index]?.of(slot));
      this.#i32[count]++;
      if (lastSlots) lastSlots[index] = slot;
    }
    this.#end();
  }

  /** The changed rows of a slot. */
  #rows(minutes: MinuteColumns, slot: number, rows: number, known: Uint16Array | undefined): void {
    const isKnown = known && (known.length === rows || isFilled(minutes, slot - 1));
    const changed = isKnown ? known : this.#findChanged(minutes, slot, slotColumns(minutes, slot), rows);
    const count = changed.length;
    this.#put(count);
    if (count < rows) {
      const end = this.length + padded(2 * count);
      this.#i32[end / 4 - 1] = 0;
      copyRows(changed, this.#u16, this.length >> 1, count);
      this.length = end;
    }
    // The slot that has just been closed is plain; one that had to wait until it was packed is not.
    const plain = minutes instanceof PackedMinutes ? minutes.plainSlot(slot) : undefined;
    if (plain) this.#gather(plain.tail, plain.index, changed);
    else this.#gather(this.#copyOf(minutes, slot, rows), 0, changed);
  }

  #copyOf(minutes: MinuteColumns, slot: number, rows: number): PlainSlots {
    const copy = new PlainSlots(minutes.fields, rows, 1);
    copy.put(0, slotColumns(minutes, slot), rows);
    return copy;
  }

  /** A column of each field that is kept. */
  #gather(slots: PlainSlots, index: number, rows: Uint16Array): void {
    const { fields, prices, quantities } = slots;
    const count = rows.length;
    for (let field = 0; field < FIELD_COUNT; field++) {
      if (!hasField(fields, field)) continue;
      const from = slots.cellOf(field, index);
      const to = (this.length >> 2) + 1;
      const fits = isPriceField(field)
        ? gatherPrices(prices, from, rows, count, this.#i32, to)
        : gatherQuantities(quantities, from, rows, count, this.#i32, to);
      this.#put(fits ? 4 : 8);
      if (fits) this.length += 4 * count;
      else this.#wide(quantities, from, rows);
    }
  }

  #wide(column: Float64Array, base: number, rows: Uint16Array): void {
    const values = Float64Array.from(rows, (row) => column[base + row]);
    this.#u8.set(new Uint8Array(values.buffer), this.length);
    this.length += values.byteLength;
  }

  #everyRow(rows: number): Uint16Array {
    this.#reserveRows(rows);
    for (let row = 0; row < rows; row++) this.#changed[row] = row;
    return this.#changed.subarray(0, rows);
  }

  #reserveRows(rows: number): void {
    if (this.#changed.length >= rows) return;
    this.#changed = new Uint16Array(rows * 2);
    this.#isChanged = new Int32Array(rows * 2);
  }

  /** The rows of a slot that differ from the slot before; all of them where that is a hole. */
  #findChanged(minutes: MinuteColumns, slot: number, now: SlotColumns, rows: number): Uint16Array {
    const { fields } = minutes;
    const before = isFilled(minutes, slot - 1) ? slotColumns(minutes, slot - 1) : undefined;
    this.#reserveRows(rows);
    const marks = this.#isChanged;
    marks.fill(before ? 0 : 1, 0, rows);
    for (let field = 0; before && field < FIELD_COUNT; field++) {
      if (!hasField(fields, field)) continue;
      const column = now.columns[field];
      if (column instanceof Int32Array)
        markPrices(column, now.base, before.columns[field] as Int32Array, before.base, rows, marks);
      else markQuantities(column, now.base, before.columns[field] as Float64Array, before.base, rows, marks);
    }
    return this.#changed.subarray(0, listMarked(marks, rows, this.#changed));
  }

  #put(value: number): void {
    this.#i32[this.length >> 2] = value;
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
    this.#i32[this.#start / 4] = payload.length;
    this.#i32[this.#start / 4 + 1] = crc32(payload);
  }

  #reserve(count: number): void {
    if (this.length + count <= this.#memory.byteLength) return;
    const grown = new ArrayBuffer(padded(Math.max(this.#memory.byteLength * 2, this.length + count)));
    new Uint8Array(grown).set(this.written);
    this.#memory = grown;
    this.#u8 = new Uint8Array(grown);
    this.#u16 = new Uint16Array(grown);
    this.#i32 = new Int32Array(grown);
  }
}

const isFilled = ({ state, slots }: MinuteColumns, slot: number): boolean =>
  slot >= 0 && slot < slots && state[slot] !== MISSING_MINUTE;

// One function a type of array: code that sees several is several times slower.

function markPrices(a: Int32Array, at: number, b: Int32Array, before: number, rows: number, marks: Int32Array): void {
  for (let row = 0; row < rows; row++) marks[row] |= a[at + row] ^ b[before + row];
}

function markQuantities(
  a: Float64Array,
  at: number,
  b: Float64Array,
  before: number,
  rows: number,
  marks: Int32Array,
): void {
  for (let row = 0; row < rows; row++) marks[row] |= +(a[at + row] !== b[before + row]);
}

/** Lists the rows that are marked; gives how many. */
function listMarked(marks: Int32Array, rows: number, out: Uint16Array): number {
  let count = 0;
  for (let row = 0; row < rows; row++) {
    out[count] = row;
    count += +(marks[row] !== 0);
  }
  return count;
}

function gatherPrices(
  column: Int32Array,
  base: number,
  rows: Uint16Array,
  count: number,
  out: Int32Array,
  to: number,
): boolean {
  for (let i = 0; i < count; i++) out[to + i] = column[base + rows[i]];
  return true;
}

/** False where a value is no 32-bit integer. */
function gatherQuantities(
  column: Float64Array,
  base: number,
  rows: Uint16Array,
  count: number,
  out: Int32Array,
  to: number,
): boolean {
  for (let i = 0; i < count; i++) {
    const value = column[base + rows[i]];
    out[to + i] = value;
    if (out[to + i] !== value) return false;
  }
  return true;
}

function copyRows(from: Uint16Array, to: Uint16Array, at: number, count: number): void {
  for (let i = 0; i < count; i++) to[at + i] = from[i];
}
