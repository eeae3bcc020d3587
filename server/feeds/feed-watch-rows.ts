/**
 * Looks at every tick of a room before the book does. A tick that cannot be true is refused: its row is put back to the
 * last one that could, and nobody is told of it. Figures that nobody can refuse for ever (a contract whose volume the
 * exchange corrected downwards) are believed once they have been insisted on for a while.
 */
import {
  createLiveColumns,
  FIELD_COUNT,
  type LiveColumns,
  LTP,
  OI,
  type RoomDay,
  VOL,
} from "#contract/domain/columns.ts";
import { ABSENT } from "#contract/domain/units.ts";
import { growLive } from "#contract/wire/frame/capacity.ts";
import { type SegmentWatch, segmentOfRow, type TickFault } from "./feed-watch-segment.ts";

/** A contract that goes on falling behind itself this long is believed. */
const INSISTS_MS = 60_000;

/** When a batch of ticks came, and what is too far ahead. */
export interface Arrival {
  /** Monotonic milliseconds. */
  readonly now: number;
  /** Epoch seconds: a later stamp is refused. */
  readonly latest: number;
}

export class RowGuard {
  readonly #room: RoomDay;
  readonly #segments: readonly SegmentWatch[];
  readonly #onFault: (fault: TickFault, segment: SegmentWatch) => void;
  #accepted: LiveColumns;
  /** By row. */
  #segmentOf: Uint8Array;
  readonly #present = new Set<number>();
  #stamps: Float64Array;
  /** Monotonic time since which a row has been refused for falling behind itself; 0 while it has not. */
  #refusedSince: Float64Array;
  #kept: Uint16Array;

  constructor(
    room: RoomDay,
    segments: readonly SegmentWatch[],
    onFault: (fault: TickFault, segment: SegmentWatch) => void,
  ) {
    const { capacity } = room.live;
    this.#room = room;
    this.#segments = segments;
    this.#onFault = onFault;
    this.#accepted = createLiveColumns(capacity);
    this.#segmentOf = new Uint8Array(capacity);
    this.#stamps = new Float64Array(capacity);
    this.#refusedSince = new Float64Array(capacity);
    this.#kept = new Uint16Array(capacity);
    this.#take();
  }

  /** Positions in FEED_SEGMENTS of its rows. */
  get segments(): ReadonlySet<number> {
    return this.#present;
  }

  /** Rows that the last {@link check} accepted; reused by the next. */
  get kept(): Uint16Array {
    return this.#kept;
  }

  /** The feed appended contracts. */
  grow(): void {
    const { capacity } = this.#room.live;
    if (capacity > this.#accepted.capacity) {
      this.#accepted = growLive(this.#accepted, capacity);
      this.#segmentOf = new Uint8Array(capacity);
      this.#stamps = grown(this.#stamps, capacity);
      this.#refusedSince = grown(this.#refusedSince, capacity);
      this.#kept = new Uint16Array(capacity);
    }
    this.#take();
  }

  /** Hot: @returns how many of the rows are new and can be true; they are the first of {@link kept}. */
  check(rows: Uint16Array, count: number, stamps: Float64Array | undefined, arrival: Arrival): number {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = rows[i];
      const stamp = stamps === undefined ? 0 : stamps[i];
      const segment = this.#segments[this.#segmentOf[row]];
      const fault = this.#faultOf(row, stamp, arrival);
      if (fault !== undefined) {
        this.#refuse(row);
        segment.refused(fault);
        this.#onFault(fault, segment);
        continue;
      }
      const isNewer = stamp > this.#stamps[row];
      const isNew = this.#accept(row, stamp);
      if (isNew || isNewer) segment.heard(arrival.now, stamp);
      else segment.repeated();
      if (isNew) this.#kept[kept++] = row;
    }
    return kept;
  }

  #faultOf(row: number, stamp: number, { now, latest }: Arrival): TickFault | undefined {
    const live = this.#room.live.columns;
    if (live[LTP][row] === 0) return "price";
    for (let field = 0; field < FIELD_COUNT; field++) {
      if (live[field][row] >= ABSENT) continue;
      return field === OI ? "interest" : field === VOL ? "volume" : "price";
    }
    if (stamp > latest) return "ahead";
    const falls = live[VOL][row] !== ABSENT && live[VOL][row] < this.#accepted.columns[VOL][row];
    const isOlder = stamp !== 0 && stamp < this.#stamps[row];
    if (!falls && !isOlder) {
      this.#refusedSince[row] = 0;
      return undefined;
    }
    if (this.#refusedSince[row] === 0) this.#refusedSince[row] = now;
    if (now - this.#refusedSince[row] < INSISTS_MS) return isOlder ? "backwards" : "volume";
    this.#refusedSince[row] = 0;
    return undefined;
  }

  #refuse(row: number): void {
    const live = this.#room.live.columns;
    for (let field = 0; field < FIELD_COUNT; field++) live[field][row] = this.#accepted.columns[field][row];
  }

  /** @returns whether any figure is another one than before. */
  #accept(row: number, stamp: number): boolean {
    const live = this.#room.live.columns;
    const accepted = this.#accepted.columns;
    let isNew = false;
    for (let field = 0; field < FIELD_COUNT; field++) {
      const value = live[field][row];
      if (accepted[field][row] === value) continue;
      accepted[field][row] = value;
      isNew = true;
    }
    if (stamp !== 0) this.#stamps[row] = stamp;
    return isNew;
  }

  /** The figures the room was opened with, or the contracts it was grown by. */
  #take(): void {
    const { live, tokens } = this.#room;
    for (let field = 0; field < FIELD_COUNT; field++) {
      this.#accepted.columns[field].set(live.columns[field].subarray(0, tokens.length));
    }
    for (let row = 0; row < tokens.length; row++) {
      const segment = segmentOfRow(this.#room, row);
      this.#segmentOf[row] = segment;
      this.#present.add(segment);
    }
  }
}

function grown(values: Float64Array, capacity: number): Float64Array {
  const wider = new Float64Array(capacity);
  wider.set(values);
  return wider;
}
