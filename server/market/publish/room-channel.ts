/**
 * What one room sends: its frame encoder, what changed since the last tick frame, and the one snapshot that serves
 * everybody who asks before the next frame.
 */
import { MISSING_MINUTE } from "#contract/domain/columns.ts";
import type { TokenTable } from "#contract/domain/instruments.ts";
import { createFrameEncoder, type FrameEncoder, type FrameHeader } from "#contract/wire/frame.ts";
import type { BookRoom } from "../open-day/book-room.ts";
import { priceTick } from "../price-tick.ts";
import { type TickMap, tickOf } from "./ticks-json.ts";

/** The answer to a join, a resync, or a socket that caught up. */
export interface RoomState {
  /** Number of the last numbered frame. */
  readonly seq: number;
  /** The whole token table, where it grew or learned since the day began; goes before the snapshot. */
  readonly dictionary: Uint8Array | undefined;
  readonly snapshot: Uint8Array;
}

export class RoomChannel {
  readonly room: BookRoom;
  /** Of the publisher's wheel. */
  readonly turn: number;
  readonly #epoch: number;
  readonly #tokensAtOpen: TokenTable;
  /** Made when somebody first listens: of a whole market they hold the event loop, and most rooms have no listener. */
  #made: FrameEncoder | undefined;
  readonly #rowsAtOpen: number;
  #state: RoomState | undefined;
  /** The encoder has not been shown the newest changes, because nobody listened. */
  #isBehind = false;
  /** Previous figures became known after the day was opened. */
  #hasLearned = false;
  /** Rows changed since the last tick frame, once each. */
  #isDirty: Uint8Array;
  #dirty: Uint16Array;
  #dirtyCount = 0;

  constructor(room: BookRoom, epoch: number, turn: number) {
    const { tokens } = room.day;
    this.room = room;
    this.turn = turn;
    this.#epoch = epoch;
    this.#tokensAtOpen = tokens;
    this.#rowsAtOpen = tokens.length;
    this.#isDirty = new Uint8Array(tokens.token.length);
    this.#dirty = new Uint16Array(tokens.token.length);
  }

  get seq(): number {
    return this.#made?.seq ?? 0;
  }

  get #encoder(): FrameEncoder {
    // The rows that were listed at the opening: those that came since are told as appended.
    this.#made ??= createFrameEncoder(
      { tokens: { ...this.#tokensAtOpen, length: this.#rowsAtOpen }, tick: priceTick(this.room.day) },
      { epoch: this.#epoch },
    );
    return this.#made;
  }

  get isDirty(): boolean {
    return this.#dirtyCount > 0;
  }

  /** Hot (bench question: fanout): remembers rows, each once, until the next tick frame. */
  mark(rows: Uint16Array, count: number): void {
    if (this.#isDirty.length < this.room.day.tokens.length) this.#grow();
    const isDirty = this.#isDirty;
    for (let i = 0; i < count; i++) {
      const row = rows[i];
      if (isDirty[row] === 1) continue;
      isDirty[row] = 1;
      this.#dirty[this.#dirtyCount++] = row;
    }
  }

  /** The changed contracts' last ticks, by token. */
  changedTicks(): TickMap {
    const { day } = this.room;
    const { tokens, live } = day;
    const map: TickMap = {};
    for (let i = 0; i < this.#dirtyCount; i++) {
      const row = this.#dirty[i];
      map[tokens.token[row]] = tickOf(day, live.columns, row, row);
    }
    return map;
  }

  clearChanged(): void {
    for (let i = 0; i < this.#dirtyCount; i++) this.#isDirty[this.#dirty[i]] = 0;
    this.#dirtyCount = 0;
  }

  /** The next tick frame; undefined when nothing differs from what was sent. */
  encodeDelta(header: FrameHeader): Uint8Array | undefined {
    const frame = this.#encoder.encodeDelta(this.room.day.live, header);
    this.#isBehind = false;
    if (frame) this.#state = undefined;
    return frame;
  }

  /** The changes since the last frame are not going to be sent. */
  markBehind(): void {
    this.#isBehind = true;
  }

  /** Every figure is new, previous ones included. Nobody has had any: who asks for a room has it made before. */
  restart(): void {
    this.#hasLearned = true;
    this.#state = undefined;
    this.#isBehind = true;
    const { length } = this.room.day.tokens;
    this.mark(
      Uint16Array.from({ length }, (_, row) => row),
      length,
    );
  }

  /** The appended rows, told once. */
  encodeDictionary(header: FrameHeader): Uint8Array | undefined {
    const frame = this.#encoder.encodeDictionary(this.room.day.tokens, header);
    if (frame) this.#state = undefined;
    return frame;
  }

  /** The rows known already, with previous figures that became known. */
  encodeKnownRows(header: FrameHeader): Uint8Array {
    this.#hasLearned = true;
    this.#state = undefined;
    return this.#encoder.encodeKnownRows(header);
  }

  /** A closed slot; undefined for a hole. */
  encodeMinute(slot: number, header: FrameHeader): Uint8Array | undefined {
    const { minutes } = this.room.day;
    if (minutes.state[slot] === MISSING_MINUTE) return undefined;
    this.#state = undefined;
    return this.#encoder.encodeMinute(minutes, slot, header);
  }

  /** Where the room stands, with the figures last sent; the newest, where nobody was sent any. */
  state(header: FrameHeader): RoomState {
    if (this.#isBehind) this.encodeDelta(header);
    this.#state ??= {
      seq: this.#encoder.seq,
      dictionary:
        this.#hasLearned || this.room.day.tokens.length > this.#rowsAtOpen
          ? this.#encoder.encodeWholeDictionary(header)
          : undefined,
      snapshot: this.#encoder.encodeSnapshot(header),
    };
    return this.#state;
  }

  #grow(): void {
    const capacity = this.room.day.tokens.token.length;
    const isDirty = new Uint8Array(capacity);
    const dirty = new Uint16Array(capacity);
    isDirty.set(this.#isDirty);
    dirty.set(this.#dirty);
    this.#isDirty = isDirty;
    this.#dirty = dirty;
  }
}
