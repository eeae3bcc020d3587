/**
 * The normal distribution for lanes, density and tail at once, by a table of rows about x0, 1/32 apart: Mills ratio R(x) as a
 * polynomial in w = x - x0, and n(x0), for
 *
 *   n(x) = n(x0) exp(-t),   t = w (x - w / 2),   |t| < 0.0945,   N(-x) = n(x) R(x).
 *
 * The table is made when the module starts. Relative error about 3e-16: t is small, and so is what its rounding does.
 *
 * Hot (bench question: kernels).
 */
import { add, and, constant, lesserBits, lookUpEighth, lookUpSextic, madd, mul, nmadd, sub } from "../lanes";
import { SERIES, storeSextic } from "./economise";
import { exp } from "./elementary";
import { INVERSE_SQRT_TWO_PI, mills, slope } from "./normal";

/** The arguments of storeNormals. */
export const LOWEST_ARGUMENT: f64 = -0.5;
export const HIGHEST_ARGUMENT: f64 = 6.0;

const ROWS = 209; // from LOWEST_ARGUMENT, 1/32 wide, the last one beginning at HIGHEST_ARGUMENT
const R_ROWS: usize = memory.data(13376, 64); // ROWS x 64: seven coefficients of R, and n(x0)
// Sums with ROW_ORIGIN are cut to 1/32 and end in the row's address: the last bit of 1.5 x 2^41 is 2^-11, 64 bytes are 1/32.
const ROW_ORIGIN: usize = memory.data(8, 8);
const ROW_MIDDLE: usize = memory.data(8, 8);
const ROW_BITS: usize = memory.data<u64>([0xffffffffffffffc0]);
const LAST_ROW: usize = memory.data<u64>([R_ROWS + 13312]);
const HALF: usize = memory.data<f64>([0.5]);
// exp(-t) to the eighth power of t; the ninth is replaced by lower ones, as in economise.ts, to within 7e-17.
const EXP_3: usize = memory.data<f64>([-0.16666666666758662]);
const EXP_5: usize = memory.data<f64>([-0.008333332962475052]);
const EXP_7: usize = memory.data<f64>([-0.0001984680695064484]);
const EXP_4: usize = memory.data<f64>([0.041666666666666664]);
const EXP_6: usize = memory.data<f64>([0.001388888888888889]);
const EXP_8: usize = memory.data<f64>([2.48015873015873e-5]);

// A block of lanes of arguments: x is given, its row in the table and w are on the way, n(x) and N(-x) the results.
export const ARGUMENT: usize = 0;
export const ROW: usize = 16;
export const OFFSET: usize = 32;
export const DENSITY: usize = 48;
export const TAIL: usize = 64;

/**
 * n(x) and N(-x) for the blocks from `first` on, `size` bytes apart, LOWEST_ARGUMENT <= x <= HIGHEST_ARGUMENT; worthless
 * elsewhere, NaN where x is.
 */
export function storeNormals<T>(first: usize, end: usize, size: usize): void {
  const origin = constant<T>(ROW_ORIGIN);
  const middle = constant<T>(ROW_MIDDLE);
  const bits = constant<T>(ROW_BITS);
  const last = constant<T>(LAST_ROW);
  for (let block = first; block < end; block += size) {
    const x = load<T>(block, ARGUMENT);
    const row = and(add(x, origin), bits);
    store<T>(block, lesserBits(last, row), ROW);
    store<T>(block, sub(x, sub(row, middle)), OFFSET);
  }
  const half = constant<T>(HALF);
  for (let block = first; block < end; block += size) {
    const w = load<T>(block, OFFSET);
    const middleDensity = lookUpEighth<T>(block + ROW);
    const t = mul(w, nmadd(half, w, load<T>(block, ARGUMENT)));
    const t2 = mul(t, t); // exp(-t) = 1 - t + t^2 (1/2 + t^2 / 24 + ... - t (1/6 + ...))
    const even = madd(madd(madd(constant<T>(EXP_8), t2, constant<T>(EXP_6)), t2, constant<T>(EXP_4)), t2, half);
    const odd = madd(madd(constant<T>(EXP_7), t2, constant<T>(EXP_5)), t2, constant<T>(EXP_3));
    const loss = nmadd(t2, madd(odd, t, even), t);
    const density = nmadd(middleDensity, loss, middleDensity);
    store<T>(block, density, DENSITY);
    store<T>(block, mul(lookUpSextic(block + ROW, w), density), TAIL);
  }
}

/** Fills the table, once. R's Taylor coefficients: (n + 1) r(n+1) = x r(n) + r(n-1), from R' = x R - 1. */
export function makeFastNormal(): void {
  const origin = 3298534883328.0 + <f64>R_ROWS / 2048.0 - LOWEST_ARGUMENT; // 1.5 x 2^41
  store<f64>(ROW_ORIGIN, origin);
  store<f64>(ROW_MIDDLE, origin - 1.0 / 64.0);
  for (let i = 0; i < ROWS; i++) {
    const x = LOWEST_ARGUMENT + (<f64>i + 0.5) / 32.0;
    let r0 = mills(x);
    let r1 = -slope(x);
    store<f64>(SERIES, r0);
    store<f64>(SERIES, r1, 8);
    for (let n = 2; n <= 7; n++) {
      const r2 = (x * r1 + r0) / <f64>n;
      store<f64>(SERIES + ((<usize>n) << 3), r2);
      r0 = r1;
      r1 = r2;
    }
    const row = R_ROWS + ((<usize>i) << 6);
    storeSextic(row, 1.0 / 64.0);
    store<f64>(row, INVERSE_SQRT_TWO_PI * exp(-0.5 * x * x), 56);
  }
}
