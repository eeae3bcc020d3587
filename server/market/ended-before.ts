/** Which days the exchange's clock has ended. */
import type { ExchangeTime } from "#contract/domain/clock.ts";
import { addDays, sessionOf } from "#contract/domain/reference/calendar.ts";
import type { IsoDate } from "#contract/domain/units.ts";

/** The first day that has not ended. */
export function endedBeforeOf({ source, date, minute, rate }: ExchangeTime): IsoDate {
  // Without a feed, and on a holiday, the newest day stands still at its end; so does Kite's from midnight until the next one opens.
  const stands = source === "none" || (source === "kite" && rate === 0);
  // Nothing of Kite's day is still to come once its last segment has closed: what is imported of it in the evening is its past.
  const hasClosed = source === "kite" && minute >= lastClose(date) + 1;
  return stands || hasClosed ? addDays(date, 1) : date;
}

/** The last minute that any segment trades; never on a day without a session. */
const lastClose = (date: IsoDate): number =>
  Math.max(
    ...(["equity-derivatives", "currency-derivatives"] as const).map(
      (segment) => sessionOf(segment, date)?.close ?? Number.NEGATIVE_INFINITY,
    ),
  );
