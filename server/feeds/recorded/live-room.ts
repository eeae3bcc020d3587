/** A room of the day that is served: its live columns follow the recording, minute by minute. */
import {
  createLiveColumns,
  FIELD_COUNT,
  MISSING_MINUTE,
  type RoomDay,
  slotColumns,
  writeSlot,
} from "#contract/domain/columns.ts";
import { ABSENT, type Slot } from "#contract/domain/units.ts";
import { openMinutes } from "../../market/minutes/pack-room.ts";
import { hasMinute, standingSlot } from "./recording.ts";

export class LiveRoom {
  /** What the book gets: the recording's contracts, and no minutes yet. */
  readonly day: RoomDay;
  readonly #recorded: RoomDay;
  readonly #changed: Uint16Array;

  constructor(recorded: RoomDay) {
    const rows = recorded.tokens.length;
    this.#recorded = recorded;
    this.#changed = new Uint16Array(rows);
    const { slots, fields } = recorded.minutes;
    this.day = { ...recorded, live: createLiveColumns(rows), minutes: openMinutes(recorded, slots, fields) };
  }

  /** Rows that the last {@link moveTo} changed; reused by the next. */
  get changed(): Uint16Array {
    return this.#changed;
  }

  /** Whether the recording has this very minute: if not, the book leaves it the hole it is. */
  hasMinute(at: number): boolean {
    return hasMinute(this.#recorded, at);
  }

  /**
   * Puts the recorded minute into the live columns: its own figures, or the last ones while they stand (between two
   * snapshots of a source that takes one every five minutes). In a hole they become absent: nobody knows what the
   * market was.
   * @returns how many rows changed.
   */
  moveTo(at: number): number {
    const { minutes, tokens } = this.#recorded;
    const slot = standingSlot(this.#recorded, at);
    const known = slot < 0 ? undefined : slotColumns(minutes, slot);
    const live = this.day.live.columns;
    let count = 0;
    for (let row = 0; row < tokens.length; row++) {
      let isChanged = false;
      for (let field = 0; field < FIELD_COUNT; field++) {
        const value = known?.columns[field][known.base + row] ?? ABSENT;
        if (live[field][row] === value) continue;
        live[field][row] = value;
        isChanged = true;
      }
      if (isChanged) this.#changed[count++] = row;
    }
    return count;
  }

  /** Copies recorded minutes into a room-day. False when there are none. */
  backfill(into: RoomDay, from: Slot, to: Slot): boolean {
    const { minutes, tokens } = this.#recorded;
    let filled = false;
    for (let slot: number = from; slot <= to; slot++) {
      if (minutes.state[slot] === MISSING_MINUTE) continue;
      writeSlot(into.minutes, slot, slotColumns(minutes, slot), tokens.length, minutes.state[slot]);
      filled = true;
    }
    return filled;
  }
}
