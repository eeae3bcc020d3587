/**
 * Error-free transformations (Knuth's TwoSum, Dekker's TwoProduct) and the discount in twice double precision. Why: an in-the-money price is almost all intrinsic value; taking the intrinsic off in plain doubles leaves a
 * time value good to 4 figures fewer than the price deserves.
 */

/** What a + b lost when rounded to `sum`. */
export function sumError(a: f64, b: f64, sum: f64): f64 {
  const rest = sum - a;
  return a - (sum - rest) + (b - rest);
}

/** What a * b lost when rounded to `product`; |a|, |b| < 1e290. */
export function productError(a: f64, b: f64, product: f64): f64 {
  const scaledA = a * 134217729.0; // 2^27 + 1 splits a double into two halves
  const highA = scaledA - (scaledA - a);
  const lowA = a - highA;
  const scaledB = b * 134217729.0;
  const highB = scaledB - (scaledB - b);
  const lowB = b - highB;
  return lowA * lowB - (product - highA * highB - lowA * highB - highA * lowB);
}

/** 1 - exp(-rate x years) as the unevaluated sum discountLoss + discountLossLow, good to about 1e-18 of itself. */
export let discountLoss: f64 = 0.0;
export let discountLossLow: f64 = 0.0;

/** Keeps a double's first 26 bits: a product of two such numbers is exact. */
export const FIRST_BITS: u64 = 0xfffffffff8000000;

let lastRate: f64 = NaN;
let lastYears: f64 = NaN;

/** Sets discountLoss and discountLossLow. |rate x years| <= 100. A chain re-prices with the same pair, so the last one is kept. */
export function setDiscount(rate: f64, years: f64): void {
  if (rate == lastRate && years == lastYears) return;
  lastRate = rate;
  lastYears = years;
  let x = rate * years;
  let low = productError(rate, years, x);
  let halvings = 0;
  while (Math.abs(x) > 0.015625) {
    x *= 0.5;
    low *= 0.5;
    halvings++;
  }
  // 1 - exp(-x) = x - x^2/2 (1 - x/3 (1 - x/4 (...))): only x itself needs its rounding rest.
  let tail: f64 = 1.0;
  for (let n: f64 = 9.0; n >= 3.0; n--) tail = 1.0 - (x / n) * tail;
  const square = x * x;
  setPair(x, -0.5 * square * tail + low * (1.0 - x));
  for (; halvings > 0; halvings--) {
    const u = pairHigh; // 1 - (1 - u)^2 = u (2 - u)
    const uLow = pairLow;
    setPair(2.0 - u, sumError(2.0, -u, 2.0 - u) - uLow);
    const product = u * pairHigh;
    setPair(product, productError(u, pairHigh, product) + (u * pairLow + uLow * pairHigh));
  }
  discountLoss = pairHigh;
  discountLossLow = pairLow;
}

let pairHigh: f64 = 0.0;
let pairLow: f64 = 0.0;

function setPair(high: f64, low: f64): void {
  const sum = high + low;
  pairLow = low - (sum - high);
  pairHigh = sum;
}
