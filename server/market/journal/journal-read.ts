/** Reads a journal back; its bytes are described in journal-layout.ts. */

import { type FileHandle, open } from "node:fs/promises";
import { crc32 } from "node:zlib";
import {
  type Column,
  createLiveColumns,
  FIELD_COUNT,
  hasField,
  type LiveColumns,
  MISSING_MINUTE,
  type MinuteColumns,
  type RoomDay,
  type SlotColumns,
  slotColumns,
  writeSlot,
} from "#contract/domain/columns.ts";
import { growRoomDay } from "#contract/wire/frame.ts";
import type { TradingDay } from "../feed.ts";
import { packRoom } from "../minutes/pack-room.ts";
import { dayFromJson, putTokens, type TokensJson } from "./journal-json.ts";
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
  MAX_PAYLOAD,
  MINUTE,
  RECORD_HEADER,
  SAME,
  SEALED,
  WHOLE,
} from "./journal-layout.ts";

/** What a journal file says. */
export interface JournalContents {
  readonly day: TradingDay;
  /** Of the file's bytes: who writes on writes the newest. */
  readonly version: number;
  /** Rows of each room's token table that the file knows. */
  readonly rows: number[];
  /** The last minute with a record; undefined when the day has none yet. */
  readonly lastMinute: number | undefined;
  /** Bytes up to the end of the last whole record: the file is cut there before it is written on. */
  readonly length: number;
}

/**
 * Reads every whole record from the start; stops at the first that is torn or damaged.
 * @returns undefined when not even the day is whole.
 * @throws JournalVersionError when a newer version wrote it.
 */
export function readJournal(bytes: Buffer): JournalContents | undefined {
  const reader = new JournalReader();
  for (;;) {
    const from = reader.length + RECORD_HEADER;
    const length = from < bytes.length ? payloadLength(bytes, reader.length, bytes.length - from) : 0;
    if (length === 0 || !reader.take(bytes.subarray(from, from + length), bytes.readUInt32LE(from - 4))) break;
  }
  return reader.contents;
}

/** The same of a file, a record in memory at a time: a whole day is hundreds of megabytes. */
export async function readJournalFile(
  path: string,
): Promise<{ readonly contents: JournalContents | undefined; readonly size: number }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const reader = new JournalReader();
    const header = Buffer.alloc(RECORD_HEADER);
    let payload = Buffer.alloc(1 << 20);
    for (;;) {
      const from = reader.length + RECORD_HEADER;
      if (from >= size || !(await readWhole(file, header, RECORD_HEADER, reader.length))) break;
      const length = payloadLength(header, 0, size - from);
      if (length > payload.length) payload = Buffer.alloc(length * 2);
      if (length === 0 || !(await readWhole(file, payload, length, from))) break;
      if (!reader.take(payload.subarray(0, length), header.readUInt32LE(4))) break;
    }
    return { contents: reader.contents, size };
  } finally {
    await file.close();
  }
}

async function readWhole(file: FileHandle, into: Buffer, length: number, position: number): Promise<boolean> {
  let done = 0;
  while (done < length) {
    const { bytesRead } = await file.read(into, done, length - done, position + done);
    if (bytesRead === 0) return false;
    done += bytesRead;
  }
  return true;
}

/** The length that a record's header tells; 0 where it can be none, or `rest` has less. */
function payloadLength(header: Buffer, at: number, rest: number): number {
  const length = header.readUInt32LE(at);
  return length < 4 || length % 4 !== 0 || length > MAX_PAYLOAD || length > rest ? 0 : length;
}

/** Takes records in their order. */
class JournalReader {
  /** Bytes of the records taken. */
  length = 0;
  #day: TradingDay | undefined;
  #version = 0;
  readonly #drafts: Drafts = new Map();
  #rows: number[] = [];
  #lastMinute: number | undefined;

