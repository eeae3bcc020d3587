/** The open day of the market as a day source. */
import { extrapolateMinute } from "#contract/domain/clock.ts";
import { lastFilledSlot } from "#contract/domain/columns.ts";
import { type Minute, minute } from "#contract/domain/units.ts";
import type { DaySource } from "../../market/day-json/day-source.ts";
import { spots } from "../../market/index-values.ts";
import type { Market } from "../../market/market.ts";
import { AppError } from "../../platform/errors.ts";

/** @throws AppError 503 while no day is open. */
export function openDay(market: Market): DaySource {
  const { day } = market.book;
  if (day === undefined) throw new AppError("unavailable");
  const now: Minute = minute(extrapolateMinute(market.time(), 0));
  return {
    date: day.date,
    symbols: day.symbols,
    spots: () => spots(day),
    room(name) {
      const room = day.rooms.get(market.resolveRoom(name) ?? "")?.day;
      if (room === undefined) return undefined;
      const facts = day.symbols.find(({ symbol }) => symbol === room.symbol);
      const passed = Math.min(Math.max(Math.floor(now) - room.open, 0), room.minutes.slots);
      const slots = Math.max(lastFilledSlot(room.minutes) + 1, passed);
      return { day: room, slots, minute: now, sd: facts?.sd };
    },
  };
}
