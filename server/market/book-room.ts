/** One room of the open day as the book keeps it: the room-day, and what the book knew of it before the newest tick. */
import {
  BID,
  createLiveColumns,
  FIELD_COUNT,
  HOLE,
  hasField,
  type LiveColumns,
  LTP,
  OI,
  PARTIAL,
  type RoomDay,
} from "#contract/domain/columns.ts";
import { EQ } from "#contract/domain/instruments.ts";
import { ABSENT, type Minute, type Slot, slot } from "#contract/domain/units.ts";
import { growLive, growRoomDay } from "#contract/wire/frame-capacity.ts";

export class BookRoom {
  readonly day: RoomDay;
  /** Row of the spot; -1 when the room has none. */
  readonly spotRow: number;
  /**
   * The live columns as of the last change told of. The feed writes its columns before it says so; when that tick is
   * already of the next minute, the minute that ended is closed from here.
   */
  #settled: LiveColumns;
  #down: string | undefined;
  #wasDown = false;
  #hasTicked = false;

  constructor(day: RoomDay) {
    this.day = day;
    this.#settled = createLiveColumns(day.live.capacity);
    this.spotRow = day.tokens.type.subarray(0, day.tokens.length).indexOf(EQ);
    this.settleAll();
  }

  get firstMinute(): number {
    return this.day.open;
  }

  get lastMinute(): number {
    return this.day.open + this.day.minutes.slots - 1;
  }

  /** The slot of a minute within this room's session; undefined outside it. */
  slotAt(at: number): Slot | undefined {
    return at < this.firstMinute || at > this.lastMinute ? undefined : slot(Math.floor(at) - this.day.open);
  }

  isOpenAt(at: Minute): boolean {
    return at >= this.firstMinute && at < this.lastMinute + 1;
  }

  /** Why this room is down while the source is up; undefined while it is not. */
  get down(): string | undefined {
    return this.#down;
  }

  setDown(down: string | undefined): void {
    this.#down = down;
    if (down !== undefined) this.#wasDown = true;
  }

  /** What is known of the minute that ends, where `state` is what is known of the source; the next one begins. */
  endMinute(state: number): number {
    const ended = !this.#wasDown || state === HOLE ? state : this.#hasTicked ? PARTIAL : HOLE;
    this.#wasDown = this.#down !== undefined;
    this.#hasTicked = false;
    return ended;
  }

  /** Hot (bench question: fanout). */
  settle(rows: Uint16Array, count: number): void {
    const live = this.day.live.columns;
    const settled = this.#settled.columns;
    this.#hasTicked = true;
    for (let field = 0; field < FIELD_COUNT; field++) {
      const from = live[field];
      const to = settled[field];
      for (let i = 0; i < count; i++) to[rows[i]] = from[rows[i]];
    }
  }

  settleAll(): void {
    const { live, tokens } = this.day;
    for (let field = 0; field < FIELD_COUNT; field++) {
      this.#settled.columns[field].set(live.columns[field].subarray(0, tokens.length));
    }
  }

  /** After the feed appended contracts: every table holds them. */
  grow(): void {
    growRoomDay(this.day, this.day.tokens.length);
    if (this.day.live.capacity > this.#settled.capacity)
      this.#settled = growLive(this.#settled, this.day.live.capacity);
    this.settleAll();
  }

  /** Copies the settled columns into a slot. What is known stays; a room that has had no price yet keeps its hole. */
  close(at: Slot, state: number): boolean {
    const { minutes, tokens } = this.day;
    const rows = tokens.length;
    if (state === HOLE || minutes.state[at] !== HOLE || !hasFigures(this.#settled, rows)) return false;
    for (let field = 0; field < FIELD_COUNT; field++) {
      if (!hasField(minutes.fields, field)) continue;
      minutes.columns[field].set(this.#settled.columns[field].subarray(0, rows), at * minutes.stride);
    }
    minutes.state[at] = state;
    return true;
  }
}

/** Whether anything is known of the room: a contract that never trades has quotes and open interest all the same. */
function hasFigures({ columns }: LiveColumns, rows: number): boolean {
  for (const column of [columns[LTP], columns[OI], columns[BID]]) {
    for (let row = 0; row < rows; row++) if (column[row] !== ABSENT) return true;
  }
  return false;
}
