/**
 * Greeks of one side from total volatilities, for lanes of strikes; pricing/greeks.ts says what they are. The second
 * probability needs no evaluation, since the price closes the system: P = m N(-a) - M N(-b).
 *
 * With q = N(-b), r = N(-a) where the underlying is the larger leg, the other way round where the strike is, the
 * out-of-the-money option has |delta| q and ends in the money with probability r, the other one 1 - q and 1 - r.
 *
 * derivedIv: pricing/derived-iv.ts. What is close to a rounding tie there is set aside.
 *
 * Hot (bench question: kernels).
 */
import {
  abs,
  add,
  and,
  atMost,
  choose,
  constant,
  div,
  isAny,
  isLess,
  isLessOrEqual,
  laneBits,
  madd,
  mul,
  nmadd,
  or,
  splat,
  sub,
  xor,
} from "../lanes";
import {
  CALL_PRICE,
  CALL_RESULT,
  DELTA,
  DERIVED_IV,
  GAMMA,
  IV,
  PROB_ABOVE,
  PUT_PRICE,
  PUT_RESULT,
  THETA,
  VEGA,
} from "../layout";
import { discountLoss } from "../pricing/exact";
import { fastDensity, fastMills, HIGHEST_ARGUMENT } from "../pricing/fast-normal";
import {
  blockAt,
  GAP,
  INVERSE_SMALLER,
  K,
  LEG_RATIO,
  nextBlock,
  SMALLER,
  STRIKE_VALUE,
  setAside,
  sideOf,
  TIME_VALUE,
  VOL,
} from "./tile";

const ONE: usize = memory.data<f64>([1.0]);
const HALF: usize = memory.data<f64>([0.5]);
const ARGUMENT_LIMIT: usize = memory.data<f64>([HIGHEST_ARGUMENT]);
const UNITS: usize = memory.data<f64>([1e4]); // derivedIv counts in units of 1e-4
const ROUND: usize = memory.data<f64>([6755399441055744.0]); // 1.5 x 2^52
const TIE_SHARE: usize = memory.data<f64>([0.05]);
const TIE_SQUARE: usize = memory.data<f64>([8.0]);
const NO_TIE: usize = memory.data<f64>([0.5 - 1e-6]);

/** The results of a side (0 call, 1 put) from its VOL and TIME_VALUE; "none" (pricing/greeks.ts) where VOL is 0. */
export function storeSideGreeks<T>(
  start: usize,
  end: usize,
  side: i32,
  isForward: bool,
  underlying: f64,
  years: f64,
  rate: f64,
): void {
  const result = side == 0 ? CALL_RESULT : PUT_RESULT;
  const prices = side == 0 ? CALL_PRICE : PUT_PRICE;
  const root = Math.sqrt(years);
  const zero = splat<T>(0.0);
  const sign = splat<T>(side == 0 ? 1.0 : -1.0);
  const isPut = isLess(sign, zero);
  const leg = splat<T>((side == 0 ? 1.0 : -1.0) * (isForward ? 1.0 - discountLoss : 1.0));
  const carry = splat<T>(isForward ? rate : side == 0 ? -rate : rate);
  const rootYears = splat<T>(root);
  const inverseRoot = splat<T>(1.0 / root);
  const minusHalfOverRoot = splat<T>(-0.5 / root);
  const gammaScale = splat<T>(1.0 / underlying / underlying);
  const missScale = splat<T>(1.25e-5 * root);
  let block = blockAt<T>(0);
  for (let offset = start; offset < end; offset += sizeof<T>(), block = nextBlock(block)) {
    const own = sideOf(block, side);
    const v = load<T>(own, VOL);
    const isSolved = isLess(zero, v);
    const isNone = isLessOrEqual(v, zero);
    const m = load<T>(block, SMALLER);
    const inverseVol = div(constant<T>(ONE), v);
    const h = mul(load<T>(block, K), inverseVol);
    const t = mul(constant<T>(HALF), v);
    const a = sub(h, t);

    const x = atMost(constant<T>(ARGUMENT_LIMIT), abs(a));
    const density = fastDensity(x);
    const tail = mul(density, fastMills(x));
    const below = choose(isLess(a, zero), sub(constant<T>(ONE), tail), tail); // N(-a)
    const valueInLegs = mul(load<T>(own, TIME_VALUE), load<T>(block, INVERSE_SMALLER));
    const far = mul(sub(below, valueInLegs), load<T>(block, LEG_RATIO)); // N(-b)

    const isStrikeSmaller = isLessOrEqual(zero, load<T>(block, GAP));
    const isIn = xor(isStrikeSmaller, isPut);
    const q = choose(isStrikeSmaller, far, below);
    const r = choose(isStrikeSmaller, below, far);
    const rest = sub(constant<T>(ONE), r);
    const vegaOfTotal = mul(density, m);
    const sigma = mul(v, inverseRoot);
    const decay = mul(mul(vegaOfTotal, sigma), minusHalfOverRoot);

    const out = result + offset;
    store<T>(out, or(isNone, mul(leg, choose(isIn, sub(constant<T>(ONE), q), q))), DELTA);
    store<T>(out, or(isNone, mul(mul(vegaOfTotal, gammaScale), inverseVol)), GAMMA);
    store<T>(out, or(isNone, mul(vegaOfTotal, rootYears)), VEGA);
    store<T>(out, or(isNone, choose(isStrikeSmaller, rest, r)), PROB_ABOVE);
    const carried = isForward ? load<T>(prices + offset) : mul(load<T>(block, STRIKE_VALUE), choose(isIn, rest, r));
    store<T>(out, or(isNone, madd(carry, carried, decay)), THETA);
    store<T>(out, and(isSolved, sigma), IV);

    // Newton's last step, from half a unit away, lands `miss` units beside the root.
    const miss = mul(mul(mul(a, add(h, t)), inverseVol), missScale);
    const units = madd(sigma, constant<T>(UNITS), miss);
    const nearest = sub(add(units, constant<T>(ROUND)), constant<T>(ROUND));
    store<T>(out, and(isSolved, div(nearest, constant<T>(UNITS))), DERIVED_IV);
    const doubt = mul(abs(miss), madd(constant<T>(TIE_SQUARE), abs(miss), constant<T>(TIE_SHARE)));
    const isTie = and(isSolved, isLessOrEqual(sub(constant<T>(NO_TIE), abs(sub(units, nearest))), doubt));
    if (isAny(isTie)) setAside(laneBits(isTie), offset, side);
  }
}