  get contents(): JournalContents | undefined {
    const day = this.#day;
    return day && { day, version: this.#version, rows: this.#rows, lastMinute: this.#lastMinute, length: this.length };
  }

  /** False for a record that is damaged, or that makes no sense here: it ends what is known. */
  take(payload: Buffer, checksum: number): boolean {
    if (crc32(payload) !== checksum) return false;
    const kind = payload.readUInt32LE(0);
    const day = this.#day;
    if (day === undefined) {
      if (kind !== DAY) return false;
      const told = dayFromJson(payload.toString("utf8", 4));
      this.#day = told.day;
      this.#version = told.version;
      this.#rows = told.day.rooms.map((room) => room.tokens.length);
    } else if (kind === MINUTE) this.#told(readMinute(payload, day.rooms));
    else if (kind === DRAFT) readChanges(payload, day.rooms, this.#drafts, false);
    else if (kind === SEALED) this.#told(readChanges(payload, day.rooms, this.#drafts, true));
    else if (kind === BLOCK) this.#told(readBlock(payload, day.rooms));
    else if (kind === EXTENDED) readExtended(payload, day.rooms, this.#rows);
    else return false;
    this.length += RECORD_HEADER + payload.length;
    return true;
  }

  #told(minute: number): void {
    this.#lastMinute = Math.max(this.#lastMinute ?? 0, minute);
  }
}

function readMinute(payload: Buffer, rooms: readonly RoomDay[]): number {
  const at = payload.readUInt32LE(4);
  const count = payload.readUInt32LE(8);
  let pos = 12;
  for (let i = 0; i < count; i++) {
    const { minutes, open: first } = rooms[payload.readUInt32LE(pos)];
    const slot = at - first;
    const state = payload.readUInt32LE(pos + 4);
    const rows = payload.readUInt32LE(pos + 8);
    pos = readColumns(payload, pos + 12, minutes, slot, rows);
    writeSlot(minutes, slot, { columns: scratch.columns, base: 0 }, rows, state);
  }
  return at;
}

/** Reads whole columns of a slot into the scratch. */
function readColumns(payload: Buffer, from: number, minutes: MinuteColumns, slot: number, rows: number): number {
  let pos = from;
  if (scratch.capacity < rows) scratch = createLiveColumns(rows * 2);
  const before = slot > 0 && minutes.state[slot - 1] !== MISSING_MINUTE ? slotColumns(minutes, slot - 1) : undefined;
  for (let field = 0; field < FIELD_COUNT; field++) {
    if (hasField(minutes.fields, field)) pos = readColumn(payload, pos, scratch.columns[field], before, field, rows);
  }
  return pos;
}

/** What drafts of a minute have told of a room. */
interface Draft {
  readonly slot: number;
  readonly live: LiveColumns;
}
/** By index of the room. */
type Drafts = Map<number, Draft>;

/** A draft of a minute, or what seals it. */
function readChanges(payload: Buffer, rooms: readonly RoomDay[], drafts: Drafts, isSealed: boolean): number {
  const at = payload.readUInt32LE(4);
  const count = payload.readUInt32LE(8);
  let pos = 12;
  for (let i = 0; i < count; i++) {
    const index = payload.readUInt32LE(pos);
    const state = payload.readUInt32LE(pos + 4);
    const rows = payload.readUInt32LE(pos + 8);
    const changed = payload.readUInt32LE(pos + 12);
    const { minutes, open: first } = rooms[index];
    const slot = at - first;
    pos += 16;
    if (changed === WHOLE) {
      pos = readColumns(payload, pos, minutes, slot, rows);
      writeSlot(minutes, slot, { columns: scratch.columns, base: 0 }, rows, state);
    } else {
      const { live } = draftOf(drafts, index, minutes, slot, rows);
      pos = readChanged(payload, pos, minutes, slot, live, changed);
      if (isSealed) writeSlot(minutes, slot, { columns: live.columns, base: 0 }, rows, state);
    }
    if (isSealed) drafts.delete(index);
  }
  return at;
}

/** What is drafted of a slot; where nothing is, it is the slot before. */
function draftOf(drafts: Drafts, index: number, minutes: MinuteColumns, slot: number, rows: number): Draft {
  const known = drafts.get(index);
  if (known?.slot === slot && known.live.capacity >= rows) return known;
  const draft = { slot, live: createLiveColumns(rows) };
  const { columns, base } = slotColumns(minutes, slot - 1);
  for (let field = 0; field < FIELD_COUNT; field++) {
    if (hasField(minutes.fields, field)) draft.live.columns[field].set(columns[field].subarray(base, base + rows));
  }
  drafts.set(index, draft);
  return draft;
}

/** Puts the changed rows into the draft. */
function readChanged(
  payload: Buffer,
  from: number,
  minutes: MinuteColumns,
  slot: number,
  { columns }: LiveColumns,
  count: number,
): number {
  if (count === 0) return from;
  const rows = valuesOf(payload, from, DELTA16, count) ?? [];
  const before = slotColumns(minutes, slot - 1);
  let pos = from + columnBytes(DELTA16, count);
  for (let field = 0; field < FIELD_COUNT; field++) {
    if (!hasField(minutes.fields, field)) continue;
    const width = payload.readUInt32LE(pos);
    const values = valuesOf(payload, pos + 4, width, count);
    const earlier = before.columns[field];
    for (let i = 0; i < count; i++) {
      const row = rows[i] & 0xffff;
      columns[field][row] = (width === FLOAT64 ? 0 : earlier[before.base + row]) + (values?.[i] ?? 0);
    }
    pos += 4 + columnBytes(width, count);
  }
  return pos;
}

/** One room's minute, until it is written into its slot. */
let scratch = createLiveColumns(0);

function readColumn(
  payload: Buffer,
  pos: number,
  column: Column,
  before: SlotColumns | undefined,
  field: number,
  rows: number,
): number {
  const width = payload.readUInt32LE(pos);
  const values = valuesOf(payload, pos + 4, width, rows);
  const earlier = width === FLOAT64 ? undefined : before?.columns[field];
  const base = before?.base ?? 0;
  for (let i = 0; i < rows; i++) {
    const value = values === undefined ? 0 : values[i];
    column[i] = earlier === undefined ? value : earlier[base + i] + value;
  }
  return pos + 4 + columnBytes(width, rows);
}

/** @returns the last minute of it that is known. */
function readBlock(payload: Buffer, rooms: readonly RoomDay[]): number {
  const room = rooms[payload.readUInt32LE(4)];
  const first = payload.readInt32LE(8);
  const rows = payload.readUInt32LE(12);
  const stateEnd = BLOCK_HEADER + payload.readUInt32LE(16);
  // Copies: the payload's memory is that of the next record.
  const state = new Uint8Array(payload.subarray(BLOCK_HEADER, stateEnd));
  const bytes = new Uint8Array(payload.subarray(stateEnd, stateEnd + payload.readUInt32LE(20)));
  packRoom(room).addBlock({ first, rows, state, bytes });
  return room.open + first + state.findLastIndex((known) => known !== MISSING_MINUTE);
}

/** The values of a column; undefined where all are 0. The payload need not be aligned, so they are copied out. */
function valuesOf(payload: Buffer, pos: number, width: number, rows: number): ArrayLike<number> | undefined {
  if (width === SAME) return undefined;
  const bytes = Uint8Array.prototype.slice.call(payload, pos, pos + width * rows).buffer;
  if (width === DELTA8) return new Int8Array(bytes);
  if (width === DELTA16) return new Int16Array(bytes);
  return width === DELTA32 ? new Int32Array(bytes) : new Float64Array(bytes);
}

function readExtended(payload: Buffer, rooms: readonly RoomDay[], rows: number[]): void {
  const json = JSON.parse(payload.toString("utf8", 4)) as { room: number; from: number; tokens: TokensJson };
  const room = rooms[json.room];
  growRoomDay(room, json.from + json.tokens.token.length);
  packRoom(room);
  putTokens(room.tokens, json.tokens, json.from);
  rows[json.room] = room.tokens.length;
}
