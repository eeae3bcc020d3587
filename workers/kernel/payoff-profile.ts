/**
 * The figures of a payoff that are points, not lines: break-evens, and the most that can be won and lost. Exact for
 * straight pieces; where a leg still has time value, extremes and roots are bracketed on a walk of an eighth of the leg's
 * total volatility a step, then found by safeguarded iteration.
 *
 * The spot runs from 0 to infinity: a put side ends at 0, so it is bounded; calls and futures decide the far side by their
 * net units, as traders count them (what a future's carry leaves over is no tail).
 */
import type { PayoffKernel, PreparedPayoff } from "./calls/payoff-calls.ts";
import type { PayoffLeg, PayoffMoment } from "./payoff-legs.ts";

export interface PayoffProfile {
  /**
   * Spots (rupees, ascending, above 0) where the P&L is 0; of a stretch of zeros its ends. Usually 1 to 4.
   */
  readonly breakEvens: readonly number[];
  /** Rupees; Infinity is 'Unlimited'. 0 without legs, NaN when a leg makes no sense. */
  readonly maxProfit: number;
  /** Rupees, negative for a loss; -Infinity is 'Unlimited'. */
  readonly maxLoss: number;
}

/** Steps of the walk, as a part of the total volatility. */
const STEP = 1 / 8;
/** P&L below this, in rupees a unit, is 0: the rounding of sums of prices, far below any tick. */
const ZERO = 1e-7;
const ITERATIONS = 100;

interface Knot {
  readonly spot: number;
  readonly value: number;
}

/** The profile of the legs at the moment; `moment.elapsed` = nearestExpiry(legs) is the usual "on expiry". */
export function payoffProfile(kernel: PayoffKernel, legs: readonly PayoffLeg[], moment: PayoffMoment): PayoffProfile {
  const prepared = kernel.preparePayoff(legs, moment);
  const zero = ZERO * legs.reduce((sum, { quantity }) => sum + Math.abs(quantity), 0);
  const knots = walk(prepared);
  if (knots.some(({ value }) => Number.isNaN(value)))
    return { breakEvens: [], maxProfit: Number.NaN, maxLoss: Number.NaN };
  const last = knots[knots.length - 1]!;
  const tail = tailOf(legs, prepared, last.spot);
  let maxProfit = tail > 0 ? Number.POSITIVE_INFINITY : 0;
  let maxLoss = tail < 0 ? Number.NEGATIVE_INFINITY : 0;
  if (legs.length > 0) {
    const values = knots.map(({ value }) => (Math.abs(value) <= zero ? 0 : value));
    maxProfit = tail > 0 ? maxProfit : Math.max(...values);
    maxLoss = tail < 0 ? maxLoss : Math.min(...values);
  }
  return { breakEvens: rootsOf(prepared, knots, tail, zero), maxProfit, maxLoss };
}

/** Spots between which the P&L is monotone, and straight unless a zone covers them; from 0 to the last bend. */
function walk(prepared: PreparedPayoff): Knot[] {
  const knots: Knot[] = [knotAt(prepared, 0)];
  const edges = edgesOf(prepared);
  for (let i = 0; i < edges.length; i++) {
    const edge = edges[i]!;
    knots.push(knotAt(prepared, edge));
    const next = edges[i + 1];
    const vol = next === undefined ? 0 : narrowestVol(prepared, edge, next);
    if (next === undefined || vol === 0) continue;
    const steps = Math.ceil(Math.log(next / edge) / (vol * STEP));
    let from = edge;
    for (let step = 1; step <= steps; step++) {
      const to = step === steps ? next : edge * (next / edge) ** (step / steps);
      const turn = turnBetween(prepared, from, to);
      if (turn !== undefined) knots.push(knotAt(prepared, turn));
      if (step < steps) knots.push(knotAt(prepared, to));
      from = to;
    }
  }
  return knots;
}

const knotAt = (prepared: PreparedPayoff, spot: number): Knot => ({ spot, value: prepared.at(spot)[0]! });

