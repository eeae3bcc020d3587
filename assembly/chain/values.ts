/**
 * IVs of one side to prices, for lanes of strikes: pricing/bachelier.ts the other way round.
 *
 * Hot (bench question: kernels).
 */
import {
  add,
  and,
  andNot,
  constant,
  div,
  isLess,
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
import { CALL_PRICE, PUT_PRICE, resultsOf } from "../layout";
import { expansion, HIGHEST_X } from "../pricing/bachelier";
import { ARGUMENT, DENSITY, HIGHEST_ARGUMENT, TAIL } from "../pricing/fast-normal";
import { ROOT_YEARS } from "./constants";
import {
  CONTRACT_SIZE,
  CONTRACTS,
  contractsOf,
  GAP,
  GIVEN_VOL,
  INVERSE,
  INVERSE_MEAN,
  K,
  PAIR_SIZE,
  STRIKE_SIZE,
  STRIKES,
  setAside,
  VALUE,
  VOL,
} from "./tile";

const ALL_BITS: usize = memory.data<i64>([-1]);
const X_LIMIT: usize = memory.data<f64>([HIGHEST_X]);
const ARGUMENT_LIMIT: usize = memory.data<f64>([HIGHEST_ARGUMENT]);

/**
 * IVs of a side (0 call, 1 put) -> GIVEN_VOL, VOL, v0 and, in ARGUMENT, k / v0. What has an IV but is outside the fast
 * domain is set aside.
 */
export function storeGivenVols<T>(start: usize, end: usize, side: i32): void {
  const zero = splat<T>(0.0);
  const ivs = resultsOf(side);
  let strike = STRIKES;
  let contract = contractsOf(side);
  for (let offset = start; offset < end; offset += sizeof<T>()) {
    const v = mul(load<T>(ivs + offset), constant<T>(ROOT_YEARS));
    const x = mul(v, v);
    const v0 = madd(mul(v, x), expansion(strike, x), v);
    const h = div(load<T>(strike, K), v0);
    const isPositive = isLess(zero, v);
    const isNear = isLess(zero, load<T>(strike, INVERSE_MEAN)); // not NaN
    const isBelowLimits = and(isLess(x, constant<T>(X_LIMIT)), isLess(h, constant<T>(ARGUMENT_LIMIT)));
    const isFast = and(and(isNear, isBelowLimits), isLess(zero, x));
    store<T>(contract, or(v, xor(and(isPositive, isFast), constant<T>(ALL_BITS))), VOL);
    store<T>(contract, v, GIVEN_VOL);
    store<T>(contract, v0, INVERSE);
    store<T>(contract, h, ARGUMENT);
    const outside = laneBits(andNot(isPositive, isFast));
    if (outside != 0) setAside(outside, offset, side);
    strike += STRIKE_SIZE;
    contract += PAIR_SIZE;
  }
}

/** v0, h, n(h) and N(-h) -> VALUE and the prices of both sides; where VOL is NaN the intrinsic value. */
export function storePrices<T>(start: usize, end: usize): void {
  let strike = STRIKES;
  let call = CONTRACTS;
  for (let offset = start; offset < end; offset += sizeof<T>()) {
    const gap = load<T>(strike, GAP);
    const isCallIn = isLessOrEqual(splat<T>(0.0), gap);
    const isUnusable = isNaNs(gap);
    const put = call + CONTRACT_SIZE;
    store<T>(CALL_PRICE + offset, add(or(and(gap, isCallIn), isUnusable), valueOf<T>(call, strike)));
    store<T>(PUT_PRICE + offset, sub(valueOf<T>(put, strike), or(andNot(gap, isCallIn), isUnusable)));
    strike += STRIKE_SIZE;
    call += PAIR_SIZE;
  }
}

/** Writes VALUE. @returns it, or 0 where VOL is NaN */
function valueOf<T>(contract: usize, strike: usize): T {
  const psi = nmadd(load<T>(contract, ARGUMENT), load<T>(contract, TAIL), load<T>(contract, DENSITY));
  const value = div(mul(load<T>(contract, INVERSE), psi), load<T>(strike, INVERSE_MEAN));
  store<T>(contract, value, VALUE);
  return andNot(value, isNaNs(load<T>(contract, VOL)));
}
