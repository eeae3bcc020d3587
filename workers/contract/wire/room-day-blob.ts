/**
 * A room-day as bytes, version 1: what the archive keeps, and what the browser loads for history, replay and the
 * minutes so far. Not compressed: code that stores or sends it uses brotli (quality 4) or gzip, for which its layout is
 * made.
 *
 * Layout: 'SBRD', u8 version, u32 checksum of all that follows; varint length of the meta and the meta (msgpack);
 * token rows; their underlyings if the meta says so; a state byte a slot; each minute column (room-day/series.ts); if the meta says so, the live columns.
 */
import {
  createLiveColumns,
  createMinuteColumns,
  FIELD_COUNT,
  type FieldMask,
  MISSING_MINUTE,
  PARTIAL,
  type RoomDay,
  type Source,
} from "../domain/columns.ts";
import { EXCHANGES, type Exchange } from "../domain/instruments.ts";
import { type IsoDate, isoDate, minute, priceScale } from "../domain/units.ts";
import { MAX_ROWS } from "./frame/layout.ts";
import { readRowSymbols, readTokenRows, writeRowSymbols, writeTokenRows } from "./frame/tokens.ts";
import { pack, unpackAll } from "./msgpack.ts";
import { readLive, readMinutes } from "./room-day/read.ts";
import { writeLive, writeMinutes } from "./room-day/write.ts";
import { ByteSink, ByteSource } from "./varint.ts";
import { ROOM_DAY_VERSION } from "./version.ts";

const MAGIC = [0x53, 0x42, 0x52, 0x44]; // 'SBRD'
const VERSION_AT = 4;
const CHECKSUM_AT = 5;
const BODY_AT = 9;
const MAX_SLOTS = 24 * 60 + 1;

export type RoomDayErrorReason = "magic" | "version" | "checksum" | "truncated" | "absurd";

/** Bytes that are no room-day this reader knows. */
export class RoomDayError extends Error {
  readonly reason: RoomDayErrorReason;

  constructor(reason: RoomDayErrorReason, message: string) {
    super(`room-day blob: ${message}`);
    this.name = "RoomDayError";
    this.reason = reason;
  }
}

/** What goes with a room-day and is no part of its tables. */
export interface RoomDayFacts {
  /** Where it came from, for people: feed, seed, imported file. */
  readonly feed?: Readonly<Record<string, string | number | boolean>>;
}

export interface DecodedRoomDay extends RoomDayFacts {
  readonly day: RoomDay;
  /** Whether the blob held live columns; if not, those of `day` are absent. */
  readonly hasLive: boolean;
}

interface Meta extends RoomDayFacts {
  readonly sd?: number;
  readonly room: string;
  readonly symbol: string;
  readonly exchange: Exchange;
  readonly expiry: string;
  readonly date: string;
  readonly source: Source;
  readonly priceScale: number;
  readonly open: number;
  readonly cadence: number;
  readonly slots: number;
  readonly fields: FieldMask;
  readonly rows: number;
  readonly live: boolean;
  /** Price tick in scaled units. */
  readonly tick: number;
  /** The token rows are followed by their underlyings. */
  readonly symbols?: boolean;
}

/**
 * @param tick The room's price tick in scaled units (5; 25 for USDINR): a hint, values off the grid are kept as well.
 * @param withLive Adds the live columns: for the current day, whose last tick is newer than its last minute.
 */
export function encodeRoomDay(day: RoomDay, tick: number, facts: RoomDayFacts = {}, withLive = false): Uint8Array {
  const { tokens, minutes } = day;
  const meta: Meta = {
    room: day.room,
    symbol: day.symbol,
    exchange: day.exchange,
    expiry: day.expiry,
    date: day.date,
    source: day.source,
    priceScale: day.priceScale,
    open: day.open,
    cadence: day.cadence,
    slots: minutes.slots,
    fields: minutes.fields,
    rows: tokens.length,
    live: withLive,
    tick,
    ...(tokens.symbol === undefined ? {} : { symbols: true }),
    ...(day.sd === undefined ? {} : { sd: day.sd }),
    ...(facts.feed === undefined ? {} : { feed: facts.feed }),
  };
  const sink = new ByteSink();
  for (const byte of MAGIC) sink.u8(byte);
  sink.u8(ROOM_DAY_VERSION);
  sink.u32(0);
  const packed = pack(meta);
  sink.varint(packed.length);
  sink.raw(packed);
  writeTokenRows(sink, tokens, 0, tokens.length);
  if (tokens.symbol) writeRowSymbols(sink, tokens.symbol, 0, tokens.length);
  sink.raw(minutes.state.subarray(0, minutes.slots));
  writeMinutes(sink, tokens, minutes, tick);
  if (withLive) writeLive(sink, day.live, minutes, tokens.length);
  sink.view.setUint32(CHECKSUM_AT, bytesChecksum(sink.bytes, BODY_AT, sink.length), true);
  return sink.take();
}

