/**
 * The normal distribution for lanes: Mills ratio R(x) by a table of polynomials, and the density by Tang's method: with
 * n = round(64 y / ln 2), exp(y) = 2^(n div 64) 2^(n mod 64 / 64) exp(r), |r| <= ln 2 / 128. Both tables are made when the
 * module starts. Relative error about 2e-16, the density's times max(1, x^2 / 2) for the rounding of x^2.
 *
 * Hot (bench question: kernels).
 */
import {
  add,
  addBits,
  and,
  andNot,
  atLeast,
  atMost,
  constant,
  lookUp,
  lookUpPolynomial,
  madd,
  mul,
  nmadd,
  shiftLeft,
  sub,
} from "../lanes";
import { SERIES, storeEconomised } from "./economise";
import { exp } from "./elementary";
import { INVERSE_SQRT_TWO_PI, mills, slope } from "./normal";

/** The arguments of fastMills and fastDensity. */
export const LOWEST_ARGUMENT: f64 = -0.5;
export const HIGHEST_ARGUMENT: f64 = 6.0;

const ROWS = 105; // from LOWEST_ARGUMENT, 1/16 wide, the last one beginning at HIGHEST_ARGUMENT
const R_ROWS: usize = memory.data(6720, 64); // ROWS x 64
const LOWEST: usize = memory.data<f64>([LOWEST_ARGUMENT]);
const HIGHEST: usize = memory.data<f64>([HIGHEST_ARGUMENT]);
// Sums with ROW_ORIGIN are cut to 1/16 and end in the row's address: the last bit of 1.5 x 2^42 is 2^-10, 64 bytes are 1/16.
const ROW_ORIGIN: usize = memory.data(8, 8);
const ROW_MIDDLE: usize = memory.data(8, 8);
const ROW_BITS: usize = memory.data<u64>([0xffffffffffffffc0]);

/** R(x), LOWEST_ARGUMENT <= x <= HIGHEST_ARGUMENT; worthless elsewhere, NaN where x is. */
export function fastMills<T>(x: T): T {
  const inside = atMost(constant<T>(HIGHEST), atLeast(constant<T>(LOWEST), x));
  const row = and(add(inside, constant<T>(ROW_ORIGIN)), constant<T>(ROW_BITS));
  return lookUpPolynomial(row, sub(x, sub(row, constant<T>(ROW_MIDDLE))));
}

const POWERS: usize = memory.data(512, 64); // n(0) 2^(i / 64)
const MINUS_HALF: usize = memory.data<f64>([-0.5]);
const ROUND: usize = memory.data<f64>([6755399441055744.0]); // 1.5 x 2^52
const STEPS: usize = memory.data<f64>([92.33248261689366]); // 64 / ln 2
const STEP_HIGH: usize = memory.data<f64>([0.010830424696244734]); // ln 2 / 64, its first 41 bits
const STEP_LOW: usize = memory.data<f64>([4.411764150473684e-15]);
const POWER_BITS: usize = memory.data<u64>([63]);
const POWERS_ADDRESS: usize = memory.data<u64>([POWERS]);
const FIFTH: usize = memory.data<f64>([1.0 / 120.0]);
const FOURTH: usize = memory.data<f64>([1.0 / 24.0]);
const THIRD: usize = memory.data<f64>([1.0 / 6.0]);
const HALF: usize = memory.data<f64>([0.5]);

/** n(x) for the same x. */
export function fastDensity<T>(x: T): T {
  const y = mul(mul(x, x), constant<T>(MINUS_HALF));
  const rounded = madd(y, constant<T>(STEPS), constant<T>(ROUND));
  const n = sub(rounded, constant<T>(ROUND));
  const r = nmadd(n, constant<T>(STEP_LOW), nmadd(n, constant<T>(STEP_HIGH), y));
  const r2 = mul(r, r); // exp(r) - 1 = r + r^2 ((1/2 + r/6) + r^2 (1/24 + r/120))
  const low = madd(constant<T>(THIRD), r, constant<T>(HALF));
  const high = madd(constant<T>(FIFTH), r, constant<T>(FOURTH));
  const p = madd(madd(high, r2, low), r2, r);
  const i = and(rounded, constant<T>(POWER_BITS));
  const power = lookUp(addBits(shiftLeft(i, 3), constant<T>(POWERS_ADDRESS)));
  const exponent = shiftLeft(andNot(rounded, constant<T>(POWER_BITS)), 46); // n div 64, where a double has its exponent
  return addBits(madd(power, p, power), exponent);
}

/** Fills the tables, once. R's Taylor coefficients: (n + 1) r(n+1) = x r(n) + r(n-1), from R' = x R - 1. */
export function makeFastNormal(): void {
  const origin = 6597069766656.0 + <f64>R_ROWS / 1024.0 - LOWEST_ARGUMENT; // 1.5 x 2^42
  store<f64>(ROW_ORIGIN, origin);
  store<f64>(ROW_MIDDLE, origin - 1.0 / 32.0);
  for (let i = 0; i < ROWS; i++) {
    const x = LOWEST_ARGUMENT + (<f64>i + 0.5) / 16.0;
    let r0 = mills(x);
    let r1 = -slope(x);
    store<f64>(SERIES, r0);
    store<f64>(SERIES, r1, 8);
    for (let n = 2; n <= 8; n++) {
      const r2 = (x * r1 + r0) / <f64>n;
      store<f64>(SERIES + ((<usize>n) << 3), r2);
      r0 = r1;
      r1 = r2;
    }
    storeEconomised(R_ROWS + ((<usize>i) << 6), 1.0 / 32.0);
  }
  for (let i = 0; i < 64; i++)
    store<f64>(POWERS + ((<usize>i) << 3), INVERSE_SQRT_TWO_PI * exp(<f64>i * (0.6931471805599453 / 64.0)));
}
