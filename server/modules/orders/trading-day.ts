/** The day of orders by the wall clock, IST: the broker's own day, whatever day the board shows. */
const IST_MS = 330 * 60_000;
const DAY_MS = 24 * 3600_000;
/** Currency trades longest, to 17:00. */
const END_MS = (17 * 60 + 5) * 60_000;

/** Midnight before. @param at ms since 1970. */
export const dayBegan = (at: number): number => Math.floor((at + IST_MS) / DAY_MS) * DAY_MS - IST_MS;

/** When nothing that was sent then can trade any more; of what is sent after hours, half a day later. */
export const dayEnds = (at: number): number => {
  const end = dayBegan(at) + END_MS;
  return end > at ? end : at + DAY_MS / 2;
};
