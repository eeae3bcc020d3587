/**
 * Net gamma if the spot moved: the book re-priced at other spots, each option at its own IV, each chain's forward moving in
 * proportion. Where it changes its sign hedging turns from damping moves to adding to them.
 */
import { type GammaBook, gammaOverSpots } from "#kernel/calls/gamma-calls.ts";
import type { Kernel } from "#kernel/kernel.ts";

/** How far the zero is looked for: 10 % to both sides. */
const REACH = [Math.log(0.9), Math.log(1.1)] as const;
const COARSE = 401;
/** Spots between two of the coarse grid: the last straight piece is then far below a paisa from the curve. */
const FINE = 65;

/** Rupees for a move of 1 %, at `count` spots even in ln from `from` to `to`; spots as multiples of today's. */
export function netGamma(kernel: Kernel, book: GammaBook, from: number, to: number, count: number): Float64Array {
  const first = Math.log(from);
  const step = (Math.log(to) - first) / (count - 1);
  return gammaOver(kernel, book, first, step, count);
}

function gammaOver(kernel: Kernel, book: GammaBook, first: number, step: number, count: number): Float64Array {
  const out = new Float64Array(count);
  gammaOverSpots(kernel.core, book, { first, step, count }, out);
  for (let i = 0; i < count; i++) out[i]! *= Math.exp(first + i * step);
  return out;
}

/**
 * The spot nearest to today's, as a multiple of it, at which net gamma changes its sign; NaN if it does not within 10 %.
 */
export function zeroGamma(kernel: Kernel, book: GammaBook): number {
  const [first, last] = REACH;
  const step = (last - first) / (COARSE - 1);
  const coarse = gammaOver(kernel, book, first, step, COARSE);
  let best = Number.NaN;
  for (const at of crossings(coarse)) {
    const from = first + at * step;
    const fineStep = step / (FINE - 1);
    const fine = gammaOver(kernel, book, from, fineStep, FINE);
    const [place] = crossings(fine);
    if (place === undefined) continue;
    const share = fine[place]! / (fine[place]! - fine[place + 1]!);
    const x = from + (place + share) * fineStep;
    if (!(Math.abs(x) >= Math.abs(best))) best = x;
  }
  return Math.exp(best);
}

/** Places of values after which the sign is another; a stretch of zeros is none. */
function crossings(values: Float64Array): number[] {
  const places: number[] = [];
  for (let i = 0; i + 1 < values.length; i++) if (values[i]! * values[i + 1]! < 0) places.push(i);
  return places;
}
