/** Reads a journal back; its bytes are described in journal-layout.ts. */

import { type FileHandle, open } from "node:fs/promises";
import { crc32 } from "node:zlib";
import {
  createLiveColumns,
  FIELD_COUNT,
  hasField,
  MISSING_MINUTE,
  type MinuteColumns,
  type RoomDay,
  slotColumns,
  writeSlot,
} from "#contract/domain/columns.ts";
import { growRoomDay } from "#contract/wire/frame.ts";
import type { TradingDay } from "../feed.ts";
import { packRoom } from "../minutes/pack-room.ts";
import { dayFromJson, putTokens, type TokensJson } from "./journal-json.ts";
import { BLOCK, BLOCK_HEADER, DAY, EXTENDED, MAX_PAYLOAD, MINUTE, padded, RECORD_HEADER } from "./journal-layout.ts";

/** What a journal file says. */
export interface JournalContents {
  readonly day: TradingDay;
  /** The last minute with a record; undefined when the day has none yet. */
  readonly lastMinute: number | undefined;
  /** Bytes up to the end of the last whole record. */
  readonly length: number;
}

/**
 * Reads every whole record from the start; stops at the first that is torn or damaged.
 * @returns undefined when not even the day is whole.
 * @throws JournalVersionError when another version wrote it.
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
  #lastMinute: number | undefined;

  get contents(): JournalContents | undefined {
    const day = this.#day;
    return day && { day, lastMinute: this.#lastMinute, length: this.length };
  }

  /** False for a record that is damaged, or that makes no sense here: it ends what is known. */
  take(payload: Buffer, checksum: number): boolean {
    if (crc32(payload) !== checksum) return false;
    const kind = payload.readUInt32LE(0);
    const day = this.#day;
    if (day === undefined) {
      if (kind !== DAY) return false;
      this.#day = dayFromJson(payload.toString("utf8", 4));
    } else if (kind === MINUTE) this.#know(readMinute(payload, day.rooms));
    else if (kind === BLOCK) this.#know(readBlock(payload, day.rooms));
    else if (kind === EXTENDED) readExtended(payload, day.rooms);
    else return false;
    this.length += RECORD_HEADER + payload.length;
    return true;
  }

  #know(minute: number): void {
    this.#lastMinute = Math.max(this.#lastMinute ?? 0, minute);
  }
}

function readMinute(payload: Buffer, rooms: readonly RoomDay[]): number {
  const at = payload.readUInt32LE(4);
  const count = payload.readUInt32LE(8);
  let pos = 12;
  for (let i = 0; i < count; i++) {
    const { minutes, open: first } = rooms[payload.readUInt32LE(pos)];
    const state = payload.readUInt32LE(pos + 4);
    const rows = payload.readUInt32LE(pos + 8);
    pos = readRows(payload, pos + 12, minutes, at - first, rows);
    writeSlot(minutes, at - first, { columns: scratch.columns, base: 0 }, rows, state);
  }
  return at;
}

/** One room's minute, until it is written into its slot. */
let scratch = createLiveColumns(0);

/** Puts a slot into the scratch: the slot before it, and the rows that have changed since. */
function readRows(payload: Buffer, from: number, minutes: MinuteColumns, slot: number, rows: number): number {
  if (scratch.capacity < rows) scratch = createLiveColumns(rows * 2);
  const count = payload.readUInt32LE(from);
  const isWhole = count === rows;
  const changed = isWhole ? undefined : new Uint16Array(copyOf(payload, from + 4, 2 * count));
  const before = isWhole ? undefined : slotColumns(minutes, slot - 1);
  let pos = from + 4 + (isWhole ? 0 : padded(2 * count));
  for (let field = 0; field < FIELD_COUNT; field++) {
    if (!hasField(minutes.fields, field)) continue;
    const column = scratch.columns[field];
    const width = payload.readUInt32LE(pos);
    const bytes = copyOf(payload, pos + 4, width * count);
    const values = width === 4 ? new Int32Array(bytes) : new Float64Array(bytes);
    if (before) column.set(before.columns[field].subarray(before.base, before.base + rows));
    for (let i = 0; i < count; i++) column[changed?.[i] ?? i] = values[i];
    pos += 4 + width * count;
  }
  return pos;
}

/** The payload need not be aligned as typed arrays are. */
const copyOf = (payload: Buffer, pos: number, length: number): ArrayBuffer =>
  Uint8Array.prototype.slice.call(payload, pos, pos + length).buffer as ArrayBuffer;

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

function readExtended(payload: Buffer, rooms: readonly RoomDay[]): void {
  const json = JSON.parse(payload.toString("utf8", 4)) as { room: number; from: number; tokens: TokensJson };
  const room = rooms[json.room];
  growRoomDay(room, json.from + json.tokens.token.length);
  packRoom(room);
  putTokens(room.tokens, json.tokens, json.from);
}
