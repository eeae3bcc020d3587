/**
 * The smile of a chain at a moment: IV = ATM (1 + b x + k x^2), x = ln(K / F) / (ATM sqrt T), by least squares over the
 * out-of-the-money side within |x| < 3. T is minutes to the close / 525,600.
 */
import { CE } from "#contract/domain/instruments.ts";
import { bestPrice, type ChainView, yearsAt } from "../chain-view.ts";
import { median } from "../statistics.ts";
import { forwardAt } from "./forward-fit.ts";
import { impliedDeviation } from "./implied-deviation.ts";

const REACH = 3;
const FEWEST = 6;
/** A quote wider than this share of its price says little about volatility. */
const WIDEST_QUOTE = 0.25;
/** Strikes whose IV starts the search for the ATM IV. */
const FIRST_LOOK = 6;

export interface SmileFit {
  /** Rupees. */
  readonly forward: number;
  readonly years: number;
  /** Fractions a year. */
  readonly atm: number;
  readonly b: number;
  readonly k: number;
  /** Root of the mean squared distance of the points from the curve, a fraction a year. */
  readonly residual: number;
}

/** By slot; slots that allow no fit are left out. */
export type SmileFits = ReadonlyMap<number, SmileFit>;

export function fitSmiles(view: ChainView): SmileFits {
  const fits = new Map<number, SmileFit>();
  for (const slot of view.slots) {
    const fit = fitSmile(view, slot);
    if (fit) fits.set(slot, fit);
  }
  return fits;
}

/** Standard deviations by which a contract is out of the money at the moment of a fit, negative inside. */
export function outOfMoney({ day: { tokens, priceScale } }: ChainView, fit: SmileFit, row: number): number {
  const x = Math.log(tokens.strike[row] / priceScale / fit.forward) / (fit.atm * Math.sqrt(fit.years));
  return tokens.type[row] === CE ? x : -x;
}

interface Point {
  /** ln(K / F) / sqrt T. */
  readonly z: number;
  readonly iv: number;
}

export function fitSmile(view: ChainView, slot: number): SmileFit | undefined {
  const forward = forwardAt(view, slot, bestPrice);
  const years = yearsAt(view, slot);
  if (!(forward > 0) || !(years > 0)) return undefined;
  const points = smilePoints(view, slot, forward, Math.sqrt(years));
  if (points.length < FEWEST) return undefined;
  const nearest = [...points].sort((a, b) => Math.abs(a.z) - Math.abs(b.z)).slice(0, FIRST_LOOK);
  let atm = median(nearest.map(({ iv }) => iv));
  let fit: readonly [number, number, number] | undefined;
  for (let pass = 0; pass < 2; pass++) {
    const inside = points.filter(({ z }) => Math.abs(z) < REACH * atm);
    if (inside.length < FEWEST) return undefined;
    fit = parabola(inside);
    if (!fit || !(fit[0] > 0)) return undefined;
    atm = fit[0];
  }
  if (!fit) return undefined;
  const [a, slope, curvature] = fit;
  const used = points.filter(({ z }) => Math.abs(z) < REACH * a);
  const miss = used.reduce((sum, { z, iv }) => sum + (iv - a - slope * z - curvature * z * z) ** 2, 0);
  // x = z / ATM, so b and k are those of IV / ATM in x.
  return { forward, years, atm: a, b: slope, k: curvature * a, residual: Math.sqrt(miss / used.length) };
}

function smilePoints(view: ChainView, slot: number, forward: number, root: number): Point[] {
  const { table, day } = view;
  const points: Point[] = [];
  for (let i = 0; i < table.count; i++) {
    const strike = table.strikes[i] / day.priceScale;
    const isCall = strike >= forward;
    const price = bestPrice(view, slot, isCall ? table.ce[i] : table.pe[i], WIDEST_QUOTE);
    if (Number.isNaN(price)) continue;
    const iv = impliedDeviation(isCall, forward, strike, price) / root;
    if (iv > 0) points.push({ z: Math.log(strike / forward) / root, iv });
  }
  return points;
}

/** Coefficients of the least-squares parabola through the points; undefined when they do not determine one. */
function parabola(points: readonly Point[]): readonly [number, number, number] | undefined {
  const moments = [0, 0, 0, 0, 0];
  const sums = [0, 0, 0];
  for (const { z, iv } of points) {
    let power = 1;
    for (let i = 0; i < 5; i++) {
      moments[i] += power;
      if (i < 3) sums[i] += power * iv;
      power *= z;
    }
  }
  const [m0, m1, m2, m3, m4] = moments;
  const [s0, s1, s2] = sums;
  const det3 = (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number) =>
    a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  const whole = det3(m0, m1, m2, m1, m2, m3, m2, m3, m4);
  if (!(Math.abs(whole) > 1e-300)) return undefined;
  return [
    det3(s0, m1, m2, s1, m2, m3, s2, m3, m4) / whole,
    det3(m0, s0, m2, m1, s1, m3, m2, s2, m4) / whole,
    det3(m0, m1, s0, m1, m2, s1, m2, m3, s2) / whole,
  ];
}
