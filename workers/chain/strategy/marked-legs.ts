/** The open legs of a strategy as they stand: what each is worth, and with what IV it would be worth something else. */

import { LTP } from "#contract/domain/columns.ts";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { daysBetween, yearsToExpiry } from "#contract/domain/reference/calendar.ts";
import { unitsPerLot } from "#contract/domain/strategy/position.ts";
import type { HeldLeg, IvShift, MarkedLeg } from "#contract/domain/strategy/valuation.ts";
import type { IsoDate, Minute } from "#contract/domain/units.ts";
import { carryRate } from "#kernel/payoff-legs.ts";
import { type ChainMoment, strikeIndex } from "#market/chain.ts";
import { cellOf } from "#market/reference/moment.ts";
import type { PricedChain } from "./priced-chain.ts";

/** The chain of a leg's expiry, with its strikes priced. */
export interface ExpiryChain {
  readonly at: ChainMoment;
  readonly priced: PricedChain;
  /** Its contracts trade no more, though its last recorded minute is an earlier one: what is left to that is their `years`. */
  readonly hasStopped?: boolean;
}

/** An IV never falls below a tenth of a per cent by a shift. */
const LEAST_IV = 0.001;

/**
 * @param spot rupees: what the payoff's x axis is.
 * @param chain undefined where the expiry's room cannot be had: the leg has no price.
 * @param settlement rupees a unit: the price of a leg whose expiry has passed.
 */
export function markLeg(
  leg: HeldLeg,
  chain: ExpiryChain | undefined,
  { symbol, date, minute, spot }: { symbol: string; date: IsoDate; minute: Minute; spot: number },
  shift: IvShift,
  settlement = Number.NaN,
): MarkedLeg {
  const underlying = underlyingOf(symbol);
  const { type, expiry, lots, lotSize, strike, entry } = leg;
  const quantity = lots * unitsPerLot(lotSize, underlying.multiplier);
  const years = chain?.at.pricing.years ?? yearsToExpiry(underlying.segment, expiry, date, minute, "spec");
  const daysLeft = Math.max(daysBetween(date, expiry), 0);
  const isExpired = expiry < date;
  const common = {
    type,
    expiry,
    lots,
    lotSize,
    quantity,
    strike,
    entry,
    years,
    daysLeft,
    base: 0,
    delta: 0,
    isExpired,
  };
  const unknown = { ...common, price: Number.NaN, iv: 0, shownIv: 0, isTwinIv: false };
  if (isExpired) return { ...unknown, price: settlement };
  if (!chain) return unknown;
  const { at, priced } = chain;
  const carry = carryRate(at.pricing.underlying / at.day.priceScale, spot, years);
  if (type === "FUT") {
    const { future } = at.spot;
    const price = future > 0 && at.futureIsOfExpiry ? future / at.day.priceScale : Number.NaN;
    return { ...unknown, price, delta: 1, carry: carryRate(price, spot, years) };
  }
  const index = strikeIndex(at, strike);
  if (index < 0) return { ...unknown, carry };
  const [own, twin] = type === "CE" ? [priced.greeks.call, priced.greeks.put] : [priced.greeks.put, priced.greeks.call];
  // The last price, however old: what is open has a P&L by it. Only its IV needs one of today.
  const price = cellOf(at.moment, LTP, (type === "CE" ? at.table.ce : at.table.pe)[index]!) / at.day.priceScale;
  const ownIv = own.iv[index]!;
  const iv = ownIv > 0 ? ownIv : twin.iv[index]!;
  return {
    ...common,
    price: price > 0 ? price : Number.NaN,
    iv: iv > 0 ? shifted(iv, shift, expiry) : 0,
    shownIv: own.derivedIv[index]!,
    isTwinIv: !(ownIv > 0) && iv > 0,
    carry,
  };
}

/** An IV moved; one that nothing moves stays the same bit for bit. */
export function shifted(iv: number, { all, byExpiry }: IvShift, expiry: string): number {
  const points = byExpiry[expiry] ?? 0;
  return all === 0 && points === 0 ? iv : Math.max(iv * (1 + all) + points, LEAST_IV);
}

/** Where the payoff's x axis stands now, rupees: the spot that the model takes, else the underlying's last price. */
export function payoffSpot({ pricing, spot, day }: ChainMoment): number {
  const price = pricing.model === "spot" || !(spot.spot > 0) ? pricing.underlying : spot.spot;
  return price / day.priceScale;
}
