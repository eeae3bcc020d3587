/**
 * One room of the open day at an edge: its contracts and last ticks, moved by the feed's own frames, so that a snapshot
 * can be cut at any of them. Minutes are not kept here: they pass through, and stand on their own. Only the prices that
 * the last one closed with stay, for readers without ticks, as the feed tells them.
 */
import { createMinuteColumns, type RoomDay } from "#contract/domain/columns.ts";
import { ABSENT } from "#contract/domain/units.ts";
import { EPOCH_AT, HEADER_BYTES, KIND_AT, SEQ_AT } from "#contract/wire/frame/layout.ts";
import {
  createFrameEncoder,
  createRoomCursor,
  DELTA,
  DICTIONARY,
  decodeFrame,
  FLAG_OPEN,
  FLAG_STALE,
  FrameError,
  MINUTE,
  SNAPSHOT,
} from "#contract/wire/frame.ts";
import type { LiveRoom } from "../market/open-day/open-day.ts";
import { priceTick } from "../market/price-tick.ts";
import type { RoomState } from "../market/publish/room-channel.ts";
import { type TickMap, tickOf } from "../market/publish/ticks-json.ts";
import type { StateAnswer } from "./bus-messages.ts";

/** What became of a frame: passed on to whoever follows its kind, dropped, or proof that others are missing. */
export type FrameFate = "ticks" | "dictionary" | "minute" | "dropped" | "gap";

export class RoomMirror implements LiveRoom {
  readonly day: RoomDay;
  closedPrices: readonly number[] = [];
  readonly #cursor = createRoomCursor();
  /** The decoder's own. */
  #changedRows: Uint16Array = new Uint16Array(0);
  #changedCount = 0;
  #state: RoomState | undefined;
  /** The token table grew since the day began. */
  #hasGrown = false;
  #time = 0;
  #flags = 0;

  /** @param skeleton contracts only; becomes the mirror's. */
  constructor(skeleton: RoomDay) {
    // Columns of no length: a room that grows copies nothing.
    this.day = { ...skeleton, minutes: createMinuteColumns(0, skeleton.minutes.slots, 0) };
  }

  /** Whether the live columns are the room's state after frame `seq`. */
  get isSynced(): boolean {
    return this.#cursor.synced;
  }

  get seq(): number {
    return this.#cursor.seq;
  }

  /** Hot. Applies a frame of the leader of `epoch`; others are dropped. */
  read(frame: Uint8Array, epoch: number): FrameFate {
    if (frame.length < HEADER_BYTES || epochOf(frame) !== epoch) return "dropped";
    const kind = frame[KIND_AT];
    if (kind === MINUTE) return this.#passMinute(frame);
    try {
      const result = decodeFrame(frame, this.day, this.#cursor);
      if (result.kind === "stale") return "dropped";
      if (result.kind === "gap") return "gap";
      this.#note(result.time, result.flags);
      if (kind === DELTA) {
        this.#changedRows = result.rows;
        this.#changedCount = result.count;
        return "ticks";
      }
      this.#hasGrown ||= kind === DICTIONARY;
      return result.behind ? "gap" : kind === DICTIONARY ? "dictionary" : "dropped";
    } catch (error) {
      if (error instanceof FrameError) return "gap";
      throw error;
    }
  }

  /**
   * Takes the feed's answer: 'same' where nothing was missed, 'moved' where readers have to start over, 'misfit' where it
   * does not fit the room as it is known.
   */
  load({ dictionary, snapshot, closed }: StateAnswer, epoch: number): "same" | "moved" | "misfit" {
    if (epochOf(snapshot) !== epoch || snapshot[KIND_AT] !== SNAPSHOT) return "misfit";
    const before = { ...this.#cursor };
    try {
      if (dictionary !== null) {
        this.#hasGrown = true;
        if (decodeFrame(dictionary, this.day, this.#cursor).kind === "gap") return "misfit";
      }
      const result = decodeFrame(snapshot, this.day, this.#cursor);
      if (result.kind === "gap") return "misfit";
      this.#note(result.time, result.flags);
      if (closed) this.closedPrices = closed;
      return before.synced && before.epoch === epoch && before.seq >= this.#cursor.seq ? "same" : "moved";
    } catch (error) {
      if (error instanceof FrameError) return "misfit";
      throw error;
    }
  }

  /** Nobody follows the room any more: what is here grows old, so it is not shown. */
  forget(): void {
    this.#cursor.synced = false;
    this.#state = undefined;
    this.closedPrices = [];
    for (const column of this.day.live.columns) column.fill(ABSENT);
  }

  /** The room after its last frame; one serves everybody who asks before the next. */
  state(): RoomState | undefined {
    if (!this.isSynced) return undefined;
    this.#state ??= this.#cut();
    return this.#state;
  }

  /** The contracts that the tick frame just read changed, by token; to be asked before the next frame of any room is read. */
  changedTicks(): TickMap {
    const { tokens, live } = this.day;
    const map: TickMap = {};
    for (let i = 0; i < this.#changedCount; i++) {
      const row = this.#changedRows[i];
      map[tokens.token[row]] = tickOf(this.day, live.columns, row, row);
    }
    return map;
  }

  #passMinute(frame: Uint8Array): FrameFate {
    const seq = seqOf(frame);
    const cursor = this.#cursor;
    // It stands on its own and is passed on in any case; it only uses up a number.
    if (cursor.synced && seq === cursor.seq + 1) {
      cursor.seq = seq;
      this.#state = undefined;
    } else if (seq > cursor.seq) cursor.synced = false;
    return "minute";
  }

  #cut(): RoomState {
    const { epoch, seq } = this.#cursor;
    const header = { time: this.#time, flags: this.#flags };
    const encoder = createFrameEncoder({ tokens: this.day.tokens, tick: priceTick(this.day) }, { epoch, seq: seq - 1 });
    // An encoder is shown the columns by a delta, which uses up a number; a room without figures has none to show.
    if (encoder.encodeDelta(this.day.live, header) === undefined) encoder.seq = seq;
    return {
      seq,
      dictionary: this.#hasGrown ? encoder.encodeWholeDictionary(header) : undefined,
      snapshot: encoder.encodeSnapshot(header),
    };
  }

  #note(time: number, flags: number): void {
    this.#time = time;
    this.#flags = flags & (FLAG_OPEN | FLAG_STALE);
    this.#state = undefined;
  }
}

const epochOf = (frame: Uint8Array): number => frame[EPOCH_AT] | (frame[EPOCH_AT + 1] << 8);

const seqOf = (frame: Uint8Array): number =>
  (frame[SEQ_AT] | (frame[SEQ_AT + 1] << 8) | (frame[SEQ_AT + 2] << 16) | (frame[SEQ_AT + 3] << 24)) >>> 0;
