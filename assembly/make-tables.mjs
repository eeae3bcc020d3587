/**
 * Writes pricing/mills-table.ts and pricing/bachelier-table.ts, the only fitted numbers of the quant core.
 * Nothing runs this at build time: the tables are committed, and this file says where every digit comes from.
 *
 *   node assembly/make-tables.mjs
 *
 * Everything is fitted in 320-bit fixed point (BigInt), so that each committed coefficient is the double nearest to the
 * true one.
 */
import { writeFileSync } from "node:fs";

// Fixed point: an integer n stands for n / 2^BITS.
const BITS = 320n;
const ONE = 1n << BITS;
const mul = (a, b) => (a * b) >> BITS;
const div = (a, b) => (a << BITS) / b;

/** Exact fixed-point value of a double of ordinary size. */
function fixed(x) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 2047n);
  const fraction = (bits & ((1n << 52n) - 1n)) | (exponent === 0 ? 0n : 1n << 52n);
  const shift = BITS + BigInt(Math.max(exponent, 1) - 1075);
  const n = shift >= 0n ? fraction << shift : fraction >> -shift;
  return bits >> 63n ? -n : n;
}

/** Nearest double of a fixed-point value. */
function toDouble(a) {
  const negative = a < 0n;
  let n = negative ? -a : a;
  let exponent = -Number(BITS);
  const length = n.toString(2).length;
  if (length > 64) {
    const drop = BigInt(length - 64);
    n = (n >> drop) | 1n; // a sticky bit: BigInt to Number rounds to nearest even
    exponent += length - 64;
  }
  const x = Number(n) * 2 ** exponent;
  return negative ? -x : x;
}

/** sqrt(pi / 2), from Machin's formula. */
const SQRT_HALF_PI = (() => {
  const arctanInverse = (q) => {
    let term = ONE / q;
    let sum = term;
    for (let n = 3n, sign = -1n; term !== 0n; n += 2n, sign = -sign) {
      term /= q * q;
      sum += (sign * term) / n;
    }
    return sum;
  };
  const pi = 4n * (4n * arctanInverse(5n) - arctanInverse(239n));
  return squareRoot(pi / 2n);
})();

function squareRoot(a) {
  const n = a << BITS;
  let x = 1n << BigInt((n.toString(2).length >> 1) + 1);
  for (;;) {
    const y = (x + n / x) >> 1n;
    if (y >= x) return x;
    x = y;
  }
}

/** Mills ratio R(x) = (1 - N(x)) / n(x) for |x| <= 2 : R' = x R - 1 solved by its power series at 0. */
function millsNearZero(x) {
  let previous = SQRT_HALF_PI; // r0
  let current = -ONE; // r1
  let power = x;
  let sum = previous + mul(current, power);
  for (let n = 1n; n < 400n; n++) {
    const next = previous / (n + 1n); // r(n+1) = r(n-1) / (n+1)
    previous = current;
    current = next;
    power = mul(power, x);
    sum += mul(current, power);
  }
  return sum;
}

/** R(x) for x >= 1 by Laplace's continued fraction 1 / (x + 1 / (x + 2 / (x + ...))). */
function millsFar(x) {
  let tail = x;
  for (let n = 3000n; n >= 1n; n--) tail = x + div(n * ONE, tail);
  return div(ONE, tail);
}

/** Monomial coefficients, about `centre`, of the polynomial through f at the Chebyshev nodes of the interval. */
function fit(f, centre, halfWidth, degree) {
  const nodes = [];
  for (let i = 0; i <= degree; i++) nodes.push(fixed(Math.cos((Math.PI * (i + 0.5)) / (degree + 1)) * halfWidth));
  const table = nodes.map((u) => f(centre + u));
  for (let level = 1; level <= degree; level++)
    for (let i = degree; i >= level; i--) table[i] = div(table[i] - table[i - 1], nodes[i] - nodes[i - level]);
  let polynomial = [table[degree]];
  for (let i = degree - 1; i >= 0; i--) {
    const next = new Array(polynomial.length + 1).fill(0n);
    polynomial.forEach((c, j) => {
      next[j + 1] += c;
      next[j] -= mul(c, nodes[i]);
    });
    next[0] += table[i];
    polynomial = next;
  }
  return polynomial;
}

