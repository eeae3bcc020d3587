/**
 * What the model prices a chain on. The specification's way: Black-Scholes on the spot (Black-76 for the currency), time in
 * whole days. Forward mode: Black-76 on the future of the expiry, else the parity forward, time to the minute, one IV a
 * strike from its out-of-the-money side, so that call and put agree.
 */

import { DEFAULT_PRICING, type PricedOn, type PricingChoice } from "#contract/domain/choices/pricing.ts";
import { ASK, BID, hasField, LTP, type RoomDay, VOL } from "#contract/domain/columns.ts";
import type { Underlying } from "#contract/domain/instruments.ts";
import { yearsToExpiry } from "#contract/domain/reference/calendar.ts";
import type { Minute, ScaledPrice } from "#contract/domain/units.ts";
import type { StrikeTable } from "../strikes/strikes.ts";
import { type Cells, cellOf, type Moment } from "./moment.ts";
import { parityForward } from "./parity-forward.ts";
import type { ReferenceBasis, ReferencePrice } from "./reference-price.ts";
import { agesOf } from "./untraded.ts";

/** What a chain is priced on, and by which model. */
export interface Pricing extends PricingChoice {
  readonly model: "spot" | "usdinr" | "forward";
  /** Where `reference` comes from. */
  readonly basis: ReferenceBasis;
  /** Scaled: the spot, future or forward that is named on the screen; NaN when there is none. */
  readonly reference: number;
  /** Scaled: what the model takes; the spot, F e^(-rT) in its place, or F itself. */
  readonly underlying: number;
  readonly years: number;
  readonly rate: number;
}

/** What of a chain's moment decides. */
interface PricedChain {
  readonly day: RoomDay;
  readonly table: StrikeTable;
  readonly underlying: Underlying;
  readonly futureIsOfExpiry: boolean;
}

/**
 * @param spot as it stands at the moment.
 * @param years to the expiry, the specification's way.
 */
export function pricingAt(
  { day, table, underlying, futureIsOfExpiry }: PricedChain,
  moment: Moment,
  at: Minute,
  spot: ReferencePrice,
  years: number,
  { forward, untraded }: PricingChoice = DEFAULT_PRICING,
): Pricing {
  const { rate, segment, kind } = underlying;
  if (!forward) {
    const common = { forward, untraded, basis: spot.basis, reference: spot.underlying, years, rate };
    return kind === "currency"
      ? { ...common, model: "usdinr", underlying: spot.underlying }
      : { ...common, model: "spot", underlying: spot.modelSpot };
  }
  const exact = yearsToExpiry(segment, day.expiry, day.date, at, "forward");
  const { basis, price } = forwardOf(spot, table, moment, futureIsOfExpiry || table.eq < 0);
  const carried = basis === "spot" ? price * Math.exp(rate * exact) : price;
  return { forward, untraded, model: "forward", basis, reference: price, underlying: carried, years: exact, rate };
}

/** Of two futures' months the expiry's own goes before parity, another's after it; a spot stands in where nothing else is known. */
function forwardOf(
  { spot, future }: ReferencePrice,
  table: StrikeTable,
  moment: Moment,
  isOwnFuture: boolean,
): { readonly basis: ReferenceBasis; readonly price: ScaledPrice | number } {
  if (future > 0 && isOwnFuture) return { basis: "future", price: future };
  const forward = parityForward(table, moment);
  if (!Number.isNaN(forward)) return { basis: "forward", price: forward };
  if (future > 0) return { basis: "future", price: future };
  return spot > 0 ? { basis: "spot", price: spot } : { basis: "none", price: Number.NaN };
}

/**
 * Whether an option's last price may be priced: it traded today, or bid and ask stand around it. Brokers go on sending the
 * price of an earlier day. Where the source tells no volume, nobody knows, and any price counts.
 */
export function isPriceOfToday(cells: Cells, row: number): boolean {
  if (row < 0 || !hasField(cells.fields, VOL) || cellOf(cells, VOL, row) !== 0) return true;
  const bid = cellOf(cells, BID, row);
  const price = cellOf(cells, LTP, row);
  return bid > 0 && bid <= price && price <= cellOf(cells, ASK, row);
}

/** A last price that the pricing may use, scaled; ABSENT (below 0) where there is none. */
export const pricedLtp = (cells: Cells, row: number, { untraded }: PricingChoice): number =>
  untraded || isPriceOfToday(cells, row) ? cellOf(cells, LTP, row) : -1;

/** What the screen says of it. */
export function pricedOnOf(at: PricedChain & { moment: Moment; pricing: Pricing }): PricedOn {
  const { pricing, day, table, moment } = at;
  const { forward, untraded, basis, reference } = pricing;
  const ageOf = agesOf(at);
  const quietAges = { days: Number.NaN, traded: 0, older: 0 };
  let quiet = 0;
  for (let i = 0; i < table.count; i++)
    for (const row of [table.ce[i]!, table.pe[i]!]) {
      if (!(cellOf(moment, LTP, row) > 0) || isPriceOfToday(moment, row)) continue;
      quiet++;
      const { days, isOlder } = ageOf(row);
      if (Number.isNaN(days)) continue;
      quietAges.days = days;
      quietAges[isOlder ? "older" : "traded"]++;
    }
  return { forward, untraded, basis, price: reference / day.priceScale, quiet, quietAges };
}
