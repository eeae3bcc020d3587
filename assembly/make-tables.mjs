/**
 * Writes pricing/mills-table.ts and pricing/seed-table.ts, the only fitted numbers of the quant core.
 * Nothing runs this at build time: the tables are committed, and this file says where every digit comes from.
 *
 *   node assembly/make-tables.mjs
 *
 * The Mills ratio tables are fitted in 320-bit fixed point (BigInt), so that each committed coefficient is the double
 * nearest to the true one; the seed table only starts an iteration and is fitted in doubles.
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

// Seed: G(z) = 1 / psi(h) where z = 1 + h / psi(h), psi(h) = n(h) - h N(-h); 24 octaves of z, eight segments each,
// polynomial of degree 4 in the mantissa's offset within the segment (0 .. 1/8).
const SEED = { octaves: 24, segments: 8, degree: 4 };

function fitSeed() {
  const psi = (h) => Math.exp((-h * h) / 2) * 0.3989422804014327 * bachelierFactor(h);
  const solve = (y) => {
    let low = 0;
    let high = 40;
    for (let i = 0; i < 60; i++) {
      const middle = (low + high) / 2;
      if (middle < y * psi(middle)) low = middle;
      else high = middle;
    }
    return 1 / psi((low + high) / 2);
  };
  const rows = [];
  let worst = 0;
  for (let octave = 0; octave < SEED.octaves; octave++)
    for (let segment = 0; segment < SEED.segments; segment++) {
      const g = (u) => fixed(solve(2 ** octave * (1 + segment / SEED.segments + u) - 1));
      const half = 1 / SEED.segments / 2;
      const centred = fit((u) => g(toDouble(u)), fixed(half), half, SEED.degree).map(toDouble);
      const row = shiftOrigin(centred, -half).map(Math.fround);
      for (let i = 0; i <= 10; i++) {
        const u = (i / 10) * 2 * half;
        const exact = toDouble(g(u));
        worst = Math.max(worst, Math.abs(row.reduceRight((sum, c) => sum * u + c, 0) / exact - 1));
      }
      rows.push(row);
    }
  if (!(worst < 1e-6)) throw new Error(`seed is off by ${worst}`);
  console.log(`seed: largest relative error ${worst}`);
  return rows;
}

/** 1 - h R(h) to about 1e-13, enough for a seed. */
function bachelierFactor(h) {
  if (h >= 1) {
    let tail = h;
    for (let n = 400; n >= 1; n--) tail = h + n / tail;
    return 1 - h / tail;
  }
  let previous = Math.sqrt(Math.PI / 2);
  let current = -1;
  let power = h;
  let sum = previous - h;
  for (let n = 1; n < 40; n++) {
    [previous, current] = [current, previous / (n + 1)];
    power *= h;
    sum += current * power;
  }
  return 1 - h * sum;
}

/** p(u) as coefficients about 0 -> p(u + shift). */
function shiftOrigin(coefficients, shift) {
  const c = [...coefficients];
  for (let i = 0; i < c.length; i++) for (let j = c.length - 2; j >= i; j--) c[j] += shift * c[j + 1];
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
  new URL("pricing/seed-table.ts", import.meta.url),
  `${header}
/** G(z) = 1 / psi(h), z = 1 + h / psi(h) in [1, 2^${SEED.octaves}): ${SEED.segments} rows an octave, ${SEED.degree + 1} coefficients in the mantissa's offset within its row. */
// biome-ignore format: one row per segment
export const SEED: usize = memory.data<f32>([
${fitSeed().map(rowText).join("\n")}
]);
`,
);