function largestError(f, coefficients, centre, halfWidth) {
  let worst = 0;
  for (let i = -20; i <= 20; i++) {
    const u = fixed((i / 20) * halfWidth * 0.999); // s = 0 itself is x = infinity
    let p = 0n;
    for (let j = coefficients.length - 1; j >= 0; j--) p = mul(p, u) + fixed(coefficients[j]);
    const exact = f(centre + u);
    worst = Math.max(worst, Math.abs(toDouble(div(p - exact, exact))));
  }
  return worst;
}

// R(x) for -1 <= x < 1: eight intervals, polynomial in x - centre.
const NEAR = { from: -1, width: 1 / 4, count: 8, degree: 10 };
// S(s) = (1 - x R(x)) / s^2 with s = 2 / (2 + x), for x >= 1: sixteen intervals of 0 < s <= 2/3, polynomial in s - centre.
const FAR = { offset: 2, width: 1 / 24, count: 16, degree: 9 };
const TOLERANCE = 2e-16;

function fitNear() {
  const rows = [];
  for (let i = 0; i < NEAR.count; i++) rows.push(fitInterval(millsNearZero, NEAR.from + (i + 0.5) * NEAR.width, NEAR));
  return rows;
}

function fitFar() {
  const offset = fixed(FAR.offset);
  const shape = (s) => {
    const x = div(offset, s) - offset;
    return div(ONE - mul(x, millsFar(x)), mul(s, s));
  };
  const rows = [];
  for (let i = 0; i < FAR.count; i++) rows.push(fitInterval(shape, (i + 0.5) * FAR.width, FAR));
  return rows;
}

function fitInterval(f, centre, { width, degree }) {
  const at = fixed(centre);
  const coefficients = fit(f, at, width / 2, degree).map(toDouble);
  const error = largestError(f, coefficients, at, width / 2);
  if (!(error < TOLERANCE)) throw new Error(`fit around ${centre} is off by ${error}`);
  return coefficients;
}

// Bachelier expansion: v = v0 (1 + x E(x, q)), x = v0^2, q = k^2, where v0 is the volatility with which Bachelier's model at the
// logarithmic mean gives Black's price (pricing/bachelier.ts), and back: v0 = v (1 + x D(x, q)), x = v^2. Both are so smooth
// that few mixed powers are left.
const EXPANSION = { x: 0.64, q: 0.41, nodes: 12, degrees: [5, 5, 4, 4, 3, 2, 2, 1, 0] };
// Nearly all that trades is in a part of the domain where half as many powers are as good.
const SHORT = { x: 0.05, q: 0.27, nodes: 10, degrees: [4, 4, 3, 2, 1] };

/** E for given x, q: Newton on Black's price over its logarithmic mean, whose derivative is the vega. */
function expansionAt(x, q) {
  const v0 = squareRoot(x);
  const k = squareRoot(q);
  const h0 = div(k, v0);
  const price = mul(v0, ONE - mul(h0, millsRatio(h0))); // both prices over n(h0)
  const exponential = exp(k >> 1n);
  const inverseMean = div(k, exponential - div(ONE, exponential)); // k / (2 sinh(k / 2))
  let v = v0 + mul(v0, x / 24n);
  for (;;) {
    const h = div(k, v);
    const t = v >> 1n;
    const vega = mul(exp((mul(h0, h0) - mul(h, h) - mul(t, t)) >> 1n), inverseMean);
    const step = div(mul(vega, millsRatio(h - t) - millsRatio(h + t)) - price, vega);
    v -= step;
    if (step * step < ONE >> 130n) return div(div(v, v0) - ONE, x);
  }
}

