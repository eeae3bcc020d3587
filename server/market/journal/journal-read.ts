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

/** Bytes in the middle of a journal that are no record. */
export interface JournalHole {
  readonly bytes: number;
  /** The last minute before it and the first after it that were read; undefined where there is none. */
  readonly after: number | undefined;
  readonly before: number | undefined;
}

/** What a journal file says. */
export interface JournalContents {
  readonly day: TradingDay;
  /** The last minute with a record; undefined when the day has none yet. */
  readonly lastMinute: number | undefined;
  /** Bytes up to the end of the last whole record. */
  readonly length: number;
  readonly holes: readonly JournalHole[];
}

/** Bytes in memory or on disk. */
interface ByteSource {
  readonly size: number;
  /** As many as there are. They stay as they are, and so do blocks of a day, which are views of them. */
  read(position: number, length: number): Promise<Buffer>;
}

/** Bytes that are looked at in one piece where the next record is searched. */
const SEARCHED = 1 << 20;
const READ_AHEAD = 4 << 20;
const KINDS: ReadonlySet<number> = new Set([EXTENDED, BLOCK, MINUTE]);

/**
 * Reads every whole record from the start. One that is damaged is left out, and reading goes on at the next that is whole;
 * a room's minutes after it are known again from the first that has all its rows.
 * @returns undefined when not even the day is whole.
 * @throws JournalVersionError when another version wrote it.
 */
export async function readJournal(bytes: Buffer): Promise<JournalContents | undefined> {
  return readSource({
    size: bytes.length,
    read: async (position, length) => bytes.subarray(position, position + length),
  });
}

/** The same of a file, `readAhead` bytes at a time: a whole day is hundreds of megabytes. */
export async function readJournalFile(
  path: string,
  readAhead = READ_AHEAD,
): Promise<{ readonly contents: JournalContents | undefined; readonly size: number }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    return { contents: await readSource(sourceOf(file, size, readAhead)), size };
  } finally {
    await file.close();
  }
}

/** Reads ahead: a day has tens of thousands of small records, and a call of the system for each would take most of a start. */
function sourceOf(file: FileHandle, size: number, readAhead: number): ByteSource {
  let ahead = Buffer.alloc(0);
  let from = 0;
  return {
    size,
    async read(position, length) {
      const last = Math.min(position + length, size);
      if (position < from || last > from + ahead.length) {
        const memory = Buffer.allocUnsafeSlow(Math.min(Math.max(length, readAhead), size - position));
        ahead = memory.subarray(0, await readWhole(file, memory, memory.length, position));
        from = position;
      }
      return ahead.subarray(position - from, last - from);
    },
  };
}

async function readSource(source: ByteSource): Promise<JournalContents | undefined> {
  const reader = new JournalReader();
  let at = 0;
  let damagedFrom: number | undefined;
  for (;;) {
    const payload = await recordAt(source, at);
    // Without the day nothing can be read.
    if (payload === undefined ? reader.isEmpty : !reader.take(payload)) return reader.contents;
    if (payload === undefined) {
      damagedFrom ??= at;
      const next = await findRecord(source, at + 4);
      if (next === undefined) return reader.contents;
      at = next;
      continue;
    }
    const start = at;
    at += RECORD_HEADER + payload.length;
    reader.length = at;
    if (damagedFrom !== undefined) reader.addHole(start - damagedFrom);
    damagedFrom = undefined;
  }
}

/** The payload of the record that begins here; undefined where none does. */
async function recordAt(source: ByteSource, at: number): Promise<Buffer | undefined> {
  const from = at + RECORD_HEADER;
  if (from >= source.size) return undefined;
  const header = await source.read(at, RECORD_HEADER);
  const length = payloadLength(header, 0, source.size - from);
  const checksum = header.readUInt32LE(4);
  if (length === 0) return undefined;
  const payload = await source.read(from, length);
  return payload.length === length && crc32(payload) === checksum ? payload : undefined;
}

/** Where the next record begins, at or after `from`: records begin on multiples of four. */
async function findRecord(source: ByteSource, from: number): Promise<number | undefined> {
  for (let start = from; start + RECORD_HEADER + 4 <= source.size; start += SEARCHED - RECORD_HEADER - 4) {
    const piece = await source.read(start, SEARCHED);
    // What can be one by its length and kind; its checksum is looked at below, when the piece may go.
    const likely: number[] = [];
    for (let i = 0; i + RECORD_HEADER + 8 <= piece.length; i += 4) {
      const kind = piece.readUInt32LE(i + RECORD_HEADER);
      if (!KINDS.has(kind) || payloadLength(piece, i, source.size - start - i - RECORD_HEADER) === 0) continue;
      // A minute or the index of a room.
      if (kind === EXTENDED || piece.readUInt32LE(i + RECORD_HEADER + 4) < 0x1_0000) likely.push(start + i);
    }
    for (const at of likely) if ((await recordAt(source, at)) !== undefined) return at;
  }
  return undefined;
}

