/** What entering a strategy's legs took, and what closing them would take. Pure. */

import type { Underlying } from "#contract/domain/instruments.ts";
import { istDate } from "#contract/domain/reference/calendar.ts";
import {
  brokerageOf,
  type ChargedOrder,
  type Charges,
  chargesOf,
  exerciseRate,
  turnoverRate,
} from "#contract/domain/strategy/charges.ts";
import { inOrderSizes } from "#contract/domain/strategy/leg-edits.ts";
import { legKey, oppositeOf, type StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { termsOf } from "#contract/domain/strategy/position.ts";
import type { Costs, HeldLeg } from "#contract/domain/strategy/valuation.ts";
import { epochMs, type IsoDate } from "#contract/domain/units.ts";

/** Every order of the legs, at the rates of its day. An order that is left out of what is sent counts: it is in the position. */
export function entryCharges(legs: readonly StrategyLeg[], underlying: Underlying, brokerage: number): Charges {
  const byDay = new Map<IsoDate, ChargedOrder[]>();
  for (const leg of legs) {
    const { unitsPerLot } = termsOf(leg, underlying);
    for (const { time, action, contracts, ltp } of leg.orders) {
      const day = istDate(epochMs(time));
      const order = { type: leg.type, side: action, quantity: contracts * unitsPerLot, price: ltp };
      byDay.set(day, [...(byDay.get(day) ?? []), order]);
    }
  }
  return [...byDay]
    .map(([date, orders]) => chargesOf(orders, { ...venueOf(underlying), date, brokerage }))
    .reduce(sum, NONE);
}

interface Closing {
  readonly date: IsoDate;
  readonly brokerage: number;
  /** Lots of the exchange's largest order. */
  mostLots(leg: StrategyLeg): number;
  /** Rupees a unit, by `legKey`; NaN or absent where it is not known. What has expired is settled. */
  readonly prices: Readonly<Record<string, { readonly price: number; readonly isExpired?: boolean } | undefined>>;
}

/** What is open, closed at the prices now; a leg without a price is left out, and one that has expired. */
export function closingCharges(legs: readonly StrategyLeg[], underlying: Underlying, closing: Closing): Charges {
  const { prices, mostLots, ...terms } = closing;
  const orders = legs.flatMap((leg): ChargedOrder[] => {
    const { price = Number.NaN, isExpired } = prices[legKey(leg)] ?? {};
    if (leg.action === undefined || Number.isNaN(price) || isExpired) return [];
    const { type, action, totalContracts } = leg;
    const { unitsPerLot } = termsOf(leg, underlying);
    return inOrderSizes(totalContracts, mostLots(leg)).map((lots) => ({
      type,
      side: oppositeOf(action),
      quantity: lots * unitsPerLot,
      price,
    }));
  });
  return chargesOf(orders, { ...venueOf(underlying), ...terms });
}

/** What the worker lowers lines by: what was paid to enter, and what leaving takes. @param living those of the legs that have not expired: others cost nothing any more */
export function costsOf(
  held: readonly HeldLeg[],
  living: readonly HeldLeg[],
  entry: number,
  underlying: Underlying,
  terms: Pick<Closing, "date" | "brokerage"> & { readonly mostLots: (leg: HeldLeg) => number },
): Costs {
  const all = { ...venueOf(underlying), ...terms };
  const ordersOf = (legs: readonly HeldLeg[]): number =>
    legs.reduce((sum, leg) => sum + inOrderSizes(Math.abs(leg.lots), terms.mostLots(leg)).length, 0);
  const nearest = living.map(({ expiry }) => expiry).sort()[0];
  const closingRate = (leg: HeldLeg): number =>
    living.includes(leg) ? turnoverRate(leg.type, leg.lots > 0 ? "sell" : "buy", all) : 0;
  return {
    closing: { rates: held.map(closingRate), fixed: entry + brokerageOf(ordersOf(living), all) },
    expiring: {
      // What is bought and ends in the money is taxed, a future is closed, and a later leg stays open.
      rates: held.map((leg) => {
        if (leg.expiry !== nearest) return 0;
        if (leg.type === "FUT") return closingRate(leg);
        return leg.lots > 0 && !all.isCurrency ? exerciseRate(terms.date) : 0;
      }),
      fixed:
        entry + brokerageOf(ordersOf(held.filter(({ type, expiry }) => type === "FUT" && expiry === nearest)), all),
    },
  };
}

const venueOf = ({ exchange, kind }: Underlying) => ({ exchange, isCurrency: kind === "currency" });

const NONE: Charges = {
  stt: 0,
  exchange: 0,
  ipft: 0,
  sebi: 0,
  stamp: 0,
  brokerage: 0,
  gst: 0,
  total: 0,
  isApproximate: false,
};

const sum = (a: Charges, b: Charges): Charges => ({
  stt: a.stt + b.stt,
  exchange: a.exchange + b.exchange,
  ipft: a.ipft + b.ipft,
  sebi: a.sebi + b.sebi,
  stamp: a.stamp + b.stamp,
  brokerage: a.brokerage + b.brokerage,
  gst: a.gst + b.gst,
  total: a.total + b.total,
  isApproximate: a.isApproximate || b.isApproximate,
});
