/** What the payoff calls take: the legs of a strategy and the moment at which they are valued. */

import type { Leg } from "#contract/domain/strategy/leg.ts";

/** All results scale with the quantity. */
export type PayoffLeg = Pick<Leg, "type" | "quantity" | "strike" | "entry" | "years" | "iv" | "carry">;

export interface PayoffMoment {
  /** As for chains: `spot` is Black-Scholes on the spot, `usdinr` and `forward` are discounted Black-76. */
  readonly model: "spot" | "usdinr" | "forward";
  /** Continuously compounded, a fraction a year. */
  readonly rate: number;
  /** From now to the moment of valuation, years of 365 days: 0 is now, nearestExpiry(legs) is "on expiry". */
  readonly elapsed: number;
}

/** Legs this close to their expiry have reached it: differences of day counts do not end at 0 to the last digit. */
const INSTANT = 1e-10; // 3 ms

/** Time that `leg` has left at the moment, in years. */
export function yearsLeft(leg: PayoffLeg, elapsed: number): number {
  const left = leg.years - elapsed;
  return left < INSTANT ? 0 : left;
}

/** The carry of a leg, a fraction a year. */
export function carryOf(leg: PayoffLeg, { model, rate }: PayoffMoment): number {
  if (model === "spot" && leg.type !== "FUT") return rate;
  return leg.carry ?? (model === "spot" ? rate : 0);
}

/** The carry that makes a future worth `forward` while the spot is `spot`; 0 at its expiry, or where a price is missing. */
export function carryRate(forward: number, spot: number, years: number): number {
  const carry = Math.log(forward / spot) / years;
  return Number.isFinite(carry) ? carry : 0;
}

/** Years from now to the first expiry among the legs that still live; 0 when none does. */
export function nearestExpiry(legs: readonly PayoffLeg[]): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const { years } of legs) if (years > 0 && years < nearest) nearest = years;
  return Number.isFinite(nearest) ? nearest : 0;
}
