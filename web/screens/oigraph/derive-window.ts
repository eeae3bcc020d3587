/**
 * The two ends of a time window. Everything on the screen (bars, ATM, totals, max pain, PCR) is of its end; changes count
 * from its start. 'Last n minutes' ends at the moment that the clock points at. Where that minute is missing, both ends
 * move back together, so that n minutes stay n minutes.
 */

import type { TimeWindow } from "#contract/domain/choices/time-window.ts";
import { LTP, lastFilledSlot, OI, type RoomDay } from "#contract/domain/columns.ts";
import { type Minute, minute } from "#contract/domain/units.ts";
import type { ChainMoment } from "#market/chain.ts";
import { type Cells, windowStartSlot } from "#market/lines/window.ts";
import { columnOf, type Moment, slotMoment } from "#market/reference/moment.ts";

/** Where figures are read: of each contract its OI, and its premium (the option's price). */
interface WindowFigures {
  readonly oi: Cells;
  readonly premium: Cells;
}

export interface WindowEnd extends WindowFigures {
  readonly moment: Moment;
  readonly minute: Minute;
}

export interface WindowStart extends WindowFigures {
  /** Minute of the IST day; NaN for the previous day, and where there is nothing to count from. */
  readonly minute: number;
  /** The minute asked for: where it is missing, the filled one before it is taken. NaN for the previous day. */
  readonly wanted: number;
}

export function openWindow(
  now: ChainMoment,
  window: TimeWindow,
): { readonly end: WindowEnd; readonly start: WindowStart } {
  const { day, minute: last } = now;
  const moment = endOf(now, window);
  const to = moment.slot < 0 ? last : minute(day.open + moment.slot);
  const end = {
    moment,
    minute: to,
    oi: { column: columnOf(moment, OI), base: moment.base },
    premium: { column: columnOf(moment, LTP), base: moment.base },
  };
  if (window === "current") return { end, start: previousDay(day) };
  const wanted = typeof window === "number" ? to - window : Math.min(window.from, to);
  const slot = windowStartSlot(day.minutes, wanted - day.open, moment.slot < 0 ? last - day.open : moment.slot);
  return { end, start: startAt(day, slot, wanted) };
}

const previousDay = ({ tokens }: RoomDay): WindowStart => ({
  minute: Number.NaN,
  wanted: Number.NaN,
  oi: { column: tokens.prevOi, base: 0 },
  premium: { column: tokens.prevClose, base: 0 },
});

/** @param slot -1 where the day has nothing to count from. */
function startAt({ open, minutes }: RoomDay, slot: number, wanted: number): WindowStart {
  const { columns, stride } = minutes;
  const base = slot * stride;
  return {
    minute: slot < 0 ? Number.NaN : open + slot,
    wanted,
    oi: { column: slot < 0 ? undefined : columns[OI], base },
    premium: { column: slot < 0 ? undefined : columns[LTP], base },
  };
}

/** A custom window may end before now, but never later. Where its last minute is missing, it ends with the one before. */
function endOf({ day, moment, minute: last }: ChainMoment, window: TimeWindow): Moment {
  if (typeof window !== "object" || window.to === undefined || window.to >= last) return moment;
  const slot = lastFilledSlot(day.minutes, window.to - day.open);
  return slot < 0 ? moment : slotMoment(day, slot);
}
