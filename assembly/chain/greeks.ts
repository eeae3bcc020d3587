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
  BLOCK_SIZE,
  BLOCKS,
  GAP,
  INVERSE_SMALLER,
  K,
  LEG_RATIO,
  SIDE_SIZE,
  SMALLER,
  STRIKE_VALUE,
  setAside,
  TIME_VALUE,
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

/** The results of a side (0 call, 1 put), for which setSide has run, from its VOL and TIME_VALUE. */
export function storeSideGreeks<T>(start: usize, end: usize, side: i32, isForward: bool): void {
  const zero = splat<T>(0.0);
  let block = BLOCKS;
  let own = BLOCKS + <usize>side * SIDE_SIZE;
  let price = (side == 0 ? CALL_PRICE : PUT_PRICE) + start;
  let out = (side == 0 ? CALL_RESULT : PUT_RESULT) + start;
  for (let offset = start; offset < end; offset += sizeof<T>()) {
    const v = load<T>(own, VOL);
    const inverseVol = div(constant<T>(ONE), v);
    const h = mul(load<T>(block, K), inverseVol);
    const t = mul(constant<T>(HALF), v);
    const a = sub(h, t);

    const isNone = isNaNs(v);
    const density = or(fastDensity(a), isNone);
    const below = mul(density, fastMills(a)); // N(-a)
    const valueInLegs = mul(load<T>(own, TIME_VALUE), load<T>(block, INVERSE_SMALLER));
    const far = mul(sub(below, valueInLegs), load<T>(block, LEG_RATIO)); // N(-b)

    const isStrikeSmaller = isLessOrEqual(zero, load<T>(block, GAP));
    const isIn = xor(isStrikeSmaller, constant<T>(IS_PUT));
    const inBase = and(isIn, constant<T>(ONE));
    const inSign = and(isIn, constant<T>(SIGN_BIT));
    const swap = and(xor(far, below), isStrikeSmaller);
    const q = xor(below, swap);
    const r = xor(far, swap);
    const endsIn = add(inBase, xor(r, inSign));
    const aboveBase = and(isStrikeSmaller, constant<T>(ONE));
    const aboveSign = and(isStrikeSmaller, constant<T>(SIGN_BIT));
    const carried = isForward ? load<T>(price) : mul(load<T>(block, STRIKE_VALUE), endsIn);

    const sigma = mul(v, constant<T>(INVERSE_ROOT));
    const vegaOfTotal = mul(density, load<T>(block, SMALLER));
    const decay = mul(mul(vegaOfTotal, sigma), constant<T>(DECAY_SCALE));
    store<T>(out, andNot(sigma, isNone), IV);
    store<T>(out, mul(constant<T>(DELTA_SCALE), add(inBase, xor(q, inSign))), DELTA);
    store<T>(out, mul(mul(vegaOfTotal, constant<T>(GAMMA_SCALE)), inverseVol), GAMMA);
    store<T>(out, madd(constant<T>(CARRY_SCALE), carried, decay), THETA);
    store<T>(out, mul(vegaOfTotal, constant<T>(ROOT_YEARS)), VEGA);
    store<T>(out, add(aboveBase, xor(r, aboveSign)), PROB_ABOVE);

    // Newton's last step, from half a unit away, lands `miss` units beside the root.
    const miss = mul(mul(mul(a, add(h, t)), inverseVol), constant<T>(MISS_SCALE));
    const units = madd(sigma, constant<T>(UNITS), miss);
    const nearest = sub(add(units, constant<T>(ROUND)), constant<T>(ROUND));
    store<T>(out, andNot(div(nearest, constant<T>(UNITS)), isNone), DERIVED_IV);
    const doubt = mul(abs(miss), madd(constant<T>(TIE_SQUARE), abs(miss), constant<T>(TIE_SHARE)));
    const ties = laneBits(isLessOrEqual(sub(constant<T>(NO_TIE), abs(sub(units, nearest))), doubt));
    if (ties != 0) setAside(ties, offset, side);
    block += BLOCK_SIZE;
    own += BLOCK_SIZE;
    price += sizeof<T>();
    out += sizeof<T>();
  }
}
