/** Spots: those of the ticker, and those of every underlying. */
import { LTP } from "#contract/domain/columns.ts";
import { isManySymbol } from "#contract/domain/instruments.ts";
import { ABSENT } from "#contract/domain/units.ts";
import type { LiveIndex } from "#contract/wire/socket-events.ts";
import type { BookDay } from "./book.ts";
import type { BookRoom } from "./book-room.ts";

const TICKER = ["NIFTY", "BANKNIFTY", "SENSEX", "BANKEX"] as const;
/** The one that most users look at. */
export const [FIRST_INDEX] = TICKER;

/** Spot in rupees of the room's underlying; undefined where it has none yet. */
export function spotOf(room: BookRoom): number | undefined {
  return inRupees(room, room.spotRow < 0 ? ABSENT : room.day.live.columns[LTP][room.spotRow]);
}

/** As the last closed minute left it; before the first, the previous close. */
function closedSpotOf(room: BookRoom): number | undefined {
  if (room.spotRow < 0) return undefined;
  return inRupees(room, room.closedPrices[room.spotRow] ?? room.day.tokens.prevClose[room.spotRow]);
}

const inRupees = ({ day }: BookRoom, value: number): number | undefined =>
  value === ABSENT ? undefined : value / day.priceScale;

/** Spot in rupees by symbol; symbols without one are left out. @param isByMinute as the last closed minute left them */
export function spots({ rooms }: Pick<BookDay, "rooms">, isByMinute = false): Record<string, number> {
  const of = isByMinute ? closedSpotOf : spotOf;
  const values: Record<string, number> = {};
  for (const room of rooms.values()) {
    const { symbol } = room.day;
    // The first spot of a room of many is that of one of its underlyings, which has a room of its own.
    if (values[symbol] !== undefined || isManySymbol(symbol)) continue;
    const spot = of(room);
    if (spot !== undefined) values[symbol] = spot;
  }
  return values;
}

export const indexValues = (day: BookDay): LiveIndex => tickerOf(spots(day));

/** Those of the ticker among spots by symbol. */
export function tickerOf(all: Readonly<Record<string, number>>): LiveIndex {
  const values: Partial<Record<(typeof TICKER)[number], number>> = {};
  for (const symbol of TICKER) if (all[symbol] !== undefined) values[symbol] = all[symbol];
  return values;
}
