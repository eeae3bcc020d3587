/**
 * Implied total volatility v = sigma sqrt T from an out-of-the-money time value, to the last figures of a double, whatever
 * the volatility and the strike: for what lies outside the fast domain of bachelier.ts.
 *
 * f(v) = ln P(v) - ln P is solved (or, when P is over half of its bound m, the same for the shortfall m - P, so that a
 * price near its bound loses nothing). With g = f' = A / P and lambda = A' / A = h^2 / v - v / 4, which follow from
 * P' = A: f'' / f' = lambda - g =: h2 and f''' / f' = h2 (lambda - 2 g) + lambda'. One third-order Householder step
 * (convergence order four) costs one logarithm and P / A.
 *
 * The seed is Bachelier's volatility. Every step is kept inside a bracket, so a poor seed costs steps, never a wrong root.
 */
import { HIGHEST_Z, inverseBachelier } from "./bachelier";
import { priceOverVega, shortfallOverVega } from "./black";
import { log } from "./elementary";
import { INVERSE_SQRT_TWO_PI } from "./normal";

/** A step taken from |f| below this leaves f of order 1e-17. */
const LAST_STEP: f64 = 6e-5;
const MAX_STEPS: i32 = 100;

/**
 * v for the time value `price` (+ priceLow, its rounding rest), or 0 where there is none.
 * gap = M - m >= 0, k = ln(M / m), m > 0 (+ its rest mLow).
 */
export function impliedTotalVol(price: f64, priceLow: f64, gap: f64, k: f64, m: f64, mLow: f64): f64 {
  if (!(price > 0.0)) return 0.0;
  const shortfall = m - price + (mLow - priceLow);
  if (!(shortfall > 0.0)) return 0.0;
  const level = Math.sqrt(m) * Math.sqrt(m + gap) * INVERSE_SQRT_TWO_PI;
  if (price < shortfall) {
    const ratio = level / price;
    if (ratio > 1e300) return 0.0; // no double can hold a market price like that
    // P < m / 2 holds v below the point where t - h = 0.675
    const high = 0.675 + Math.sqrt(0.455625 + 2.0 * k);
    return solve(bachelierSeed(price, gap, k, m), ratio, k, 0.0, high, false);
  }
  return solve(
    tailSeed(shortfall / m, k),
    level / shortfall,
    k,
    Math.sqrt(2.0 * k),
    42.0 + Math.sqrt(1764.0 + 2.0 * k),
    true,
  );
}

function solve(seed: f64, ratio: f64, k: f64, low: f64, high: f64, fromAbove: bool): f64 {
  let v = seed > low && seed < high ? seed : high;
  for (let i = 0; i < MAX_STEPS; i++) {
    const h = k / v;
    const t = 0.5 * v;
    const quotient = fromAbove ? shortfallOverVega(h, t) : priceOverVega(h, t);
    const f = log(quotient * ratio) - 0.5 * (h * h + t * t);
    const isTooHigh = fromAbove ? f <= 0.0 : f >= 0.0;
    if (isTooHigh) high = v;
    else low = v; // also where v is so low that f is not a number
    const slope = fromAbove ? -1.0 / quotient : 1.0 / quotient;
    const lambda = (h * h) / v - 0.5 * t;
    const h2 = lambda - slope;
    const h3 = h2 * (lambda - 2.0 * slope) - (3.0 * h * h) / (v * v) - 0.25;
    const newton = -f / slope;
    const next = v + (newton * (1.0 + 0.5 * h2 * newton)) / (1.0 + newton * (h2 + newton * h3 * (1.0 / 6.0)));
    if (Math.abs(f) < LAST_STEP) return next;
    if (next > low && next < high) v = next;
    else v = low > 0.0 ? Math.sqrt(low) * Math.sqrt(high) : 0.125 * high;
  }
  return v;
}

function bachelierSeed(price: f64, gap: f64, k: f64, m: f64): f64 {
  const y = gap / price;
  let v: f64;
  if (y + 1.0 < HIGHEST_Z) {
    v = (price / (k > 0.0 ? gap / k : m)) * inverseBachelier(y + 1.0);
  } else {
    // ln y = h^2/2 + ln sqrt(2 pi) + 3 ln h for large h
    const logY = log(y);
    let h = Math.sqrt(2.0 * logY);
    h = Math.sqrt(2.0 * (logY - 0.919 - 3.0 * log(h)));
    h = Math.sqrt(2.0 * (logY - 0.919 - 3.0 * log(h)));
    v = k / h;
  }
  const v2 = v * v;
  return v2 < 1.0 && k < 4.0 ? v * (1.0 + v2 * (1.0 / 24.0 - (k * k) / 2880.0 + v2 * (7.0 / 1920.0))) : v;
}

/** From t - h = z with N(-z) about half of q = (m - P) / m; Abramowitz and Stegun 26.2.23 gives z to 4.5e-4. */
function tailSeed(q: f64, k: f64): f64 {
  const w = Math.sqrt(-2.0 * log(0.5 * q));
  const z = w - (2.515517 + w * (0.802853 + w * 0.010328)) / (1.0 + w * (1.432788 + w * (0.189269 + w * 0.001308)));
  return z + Math.sqrt(z * z + 2.0 * k);
}
