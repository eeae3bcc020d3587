/** Simulated days of the past, made when they are asked for: the same figures that a live feed of that day had. */
import { createColumns, type RoomDay } from "#contract/domain/columns.ts";
import type { RoomName, Underlying } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { MadeDay, Yesterday } from "../../../market/made-past.ts";
import { type MarketDay, marketDay } from "../exchange/market-day.ts";
import { keepMinute, lastPrint, symbolFacts } from "../exchange/room-days.ts";
import { roomAtOpen } from "../exchange/room-open.ts";
import { scheduleOf } from "../exchange/schedule.ts";
import { isChosen, type SymbolChoice, UNIVERSE } from "../exchange/universe.ts";

/** @param symbols what is listed; everything when not given. @throws FeedError when the exchange is closed on `date`. */
export function simulatedDay(seed: number, date: IsoDate, symbols?: SymbolChoice): MadeDay {
  const day = marketDay(seed, date, symbols);
  const before = marketDay(seed, day.levels.previous, symbols);
  return {
    date,
    symbols: symbolFacts(day, before),
    rooms: [...day.rooms, ...[...day.futures, ...day.spots].map((listing) => listing.name)],
    spots: closingSpots(day),
    room: (name, yesterday = "whole") => finishedRoom(day, before, name, yesterday),
  };
}

/** What the exchange trades on `date`, from the calendar alone. @throws FeedError when it is closed. */
export function simulatedUnderlyings(date: IsoDate, symbols?: SymbolChoice): readonly Underlying[] {
  const { currency } = scheduleOf(date);
  return UNIVERSE.map(({ underlying }) => underlying).filter(
    ({ symbol, segment }) =>
      isChosen(symbols, symbol) && (segment !== "currency-derivatives" || currency !== undefined),
  );
}

function closingSpots({ underlyings }: MarketDay): Record<string, number> {
  const spots: Record<string, number> = {};
  for (const entry of underlyings) {
    const print = lastPrint(entry);
    if (print !== undefined) spots[entry.underlying.symbol] = print / entry.underlying.priceScale;
  }
  return spots;
}

function finishedRoom(day: MarketDay, before: MarketDay, name: RoomName, yesterday: Yesterday): RoomDay | undefined {
  const room = roomAtOpen(day, before, name, yesterday);
  if (!room) return undefined;
  const made = room.roomDay();
  const columns = createColumns(room.rows);
  const run = room.run(columns);
  for (let slot = 0; slot < room.session.points; slot++) {
    run.minute();
    keepMinute(columns, made.minutes, slot, room.rows);
  }
  for (const [field, column] of columns.entries()) made.live.columns[field]?.set(column as Float64Array);
  return made;
}
