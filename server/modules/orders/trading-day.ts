/** The day of orders by the wall clock, IST: the broker's own day, whatever day the board shows. */
import { DAY_MS, IST_MS } from "#contract/domain/reference/calendar.ts";

/** Currency trades longest, to 17:00. */
const END_MS = (17 * 60 + 5) * 60_000;

/** Midnight before. @param at ms since 1970. */
export const dayBegan = (at: number): number => Math.floor((at + IST_MS) / DAY_MS) * DAY_MS - IST_MS;

/** When nothing that was sent then can trade any more; of what is sent after hours, half a day later. */
const dayEnds = (at: number): number => {
  const end = dayBegan(at) + END_MS;
  return end > at ? end : at + DAY_MS / 2;
};

/** Enough for three good looks, and a broker that is away for a while. */
const LEAST_MS = 10 * 60_000;

/**
 * Until when the books tell of what was sent then: until its day is over. What was given up as not confirmed only after that, as by a
 * server that starts in the evening, is looked for ten minutes more, but never in the books of the next day.
 * @param sentAt @param since when it was given up, ms since 1970
 */
export const booksEnd = (sentAt: number, since: number): number =>
  Math.max(dayEnds(sentAt), Math.min(since + LEAST_MS, dayBegan(sentAt) + DAY_MS));
