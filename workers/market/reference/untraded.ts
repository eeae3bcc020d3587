/** How old the last price of a contract is that has not traded today. */

import type { PriceAge } from "#contract/domain/choices/pricing.ts";
import type { RoomDay } from "#contract/domain/columns.ts";
import type { Underlying } from "#contract/domain/instruments.ts";
import { daysBetween, previousTradingDay } from "#contract/domain/reference/calendar.ts";

/**
 * Since when the contracts of a day have not traded, by their row of the token table. All that is known of the time before
 * the day is the previous day's volume.
 */
export function agesOf({ day, underlying }: { readonly day: RoomDay; readonly underlying: Underlying }) {
  const days = daysBetween(previousTradingDay(underlying.segment, day.date), day.date);
  const { prevVol } = day.tokens;
  return (row: number): PriceAge => {
    const volume = prevVol[row]!;
    return { days: volume < 0 ? Number.NaN : days, isOlder: volume === 0 };
  };
}
