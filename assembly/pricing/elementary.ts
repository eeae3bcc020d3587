/**
 * exp and log to about a unit of the last place, without the tables of the standard library (6 kB, which do not compress):
 * nothing here is hot, what is hot has tables of its own, made when the module starts.
 */
import { artanhOverArgument } from "./artanh";

const LN2_HIGH: f64 = 0.6931471803691238; // its first 32 bits: times a whole number below 2^20 it is exact
const LN2_LOW: f64 = 1.9082149292705877e-10;

/** exp(x) = 2^n exp(r), |r| <= ln 2 / 2, by the power series. */
export function exp(x: f64): f64 {
  if (x < -746.0) return 0.0;
  if (x > 710.0) return Infinity;
  const n = Math.floor(x * 1.4426950408889634 + 0.5);
  const r = x - n * LN2_HIGH - n * LN2_LOW;
  let sum: f64 = 1.0 / 6227020800.0; // 1 / 13!
  sum = sum * r + 1.0 / 479001600.0;
  sum = sum * r + 1.0 / 39916800.0;
  sum = sum * r + 1.0 / 3628800.0;
  sum = sum * r + 1.0 / 362880.0;
  sum = sum * r + 1.0 / 40320.0;
  sum = sum * r + 1.0 / 5040.0;
  sum = sum * r + 1.0 / 720.0;
  sum = sum * r + 1.0 / 120.0;
  sum = sum * r + 1.0 / 24.0;
  sum = sum * r + 1.0 / 6.0;
  sum = sum * r + 0.5;
  sum = sum * r * r + r + 1.0;
  const half = <i32>n >> 1; // in two steps: 2^n itself may underflow
  return sum * powerOfTwo(half) * powerOfTwo(<i32>n - half);
}

function powerOfTwo(n: i32): f64 {
  return reinterpret<f64>((<u64>(n + 1023)) << 52);
}

/** ln x = n ln 2 + 2 artanh((m - 1) / (m + 1)), x = 2^n m, m about 1. -Infinity at 0, NaN below. */
export function log(x: f64): f64 {
  if (!(x > 0.0 && x < Infinity)) return x == 0.0 ? -Infinity : x > 0.0 ? x : NaN;
  let n: i32 = -1023;
  if (x < 2.2250738585072014e-308) {
    x *= 18014398509481984.0; // 2^54
    n -= 54;
  }
  const bits = reinterpret<u64>(x) + 0x0009_5f61_9980_c433; // 1 less sqrt(1/2): m comes to lie in sqrt(1/2) .. sqrt 2
  n += <i32>(bits >> 52);
  const m = reinterpret<f64>((bits & 0x000fffffffffffff) + 0x3fe6a09e667f3bcd);
  const zeta = (m - 1.0) / (m + 1.0);
  return <f64>n * LN2_HIGH + (2.0 * zeta * artanhOverArgument<f64>(zeta * zeta) + <f64>n * LN2_LOW);
}
