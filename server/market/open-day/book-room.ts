/** One room of the open day as the book keeps it: the room-day, and what the book knew of it before the newest tick. */
import {
  BID,
  createLiveColumns,
  FIELD_COUNT,
  type LiveColumns,
  LTP,
  lastFilledSlot,
  MISSING_MINUTE,
  OI,
  PARTIAL,
  type RoomDay,
  slotColumns,
  writeSlot,
} from "#contract/domain/columns.ts";
import { EQ } from "#contract/domain/instruments.ts";
import { ABSENT, type Minute, type Slot, slot } from "#contract/domain/units.ts";
import { growLive, growRoomDay } from "#contract/wire/frame/capacity.ts";
import type { Feed } from "../feed.ts";
import { BLOCK_SLOTS } from "../minutes/block-codec.ts";
import { packRoom } from "../minutes/pack-room.ts";

import { ChangedRows } from "./changed-rows.ts";

export class BookRoom {
  readonly day: RoomDay;
  /** Row of the spot; -1 when the room has none. */
  readonly spotRow: number;
  /**
   * The live columns as of the last change told of. The feed writes its columns before it says so; when that tick is
   * already of the next minute, the minute that ended is closed from here.
   */
  #settled: LiveColumns;
  readonly changed: ChangedRows;
  #down: string | undefined;
  #wasDown = false;
  #hasTicked = false;

  constructor(day: RoomDay) {
    this.day = day;
    packRoom(day);
    this.#settled = createLiveColumns(day.live.capacity);
    this.changed = new ChangedRows(day.live.capacity);
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

  /** Last prices at the last closed minute by row, scaled; empty before the first. To be read before returning. */
  get closedPrices(): ArrayLike<number> {
    const { minutes, tokens } = this.day;
    const at = lastFilledSlot(minutes);
    if (at < 0) return [];
    const { columns, base } = slotColumns(minutes, at);
    return columns[LTP].subarray(base, base + tokens.length);
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
    const ended = !this.#wasDown || state === MISSING_MINUTE ? state : this.#hasTicked ? PARTIAL : MISSING_MINUTE;
    this.#wasDown = this.#down !== undefined;
    this.#hasTicked = false;
    return ended;
  }

  /** Hot (bench question: fanout). */
  settle(rows: Uint16Array, count: number): void {
    const live = this.day.live.columns;
    const settled = this.#settled.columns;
    this.#hasTicked = true;
    this.changed.add(rows, count);
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
    this.changed.restart(this.#settled.capacity);
  }

  /** After the feed appended contracts: every table holds them. */
  grow(): void {
    growRoomDay(this.day, this.day.tokens.length);
    packRoom(this.day);
    if (this.day.live.capacity > this.#settled.capacity)
      this.#settled = growLive(this.#settled, this.day.live.capacity);
    this.settleAll();
  }

  /** After the feed made the room: it has minutes, and every figure is new. */
  made(): void {
    packRoom(this.day);
    this.settleAll();
  }

  /** Asks the feed for the slots from one through another. False where it cannot tell. */
  backfill(feed: Pick<Feed, "backfill">, from: Slot, to: Slot): boolean {
    const isTold = feed.backfill(this.day, from, to);
    // A feed may have written into the unpacked columns, which are given back sooner or later.
    if (isTold) packRoom(this.day).keep(from, to);
    return isTold;
  }

  /** Packs the oldest plain minutes, if a block of them is due; gives how many cells that were. */
  pack(): number {
    const minutes = packRoom(this.day);
    if (!minutes.isDue) return 0;
    minutes.packTail();
    return minutes.stride * BLOCK_SLOTS;
  }

  /** Copies the settled columns into a slot. What is known stays; a room that has had no price yet keeps its hole. */
  close(at: Slot, state: number): boolean {
    const { minutes, tokens } = this.day;
    const rows = tokens.length;
    if (state === MISSING_MINUTE || minutes.state[at] !== MISSING_MINUTE || !hasFigures(this.#settled, rows))
      return false;
    writeSlot(minutes, at, { columns: this.#settled.columns, base: 0 }, rows, state);
    this.changed.close(at);
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
