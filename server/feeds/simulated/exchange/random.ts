/**
 * Counter-based randomness: a draw is a hash of (key, counter), so that any draw can be made at any time in any order
 * and no generator has to be wound forward. Keys are chained from the seed (seed -> date -> contract -> purpose).
 *
 * The hash is a Weyl sequence through a 32-bit finalizer with full avalanche (Wellons, "Prospecting for hash
 * functions", 2018: lowbias32). Nothing here is for secrets.
 *
 * Hot: draw() runs for every tick.
 */

/** 32 random bits as a signed integer. */
export function draw(key: number, counter: number): number {
  let x = (key + Math.imul(counter, 0x9e3779b9)) | 0;
  x ^= x >>> 16;
  x = Math.imul(x, 0x21f0aaad);
  x ^= x >>> 15;
  x = Math.imul(x, 0x735a2d97);
  return x ^ (x >>> 15);
}

/** A key below `key`: the same function, named for what it is used for. */
export const subkey: (key: number, name: number) => number = draw;

/** A number for a word: the date, the symbol, the purpose of a stream (FNV-1a, 32 bits). */
export function wordKey(word: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return hash;
}

/** A draw as a uniform number inside (0, 1). */
export const uniform = (bits: number): number => ((bits >>> 0) + 0.5) / 4294967296;

const A = [
  -3.969683028665376e1, 2.209460984245205e2, -2.759285104469687e2, 1.38357751867269e2, -3.066479806614716e1,
  2.506628277459239,
] as const;
const B = [
  -5.447609879822406e1, 1.615858368580409e2, -1.556989798598866e2, 6.680131188771972e1, -1.328068155288572e1,
] as const;
const C = [
  -7.784894002430293e-3, -3.223964580411365e-1, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
] as const;
const D = [7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416] as const;
const TAIL = 0.02425;

const tail = (q: number): number =>
  (((((C[0] * q + C[1]) * q + C[2]) * q + C[3]) * q + C[4]) * q + C[5]) /
  ((((D[0] * q + D[1]) * q + D[2]) * q + D[3]) * q + 1);

/** A draw as a standard normal number: the inverse distribution function (Acklam's approximation, 1e-9). */
export function normal(bits: number): number {
  const p = uniform(bits);
  if (p < TAIL) return tail(Math.sqrt(-2 * Math.log(p)));
  if (p > 1 - TAIL) return -tail(Math.sqrt(-2 * Math.log(1 - p)));
  const q = p - 0.5;
  const r = q * q;
  return (
    ((((((A[0] * r + A[1]) * r + A[2]) * r + A[3]) * r + A[4]) * r + A[5]) * q) /
    (((((B[0] * r + B[1]) * r + B[2]) * r + B[3]) * r + B[4]) * r + 1)
  );
}

const ROUGH = Float64Array.from({ length: 4096 }, (_, i) => normal((i + 0.5) * 1_048_576));

/** A standard normal number to 1 part in 4096, from the top bits: for sizes and jitters. */
export const roughNormal = (bits: number): number => ROUGH[bits >>> 20] ?? 0;
