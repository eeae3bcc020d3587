/** A day that goes on: minutes close one after another, and the live columns tick. */

import type { MarketClock } from "#contract/domain/clock.ts";
import { MISSING_MINUTE, type RoomDay } from "#contract/domain/columns.ts";
import { minute } from "#contract/domain/units.ts";
import type { Market } from "#contract/worker/derivation.ts";
import { makeMarket } from "./market.ts";
import { makePane } from "./pane.ts";
import { closeMinute } from "./room.ts";

export interface LiveDay {
  readonly day: RoomDay;
  /** Rows of the token table, by the cells that `set` writes. */
  set(field: number, row: number, value: number): void;
  /** The live columns become the minutes [from, to]; each counts as one that came. */
  close(from: number, to?: number): void;
  /** A minute without data is all that is known of the slot. */
  lose(slot: number): void;
  /** The whole room is loaded again. */
  reload(): void;
  /** What a derivation is given, live in the minute of the slot, or looking at a slot of the day. */
  input(
    slot: number,
    mode?: MarketClock["mode"],
  ): { market: Market; pane: ReturnType<typeof makePane>; clock: MarketClock };
}

export function makeLiveDay(day: RoomDay): LiveDay {
  const version = { structureVersion: 1, minuteVersion: 1, tickVersion: 1 };
  return {
    day,
    set(field, row, value) {
      day.live.columns[field]![row] = value;
      version.tickVersion++;
    },
    close(from, to = from) {
      for (let slot = from; slot <= to; slot++) {
        closeMinute(day, slot);
        version.minuteVersion++;
      }
    },
    lose(slot) {
      const { stride, columns, state } = day.minutes;
      for (const column of columns) column.fill(-1, slot * stride, (slot + 1) * stride);
      state[slot] = MISSING_MINUTE;
      version.minuteVersion++;
    },
    reload: () => {
      version.structureVersion++;
      version.minuteVersion++;
    },
    input: (slot, mode = "live") => ({
      market: makeMarket({ day, ...version }),
      pane: makePane(),
      clock: { mode, date: day.date, minute: minute(day.open + slot), speed: 1 },
    }),
  };
}
