/** Which days the exchange's clock has ended. */
import type { ExchangeTime } from "#contract/domain/clock.ts";
import { addDays } from "#contract/domain/reference/calendar.ts";
import type { IsoDate } from "#contract/domain/units.ts";

/** The first day that has not ended. */
export function endedBeforeOf({ source, date, rate }: ExchangeTime): IsoDate {
  // Without a feed, and on a holiday, the newest day stands still at its end; so does Kite's from midnight until the next one opens.
  const isOver = source === "none" || (source === "kite" && rate === 0);
  return isOver ? addDays(date, 1) : date;
}
