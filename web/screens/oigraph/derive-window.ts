/**
 * The two ends of a time window. Everything on the screen (bars, ATM, totals, max pain, PCR) is of its end; changes count
 * from its start. 'Last n minutes' ends at the moment that the clock points at. Where that minute is missing, both ends
 * move back together, so that n minutes stay n minutes.
 */
import type { MarketClock } from "#contract/domain/clock.ts";
import { LTP, lastFilledSlot, OI, type RoomDay } from "#contract/domain/columns.ts";
import { columnOf, type Moment, momentAt, slotMoment } from "#market/moment.ts";
import { type Cells, windowStartSlot } from "#market/window.ts";
import type { TimeWindow } from "./snapshot.ts";

/** Where figures are read: of each contract its OI, and its premium (the option's price). */
interface WindowEnd {
  /** Minute of the IST day; NaN where it is of another day, or there is none. */
  readonly minute: number;
  readonly oi: Cells;
  readonly premium: Cells;
}

export interface OpenWindow {
  readonly now: WindowEnd & { readonly moment: Moment };
  /** `wanted` is the minute asked for: a missing minute gives way to the filled one before it. */
  readonly before: WindowEnd & { readonly wanted: number };
  /** The clock's minute: no window ends later. */
  readonly last: number;
}

/** Undefined before the day's first figures. */
export function openWindow(day: RoomDay, clock: MarketClock, window: TimeWindow): OpenWindow | undefined {
  const moment = momentAt(day, clock);
  if (!moment) return undefined;
  const last = minuteOf(day, moment, clock);
  const end = endOf(day, moment, last, window);
  const to = minuteOf(day, end, clock);
  const now = {
    minute: to,
    moment: end,
    oi: { column: columnOf(end, OI), base: end.base },
    premium: { column: columnOf(end, LTP), base: end.base },
  };
  if (window === "current") return { now, before: previousDay(day), last };
  const wanted = typeof window === "number" ? to - window : Math.min(window.from, to);
  const start = windowStartSlot(day.minutes, wanted - day.open, end.slot < 0 ? last - day.open : end.slot);
  return { now, before: slotOf(day, start, wanted), last };
}

const previousDay = ({ tokens }: RoomDay): OpenWindow["before"] => ({
  minute: Number.NaN,
  wanted: Number.NaN,
  oi: { column: tokens.prevOi, base: 0 },
  premium: { column: tokens.prevClose, base: 0 },
});

/** @param slot -1 where the day has nothing to count from. */
function slotOf({ open, minutes }: RoomDay, slot: number, wanted: number): OpenWindow["before"] {
  const { columns, stride } = minutes;
  const base = slot * stride;
  return {
    minute: slot < 0 ? Number.NaN : open + slot,
    wanted,
    oi: { column: slot < 0 ? undefined : columns[OI], base },
    premium: { column: slot < 0 ? undefined : columns[LTP], base },
  };
}

/** The minute that a moment is of. */
const minuteOf = (day: RoomDay, moment: Moment, clock: MarketClock): number =>
  moment.slot < 0 ? Math.floor(clock.minute) : day.open + moment.slot;

/** A custom window may end before now, but never later. Where its last minute is missing, it ends with the one before. */
function endOf(day: RoomDay, now: Moment, last: number, window: TimeWindow): Moment {
  if (typeof window !== "object" || window.to === undefined || window.to >= last) return now;
  const slot = lastFilledSlot(day.minutes, window.to - day.open);
  return slot < 0 ? now : slotMoment(day, slot);
}
