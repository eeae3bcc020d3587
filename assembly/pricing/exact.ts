/**
 * Error-free transformations (Knuth's TwoSum, Dekker's TwoProduct) and the few double-double operations the discount
 * needs. Why: an in-the-money price is almost all intrinsic value; taking the intrinsic off in plain doubles leaves a
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

/** 1 - exp(-rate x years) as the unevaluated sum discountLoss + discountLossLow, good to about 1e-31. */
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
  let high = -(rate * years);
  let low = productError(-rate, years, high);
  let halvings = 0;
  while (Math.abs(high) > 0.015625) {
    high *= 0.5;
    low *= 0.5;
    halvings++;
  }
  // expm1(x) = x (1 + x/2 (1 + x/3 (1 + ...))): thirteen terms leave less than 1e-33.
  setPair(1.0, 0.0);
  for (let n = 13; n >= 2; n--) {
    multiplyPair(high, low);
    dividePair(<f64>n);
    addToPair(1.0);
  }
  multiplyPair(high, low);
  for (; halvings > 0; halvings--) {
    const e = pairHigh; // expm1(2x) = e (e + 2)
    const eLow = pairLow;
    addToPair(2.0);
    multiplyPair(e, eLow);
  }
  discountLoss = -pairHigh;
  discountLossLow = -pairLow;
}

let pairHigh: f64 = 0.0;
let pairLow: f64 = 0.0;

function setPair(high: f64, low: f64): void {
  const sum = high + low;
  pairLow = low - (sum - high);
  pairHigh = sum;
}

function multiplyPair(high: f64, low: f64): void {
  const product = pairHigh * high;
  setPair(product, productError(pairHigh, high, product) + (pairHigh * low + pairLow * high));
}

function addToPair(x: f64): void {
  const sum = pairHigh + x;
  setPair(sum, sumError(pairHigh, x, sum) + pairLow);
}

function dividePair(n: f64): void {
  const quotient = pairHigh / n;
  const product = quotient * n;
  setPair(quotient, (pairHigh - product - productError(quotient, n, product) + pairLow) / n);
}
