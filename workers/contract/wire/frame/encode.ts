/** The encoder of a room's frames. Public face and rules: frame.ts. */
import {
  type ColumnSet,
  createColumns,
  FIELD_COUNT,
  type LiveColumns,
  lastFilledSlot,
  MISSING_MINUTE,
  type MinuteColumns,
} from "../../domain/columns.ts";
import type { TokenTable } from "../../domain/instruments.ts";
import { ByteSink } from "../varint.ts";
import { stateChecksum } from "./checksum.ts";
import { copyRows, fillDifferences, markChanged } from "./difference.ts";
import {
  CHECKSUM_EVERY,
  DELTA,
  DICTIONARY,
  EXTREMES_FOLLOW,
  FLAG_CHECKSUM,
  FLAG_SYMBOLS,
  FLAG_UNNUMBERED,
  type FrameKind,
  MAX_ROWS,
  MINUTE,
  NO_BASE,
  SNAPSHOT,
} from "./layout.ts";
import { packColumn, writeBitmap } from "./pack.ts";
import { loadSlot } from "./slot.ts";
import { writeRowSymbols, writeTokenRows } from "./tokens.ts";
import { roomUnits, type Units, unitOf, writeHeader, writeSnapshotRows, writeUnits } from "./write.ts";

/** What an encoder has to know of its room. */
export interface FrameRoom {
  readonly tokens: TokenTable;
  /** The room's price tick in scaled units: 5, or 25 for USDINR. Values off the grid are sent, too, at some cost. */
  readonly tick: number;
}

export interface FrameHeader {
  /** Exchange time, whole ms since 00:00 IST of the exchange day. */
  readonly time: number;
  /** FLAG_OPEN and FLAG_STALE; the encoder adds its own. */
  readonly flags: number;
}

/** Encodes one room: holds the columns it last sent, the epoch and the number of its last frame. */
export class FrameEncoder {
  readonly epoch: number;
  /** Number of the last numbered frame. */
  seq: number;
  #tokens: TokenTable;
  /** Rows that every client has received. */
  #rows: number;
  #sent: ColumnSet;
  #sinceChecksum = CHECKSUM_EVERY;
  #changed: Int32Array;
  #list: Uint16Array;
  #differences: Float64Array[] = [];
  #units: Units;
  readonly #tick: number;
  readonly #sink = new ByteSink();

  constructor(room: FrameRoom, start: { readonly epoch: number; readonly seq?: number }) {
    if (room.tokens.length > MAX_ROWS)
      throw new RangeError(`${room.tokens.length} rows: a room has at most ${MAX_ROWS}`);
    this.epoch = start.epoch;
    this.seq = start.seq ?? 0;
    this.#tokens = room.tokens;
    this.#rows = room.tokens.length;
    this.#tick = room.tick;
    this.#units = roomUnits(room.tokens, room.tick);
    this.#sent = createColumns(0);
    this.#changed = new Int32Array(0);
    this.#list = new Uint16Array(0);
    this.#reserve(this.#rows);
  }

