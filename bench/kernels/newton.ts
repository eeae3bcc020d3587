/**
 * What the kernel is measured against: the specification's own procedure in plain JavaScript, written for speed. Newton's
 * iteration from 5 (500 %), iterates rounded to 4 decimals, until one repeats; after 100 or a NaN again from one lower.
 * Typed arrays, nothing allocated; what an expiry or a strike decides is worked out once; one exponential serves a
 * normal distribution and its density. N(x) is Hart's rational form to 15 digits (G. West, "Better approximations to
 * cumulative normal functions", 2005): with fewer digits the IVs of the wings are not the specification's.
 */
import type { SideGreeks } from "#kernel/chain-columns.ts";

export interface PricedChain {
  readonly underlying: number;
  readonly years: number;
  readonly rate: number;
  readonly length: number;
  readonly strike: Float64Array;
  readonly callPrice: Float64Array;
  readonly putPrice: Float64Array;
}

/** How far from the exact IV it may end: half a unit of its last decimal, and what its last step adds on a tie. */
export const NEWTON_ERROR = 5.02e-5;

const ROOT_TWO_PI = Math.sqrt(2 * Math.PI);
const FIRST_START = 5;
const LAST_START = 2;
const ITERATIONS = 100;

/** N(x), given exp(-x^2 / 2). */
export function normalCdf(x: number, exponential: number): number {
  const z = Math.abs(x);
  let tail: number;
  if (z > 37) tail = 0;
  else if (z < 7.07106781186547) {
    const above =
      (((((0.0352624965998911 * z + 0.700383064443688) * z + 6.37396220353165) * z + 33.912866078383) * z +
        112.079291497871) *
        z +
        221.213596169931) *
        z +
      220.206867912376;
    const below =
      ((((((0.0883883476483184 * z + 1.75566716318264) * z + 16.064177579207) * z + 86.7807322029461) * z +
        296.564248779674) *
        z +
        637.333633378831) *
        z +
        793.826512519948) *
        z +
      440.413735824752;
    tail = (exponential * above) / below;
  } else tail = exponential / (z + 1 / (z + 2 / (z + 3 / (z + 4 / (z + 0.65))))) / ROOT_TWO_PI;
  return x > 0 ? 1 - tail : tail;
}

/** IVs of one side as 4-decimal fractions into `iv`, 0 where the procedure finds none. */
export function newtonIvs(chain: PricedChain, isCall: boolean, iv: Float64Array): void {
  const { underlying, years, rate, length, strike } = chain;
  const prices = isCall ? chain.callPrice : chain.putPrice;
  const rootYears = Math.sqrt(years);
  const discount = Math.exp(-rate * years);
  const drift = rate * years;
  for (let i = 0; i < length; i++) {
    const k = strike[i]!;
    iv[i] = solve(prices[i]!, underlying, k * discount, Math.log(underlying / k) + drift, rootYears, isCall ? 1 : -1);
  }
}

function solve(
  price: number,
  underlying: number,
  discountedStrike: number,
  logMoneyness: number,
  rootYears: number,
  sign: number,
): number {
  if (price === 0) return 0;
  const vegaScale = (underlying * rootYears) / ROOT_TWO_PI;
  for (let start = FIRST_START; start >= LAST_START; start--) {
    let sigma = start;
    for (let i = 0; i < ITERATIONS; i++) {
      const width = sigma * rootYears;
      const d1 = logMoneyness / width + 0.5 * width;
      const d2 = d1 - width;
      const exponential = Math.exp(-0.5 * d1 * d1);
      const value =
        sign *
        (underlying * normalCdf(sign * d1, exponential) -
          discountedStrike * normalCdf(sign * d2, Math.exp(-0.5 * d2 * d2)));
      const next = Math.round((sigma - (value - price) / (vegaScale * exponential)) * 1e4) / 1e4;
      if (next === sigma) return sigma;
      if (!(Math.abs(next) < Number.POSITIVE_INFINITY)) break;
      sigma = next;
    }
  }
  return 0;
}

/** As the kernel's `priceChain`, for one side: IVs, four greeks and the probability into the columns of `out`. */
export function newtonChain(chain: PricedChain, isCall: boolean, out: SideGreeks): void {
  newtonIvs(chain, isCall, out.iv);
  const { underlying, years, rate, length, strike } = chain;
  const rootYears = Math.sqrt(years);
  const discount = Math.exp(-rate * years);
  const drift = rate * years;
  const sign = isCall ? 1 : -1;
  for (let i = 0; i < length; i++) {
    const sigma = out.iv[i]!;
    const k = strike[i]!;
    const width = sigma * rootYears;
    const d1 = (Math.log(underlying / k) + drift) / width + 0.5 * width;
    const d2 = d1 - width;
    const exponential = Math.exp(-0.5 * d1 * d1);
    const density = exponential / ROOT_TWO_PI;
    const above = normalCdf(d2, Math.exp(-0.5 * d2 * d2));
    const delta = normalCdf(d1, exponential);
    out.delta[i] = isCall ? delta : delta - 1;
    out.gamma[i] = density / (underlying * width);
    out.vega[i] = underlying * density * rootYears;
    out.theta[i] =
      (-underlying * density * sigma) / (2 * rootYears) - sign * rate * k * discount * (isCall ? above : 1 - above);
    out.probAbove[i] = above;
  }
}