/** Where zones begin and end, and kinks, ascending, each once. */
function edgesOf({ bends, low, high }: PreparedPayoff): number[] {
  const edges = new Set<number>();
  for (let i = 0; i < bends; i++) edges.add(low[i]!).add(high[i]!);
  return [...edges].filter((edge) => edge > 0 && edge < Number.POSITIVE_INFINITY).sort((a, b) => a - b);
}

/** Of the zones that cover from..to, the smallest scale; 0 when none does. */
function narrowestVol({ bends, low, high, totalVol }: PreparedPayoff, from: number, to: number): number {
  let vol = Number.POSITIVE_INFINITY;
  for (let i = 0; i < bends; i++)
    if (low[i]! <= from && high[i]! >= to && low[i] !== high[i]) vol = Math.min(vol, totalVol[i]!);
  return Number.isFinite(vol) ? vol : 0;
}

/** The turning point inside from..to, if the slope changes sign there. Slopes at the ends are taken from inside. */
function turnBetween(prepared: PreparedPayoff, from: number, to: number): number | undefined {
  const inside = to * (1 - Number.EPSILON);
  const slopeOf = (spot: number) => prepared.at(spot)[1]!;
  const first = slopeOf(from);
  const last = slopeOf(inside);
  return first * last < 0 ? illinois(slopeOf, from, first, inside, last) : undefined;
}

/** Root of f in from..to, where it changes sign: regula falsi that halves the weight of an end that stays (Illinois). */
function illinois(f: (x: number) => number, from: number, atFrom: number, to: number, atTo: number): number {
  let [a, fa, b, fb] = [from, atFrom, to, atTo];
  for (let i = 0; i < ITERATIONS; i++) {
    let x = (a * fb - b * fa) / (fb - fa);
    if (!(x > Math.min(a, b) && x < Math.max(a, b))) x = 0.5 * (a + b);
    const fx = f(x);
    if (fx === 0 || Math.abs(b - a) <= 4 * Number.EPSILON * Math.abs(x) || x === a || x === b) return x;
    if (fx * fb < 0) {
      a = b;
      fa = fb;
    } else fa *= 0.5;
    b = x;
    fb = fx;
  }
  return b;
}

/** Slope beyond the last bend, or 0 where calls and futures cancel. Rupees a rupee of spot. */
function tailOf(legs: readonly PayoffLeg[], prepared: PreparedPayoff, last: number): number {
  let units = 0;
  let gross = 0;
  for (const { type, quantity } of legs) {
    if (type === "PE") continue;
    units += quantity;
    gross += Math.abs(quantity);
  }
  if (Math.abs(units) <= 1e-9 * gross) return 0;
  const slope = prepared.at(Math.max(2 * last, 1))[1]!;
  return slope * units > 0 ? slope : 0;
}

function rootsOf(prepared: PreparedPayoff, knots: readonly Knot[], tail: number, zero: number): number[] {
  const roots: number[] = [];
  const add = (spot: number) => {
    const last = roots[roots.length - 1];
    if (spot > 0 && !(last !== undefined && spot - last <= 1e-9 * spot)) roots.push(spot);
  };
  const signs = knots.map(({ value }) => (Math.abs(value) <= zero ? 0 : Math.sign(value)));
  for (let i = 0; i < knots.length; i++) {
    const { spot, value } = knots[i]!;
    const next = knots[i + 1];
    const before = i === 0 ? 0 : signs[i - 1]!;
    const after = next === undefined ? Math.sign(tail) : signs[i + 1]!;
    if (signs[i] === 0) {
      if (before !== 0 || after !== 0) add(spot);
    } else if (next !== undefined && after === -signs[i]!) {
      const pnlOf = (x: number) => prepared.at(x)[0]!;
      add(illinois(pnlOf, spot, value, next.spot, next.value));
    } else if (next === undefined && after === -signs[i]!) add(spot - value / tail);
  }
  return roots;
}
