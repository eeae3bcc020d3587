/** A day that the market calls can be asked about: the open one, or one of the past. */
import { lastFilledSlot, MISSING_MINUTE, type RoomDay } from "#contract/domain/columns.ts";
import type { IsoDate, Minute } from "#contract/domain/units.ts";
import type { SymbolFacts } from "../feed.ts";

/** One room of the day, as far as the day has come. */
export interface SourceRoom {
  readonly day: RoomDay;
  /** Slots so far: those up to the last closed minute, holes included. */
  readonly slots: number;
  /** The minute that the live columns are of; the close of a past day. */
  readonly minute: Minute;
  /** Daily standard deviation of the underlying, a fraction. */
  readonly sd: number | undefined;
}

/** What `init` tells of. */
export interface DayFacts {
  readonly date: IsoDate;
  readonly symbols: readonly SymbolFacts[];
  /** Spot in rupees by symbol: as of now, or at the close of a past day. @param isByMinute as the last closed minute left them */
  spots(isByMinute?: boolean): Readonly<Record<string, number>>;
}

/** A room of the open day as it is at `now`. */
export function openRoom(day: RoomDay, symbols: readonly SymbolFacts[], now: Minute): SourceRoom {
  const passed = Math.min(Math.max(Math.floor(now) - day.open, 0), day.minutes.slots);
  const slots = Math.max(lastFilledSlot(day.minutes) + 1, passed);
  return { day, slots, minute: now, sd: symbols.find(({ symbol }) => symbol === day.symbol)?.sd };
}

/**
 * Changes whenever the minutes of a room do: how many slots have passed, and how many of them are filled. The clock
 * passes a minute just before that minute is closed, and a backfill fills holes behind it. It changes with the previous figures,
 * too, which a feed may learn before the first minute.
 */
export function minutesState({ day, slots }: SourceRoom): string {
  const { state } = day.minutes;
  const { length, prevClose, prevOi } = day.tokens;
  let filled = 0;
  for (let slot = 0; slot < state.length; slot++) if (state[slot] !== MISSING_MINUTE) filled++;
  let [closes, interest] = [0, 0];
  for (let row = 0; row < length; row++) {
    closes += prevClose[row];
    interest += prevOi[row];
  }
  return `${day.date} ${day.source} ${slots} ${filled} ${length} ${closes} ${interest}`;
}
