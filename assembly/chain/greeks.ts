/**
 * Greeks of one side from total volatilities, for lanes of strikes; pricing/greeks.ts says what they are. The second
 * probability needs no evaluation, since the price closes the system: P = m N(-a) - M N(-b).
 *
 * With q = N(-b), r = N(-a) where the underlying is the larger leg, the other way round where the strike is, the
 * out-of-the-money option has |delta| q and ends in the money with probability r, the other one 1 - q and 1 - r. A choice
 * between x and 1 - x is made as base + x with its sign turned, which is cheaper than a selection.
 *
 * Where there is no volatility v is NaN, and so is all that follows.
 *
 * derivedIv: pricing/derived-iv.ts. What is close to a rounding tie there is set aside.
 *
 * Hot (bench question: kernels).
 */
import {
  abs,
  add,
  and,
  andNot,
  constant,
  div,
  isLessOrEqual,
  isNaNs,
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
  DELTA,
  DERIVED_IV,
  GAMMA,
  inColumn,
  PROB_ABOVE,
  PUT_PRICE,
  resultsOf,
  THETA,
  VEGA,
} from "../layout";
import { fastDensity, fastMills } from "../pricing/fast-normal";
import {
  CARRY_SCALE,
  DECAY_SCALE,
  DELTA_SCALE,
  GAMMA_SCALE,
  INVERSE_ROOT,
  IS_PUT,
  MISS_SCALE,
  ROOT_YEARS,
} from "./constants";
import {
  ARGUMENT,
  CONTRACT_SIZE,
  contractsOf,
  FUNCTION,
  GAP,
  INVERSE_SMALLER,
  INVERSE_VOL,
  K,
  LEG_RATIO,
  SMALLER,
  STRIKE_SIZE,
  STRIKE_VALUE,
  STRIKES,
  setAside,
  TAIL,
  VALUE,
  VOL,
} from "./tile";

const ONE: usize = memory.data<f64>([1.0]);
const HALF: usize = memory.data<f64>([0.5]);
const SIGN_BIT: usize = memory.data<u64>([0x8000000000000000]);
const UNITS: usize = memory.data<f64>([1e4]); // derivedIv counts in units of 1e-4
const ROUND: usize = memory.data<f64>([6755399441055744.0]); // 1.5 x 2^52
const TIE_SHARE: usize = memory.data<f64>([0.05]);
const TIE_SQUARE: usize = memory.data<f64>([8.0]);
const NO_TIE: usize = memory.data<f64>([0.499999]);

/** VOL of a side -> 1 / v, and a in ARGUMENT. */
export function storeArguments<T>(start: usize, end: usize, side: i32): void {
  let strike = STRIKES;
  const last = contractsOf<T>(side + 1, end - start);
  for (let contract = contractsOf<T>(side, end - start); contract < last; contract += CONTRACT_SIZE) {
    const v = load<T>(contract, VOL);
    const inverseVol = div(constant<T>(ONE), v);
    store<T>(contract, inverseVol, INVERSE_VOL);
    store<T>(contract, nmadd(constant<T>(HALF), v, mul(load<T>(strike, K), inverseVol)), ARGUMENT);
    strike += STRIKE_SIZE;
  }
}

/** a in ARGUMENT -> n(a) in FUNCTION, for both sides. */
export function storeDensities<T>(start: usize, end: usize): void {
  const last = contractsOf<T>(2, end - start);
  for (let contract = contractsOf<T>(0, 0); contract < last; contract += CONTRACT_SIZE)
    store<T>(contract, fastDensity(load<T>(contract, ARGUMENT)), FUNCTION);
}

/** a and n(a) -> N(-a) in TAIL, for both sides. */
export function storeTails<T>(start: usize, end: usize): void {
  const last = contractsOf<T>(2, end - start);
  for (let contract = contractsOf<T>(0, 0); contract < last; contract += CONTRACT_SIZE)
    store<T>(contract, mul(fastMills(load<T>(contract, ARGUMENT)), load<T>(contract, FUNCTION)), TAIL);
}

