/** What margin estimates know of a leg, and the rates they share. Estimates are the specification's formulas, not the exchange's. */

import type { Leg } from "#contract/domain/leg.ts";

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

const NEAR_RATE = 0.02;
const FAR_RATE = 0.03;
/** A strike further than this out of the money from the previous close is far. */
const FAR = 0.1;

/** Exposure rate of an index option sold: 2 %, or 3 % where its strike is over 10 % out of the money of the previous close. */
export function indexExposureRate(type: "CE" | "PE", strike: number, previousClose: number): number {
  const isFar = type === "CE" ? strike > previousClose * (1 + FAR) : strike < previousClose * (1 - FAR);
  return isFar ? FAR_RATE : NEAR_RATE;
}

/** Lots sold less lots bought, each with its margin base, of one type: rupees. */
export function netBase(legs: readonly MarginLeg[], type: MarginLeg["type"]): number {
  let sum = 0;
  for (const leg of legs) if (leg.type === type) sum -= leg.lots * leg.base;
  return sum;
}

/** Rounded up to whole rupees; what sums of doubles leave over a whole rupee does not count. */
export const roundUp = (rupees: number): number => Math.ceil(rupees - 1e-6) || 0;
