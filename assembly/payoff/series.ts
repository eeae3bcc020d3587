/**
 * A run of neighbouring spots, priced at once. In x = ln(S / S0) the calls of all legs together, C(x), satisfy
 *
 *   C'' = C' + sum of q w(x) / v,   w(x) = a S n(d1),   w' = -w d2(x) / v,   d2(x) = d2 + x / v,
 *
 * so the power series about the middle of the run follows from one price a leg by recurrence (that of the Hermite
 * polynomials for w), the legs add up coefficient by coefficient, and a spot costs one polynomial whatever the number of
 * legs. With x = H y, |y| <= 1, H <= v / 2 for every leg and H <= 1/8, what DEGREE leaves out is below 3e-15 v S.
 *
 * Hot (bench question: kernels).
 */
import { add, constant, div, lanes, madd, mul, splat, sub } from "../lanes";
import {
  DENSITIES,
  DISTANCES,
  density,
  distance,
  priceCall,
  pricePair,
  SPOT_PARTS,
  STRIKE_PARTS,
  spotPart,
  strikePart,
} from "./call";
import {
  OPTION_PER_VOL,
  OPTION_QUANTITY,
  PAYOFF_SPOT,
  PAYOFF_VALUE,
  RUN_BEND,
  RUN_FALL,
  RUN_SOURCE,
  RUN_SUM,
  SERIES,
} from "./layout";

const DEGREE: usize = 16;
/** 1, 1/3, 1/5, ... */
const ODD_RECIPROCALS: usize = memory.data<f64>([
  1.0, 0.3333333333333333, 0.2, 0.14285714285714285, 0.1111111111111111, 0.09090909090909091, 0.07692307692307693,
]);
/** 1/n!, from n = 0 to DEGREE. */
const INVERSE_FACTORIALS: usize = memory.data<f64>([
  1.0, 1.0, 0.5, 0.16666666666666666, 0.041666666666666664, 0.008333333333333333, 0.001388888888888889,
  0.0001984126984126984, 2.48015873015873e-5, 2.7557319223985893e-6, 2.755731922398589e-7, 2.505210838544172e-8,
  2.08767569878681e-9, 1.6059043836821613e-10, 1.1470745597729725e-11, 7.647163731819816e-13, 4.779477332387385e-14,
]);
/** Half of a run, in standard deviations of its narrowest leg ... */
export const HALF_WIDTH: f64 = 0.5;
/** ... and at most, in ln S. */
export const WIDEST: f64 = 0.125;

/** Legs of the run. */
let runLegs: usize = 0;
/** The sums of their values and first derivatives, a lane each. */
const VALUES: usize = memory.data(16, 16);
const DERIVATIVES: usize = memory.data(16, 16);

export function startSeries(): void {
  runLegs = 0;
  memory.fill(VALUES, 0, 16);
  memory.fill(DERIVATIVES, 0, 16);
}

/** Adds a call inside its zone. */
export function addSeries(option: usize, middle: f64, halfWidth: f64): void {
  priceCall(option, middle);
  store<f64>(SPOT_PARTS, spotPart);
  store<f64>(STRIKE_PARTS, strikePart);
  store<f64>(DENSITIES, density);
  store<f64>(DISTANCES, distance);
  addParts<f64>(option, halfWidth);
}

/** Adds two calls that stand side by side, both inside their zones. @returns false where they are to be added one by one */
export function addPair(option: usize, middle: f64, halfWidth: f64): bool {
  if (!pricePair(option, middle)) return false;
  addParts<v128>(option, halfWidth);
  return true;
}

function addParts<T>(option: usize, halfWidth: f64): void {
  const quantity = load<T>(OPTION_QUANTITY + option);
  const perVol = load<T>(OPTION_PER_VOL + option);
  const spotParts = load<T>(SPOT_PARTS);
  store<T>(VALUES, madd<T>(quantity, sub<T>(spotParts, load<T>(STRIKE_PARTS)), load<T>(VALUES)));
  store<T>(DERIVATIVES, madd<T>(quantity, spotParts, load<T>(DERIVATIVES)));
  const ratio = mul<T>(splat<T>(-halfWidth), perVol);
  const leg = runLegs << 3;
  store<T>(RUN_SOURCE + leg, mul<T>(mul<T>(quantity, load<T>(DENSITIES)), perVol));
  store<T>(RUN_FALL + leg, mul<T>(ratio, load<T>(DISTANCES)));
  store<T>(RUN_BEND + leg, mul<T>(sub<T>(splat<T>(0.0), ratio), ratio));
  runLegs += <usize>lanes<T>();
}

/**
 * The coefficients of C in y. Of each leg's source s = q w / v the n-th derivative times H^n is u(n), with
 * u(n+1) = fall u(n) + n bend u(n-1); of C it is D(n), with D(n+2) = H D(n+1) + H^2 (sum of u(n)).
 */
export function finishSeries(halfWidth: f64): void {
  if (ASC_FEATURE_SIMD) sumSources<v128>();
  else sumSources<f64>();
  const square = halfWidth * halfWidth;
  let d = (load<f64>(DERIVATIVES) + load<f64>(DERIVATIVES, 8)) * halfWidth;
  store<f64>(SERIES, load<f64>(VALUES) + load<f64>(VALUES, 8));
  store<f64>(SERIES, d, 8);
  for (let place: usize = 16; place <= DEGREE << 3; place += 8) {
    d = halfWidth * d + square * (load<f64>(RUN_SUM + (place << 1) - 32) + load<f64>(RUN_SUM + (place << 1) - 24));
    store<f64>(SERIES + place, d * load<f64>(INVERSE_FACTORIALS + place));
  }
}

