/** How far the underlying is expected to move: the IVs of the listed expiries as standard deviations by date. */
import { daysBetween } from "#contract/domain/reference/calendar.ts";
import type { IsoDate } from "#contract/domain/units.ts";

export interface ExpiryIv {
  readonly expiry: IsoDate;
  /** At the money, a fraction a year; NaN where it is not known. */
  readonly iv: number;
  readonly years: number;
}

/**
 * One standard deviation by date, a fraction of today's price: IV x sqrt(time) at each expiry. Between two expiries, and
 * between today and the first, the variance grows evenly with the calendar days; beyond the last it goes on at that expiry's
 * rate. An expiry of today says nothing about later days. NaN where no IV is known.
 */
export function deviationsByDate(today: IsoDate, dates: readonly IsoDate[], ivs: readonly ExpiryIv[]): Float64Array {
  const known = ivs
    .map(({ expiry, iv, years }) => ({ days: daysBetween(today, expiry), variance: iv * iv * years }))
    .filter(({ days, variance }) => days > 0 && variance > 0)
    .sort((a, b) => a.days - b.days);
  return Float64Array.from(dates, (date) => {
    const days = daysBetween(today, date);
    if (days <= 0) return days === 0 && known.length > 0 ? 0 : Number.NaN;
    let before = { days: 0, variance: 0 };
    for (const point of known) {
      if (days <= point.days) {
        const share = (days - before.days) / (point.days - before.days);
        return Math.sqrt(before.variance + share * (point.variance - before.variance));
      }
      before = point;
    }
    return before.days === 0 ? Number.NaN : Math.sqrt((before.variance / before.days) * days);
  });
}