/**
 * @param spareRows Rows of room for contracts that are listed later in the day, in every table.
 * @throws RoomDayError
 */
export function decodeRoomDay(bytes: Uint8Array, spareRows = 0): DecodedRoomDay {
  if (bytes.length < BODY_AT) throw new RoomDayError(hasMagic(bytes) ? "truncated" : "magic", `${bytes.length} bytes`);
  if (!hasMagic(bytes)) throw new RoomDayError("magic", "these bytes are something else (still compressed?)");
  if (bytes[VERSION_AT] !== ROOM_DAY_VERSION) {
    throw new RoomDayError("version", `version ${bytes[VERSION_AT]}, this reader knows ${ROOM_DAY_VERSION}`);
  }
  const source = new ByteSource(bytes.length, (reason, message) => {
    throw new RoomDayError(reason, message);
  });
  source.load(bytes);
  source.pos = CHECKSUM_AT;
  const checksum = source.u32();
  if (checksum !== bytesChecksum(source.bytes, BODY_AT, source.end)) {
    throw new RoomDayError("checksum", "cut short or damaged: the checksum does not match");
  }
  const meta = readMeta(source);
  const capacity = meta.rows + spareRows;
  const tokens = readTokenRows(source, meta.rows, capacity);
  if (meta.symbols === true) tokens.symbol = readRowSymbols(source, meta.rows);
  const minutes = createMinuteColumns(capacity, meta.slots, meta.fields);
  const stateAt = source.skip(meta.slots);
  minutes.state.set(source.bytes.subarray(stateAt, stateAt + meta.slots));
  for (let slot = 0; slot < meta.slots; slot++) {
    if (minutes.state[slot] < MISSING_MINUTE || minutes.state[slot] > PARTIAL)
      source.fail("absurd", `state of slot ${slot}`);
  }
  readMinutes(source, tokens, minutes, meta.tick);
  const live = createLiveColumns(capacity);
  if (meta.live) readLive(source, live, minutes, meta.rows);
  if (source.pos !== source.end) source.fail("absurd", `${source.end - source.pos} bytes too many`);
  const { room, symbol, exchange, cadence, sd, feed } = meta;
  const day: RoomDay = {
    room,
    symbol,
    exchange,
    expiry: readDate(meta.expiry),
    date: readDate(meta.date),
    source: meta.source,
    priceScale: priceScale(meta.priceScale),
    open: minute(meta.open),
    cadence,
    tokens,
    live,
    minutes,
    ...(sd === undefined ? {} : { sd }),
  };
  return { day, hasLive: meta.live, ...(feed === undefined ? {} : { feed }) };
}

function readDate(text: string): IsoDate {
  try {
    return isoDate(text);
  } catch {
    throw new RoomDayError("absurd", `not a date: ${text}`);
  }
}

const hasMagic = (bytes: Uint8Array): boolean => MAGIC.every((byte, i) => bytes[i] === byte);

function readMeta(source: ByteSource): Meta {
  const length = source.varint();
  const at = source.skip(length);
  const fail = (what: string): never => source.fail("absurd", what);
  let meta: Meta;
  try {
    [meta] = unpackAll(source.bytes.subarray(at, at + length)) as [Meta]; // checked below; the writer's own shape otherwise
  } catch {
    return fail("its meta is not msgpack");
  }
  if (typeof meta !== "object" || meta === null) return fail("it has no meta");
  if (!isCount(meta.rows, MAX_ROWS)) fail(`${meta.rows} rows`);
  if (!isCount(meta.slots, MAX_SLOTS)) fail(`${meta.slots} slots`);
  if (!isCount(meta.fields, (1 << FIELD_COUNT) - 1)) fail(`field mask ${meta.fields}`);
  if (meta.source !== "sim" && meta.source !== "import" && meta.source !== "kite") fail(`source ${meta.source}`);
  if (!isCount(meta.tick, 0x7fff_ffff) || meta.tick < 1) fail(`tick ${meta.tick}`);
  if (!EXCHANGES.includes(meta.exchange)) fail(`exchange ${meta.exchange}`);
  for (const name of ["room", "symbol", "expiry", "date"] as const) {
    if (typeof meta[name] !== "string") fail(`its ${name} is no text`);
  }
  for (const name of ["priceScale", "open", "cadence"] as const) {
    if (typeof meta[name] !== "number") fail(`its ${name} is no number`);
  }
  return meta;
}

const isCount = (value: unknown, max: number): boolean =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= max;

/** FNV-1a over four bytes at a time would depend on alignment; one at a time takes a millisecond a megabyte. */
function bytesChecksum(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  return hash >>> 0;
}
