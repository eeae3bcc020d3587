/** What margin estimates know of a leg. Estimates are the specification's formulas, not the exchange's. */

import type { Leg } from "#contract/domain/strategy/leg.ts";

/** The price is read for FUT alone. */
export type MarginLeg = Pick<
  Leg,
  "type" | "expiry" | "lots" | "lotSize" | "strike" | "price" | "base" | "delta" | "daysLeft"
>;

export interface MarginMarket {
  readonly symbol: string;
  /** Rupees. */
  readonly spot: number;
  /** Close of the spot on the day before, rupees. */
  readonly previousClose: number;
}

/** Lots sold less lots bought, each with its margin base, of one type: rupees. */
export function netBase(legs: readonly MarginLeg[], type: MarginLeg["type"]): number {
  let sum = 0;
  for (const leg of legs) if (leg.type === type) sum -= leg.lots * leg.base;
  return sum;
}
