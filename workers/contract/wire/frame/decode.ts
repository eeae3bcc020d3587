/** Hot (bench/decode). The decoder of a room's frames. Public face and rules: frame.ts. */
import { ALL_FIELDS, COMPLETE, type ColumnSet, type FieldMask, MISSING_MINUTE, PARTIAL } from "../../domain/columns.ts";
import { FRAME_VERSION } from "../version.ts";
import { addColumns, takeBack } from "./apply.ts";
import type { RoomTables } from "./capacity.ts";
import { stateChecksum } from "./checksum.ts";
import {
  DELTA,
  DICTIONARY,
  EPOCH_AT,
  FLAG_CHECKSUM,
  FLAG_SYMBOLS,
  FLAG_UNNUMBERED,
  FLAGS_AT,
  FrameError,
  type FrameKind,
  HEADER_BYTES,
  KIND_AT,
  MAX_LOT_UNIT,
  MAX_ROWS,
  MINUTE,
  NO_BASE,
  PRICE_UNITS,
  SEQ_AT,
  SNAPSHOT,
  VERSION_AT,
} from "./layout.ts";
import { readDictionaryRows, readSnapshotRows } from "./read.ts";
import { listRows, readRowBitmap, rowList } from "./rows.ts";
import { loadSlot, storeSlot } from "./slot.ts";
import { source } from "./source.ts";

/** How far a client is in a room's frames. The decoder moves it. */
export interface RoomCursor {
  /** -1 until the first snapshot. */
  epoch: number;
  /** Number of the last frame applied. */
  seq: number;
  /** Whether the live columns are the room's state at `seq`; false until a snapshot, and after a gap. */
  synced: boolean;
}

export const createRoomCursor = (): RoomCursor => ({ epoch: -1, seq: 0, synced: false });

/** Why a frame could not be applied: see the table in frame.ts. */
export type GapReason = "seq" | "epoch" | "checksum" | "dictionary" | "base";

interface FrameFacts {
  readonly frame: FrameKind;
  readonly epoch: number;
  readonly seq: number;
  readonly flags: number;
  /** Exchange time, ms since 00:00 IST of the exchange day. */
  readonly time: number;
}

/** The tables now hold what the frame says. */
export interface FrameApplied extends FrameFacts {
  readonly kind: "applied";
  /** Rows that changed: entries 0 to `count`, ascending. Snapshots and minutes name all rows, dictionaries the new ones. */
  readonly rows: Uint16Array;
  readonly count: number;
  /** Fields that may have changed in those rows. */
  readonly fields: FieldMask;
  /** The slot of a minute frame, else -1. */
  readonly slot: number;
  /** Frames before this one are missing: the live columns need a snapshot. Minutes and dictionaries only. */
  readonly behind: boolean;
}

/** Already known; nothing was done. */
export interface FrameStale extends FrameFacts {
  readonly kind: "stale";
}

/** Nothing was applied; something has to be fetched. */
export interface FrameGap extends FrameFacts {
  readonly kind: "gap";
  readonly why: GapReason;
}

export type DecodeResult = FrameApplied | FrameStale | FrameGap;

type Writable<T> = { -readonly [K in keyof T]: T[K] };
const facts = { frame: DELTA as FrameKind, epoch: 0, seq: 0, flags: 0, time: 0 };
const applied: Writable<FrameApplied> = {
  ...facts,
  kind: "applied",
  rows: rowList,
  count: 0,
  fields: 0,
  slot: -1,
  behind: false,
};
const stale: Writable<FrameStale> = { ...facts, kind: "stale" };
const missed: Writable<FrameGap> = { ...facts, kind: "gap", why: "seq" };

/**
 * Decodes one frame into a room's tables.
 * @returns A reused object: read it before the next call.
 * @throws FrameError on bytes that are no frame of this version; the tables and the cursor are unchanged.
 */
export function decodeFrame(bytes: Uint8Array, room: RoomTables, cursor: RoomCursor): DecodeResult {
  source.load(bytes);
  source.skip(HEADER_BYTES);
  const view = source.view;
  if (view.getUint8(VERSION_AT) !== FRAME_VERSION) {
    throw new FrameError("version", `version ${view.getUint8(VERSION_AT)}, this reader knows ${FRAME_VERSION}`);
  }
  const kind = view.getUint8(KIND_AT);
  facts.flags = view.getUint16(FLAGS_AT, true);
  facts.epoch = view.getUint16(EPOCH_AT, true);
  facts.seq = view.getUint32(SEQ_AT, true);
  facts.time = source.varint();
  facts.frame = kind as FrameKind;
  switch (kind) {
    case DELTA:
      return decodeDelta(room, cursor);
    case SNAPSHOT:
      return decodeSnapshot(room, cursor);
    case DICTIONARY:
      return decodeDictionary(room, cursor);
    case MINUTE:
      return decodeMinute(room, cursor);
    default:
      throw new FrameError("kind", `kind ${kind}`);
  }
}

function decodeDelta(room: RoomTables, cursor: RoomCursor): DecodeResult {
  if (facts.epoch !== cursor.epoch) return lost(cursor, "epoch");
  if (facts.seq <= cursor.seq) return asStale();
  if (!cursor.synced || facts.seq !== cursor.seq + 1) return lost(cursor, "seq");
  readUnits();
  const rows = readRowCount();
  if (rows !== room.tokens.length || rows > room.live.capacity) return lost(cursor, "dictionary");
  const count = readRowBitmap(rows);
  const columns = room.live.columns;
  const start = source.pos;
  const hasChecksum = (facts.flags & FLAG_CHECKSUM) !== 0;
  if (hasChecksum) source.end -= 4;
  const fields = addColumns(columns, count, priceUnit, lotUnit);
  if (source.pos !== source.end) {
    takeBack(columns, count, priceUnit, lotUnit, start);
    expectEnd();
  }
  if (hasChecksum && stateChecksum(columns, rows) !== view32(source.end)) {
    takeBack(columns, count, priceUnit, lotUnit, start);
    return lost(cursor, "checksum");
  }
  cursor.seq = facts.seq;
  return asApplied(count, fields, -1, false);
}

