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
  xor,
} from "../lanes";
import { CALL_PRICE, PUT_PRICE, resultsOf } from "../layout";
import { expansion, HIGHEST_X } from "../pricing/bachelier";
import { HIGHEST_ARGUMENT } from "../pricing/fast-normal";
import { IS_PUT, PUT_SIGN, ROOT_YEARS } from "./constants";
import {
  ARGUMENT,
  CONTRACT_SIZE,
  contractsOf,
  FUNCTION,
  GAP,
  GIVEN_VOL,
  INVERSE_MEAN,
  INVERSE_VOL,
  K,
  STRIKE_SIZE,
  STRIKES,
  setAside,
  TAIL,
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
  let contract = contractsOf<T>(side, end - start);
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
    store<T>(contract, v0, INVERSE_VOL);
    store<T>(contract, h, ARGUMENT);
    const outside = laneBits(andNot(isPositive, isFast));
    if (outside != 0) setAside(outside, offset, side);
    strike += STRIKE_SIZE;
    contract += CONTRACT_SIZE;
  }
}

/** v0, h, n(h) and N(-h) -> VALUE and the prices of a side, for which setSide has run; where VOL is NaN the intrinsic value. */
export function storePrices<T>(start: usize, end: usize, side: i32): void {
  const zero = splat<T>(0.0);
  const prices = side == 0 ? CALL_PRICE : PUT_PRICE;
  let strike = STRIKES;
  let contract = contractsOf<T>(side, end - start);
  for (let row = prices + start; row < prices + end; row += sizeof<T>()) {
    const isNone = isNaNs(load<T>(contract, VOL));
    const psi = nmadd(load<T>(contract, ARGUMENT), load<T>(contract, TAIL), load<T>(contract, FUNCTION));
    const value = div(mul(load<T>(contract, INVERSE_VOL), psi), load<T>(strike, INVERSE_MEAN));
    const gap = load<T>(strike, GAP);
    const isIn = xor(isLessOrEqual(zero, gap), constant<T>(IS_PUT));
    const intrinsic = or(and(isIn, xor(gap, constant<T>(PUT_SIGN))), isNaNs(gap));
    store<T>(row, add(intrinsic, andNot(value, isNone)));
    store<T>(contract, value, VALUE);
    strike += STRIKE_SIZE;
    contract += CONTRACT_SIZE;
  }
}