/** D for given x, q: Newton on Bachelier's price. */
function reversionAt(x, q) {
  const v = squareRoot(x);
  const k = squareRoot(q);
  const h = div(k, v);
  const t = v >> 1n;
  const exponential = exp(k >> 1n);
  const inverseMean = div(k, exponential - div(ONE, exponential));
  const price = mul(mul(exp(-mul(t, t) >> 1n), inverseMean), millsRatio(h - t) - millsRatio(h + t)); // over n(h)
  let v0 = v - mul(v, x / 24n);
  for (;;) {
    const h0 = div(k, v0);
    const vega = exp((mul(h, h) - mul(h0, h0)) >> 1n);
    const step = div(mul(vega, mul(v0, ONE - mul(h0, millsRatio(h0)))) - price, vega);
    v0 -= step;
    if (step * step < ONE >> 130n) return div(div(v0, v) - ONE, x);
  }
}

const millsRatio = (x) => (x < 2n * ONE ? millsNearZero(x) : millsFar(x));

function exp(x) {
  let halvings = 0;
  while (x > ONE >> 8n || -x > ONE >> 8n) {
    x >>= 1n;
    halvings++;
  }
  let sum = ONE;
  let term = ONE;
  for (let n = 1n; n < 50n; n++) {
    term = mul(term, x) / n;
    sum += term;
  }
  for (; halvings > 0; halvings--) sum = mul(sum, sum);
  return sum;
}

/** Chebyshev coefficients in both variables, the small ones dropped, turned into powers: one row of powers of q a power of x. */
function fitExpansion(name, shape, { x: xEnd, q: qEnd, nodes, degrees }) {
  const cosine = (i, j) => fixed(Math.cos((Math.PI * i * (j + 0.5)) / nodes));
  const at = (end, j) => mul(fixed(end / 2), ONE + cosine(1, j));
  const values = degreesUpTo(nodes - 1).map((i) => degreesUpTo(nodes - 1).map((j) => shape(at(xEnd, i), at(qEnd, j))));
  const rows = degrees.map(() => []);
  degrees.forEach((degree, i) => {
    for (let j = 0; j <= degree; j++) {
      let c = 0n;
      for (let a = 0; a < nodes; a++)
        for (let b = 0; b < nodes; b++) c += mul(values[a][b], mul(cosine(i, a), cosine(j, b)));
      c = (c * BigInt((i ? 2 : 1) * (j ? 2 : 1))) / BigInt(nodes * nodes);
      chebyshevPowers(i, xEnd).forEach((xPower, a) => {
        chebyshevPowers(j, qEnd).forEach((qPower, b) => {
          rows[a][b] = (rows[a][b] ?? 0n) + mul(c, mul(xPower, qPower));
        });
      });
    }
  });
  let worst = 0;
  for (const x of [0.002, 0.15, 0.5, 0.8, 0.999])
    for (const q of [2e-6, 0.007, 0.25, 0.6, 0.999]) {
      const [xFixed, qFixed] = [fixed(x * xEnd), fixed(q * qEnd)];
      const horner = (row, u) => row.reduceRight((sum, c) => mul(sum, u) + c, 0n);
      const got = horner(
        rows.map((row) => horner(row, qFixed)),
        xFixed,
      );
      worst = Math.max(worst, x * xEnd * Math.abs(toDouble(got - shape(xFixed, qFixed))));
    }
  if (!(worst < 1.2e-16)) throw new Error(`${name} is off by ${worst}`);
  console.log(`${name}: largest relative error ${worst}`);
  return rows.map((row) => row.map(toDouble));
}

const degreesUpTo = (n) => Array.from({ length: n + 1 }, (_, i) => i);

