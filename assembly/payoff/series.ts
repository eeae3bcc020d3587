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
import { INVERSE_SQRT_TWO_PI, mills } from "../pricing/normal";
import {
  OPTION_GROWTH,
  OPTION_PER_VOL,
  OPTION_QUANTITY,
  OPTION_STRIKE_VALUE,
  PAYOFF_SPOT,
  PAYOFF_VALUE,
  RUN_BEND,
  RUN_FALL,
  RUN_SOURCE,
  RUN_SUM,
  SERIES,
  ZONE_VOL,
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

/** The call at S0, in the parts that the series starts from. */
let spotPart: f64 = 0.0; // a S N(d1)
let strikePart: f64 = 0.0; // Kd N(d2)
let density: f64 = 0.0; // a S n(d1) = Kd n(d2)
let distance: f64 = 0.0; // d2

function priceCall(option: usize, spot: f64): void {
  const underlying = load<f64>(OPTION_GROWTH + option) * spot;
  const strikeValue = load<f64>(OPTION_STRIKE_VALUE + option);
  const h = Math.log(underlying / strikeValue) * load<f64>(OPTION_PER_VOL + option);
  const t = 0.5 * load<f64>(ZONE_VOL + option);
  const d1 = h + t;
  const d2 = h - t;
  density = Math.sqrt(underlying * strikeValue) * INVERSE_SQRT_TWO_PI * Math.exp(-0.5 * (h * h + t * t));
  const spotTail = density * mills(Math.abs(d1));
  const strikeTail = density * mills(Math.abs(d2));
  spotPart = d1 > 0.0 ? underlying - spotTail : spotTail;
  strikePart = d2 > 0.0 ? strikeValue - strikeTail : strikeTail;
  distance = d2;
}

/** Value and slope (a rupee of spot) of the calls inside their zones, summed from `start` on; see addCall. */
export let pointValue: f64 = 0.0;
export let pointSlope: f64 = 0.0;

export function startPoint(): void {
  pointValue = 0.0;
  pointSlope = 0.0;
}

/** Adds the call at byte offset `option` of the scratch, inside its zone at `spot`. */
export function addPoint(option: usize, spot: f64): void {
  const quantity = load<f64>(OPTION_QUANTITY + option);
  priceCall(option, spot);
  pointValue += quantity * (spotPart - strikePart);
  pointSlope += (quantity * spotPart) / spot;
}

/** Legs of the run, and the sums of their values and first derivatives. */
let runLegs: usize = 0;
let value: f64 = 0.0;
let derivative: f64 = 0.0;

export function startSeries(): void {
  runLegs = 0;
  value = 0.0;
  derivative = 0.0;
}

/** Adds a call inside its zone. */
export function addSeries(option: usize, middle: f64, halfWidth: f64): void {
  const quantity = load<f64>(OPTION_QUANTITY + option);
  const perVol = load<f64>(OPTION_PER_VOL + option);
  priceCall(option, middle);
  value += quantity * (spotPart - strikePart);
  derivative += quantity * spotPart;
  const ratio = halfWidth * perVol;
  const leg = runLegs << 3;
  store<f64>(RUN_SOURCE + leg, quantity * density * perVol);
  store<f64>(RUN_FALL + leg, -ratio * distance);
  store<f64>(RUN_BEND + leg, -ratio * ratio);
  runLegs++;
}

/**
 * The coefficients of C in y. Of each leg's source s = q w / v the n-th derivative times H^n is u(n), with
 * u(n+1) = fall u(n) + n bend u(n-1); of C it is D(n), with D(n+2) = H D(n+1) + H^2 (sum of u(n)).
 */
export function finishSeries(halfWidth: f64): void {
  sumSources();
  const square = halfWidth * halfWidth;
  let d = derivative * halfWidth;
  store<f64>(SERIES, value);
  store<f64>(SERIES, d, 8);
  for (let place: usize = 16; place <= DEGREE << 3; place += 8) {
    d = halfWidth * d + square * (load<f64>(RUN_SUM + (place << 1) - 32) + load<f64>(RUN_SUM + (place << 1) - 24));
    store<f64>(SERIES + place, d * load<f64>(INVERSE_FACTORIALS + place));
  }
}

/** u(n) of all legs into RUN_SUM, as two halves to add up: legs go in pairs. */
function sumSources(): void {
  memory.fill(RUN_SUM, 0, (DEGREE - 1) << 4);
  const end = runLegs << 3;
  if (ASC_FEATURE_SIMD) {
    store<f64>(RUN_SOURCE + end, 0.0); // an odd leg's partner
    store<f64>(RUN_FALL + end, 0.0);
    store<f64>(RUN_BEND + end, 0.0);
    for (let leg: usize = 0; leg < end; leg += 16) {
      const fall = v128.load(RUN_FALL + leg);
      const bend = v128.load(RUN_BEND + leg);
      let times = f64x2.splat(0.0); // n bend
      let before = f64x2.splat(0.0);
      let u = v128.load(RUN_SOURCE + leg);
      for (let place = RUN_SUM, last = RUN_SUM + ((DEGREE - 2) << 4); place <= last; place += 16) {
        v128.store(place, f64x2.add(v128.load(place), u));
        const next = f64x2.add(f64x2.mul(fall, u), f64x2.mul(times, before));
        before = u;
        u = next;
        times = f64x2.add(times, bend);
      }
    }
  } else {
    for (let leg: usize = 0; leg < end; leg += 8) {
      const fall = load<f64>(RUN_FALL + leg);
      const bend = load<f64>(RUN_BEND + leg);
      let times: f64 = 0.0;
      let before: f64 = 0.0;
      let u = load<f64>(RUN_SOURCE + leg);
      for (let place = RUN_SUM, last = RUN_SUM + ((DEGREE - 2) << 4); place <= last; place += 16) {
        store<f64>(place, load<f64>(place) + u);
        const next = fall * u + times * before;
        before = u;
        u = next;
        times += bend;
      }
    }
  }
}

/** ln(spot / middle) for a ratio near 1: 2 atanh of their difference over their sum, which is at most 1/16 in a run. */
export function logRatio(spot: f64, middle: f64): f64 {
  const z = (spot - middle) / (spot + middle);
  const z2 = z * z;
  let sum: f64 = z2 * (1.0 / 13.0) + 1.0 / 11.0;
  sum = sum * z2 + 1.0 / 9.0;
  sum = sum * z2 + 1.0 / 7.0;
  sum = sum * z2 + 1.0 / 5.0;
  sum = sum * z2 + 1.0 / 3.0;
  return z * (sum * z2 + 1.0) * 2.0;
}

/**
 * PAYOFF_VALUE of the spots [from, to): constant + slope S + C(S). Works in fours and so writes up to three values past the
 * end, which a later run, or nobody, fills.
 */
export function evaluateSeries(from: usize, to: usize, middle: f64, halfWidth: f64, constant: f64, slope: f64): void {
  const scale = halfWidth > 0.0 ? 1.0 / halfWidth : 0.0;
  if (ASC_FEATURE_SIMD) {
    const centre = f64x2.splat(middle);
    const double = f64x2.splat(2.0 * scale);
    const line = f64x2.splat(slope);
    store<f64>(SERIES, load<f64>(SERIES) + constant);
    for (let at = from; at < to; at += 32) {
      const spotA = v128.load(PAYOFF_SPOT + at);
      const spotB = v128.load(PAYOFF_SPOT + at, 16);
      const curveA = polynomial(runPosition(spotA, centre, double));
      const curveB = polynomial(runPosition(spotB, centre, double));
      v128.store(PAYOFF_VALUE + at, madd(spotA, line, curveA));
      v128.store(PAYOFF_VALUE + at, madd(spotB, line, curveB), 16);
    }
  } else {
    for (let at = from; at < to; at += 8) {
      const spot = load<f64>(PAYOFF_SPOT + at);
      const y = logRatio(spot, middle) * scale;
      let sum = load<f64>(SERIES, DEGREE << 3);
      for (let place = SERIES + ((DEGREE - 1) << 3); place >= SERIES; place -= 8) sum = sum * y + load<f64>(place);
      store<f64>(PAYOFF_VALUE + at, sum + (constant + slope * spot));
    }
  }
}

/** logRatio over the half width, two at a time. */
function runPosition(spot: v128, centre: v128, double: v128): v128 {
  const z = f64x2.div(f64x2.sub(spot, centre), f64x2.add(spot, centre));
  const z2 = f64x2.mul(z, z);
  let sum = madd(z2, v128.load64_splat(ODD_RECIPROCALS, 48), v128.load64_splat(ODD_RECIPROCALS, 40));
  sum = madd(sum, z2, v128.load64_splat(ODD_RECIPROCALS, 32));
  sum = madd(sum, z2, v128.load64_splat(ODD_RECIPROCALS, 24));
  sum = madd(sum, z2, v128.load64_splat(ODD_RECIPROCALS, 16));
  sum = madd(sum, z2, v128.load64_splat(ODD_RECIPROCALS, 8));
  return f64x2.mul(f64x2.mul(z, double), madd(sum, z2, v128.load64_splat(ODD_RECIPROCALS)));
}

/** The SERIES at two positions. Written out: a loop over the terms would cost more than the terms. */
function polynomial(y: v128): v128 {
  let sum = madd(v128.load64_splat(SERIES, 128), y, v128.load64_splat(SERIES, 120));
  sum = madd(sum, y, v128.load64_splat(SERIES, 112));
  sum = madd(sum, y, v128.load64_splat(SERIES, 104));
  sum = madd(sum, y, v128.load64_splat(SERIES, 96));
  sum = madd(sum, y, v128.load64_splat(SERIES, 88));
  sum = madd(sum, y, v128.load64_splat(SERIES, 80));
  sum = madd(sum, y, v128.load64_splat(SERIES, 72));
  sum = madd(sum, y, v128.load64_splat(SERIES, 64));
  sum = madd(sum, y, v128.load64_splat(SERIES, 56));
  sum = madd(sum, y, v128.load64_splat(SERIES, 48));
  sum = madd(sum, y, v128.load64_splat(SERIES, 40));
  sum = madd(sum, y, v128.load64_splat(SERIES, 32));
  sum = madd(sum, y, v128.load64_splat(SERIES, 24));
  sum = madd(sum, y, v128.load64_splat(SERIES, 16));
  sum = madd(sum, y, v128.load64_splat(SERIES, 8));
  return madd(sum, y, v128.load64_splat(SERIES));
}

/** a b + c, in one rounding where the build has it. */
function madd(a: v128, b: v128, c: v128): v128 {
  return ASC_FEATURE_RELAXED_SIMD ? f64x2.relaxed_madd(a, b, c) : f64x2.add(f64x2.mul(a, b), c);
}

/** The same for a run that no curve touches: constant + slope S. */
export function evaluateLine(from: usize, to: usize, constant: f64, slope: f64): void {
  if (ASC_FEATURE_SIMD) {
    const level = f64x2.splat(constant);
    const line = f64x2.splat(slope);
    for (let at = from; at < to; at += 16)
      v128.store(PAYOFF_VALUE + at, madd(v128.load(PAYOFF_SPOT + at), line, level));
  } else {
    for (let at = from; at < to; at += 8) store<f64>(PAYOFF_VALUE + at, load<f64>(PAYOFF_SPOT + at) * slope + constant);
  }
}
