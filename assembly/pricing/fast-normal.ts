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
import { INVERSE_SQRT_TWO_PI, mills, slope } from "./normal";

/** Largest argument of fastMills and fastDensity. */
export const HIGHEST_ARGUMENT: f64 = 6.0;

const ROWS = 97;
const R_ROWS: usize = memory.data(6208, 64); // ROWS x 64: about 0, 1/16, 2/16 .. 6
const ROUND_TO_SIXTEENTHS: usize = memory.data<f64>([422212465065984.0]); // 1.5 x 2^48: the sum's last bit is 1/16
const ROW_BITS: usize = memory.data<u64>([0x7f]);

/** R(x), 0 <= x <= HIGHEST_ARGUMENT. */
export function fastMills<T>(x: T): T {
  const rounded = add(x, constant<T>(ROUND_TO_SIXTEENTHS));
  const u = sub(x, sub(rounded, constant<T>(ROUND_TO_SIXTEENTHS)));
  return lookUpPolynomial(R_ROWS, shiftLeft(and(rounded, constant<T>(ROW_BITS)), 6), u);
}

const POWERS: usize = memory.data(512, 64); // n(0) 2^(i / 64)
const MINUS_HALF: usize = memory.data<f64>([-0.5]);
const ROUND: usize = memory.data<f64>([6755399441055744.0]); // 1.5 x 2^52
const STEPS: usize = memory.data<f64>([92.33248261689366]); // 64 / ln 2
const STEP_HIGH: usize = memory.data<f64>([0.010830424696244734]); // ln 2 / 64, its first 41 bits
const STEP_LOW: usize = memory.data<f64>([4.411764150473684e-15]);
const POWER_BITS: usize = memory.data<u64>([63]);
const FIFTH: usize = memory.data<f64>([1.0 / 120.0]);
const FOURTH: usize = memory.data<f64>([1.0 / 24.0]);
const THIRD: usize = memory.data<f64>([1.0 / 6.0]);
const HALF: usize = memory.data<f64>([0.5]);
const ONE: usize = memory.data<f64>([1.0]);

/** n(x), |x| <= HIGHEST_ARGUMENT. */
export function fastDensity<T>(x: T): T {
  const y = mul(mul(x, x), constant<T>(MINUS_HALF));
  const rounded = madd(y, constant<T>(STEPS), constant<T>(ROUND));
  const n = sub(rounded, constant<T>(ROUND));
  const r = nmadd(n, constant<T>(STEP_LOW), nmadd(n, constant<T>(STEP_HIGH), y));
  let p = madd(constant<T>(FIFTH), r, constant<T>(FOURTH));
  p = madd(p, r, constant<T>(THIRD));
  p = madd(p, r, constant<T>(HALF));
  p = madd(p, r, constant<T>(ONE));
  const i = and(rounded, constant<T>(POWER_BITS));
  const power = lookUp(POWERS, shiftLeft(i, 3));
  const exponent = shiftLeft(andNot(rounded, constant<T>(POWER_BITS)), 46); // n div 64, where a double has its exponent
  return addBits(madd(mul(power, r), p, power), exponent);
}

/** Fills the tables, once. R's Taylor coefficients: (n + 1) r(n+1) = x r(n) + r(n-1), from R' = x R - 1. */
export function makeFastNormal(): void {
  for (let i = 0; i < ROWS; i++) {
    const x = <f64>i / 16.0;
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
    store<f64>(POWERS + ((<usize>i) << 3), INVERSE_SQRT_TWO_PI * Math.exp(<f64>i * (0.6931471805599453 / 64.0)));
}
