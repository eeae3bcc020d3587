/** Black-76 without discounting, for margin estimates only: a scan of ±10 % makes the rate's share of a price noise. */

/** Standard normal distribution, Abramowitz and Stegun 26.2.17: absolute error below 7.5e-8. */
export function normalCdf(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const poly = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * poly;
  return x >= 0 ? 1 - tail : tail;
}

const d1 = (forward: number, strike: number, vol: number, years: number): number =>
  Math.log(forward / strike) / (vol * Math.sqrt(years)) + (vol * Math.sqrt(years)) / 2;

/** @param sign 1 for a call, -1 for a put. `years` and `vol` (a fraction a year) above 0. */
export function optionPrice(sign: 1 | -1, forward: number, strike: number, vol: number, years: number): number {
  const a = d1(forward, strike, vol, years);
  const b = a - vol * Math.sqrt(years);
  return sign * (forward * normalCdf(sign * a) - strike * normalCdf(sign * b));
}

/** dPrice/dForward: 0..1 for a call, -1..0 for a put. */
export const optionDelta = (sign: 1 | -1, forward: number, strike: number, vol: number, years: number): number =>
  sign * normalCdf(sign * d1(forward, strike, vol, years));

const MAX_VOL = 5;
const BISECTIONS = 40;

/** The volatility at which the option costs `price`; undefined at or below its intrinsic value, or beyond 500 %. */
export function impliedVol(
  sign: 1 | -1,
  price: number,
  forward: number,
  strike: number,
  years: number,
): number | undefined {
  const intrinsic = Math.max(sign * (forward - strike), 0);
  if (!(price > intrinsic) || optionPrice(sign, forward, strike, MAX_VOL, years) < price) return undefined;
  let low = 0.001;
  let high = MAX_VOL;
  for (let i = 0; i < BISECTIONS; i++) {
    const middle = (low + high) / 2;
    if (optionPrice(sign, forward, strike, middle, years) < price) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