/** Powers of u in T_n(2 u / end - 1). */
function chebyshevPowers(n, end) {
  if (n === 0) return [ONE];
  const slope = fixed(2 / end);
  let [before, now] = [[ONE], [-ONE, slope]];
  for (let i = 1; i < n; i++) {
    const next = new Array(i + 2).fill(0n);
    now.forEach((c, j) => {
      next[j] -= 2n * c;
      next[j + 1] += 2n * mul(c, slope);
    });
    before.forEach((c, j) => {
      next[j] -= c;
    });
    [before, now] = [now, next];
  }
  return now;
}

// artanh(zeta) / zeta as a polynomial in zeta^2 up to tanh(0.64 / 2)^2.
const ARTANH = { end: 0.0959, degree: 9 };

function fitArtanh() {
  const shape = (u) => {
    let sum = ONE;
    let power = ONE;
    for (let n = 1n; power !== 0n; n++) {
      power = mul(power, u);
      sum += power / (2n * n + 1n);
    }
    return sum;
  };
  const half = ARTANH.end / 2;
  const centred = fit(shape, fixed(half), half, ARTANH.degree);
  const error = largestError(shape, centred.map(toDouble), fixed(half), half);
  if (!(error < TOLERANCE)) throw new Error(`artanh is off by ${error}`);
  return shiftOrigin(centred, -fixed(half)).map(toDouble);
}

/** p(u) as coefficients about 0 -> p(u + shift). */
function shiftOrigin(coefficients, shift) {
  const c = [...coefficients];
  for (let i = 0; i < c.length; i++) for (let j = c.length - 2; j >= i; j--) c[j] += mul(shift, c[j + 1]);
  return c;
}

const literal = (x) => (Number.isInteger(x) ? `${x}.0` : `${x}`);
const rowText = (row) => `  ${row.map(literal).join(", ")},`;
const header = "// Written by assembly/make-tables.mjs; do not edit.\n";

writeFileSync(
  new URL("pricing/mills-table.ts", import.meta.url),
  `${header}
/** R(x) on -1 <= x < 1: ${NEAR.count} rows of ${NEAR.degree + 1} coefficients, lowest power first, about the middle of each quarter. */
// biome-ignore format: one row per interval
export const NEAR: usize = memory.data<f64>([
${fitNear().map(rowText).join("\n")}
]);

/** (1 - x R(x)) / s^2 on x >= 1, s = 2 / (2 + x): ${FAR.count} rows of ${FAR.degree + 1}, about the middle of each 1/24 of s. */
// biome-ignore format: one row per interval
export const FAR: usize = memory.data<f64>([
${fitFar().map(rowText).join("\n")}
]);
`,
);

writeFileSync(
  new URL("pricing/bachelier-table.ts", import.meta.url),
  `${header}
/** artanh(zeta) / zeta in powers of zeta^2, for k = 2 artanh(zeta) up to 0.64. */
// biome-ignore format: one polynomial
export const ARTANH: usize = memory.data<f64>([
${rowText(fitArtanh())}
]);

/** E(x, q), x up to ${EXPANSION.x}, q up to ${EXPANSION.q}: a row is a power of x, from the lowest; in it the powers of q. */
// biome-ignore format: one row per power of x
export const EXPANSION: usize = memory.data<f64>([
${fitExpansion("expansion", expansionAt, EXPANSION).map(rowText).join("\n")}
]);

/** The same for x up to ${SHORT.x}, q up to ${SHORT.q}. */
// biome-ignore format: one row per power of x
export const SHORT_EXPANSION: usize = memory.data<f64>([
${fitExpansion("short expansion", expansionAt, SHORT).map(rowText).join("\n")}
]);

/** D(x, q), x and q as for E. */
// biome-ignore format: one row per power of x
export const REVERSION: usize = memory.data<f64>([
${fitExpansion("reversion", reversionAt, EXPANSION).map(rowText).join("\n")}
]);
`,
);
