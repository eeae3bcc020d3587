/**
 * A strategy over several expiries by the textbook, in forward mode: what the whole engine's answer is compared with. It finds
 * the IVs itself, by halving, and the break-evens by walking the spots.
 */
import { plainValue } from "#kernel/testing/plain-black.ts";

export interface PlainExpiry {
  /** Rupees, now. */
  readonly forward: number;
  readonly years: number;
}

export interface PlainLeg extends PlainExpiry {
  readonly type: "CE" | "PE" | "FUT";
  readonly strike: number;
  readonly units: number;
  readonly entry: number;
  /** Rupees a unit, now. */
  readonly price: number;
}

interface Market {
  readonly spot: number;
  readonly rate: number;
}

/** A function of the spot: rupees when `elapsed` years have passed. */
export function plainProfit(legs: readonly PlainLeg[], market: Market, elapsed: number): (spot: number) => number {
  const values = legs.map((leg) => ({ leg, valueAt: unitValue(leg, market, elapsed) }));
  return (spot) => values.reduce((sum, { leg, valueAt }) => sum + leg.units * (valueAt(spot) - leg.entry), 0);
}

function unitValue(leg: PlainLeg, { spot: now, rate }: Market, elapsed: number): (spot: number) => number {
  const { type, strike, forward, years, price } = leg;
  const left = Math.max(years - elapsed, 0);
  const carry = Math.log((type === "FUT" ? price : forward) / now) / years;
  const growth = Math.exp(carry * left);
  if (type === "FUT") return (spot) => spot * growth;
  const isCall = type === "CE";
  if (left < 1e-9) return (spot) => Math.max(isCall ? spot - strike : strike - spot, 0);
  const option = (underlying: number, time: number) =>
    ({ model: "forward", isCall, underlying, strike, years: time, rate }) as const;
  let [low, high] = [1e-4, 5];
  for (let i = 0; i < 80; i++) {
    const middle = (low + high) / 2;
    if (plainValue(option(forward, years), middle).price < price) low = middle;
    else high = middle;
  }
  const iv = (low + high) / 2;
  return (spot) => plainValue(option(spot * growth, left), iv).price;
}

/** Where it changes its sign between two spots, as far as steps of `step` see it. */
export function plainBreakEvens(profitAt: (spot: number) => number, from: number, to: number, step: number): number[] {
  const found: number[] = [];
  let sign = Math.sign(profitAt(from));
  for (let left = from; left < to; left += step) {
    let [a, b] = [left, left + step];
    const before = sign;
    sign = Math.sign(profitAt(b));
    if (before * sign >= 0) continue;
    for (let i = 0; i < 60; i++) {
      const middle = (a + b) / 2;
      if (Math.sign(profitAt(middle)) === before) a = middle;
      else b = middle;
    }
    found.push(a);
  }
  return found;
}