function decodeSnapshot(room: RoomTables, cursor: RoomCursor): DecodeResult {
  if (cursor.synced && facts.epoch === cursor.epoch && facts.seq < cursor.seq) return asStale();
  const rows = readRowCount();
  const state = readSnapshotRows(room.tokens, rows);
  if (state === undefined || rows > room.live.capacity) return lost(cursor, "dictionary");
  const checksum = source.u32();
  expectEnd();
  if (stateChecksum(state, rows) !== checksum) return lost(cursor, "checksum");
  for (let field = 0; field < state.length; field++) room.live.columns[field].set(state[field].subarray(0, rows));
  cursor.epoch = facts.epoch;
  cursor.seq = facts.seq;
  cursor.synced = true;
  return asApplied(listRows(0, rows), ALL_FIELDS, -1, false);
}

function decodeDictionary(room: RoomTables, cursor: RoomCursor): DecodeResult {
  const numbered = (facts.flags & FLAG_UNNUMBERED) === 0;
  if (numbered && facts.epoch !== cursor.epoch) return lost(cursor, "epoch");
  const news = readDictionaryRows(room, (facts.flags & FLAG_SYMBOLS) !== 0);
  if (news < 0) return lost(cursor, "dictionary");
  const behind = numbered && !advance(cursor);
  return asApplied(listRows(news, room.tokens.length), 0, -1, behind);
}

function decodeMinute(room: RoomTables, cursor: RoomCursor): DecodeResult {
  if (facts.epoch !== cursor.epoch) return lost(cursor, "epoch");
  const { tokens, minutes } = room;
  readUnits();
  const rows = readRowCount();
  const slot = source.u16();
  const state = source.u8();
  const fields = source.u16();
  const base = source.u16();
  if (state !== COMPLETE && state !== PARTIAL) source.fail("absurd", `minute state ${state}`);
  if (base !== NO_BASE && base >= slot) source.fail("absurd", `slot ${slot} against ${base}`);
  if (rows !== tokens.length || rows > minutes.stride) return lost(cursor, "dictionary");
  if (slot >= minutes.slots || fields !== minutes.fields) return lost(cursor, "base");
  if (base !== NO_BASE && minutes.state[base] === MISSING_MINUTE) return lost(cursor, "base");
  const count = listRows(0, rows);
  const columns = loadSlot(0, minutes, base === NO_BASE ? -1 : base, rows);
  // The base differs from the sender's (a partial minute that was filled since, another source): the sum tells, or what it
  // leads to is no figure.
  if (!isAdded(columns, count)) return lost(cursor, "base");
  const checksum = source.u32();
  expectEnd();
  if (stateChecksum(columns, rows) !== checksum) return lost(cursor, "base");
  storeSlot(columns, minutes, slot, rows);
  minutes.state[slot] = state;
  return asApplied(count, fields, slot, !advance(cursor));
}

/** The slot that a minute frame tells. @throws FrameError */
export function slotOfMinute(bytes: Uint8Array): number {
  source.load(bytes);
  source.skip(HEADER_BYTES);
  source.varint();
  readUnits();
  readRowCount();
  return source.u16();
}

function isAdded(columns: ColumnSet, count: number): boolean {
  try {
    addColumns(columns, count, priceUnit, lotUnit);
    return true;
  } catch (error) {
    if (error instanceof FrameError && error.reason === "range") return false;
    throw error;
  }
}

let priceUnit = 1;
let lotUnit = 1;

function readUnits(): void {
  const code = source.u8();
  priceUnit = PRICE_UNITS[code];
  lotUnit = source.varint();
  if (priceUnit === undefined) source.fail("absurd", `price unit of code ${code}`);
  if (lotUnit < 1 || lotUnit > MAX_LOT_UNIT) source.fail("absurd", `lot of ${lotUnit}`);
}

const view32 = (at: number): number => source.view.getUint32(at, true);

function readRowCount(): number {
  const rows = source.varint();
  if (rows > MAX_ROWS) source.fail("absurd", `${rows} rows`);
  return rows;
}

function expectEnd(): void {
  if (source.pos !== source.end) source.fail("absurd", `${source.end - source.pos} bytes too many`);
}

/** Counts a frame that stands on its own base; false when frames before it are missing, so that the live columns are old. */
function advance(cursor: RoomCursor): boolean {
  if (facts.seq <= cursor.seq) return cursor.synced;
  const isNext = facts.seq === cursor.seq + 1;
  if (isNext && cursor.synced) cursor.seq = facts.seq;
  else cursor.synced = false;
  return cursor.synced;
}

function asApplied(count: number, fields: FieldMask, slot: number, behind: boolean): FrameApplied {
  applied.frame = facts.frame;
  applied.epoch = facts.epoch;
  applied.seq = facts.seq;
  applied.flags = facts.flags;
  applied.time = facts.time;
  applied.rows = rowList;
  applied.count = count;
  applied.fields = fields;
  applied.slot = slot;
  applied.behind = behind;
  return applied;
}

function asStale(): FrameStale {
  return Object.assign(stale, facts);
}

function lost(cursor: RoomCursor, why: GapReason): FrameGap {
  // A minute without its base says nothing about the live columns; whatever else is missing makes them old.
  if (why !== "base") cursor.synced = false;
  missed.why = why;
  return Object.assign(missed, facts);
}
