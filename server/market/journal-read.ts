/** Reads a journal back; its bytes are described in journal-layout.ts. */
import { crc32 } from "node:zlib";
import { FIELD_COUNT, HOLE, hasField, type MinuteColumns, type RoomDay } from "#contract/domain/columns.ts";
import { growRoomDay } from "#contract/wire/frame.ts";
import type { TradingDay } from "../feeds/feed.ts";
import { dayFromJson, putTokens, type TokensJson } from "./journal-json.ts";
import {
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
  let at = 0;
  let day: TradingDay | undefined;
  let rows: number[] = [];
  let lastMinute: number | undefined;
  for (;;) {
    const payload = wholeRecord(bytes, at);
    if (payload === undefined) break;
    const kind = payload.readUInt32LE(0);
    if (day === undefined) {
      if (kind !== DAY) break;
      day = dayFromJson(payload.toString("utf8", 4));
      rows = day.rooms.map((room) => room.tokens.length);
    } else if (kind === MINUTE) {
      lastMinute = Math.max(lastMinute ?? 0, readMinute(payload, day.rooms));
    } else if (kind === EXTENDED) {
      readExtended(payload, day.rooms, rows);
    } else break;
    at += RECORD_HEADER + payload.length;
  }
  return day && { day, rows, lastMinute, length: at };
}

function wholeRecord(bytes: Buffer, at: number): Buffer | undefined {
  if (at + RECORD_HEADER >= bytes.length) return undefined;
  const length = bytes.readUInt32LE(at);
  if (length < 4 || length % 4 !== 0 || length > MAX_PAYLOAD || at + RECORD_HEADER + length > bytes.length)
    return undefined;
  const payload = bytes.subarray(at + RECORD_HEADER, at + RECORD_HEADER + length);
  return crc32(payload) === bytes.readUInt32LE(at + 4) ? payload : undefined;
}

function readMinute(payload: Buffer, rooms: readonly RoomDay[]): number {
  const at = payload.readUInt32LE(4);
  const count = payload.readUInt32LE(8);
  let pos = 12;
  for (let i = 0; i < count; i++) {
    const room = rooms[payload.readUInt32LE(pos)];
    const slot = at - room.open;
    const rows = payload.readUInt32LE(pos + 8);
    const state = payload.readUInt32LE(pos + 4);
    pos += 12;
    for (let field = 0; field < FIELD_COUNT; field++) {
      if (hasField(room.minutes.fields, field)) pos = readColumn(payload, pos, room.minutes, field, slot, rows);
    }
    room.minutes.state[slot] = state;
  }
  return at;
}

function readColumn(
  payload: Buffer,
  pos: number,
  minutes: MinuteColumns,
  field: number,
  slot: number,
  rows: number,
): number {
  const column = minutes.columns[field];
  const at = slot * minutes.stride;
  const width = payload.readUInt32LE(pos);
  const values = valuesOf(payload, pos + 4, width, rows);
  const isDelta = width !== FLOAT64 && slot > 0 && minutes.state[slot - 1] !== HOLE;
  for (let i = 0; i < rows; i++) {
    const value = values === undefined ? 0 : values[i];
    column[at + i] = isDelta ? column[at - minutes.stride + i] + value : value;
  }
  return pos + 4 + columnBytes(width, rows);
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
  putTokens(room.tokens, json.tokens, json.from);
  rows[json.room] = room.tokens.length;
}