  /** What changed since the last call; undefined (and no number used) when nothing did. */
  encodeDelta(live: LiveColumns, header: FrameHeader): Uint8Array | undefined {
    const count = this.#listChanged(live.columns);
    if (count === 0) return undefined;
    const sink = this.#sink;
    const follows = fillDifferences(this.#differences, this.#list, count, this.#sent, live.columns);
    const hasChecksum = this.#sinceChecksum + 1 >= CHECKSUM_EVERY;
    this.#begin(DELTA, header, hasChecksum ? FLAG_CHECKSUM : 0, this.seq + 1);
    writeUnits(sink, this.#units);
    sink.varint(this.#rows);
    writeBitmap(sink, this.#changed, this.#rows);
    this.#packColumns(count, follows);
    copyRows(this.#list, count, this.#sent, live.columns);
    if (hasChecksum) sink.u32(stateChecksum(this.#sent, this.#rows));
    this.#sinceChecksum = hasChecksum ? 0 : this.#sinceChecksum + 1;
    this.seq++;
    return sink.take();
  }

  /** The state as of `seq`: one snapshot serves everybody who asks before the next frame. */
  encodeSnapshot(header: FrameHeader): Uint8Array {
    this.#begin(SNAPSHOT, header, FLAG_CHECKSUM | FLAG_UNNUMBERED, this.seq);
    writeSnapshotRows(this.#sink, this.#tokens, this.#rows, this.#sent, this.#units);
    this.#sink.u32(stateChecksum(this.#sent, this.#rows));
    return this.#sink.take();
  }

  /** The rows that `tokens` has beyond those sent before; undefined when there are none. */
  encodeDictionary(tokens: TokenTable, header: FrameHeader): Uint8Array | undefined {
    if (tokens.length > MAX_ROWS) throw new RangeError(`${tokens.length} rows: a room has at most ${MAX_ROWS}`);
    if (tokens.length <= this.#rows) return undefined;
    this.#begin(DICTIONARY, header, symbolsFlag(tokens), this.seq + 1);
    this.#writeRows(tokens, this.#rows, tokens.length);
    this.#tokens = tokens;
    this.#rows = tokens.length;
    this.#units = roomUnits(tokens, this.#tick);
    this.#reserve(this.#rows);
    this.seq++;
    return this.#sink.take();
  }

  /** Every row sent so far, for all clients that have them: previous figures became known. */
  encodeKnownRows(header: FrameHeader): Uint8Array {
    this.#begin(DICTIONARY, header, symbolsFlag(this.#tokens), this.seq + 1);
    this.#writeRows(this.#tokens, 0, this.#rows);
    this.seq++;
    return this.#sink.take();
  }

  /** Every row sent so far, as an answer. */
  encodeWholeDictionary(header: FrameHeader): Uint8Array {
    this.#begin(DICTIONARY, header, FLAG_UNNUMBERED | symbolsFlag(this.#tokens), this.seq);
    this.#writeRows(this.#tokens, 0, this.#rows);
    return this.#sink.take();
  }

  /** A filled slot, against the last filled one before it. @throws RangeError on a hole. */
  encodeMinute(minutes: MinuteColumns, slot: number, header: FrameHeader): Uint8Array {
    const state = minutes.state[slot];
    if (state === undefined || state === MISSING_MINUTE) throw new RangeError(`slot ${slot} holds no minute`);
    const rows = this.#rows;
    const base = lastFilledSlot(minutes, slot - 1);
    const before = loadSlot(0, minutes, base, rows);
    const after = loadSlot(1, minutes, slot, rows);
    for (let row = 0; row < rows; row++) this.#list[row] = row;
    const follows = fillDifferences(this.#differences, this.#list, rows, before, after);
    const sink = this.#sink;
    this.#begin(MINUTE, header, FLAG_CHECKSUM, this.seq + 1);
    writeUnits(sink, this.#units);
    sink.varint(rows);
    sink.u16(slot);
    sink.u8(state);
    sink.u16(minutes.fields);
    sink.u16(base < 0 ? NO_BASE : base);
    this.#packColumns(rows, follows);
    sink.u32(stateChecksum(after, rows));
    this.seq++;
    return sink.take();
  }

  #begin(kind: FrameKind, header: FrameHeader, ownFlags: number, seq: number): void {
    const flags = (header.flags & ~(FLAG_CHECKSUM | FLAG_UNNUMBERED | FLAG_SYMBOLS)) | ownFlags;
    writeHeader(this.#sink, kind, flags, this.epoch, seq, header.time);
  }

  #writeRows(tokens: TokenTable, from: number, to: number): void {
    this.#sink.varint(from);
    this.#sink.varint(to - from);
    writeTokenRows(this.#sink, tokens, from, to);
    if (tokens.symbol) writeRowSymbols(this.#sink, tokens.symbol, from, to);
  }

  /** Field mask, then each column that holds a difference. */
  #packColumns(count: number, follows: boolean): void {
    const sink = this.#sink;
    const maskAt = sink.length;
    sink.u16(0);
    let mask = follows ? EXTREMES_FOLLOW : 0;
    for (let field = 0; field < FIELD_COUNT; field++) {
      const deltas = this.#differences[field];
      if (packColumn(sink, deltas, count, unitOf(field, this.#units))) mask |= 1 << field;
    }
    sink.view.setUint16(maskAt, mask, true);
  }

  /** Marks and lists the rows in which any field differs from what was sent. */
  #listChanged(columns: ColumnSet): number {
    const rows = this.#rows;
    const changed = this.#changed;
    const list = this.#list;
    markChanged(changed, rows, this.#sent, columns);
    let count = 0;
    for (let row = 0; row < rows; row++) {
      list[count] = row;
      if (changed[row] !== 0) count++;
    }
    return count;
  }

  #reserve(rows: number): void {
    if (rows <= this.#changed.length && rows > 0) return;
    const capacity = rows + 16;
    const columns = createColumns(capacity);
    for (let field = 0; field < FIELD_COUNT; field++) columns[field].set(this.#sent[field]);
    this.#sent = columns;
    this.#changed = new Int32Array(capacity);
    this.#list = new Uint16Array(capacity);
    this.#differences = columns.map(() => new Float64Array(capacity));
  }
}

/** @param start The leader's epoch (0-65535, another at every start) and, when it takes over a room, its last number. */
export const createFrameEncoder = (
  room: FrameRoom,
  start: { readonly epoch: number; readonly seq?: number },
): FrameEncoder => new FrameEncoder(room, start);

const symbolsFlag = (tokens: TokenTable): number => (tokens.symbol ? FLAG_SYMBOLS : 0);
