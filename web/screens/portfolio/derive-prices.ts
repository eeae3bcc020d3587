/** Prices of the legs on a past day, out of their chains. */
import { LTP } from "#contract/domain/columns.ts";
import type { LegPosition } from "#contract/domain/strategy/profits.ts";
import type { DeriveInput } from "#contract/worker/derivation.ts";
import { contractRow } from "#market/reference/contract-row.ts";
import { cellOf, momentAt } from "#market/reference/moment.ts";

/** Rupees; NaN where it is not known. */
export type PriceOf = (leg: LegPosition) => number;

/** Prices of the chains at the clock; undefined while one of them is still on its way. */
export function pricesAtClock(
  { market, clock }: Pick<DeriveInput<unknown, unknown>, "market" | "clock">,
  rooms: readonly string[],
): PriceOf | undefined {
  const readers = new Map<string, PriceOf>();
  for (const name of rooms) {
    const day = market.room(name)?.day;
    if (!day && market.missing(name) === undefined) return undefined;
    const moment = day && momentAt(day, clock);
    if (!moment) continue;
    readers.set(name, (leg) => {
      const row = contractRow(day, leg);
      const price = row < 0 ? 0 : cellOf(moment, LTP, row);
      return price > 0 ? price / day.priceScale : Number.NaN; // 0 was never traded
    });
  }
  return (leg) => readers.get(leg.room)?.(leg) ?? Number.NaN;
}
