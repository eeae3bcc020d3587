/**
 * Black's formula in discounted out-of-the-money form. With m <= M the smaller and larger of the two discounted legs
 * (underlying, strike), k = ln(M / m), v = sigma sqrt T, h = k / v, t = v / 2, the price of the out-of-the-money option is
 *
 *   P = m N(-(h - t)) - M N(-(h + t)) = A [R(h - t) - R(h + t)],   A = m n(h - t) = M n(h + t) = dP/dv,
 *
 * the same for a call and a put. A = sqrt(m M) n(0) exp(-(h^2 + t^2) / 2).
 *
 * Hot (bench question: kernels).
 */
import { exp } from "./elementary";
import { INVERSE_SQRT_TWO_PI, mills, millsNear, slopeFar } from "./normal";

/** dP/dv. */
export function vegaOfTotalVol(m: f64, M: f64, h: f64, t: f64): f64 {
  return Math.sqrt(m) * Math.sqrt(M) * INVERSE_SQRT_TWO_PI * exp(-0.5 * (h * h + t * t));
}

/** P / A = R(h - t) - R(h + t), needs h - t >= -1. Relative error a few 1e-16 (times 1/k where the difference cancels). */
export function priceOverVega(h: f64, t: f64): f64 {
  if (t >= 0.25 || h * t >= 1.0) return mills(h - t) - mills(h + t);
  // R's Taylor series about h, odd terms only, so nothing cancels: with M(n) = (-1)^n R^(n)(h),
  // M(n+1) = n M(n-1) - h M(n), starting from M0 = R and M1 = 1 - h R.
  let m0: f64, m1: f64;
  if (h < 1.0) {
    m0 = millsNear(h);
    m1 = 1.0 - h * m0;
  } else {
    m1 = slopeFar(h);
    m0 = (1.0 - m1) / h;
  }
  let sum = m1;
  let weight: f64 = 1.0;
  const t2 = t * t;
  for (let n: f64 = 1.0; n < 15.0; n += 2.0) {
    m0 = n * m0 - h * m1;
    m1 = (n + 1.0) * m1 - h * m0;
    weight *= t2 / ((n + 1.0) * (n + 2.0));
    const term = weight * m1;
    sum += term;
    if (Math.abs(term) < sum * 1e-17) break;
  }
  return 2.0 * t * sum;
}

/** (m - P) / A = R(t - h) + R(t + h), needs t - h >= -1. */
export function shortfallOverVega(h: f64, t: f64): f64 {
  return mills(t - h) + mills(t + h);
}

/** P, for any k >= 0 and v > 0. */
export function timeValue(m: f64, M: f64, k: f64, v: f64): f64 {
  const h = k / v;
  const t = 0.5 * v;
  const vega = vegaOfTotalVol(m, M, h, t);
  if (!(vega > 0.0)) return t > h ? m : 0.0; // every tail has underflowed
  return h - t > -0.7 ? vega * priceOverVega(h, t) : m - vega * shortfallOverVega(h, t);
}
