/** Reads a journal back; its bytes are described in journal-layout.ts. */

import { type FileHandle, open } from "node:fs/promises";
import { crc32 } from "node:zlib";
import {
  type Column,
  createLiveColumns,
  FIELD_COUNT,
  HOLE,
  hasField,
  type RoomDay,
  type SlotColumns,
  slotColumns,
  writeSlot,
} from "#contract/domain/columns.ts";
import { growRoomDay } from "#contract/wire/frame.ts";
import type { TradingDay } from "../feeds/feed.ts";
import { dayFromJson, putTokens, type TokensJson } from "./journal-json.ts";
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
  MAX_PAYLOAD,
  MINUTE,
  RECORD_HEADER,
  SAME,
} from "./journal-layout.ts";
import { packRoom } from "./minutes/pack-room.ts";

/** What a journal file says. */
export interface JournalContents {
  readonly day: TradingDay;
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
  #rows: number[] = [];
  #lastMinute: number | undefined;

  get contents(): JournalContents | undefined {
    const day = this.#day;
    return day && { day, rows: this.#rows, lastMinute: this.#lastMinute, length: this.length };
  }

  /** False for a record that is damaged, or that makes no sense here: it ends what is known. */
  take(payload: Buffer, checksum: number): boolean {
    if (crc32(payload) !== checksum) return false;
    const kind = payload.readUInt32LE(0);
    const day = this.#day;
    if (day === undefined) {
      if (kind !== DAY) return false;
      this.#day = dayFromJson(payload.toString("utf8", 4));
      this.#rows = this.#day.rooms.map((room) => room.tokens.length);
    } else if (kind === MINUTE) this.#told(readMinute(payload, day.rooms));
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
    pos += 12;
    if (scratch.capacity < rows) scratch = createLiveColumns(rows * 2);
    const before = slot > 0 && minutes.state[slot - 1] !== HOLE ? slotColumns(minutes, slot - 1) : undefined;
    for (let field = 0; field < FIELD_COUNT; field++) {
      if (hasField(minutes.fields, field)) pos = readColumn(payload, pos, scratch.columns[field], before, field, rows);
    }
    writeSlot(minutes, slot, { columns: scratch.columns, base: 0 }, rows, state);
  }
  return at;
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
  return room.open + first + state.findLastIndex((known) => known !== HOLE);
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
