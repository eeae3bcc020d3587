/**
 * The standard deviation (IV x sqrt of years) at which Black's formula (1976) gives a price: Newton steps kept inside a
 * bracket that shrinks. Recorded and simulated prices go through it alike.
 */
import { black76 } from "../../options/pricing.ts";

const STEPS = 40;
const WIDEST = 3;
const PRECISION = 1e-9;

/** NaN when no deviation gives the price: at or below intrinsic value, or absurdly high. Undiscounted rupees. */
export function impliedDeviation(isCall: boolean, forward: number, strike: number, price: number): number {
  const intrinsic = Math.max(isCall ? forward - strike : strike - forward, 0);
  if (!(price > intrinsic) || price >= black76(isCall, forward, strike, WIDEST)) return Number.NaN;
  let low = 0;
  let high = WIDEST;
  // The inflection point of price in deviation: from there Newton's method converges on either side.
  let guess = Math.max(Math.sqrt(2 * Math.abs(Math.log(forward / strike))), 0.01);
  for (let step = 0; step < STEPS; step++) {
    const miss = black76(isCall, forward, strike, guess) - price;
    if (miss > 0) high = guess;
    else low = guess;
    const d1 = Math.log(forward / strike) / guess + guess / 2;
    const vega = (forward * Math.exp((-d1 * d1) / 2)) / Math.sqrt(2 * Math.PI);
    const newton = guess - miss / vega;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - guess) < PRECISION) return next;
    guess = next;
  }
  return guess;
}