async function readWhole(file: FileHandle, into: Buffer, length: number, position: number): Promise<number> {
  let done = 0;
  while (done < length) {
    const { bytesRead } = await file.read(into, done, length - done, position + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return done;
}

/** The length that a record's header tells; 0 where it can be none, or `rest` has less. */
function payloadLength(header: Buffer, at: number, rest: number): number {
  const length = header.readUInt32LE(at);
  return length < 4 || length % 4 !== 0 || length > MAX_PAYLOAD || length > rest ? 0 : length;
}

/** Takes records in their order. */
class JournalReader {
  /** Bytes up to the end of the last record taken. */
  length = 0;
  #day: TradingDay | undefined;
  #lastMinute: number | undefined;
  /** The same as of the record before the one taken last. */
  #before: number | undefined;
  readonly #holes: JournalHole[] = [];

  get isEmpty(): boolean {
    return this.#day === undefined;
  }

  get contents(): JournalContents | undefined {
    const day = this.#day;
    return day && { day, lastMinute: this.#lastMinute, length: this.length, holes: this.#holes };
  }

  /** Of so many bytes, before the record taken last. */
  addHole(bytes: number): void {
    const [after, before] = [this.#before, this.#lastMinute];
    this.#holes.push({ bytes, after, before: before === after ? undefined : before });
  }

  /** False for a record that makes no sense here. */
  take(payload: Buffer): boolean {
    const kind = payload.readUInt32LE(0);
    const day = this.#day;
    this.#before = this.#lastMinute;
    if (day === undefined) {
      if (kind !== DAY) return false;
      this.#day = dayFromJson(payload.toString("utf8", 4));
    } else if (kind === MINUTE) this.#know(readMinute(payload, day.rooms));
    else if (kind === BLOCK) this.#know(readBlock(payload, day.rooms));
    else if (kind === EXTENDED) readExtended(payload, day.rooms);
    else return false;
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
    const { minutes, open: first, tokens } = rooms[payload.readUInt32LE(pos)];
    const state = payload.readUInt32LE(pos + 4);
    const rows = payload.readUInt32LE(pos + 8);
    const slot = at - first;
    const isWhole = payload.readUInt32LE(pos + 12) === rows;
    pos = readRows(payload, pos + 12, minutes, slot, rows);
    // After a hole it is not known what the rows that have not changed are, nor contracts that were listed in it.
    const isBased = isWhole || (slot > 0 && minutes.state[slot - 1] !== MISSING_MINUTE);
    if (isBased && rows <= tokens.length) writeSlot(minutes, slot, { columns: scratch.columns, base: 0 }, rows, state);
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
  const before = isWhole || slot === 0 ? undefined : slotColumns(minutes, slot - 1);
  let pos = from + 4 + (isWhole ? 0 : padded(2 * count));
  for (let field = 0; field < FIELD_COUNT; field++) {
    if (!hasField(minutes.fields, field)) continue;
    const column = scratch.columns[field];
    const width = payload.readUInt32LE(pos);
    const bytes = copyOf(payload, pos + 4, width * count);
    const values = width === 4 ? new Int32Array(bytes) : new Float64Array(bytes);
    if (before) column.set(before.columns[field].subarray(before.base, before.base + Math.min(rows, minutes.stride)));
    for (let i = 0; i < count; i++) column[changed?.[i] ?? i] = values[i];
    pos += 4 + width * count;
  }
  return pos;
}

/** The payload need not be aligned as typed arrays are. */
const copyOf = (payload: Buffer, pos: number, length: number): ArrayBuffer =>
  Uint8Array.prototype.slice.call(payload, pos, pos + length).buffer as ArrayBuffer;

/** No copy: there is a block of sixteen minutes for every room. */
const viewOf = (payload: Buffer, pos: number, length: number): Uint8Array =>
  new Uint8Array(payload.buffer, payload.byteOffset + pos, length);

/** @returns the last minute of it that is known. */
function readBlock(payload: Buffer, rooms: readonly RoomDay[]): number {
  const room = rooms[payload.readUInt32LE(4)];
  const first = payload.readInt32LE(8);
  const rows = payload.readUInt32LE(12);
  const stateEnd = BLOCK_HEADER + payload.readUInt32LE(16);
  const state = Uint8Array.from(payload.subarray(BLOCK_HEADER, stateEnd));
  const bytes = viewOf(payload, stateEnd, payload.readUInt32LE(20));
  packRoom(room).addBlock({ first, rows, state, bytes });
  return room.open + first + state.findLastIndex((known) => known !== MISSING_MINUTE);
}

function readExtended(payload: Buffer, rooms: readonly RoomDay[]): void {
  const json = JSON.parse(payload.toString("utf8", 4)) as { room: number; from: number; tokens: TokensJson };
  const room = rooms[json.room];
  // Those before them were listed in a record that is damaged.
  if (json.from > room.tokens.length) return;
  growRoomDay(room, json.from + json.tokens.token.length);
  packRoom(room);
  putTokens(room.tokens, json.tokens, json.from);
}
