/**
 * Implied volatility without iteration. With the logarithmic mean L = (M - m) / k for its level, Black's out-of-the-money
 * price P is almost Bachelier's, P = L v psi(h), psi(h) = n(h) - h N(-h), h = k / v. So Bachelier's own inverse comes first,
 *
 *   v0 = P / L G(y),   y = (M - m) / P,   G(y) = 1 / psi(h) where h / psi(h) = y,
 *
 * a function of one variable, tabulated; then v = v0 (1 + x E(x, q)) with x = v0^2, q = k^2. E is analytic,
 * 1/24 - q/2880 + 7x/1920 + ..., and fitted to the last bit for x <= 0.64, q <= 0.41, once more with half as many powers for
 * x <= 0.05, q <= 0.27 (make-tables.mjs).
 *
 * The same the other way round gives the price: v0 = v (1 + x D(x, q)) with x = v^2, then P = L v0 psi(k / v0).
 *
 * Hot (bench question: kernels).
 */
import { and, atMost, constant, lesserBits, lookUpPolynomial, madd, mul, or, shiftRight, sub, subBits } from "../lanes";
import { SHORT_EXPANSION } from "./bachelier-table";
import { SERIES, storeEconomised } from "./economise";
import { exp } from "./elementary";
import { INVERSE_SQRT_TWO_PI, mills, slope } from "./normal";

/** The fast domain: x, zeta^2 = tanh(k / 2)^2 and z = 1 + y below these. Beyond it: implied-vol.ts. */
export const HIGHEST_X: f64 = 0.64;
export const HIGHEST_ZETA2: f64 = 0.0958;
export const HIGHEST_Z: f64 = 16777216.0;
/** Within these x and q, where nearly all that trades is, the first few powers of E are as good as all. */
export const HIGHEST_SHORT_X: f64 = 0.05;
export const HIGHEST_SHORT_Q: f64 = 0.27;

// G as rows of polynomials in z about a row's middle: sixteen rows an octave of z, so that the bits of z are the row.
const OCTAVES = 24;
const ROWS_AN_OCTAVE = 16;
const G_ROWS: usize = memory.data(24640, 64); // OCTAVES x ROWS_AN_OCTAVE x 64, and a row of zeros

const ROW_BITS: usize = memory.data<u64>([0xffff000000000000]); // sign, exponent, four bits of mantissa
const HALF_A_ROW: usize = memory.data<u64>([0x0000800000000000]);
const ROW_ORIGIN: usize = memory.data(8, 8); // what to take from z's bits for 2^42 times its row's address
const Z_LIMIT: usize = memory.data<f64>([HIGHEST_Z]);
const NO_ROW: usize = memory.data<u64>([G_ROWS + 24576]);

/** Where G stands: the address of z's row to `rows`, z less the row's middle to `offset`. Outside [1, HIGHEST_Z) the row is 0. */
export function storeInverseRow<T>(z: T, rows: usize, offset: usize): void {
  z = atMost(constant<T>(Z_LIMIT), z); // that of the row of zeros: the square of what is far above it would be infinite
  const rowBits = and(z, constant<T>(ROW_BITS));
  store<T>(rows, lesserBits(constant<T>(NO_ROW), shiftRight(subBits(rowBits, constant<T>(ROW_ORIGIN)), 42)));
  store<T>(offset, sub(z, or(rowBits, constant<T>(HALF_A_ROW))));
}

const ROW: usize = memory.data(16, 16);
const OFFSET: usize = memory.data(16, 16);

/** G at y = z - 1, z in [1, HIGHEST_Z). */
export function inverseBachelier(z: f64): f64 {
  storeInverseRow<f64>(z, ROW, OFFSET);
  return lookUpPolynomial<f64>(ROW, load<f64>(OFFSET));
}

// Rows of an expansion's table: of 6, 6, 5, 5, 4, 3, 3, 2 and 1 powers of q.
const ROW_1: usize = 48;
const ROW_2: usize = 96;
const ROW_3: usize = 136;
const ROW_4: usize = 176;
const ROW_5: usize = 208;
const ROW_6: usize = 232;
const ROW_7: usize = 256;
const ROW_8: usize = 272;

function horner2<T>(c: usize, q: T): T {
  return madd(constant<T>(c + 8), q, constant<T>(c));
}
function horner3<T>(c: usize, q: T): T {
  return madd(horner2(c + 8, q), q, constant<T>(c));
}
function horner4<T>(c: usize, q: T): T {
  return madd(horner3(c + 8, q), q, constant<T>(c));
}
function horner5<T>(c: usize, q: T): T {
  return madd(horner4(c + 8, q), q, constant<T>(c));
}
function horner6<T>(c: usize, q: T): T {
  return madd(horner5(c + 8, q), q, constant<T>(c));
}

/**
 * The coefficients of x^0 .. x^8 at q of the expansion whose table it is (EXPANSION for E, REVERSION for D), to `out` and every
 * 16 bytes: they are a strike's, its call and put share them.
 */