/** u(n) of all legs into RUN_SUM, as many legs side by side as T has lanes: each adds up to a sum of its own. */
function sumSources<T>(): void {
  memory.fill(RUN_SUM, 0, (DEGREE - 1) << 4);
  const end = runLegs << 3;
  store<f64>(RUN_SOURCE + end, 0.0); // an odd leg's partner
  store<f64>(RUN_FALL + end, 0.0);
  store<f64>(RUN_BEND + end, 0.0);
  for (let leg: usize = 0; leg < end; leg += sizeof<T>()) {
    const fall = load<T>(RUN_FALL + leg);
    const bend = load<T>(RUN_BEND + leg);
    let times = splat<T>(0.0); // n bend
    let before = splat<T>(0.0);
    let u = load<T>(RUN_SOURCE + leg);
    for (let place = RUN_SUM, last = RUN_SUM + ((DEGREE - 2) << 4); place <= last; place += 16) {
      store<T>(place, add<T>(load<T>(place), u));
      const next = madd<T>(fall, u, mul<T>(times, before));
      before = u;
      u = next;
      times = add<T>(times, bend);
    }
  }
}

/** ln(spot / middle) times `scale`, for a ratio near 1: 2 atanh(z), z their difference over their sum, at most 1/16 in a run. */
function logRatio<T>(spot: T, middle: T, scale: T): T {
  const z = div<T>(sub<T>(spot, middle), add<T>(spot, middle));
  const z2 = mul<T>(z, z);
  let sum = madd<T>(constant<T>(ODD_RECIPROCALS + 48), z2, constant<T>(ODD_RECIPROCALS + 40));
  sum = madd<T>(sum, z2, constant<T>(ODD_RECIPROCALS + 32));
  sum = madd<T>(sum, z2, constant<T>(ODD_RECIPROCALS + 24));
  sum = madd<T>(sum, z2, constant<T>(ODD_RECIPROCALS + 16));
  sum = madd<T>(sum, z2, constant<T>(ODD_RECIPROCALS + 8));
  return mul<T>(mul<T>(z, scale), madd<T>(sum, z2, constant<T>(ODD_RECIPROCALS)));
}

/** H: half of a run from a spot to the last one, in ln S. */
export function halfWidthOf(last: f64, middle: f64): f64 {
  return logRatio<f64>(last, middle, 2.0);
}

/**
 * PAYOFF_VALUE of the spots [from, to): level + slope S + C(S). Writes up to a vector past the end, which a later run, or
 * nobody, fills.
 */
export function evaluateSeries(from: usize, to: usize, middle: f64, halfWidth: f64, level: f64, slope: f64): void {
  store<f64>(SERIES, load<f64>(SERIES) + level);
  const scale = halfWidth > 0.0 ? 2.0 / halfWidth : 0.0;
  if (ASC_FEATURE_SIMD) evaluate<v128>(from, to, splat<v128>(middle), splat<v128>(scale), splat<v128>(slope));
  else evaluate<f64>(from, to, middle, scale, slope);
}

function evaluate<T>(from: usize, to: usize, middle: T, scale: T, slope: T): void {
  for (let at = from; at < to; at += sizeof<T>()) {
    const spot = load<T>(PAYOFF_SPOT + at);
    store<T>(PAYOFF_VALUE + at, madd<T>(spot, slope, polynomial<T>(logRatio<T>(spot, middle, scale))));
  }
}

/** The SERIES at y. Written out: a loop over the terms would cost more than the terms. */
function polynomial<T>(y: T): T {
  let sum = madd<T>(constant<T>(SERIES + 128), y, constant<T>(SERIES + 120));
  sum = madd<T>(sum, y, constant<T>(SERIES + 112));
  sum = madd<T>(sum, y, constant<T>(SERIES + 104));
  sum = madd<T>(sum, y, constant<T>(SERIES + 96));
  sum = madd<T>(sum, y, constant<T>(SERIES + 88));
  sum = madd<T>(sum, y, constant<T>(SERIES + 80));
  sum = madd<T>(sum, y, constant<T>(SERIES + 72));
  sum = madd<T>(sum, y, constant<T>(SERIES + 64));
  sum = madd<T>(sum, y, constant<T>(SERIES + 56));
  sum = madd<T>(sum, y, constant<T>(SERIES + 48));
  sum = madd<T>(sum, y, constant<T>(SERIES + 40));
  sum = madd<T>(sum, y, constant<T>(SERIES + 32));
  sum = madd<T>(sum, y, constant<T>(SERIES + 24));
  sum = madd<T>(sum, y, constant<T>(SERIES + 16));
  sum = madd<T>(sum, y, constant<T>(SERIES + 8));
  return madd<T>(sum, y, constant<T>(SERIES));
}

/** The same for a run that no curve touches: level + slope S. */
export function evaluateLine(from: usize, to: usize, level: f64, slope: f64): void {
  if (ASC_FEATURE_SIMD) lineOver<v128>(from, to, splat<v128>(level), splat<v128>(slope));
  else lineOver<f64>(from, to, level, slope);
}

function lineOver<T>(from: usize, to: usize, level: T, slope: T): void {
  for (let at = from; at < to; at += sizeof<T>())
    store<T>(PAYOFF_VALUE + at, madd<T>(load<T>(PAYOFF_SPOT + at), slope, level));
}
