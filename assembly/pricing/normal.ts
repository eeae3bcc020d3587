/**
 * The normal distribution through Mills ratio R(x) = N(-x) / n(x), which keeps relative accuracy in both tails: near the
 * middle a piecewise polynomial in x, beyond it one in s = 2 / (2 + x) for 1 - x R(x), whose limit is 1 / x^2.
 * Relative error about 2e-16. Tables: make-tables.mjs.
 *
 * Hot (bench question: kernels).
 */
import { FAR, NEAR } from "./mills-table";

export const INVERSE_SQRT_TWO_PI: f64 = 0.3989422804014327;

/** R(x) for -1 <= x < 1 (the row is clamped, so nothing outside can trap). */
export function millsNear(x: f64): f64 {
  let row = Math.floor((x + 1.0) * 4.0);
  row = row > 0.0 ? (row < 7.0 ? row : 7.0) : 0.0;
  const u = x - (row * 0.25 - 0.875);
  const c = NEAR + <usize>(<i32>row * 88);
  const w = u * u; // even and odd powers side by side: half the waiting of one Horner chain
  let even = load<f64>(c, 80);
  let odd = load<f64>(c, 72);
  even = even * w + load<f64>(c, 64);
  odd = odd * w + load<f64>(c, 56);
  even = even * w + load<f64>(c, 48);
  odd = odd * w + load<f64>(c, 40);
  even = even * w + load<f64>(c, 32);
  odd = odd * w + load<f64>(c, 24);
  even = even * w + load<f64>(c, 16);
  odd = odd * w + load<f64>(c, 8);
  even = even * w + load<f64>(c);
  return odd * u + even;
}

/** 1 - x R(x) for x >= 1. */
export function slopeFar(x: f64): f64 {
  const s = 2.0 / (2.0 + x);
  let row = Math.floor(s * 24.0);
  row = row > 0.0 ? (row < 15.0 ? row : 15.0) : 0.0;
  const u = s - (row + 0.5) * (1.0 / 24.0);
  const c = FAR + <usize>(<i32>row * 80);
  const w = u * u;
  let odd = load<f64>(c, 72);
  let even = load<f64>(c, 64);
  odd = odd * w + load<f64>(c, 56);
  even = even * w + load<f64>(c, 48);
  odd = odd * w + load<f64>(c, 40);
  even = even * w + load<f64>(c, 32);
  odd = odd * w + load<f64>(c, 24);
  even = even * w + load<f64>(c, 16);
  odd = odd * w + load<f64>(c, 8);
  even = even * w + load<f64>(c);
  return (odd * u + even) * s * s;
}

/** 1 - x R(x), x >= -1. */
export function slope(x: f64): f64 {
  return x < 1.0 ? 1.0 - x * millsNear(x) : slopeFar(x);
}

/** R(x), x >= -1. */
export function mills(x: f64): f64 {
  return x < 1.0 ? millsNear(x) : (1.0 - slopeFar(x)) / x;
}