export function storeExpansion<T>(out: usize, q: T, table: usize): void {
  store<T>(out, horner6(table, q));
  store<T>(out, horner6(table + ROW_1, q), 16);
  store<T>(out, horner5(table + ROW_2, q), 32);
  store<T>(out, horner5(table + ROW_3, q), 48);
  store<T>(out, horner4(table + ROW_4, q), 64);
  store<T>(out, horner3(table + ROW_5, q), 80);
  store<T>(out, horner3(table + ROW_6, q), 96);
  store<T>(out, horner2(table + ROW_7, q), 112);
  store<T>(out, constant<T>(table + ROW_8), 128);
}

/** The expansion at x, from what storeExpansion left. */
export function expansion<T>(e: usize, x: T): T {
  const x2 = mul(x, x); // even and odd powers side by side
  let even = madd(load<T>(e, 128), x2, load<T>(e, 96));
  let odd = madd(load<T>(e, 112), x2, load<T>(e, 80));
  even = madd(even, x2, load<T>(e, 64));
  odd = madd(odd, x2, load<T>(e, 48));
  even = madd(even, x2, load<T>(e, 32));
  odd = madd(odd, x2, load<T>(e, 16));
  even = madd(even, x2, load<T>(e));
  return madd(odd, x, even);
}

// Where E is short: SHORT_EXPANSION's rows, of 5, 5, 4, 3 and 2 powers of q.

/** The coefficients of x^0 .. x^4 at q, as storeExpansion's. */
export function storeShortExpansion<T>(out: usize, q: T): void {
  store<T>(out, horner5(SHORT_EXPANSION, q));
  store<T>(out, horner5(SHORT_EXPANSION + 40, q), 16);
  store<T>(out, horner4(SHORT_EXPANSION + 80, q), 32);
  store<T>(out, horner3(SHORT_EXPANSION + 112, q), 48);
  store<T>(out, horner2(SHORT_EXPANSION + 136, q), 64);
}

/** E at x, from what storeShortExpansion left. */
export function shortExpansion<T>(e: usize, x: T): T {
  const x2 = mul(x, x);
  const low = madd(load<T>(e, 16), x, load<T>(e));
  return madd(madd(load<T>(e, 48), x, load<T>(e, 32)), x2, madd(mul(load<T>(e, 64), x2), x2, low));
}

/**
 * Fills G_ROWS, once. dG/dy = R(h), Mills ratio, and h = y / G, dR/dh = h R - 1 give G's Taylor series about any y, term by
 * term; a row's series is good to 1e-10 in the middle of the next, and there the definition itself makes it exact.
 */
export function makeInverseBachelier(): void {
  if (G_ROWS > 0x3f0000) unreachable(); // the shift leaves 22 bits
  store<u64>(ROW_ORIGIN, reinterpret<u64>(1.0) - ((<u64>G_ROWS) << 42));
  let g: f64 = 1.0 / INVERSE_SQRT_TWO_PI;
  storeSeries(0.0, g);
  let last: f64 = 1.0;
  for (let octave = 0; octave < OCTAVES; octave++) {
    const scale = <f64>(1 << octave);
    const half = scale * (0.5 / ROWS_AN_OCTAVE);
    for (let i = 0; i < ROWS_AN_OCTAVE; i++) {
      const z = scale + <f64>(2 * i + 1) * half;
      g = refine(z - 1.0, seriesAt(z - last));
      storeSeries(z - 1.0, g);
      storeEconomised(G_ROWS + ((<usize>(octave * ROWS_AN_OCTAVE + i)) << 6), half);
      last = z;
    }
  }
}

/** G(y) from a good guess: at the guess's h, (y*, G*) lies on the curve, whose slope is R. */
function refine(y: f64, guess: f64): f64 {
  const h = y / guess;
  const onCurve = exp(0.5 * h * h) / (INVERSE_SQRT_TWO_PI * slope(h));
  return onCurve + mills(h) * (y - h * onCurve);
}

const H: usize = memory.data(72, 8);
const R: usize = memory.data(72, 8);
const SLOPE: usize = memory.data(72, 8); // h R - 1

function at(series: usize, i: i32): f64 {
  return load<f64>(series + ((<usize>i) << 3));
}

function put(series: usize, i: i32, x: f64): void {
  store<f64>(series + ((<usize>i) << 3), x);
}

/** SERIES := the nine first Taylor coefficients of G about y, where it is g. */
function storeSeries(y: f64, g: f64): void {
  const h = y / g;
  put(SERIES, 0, g);
  put(H, 0, h);
  put(R, 0, mills(h));
  put(SLOPE, 0, -slope(h));
  for (let n = 1; n <= 8; n++) {
    put(SERIES, n, at(R, n - 1) / <f64>n);
    let rest: f64 = n == 1 ? 1.0 : 0.0; // G h = y
    for (let i = 1; i <= n; i++) rest -= at(SERIES, i) * at(H, n - i);
    put(H, n, rest / g);
    let r: f64 = 0.0; // dR/dy = (h R - 1) dh/dy
    for (let i = 0; i < n; i++) r += at(SLOPE, i) * <f64>(n - i) * at(H, n - i);
    put(R, n, r / <f64>n);
    let product: f64 = 0.0;
    for (let i = 0; i <= n; i++) product += at(H, i) * at(R, n - i);
    put(SLOPE, n, product);
  }
}

function seriesAt(u: f64): f64 {
  let sum = at(SERIES, 8);
  for (let i = 7; i >= 0; i--) sum = sum * u + at(SERIES, i);
  return sum;
}