/** The results of a side, for which setSide has run, its IVs aside. */
export function storeSideGreeks<T>(start: usize, end: usize, side: i32, isForward: bool): void {
  const zero = splat<T>(0.0);
  let strike = STRIKES;
  let contract = contractsOf<T>(side, end - start);
  let price = (side == 0 ? CALL_PRICE : PUT_PRICE) + start;
  const size = inColumn(0, 1);
  const results = resultsOf(side);
  for (let out = results + start; out < results + end; out += sizeof<T>()) {
    const v = load<T>(contract, VOL);
    const isNone = isNaNs(v);
    const below = load<T>(contract, TAIL);
    const valueInLegs = mul(load<T>(contract, VALUE), load<T>(strike, INVERSE_SMALLER));
    const far = mul(sub(below, valueInLegs), load<T>(strike, LEG_RATIO)); // N(-b)

    const isStrikeSmaller = isLessOrEqual(zero, load<T>(strike, GAP));
    const isIn = xor(isStrikeSmaller, constant<T>(IS_PUT));
    const inBase = and(isIn, constant<T>(ONE));
    const inSign = and(isIn, constant<T>(SIGN_BIT));
    const swap = and(xor(far, below), isStrikeSmaller);
    const q = xor(below, swap);
    const r = xor(far, swap);
    const aboveBase = and(isStrikeSmaller, constant<T>(ONE));
    const aboveSign = and(isStrikeSmaller, constant<T>(SIGN_BIT));
    const carried = isForward ? load<T>(price) : mul(load<T>(strike, STRIKE_VALUE), add(inBase, xor(r, inSign)));

    const vegaOfTotal = mul(or(load<T>(contract, FUNCTION), isNone), load<T>(strike, SMALLER));
    const decay = mul(mul(vegaOfTotal, v), constant<T>(DECAY_SCALE));
    store<T>(out + size, mul(constant<T>(DELTA_SCALE), add(inBase, xor(q, inSign))));
    store<T>(out + 2 * size, mul(mul(vegaOfTotal, constant<T>(GAMMA_SCALE)), load<T>(contract, INVERSE_VOL)));
    store<T>(out + 3 * size, madd(constant<T>(CARRY_SCALE), carried, decay));
    store<T>(out + 4 * size, mul(vegaOfTotal, constant<T>(ROOT_YEARS)));
    store<T>(out + 5 * size, add(aboveBase, xor(r, aboveSign)));
    strike += STRIKE_SIZE;
    contract += CONTRACT_SIZE;
    price += sizeof<T>();
  }
}

/** IV and derivedIv of a side: Newton's last step, from half a unit away, lands `miss` units beside the root. */
export function storeIvs<T>(start: usize, end: usize, side: i32): void {
  let contract = contractsOf<T>(side, end - start);
  const ivs = resultsOf(side);
  const derived = inColumn(ivs, DERIVED_IV);
  for (let offset = start; offset < end; offset += sizeof<T>()) {
    const v = load<T>(contract, VOL);
    const a = load<T>(contract, ARGUMENT);
    const miss = mul(mul(mul(a, add(a, v)), load<T>(contract, INVERSE_VOL)), constant<T>(MISS_SCALE));
    const sigma = mul(v, constant<T>(INVERSE_ROOT));
    const isNone = isNaNs(v);
    const units = madd(sigma, constant<T>(UNITS), miss);
    const nearest = sub(add(units, constant<T>(ROUND)), constant<T>(ROUND));
    store<T>(ivs + offset, andNot(sigma, isNone));
    store<T>(derived + offset, andNot(div(nearest, constant<T>(UNITS)), isNone));
    const doubt = mul(abs(miss), madd(constant<T>(TIE_SQUARE), abs(miss), constant<T>(TIE_SHARE)));
    const ties = laneBits(isLessOrEqual(sub(constant<T>(NO_TIE), abs(sub(units, nearest))), doubt));
    if (ties != 0) setAside(ties, offset, side);
    contract += CONTRACT_SIZE;
  }
}
