/**
 * Prices of one side to total volatilities, for lanes of strikes: time value, then pricing/bachelier.ts. An in-the-money
 * price gives up its gap in two parts; the first subtraction is exact where it cancels.
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
  isLess,
  isLessOrEqual,
  laneBits,
  madd,
  mul,
  or,
  splat,
  sub,
  xor,
} from "../lanes";
import { CALL_PRICE, PUT_PRICE } from "../layout";
import { expansion, HIGHEST_X, HIGHEST_Z, inverseBachelier } from "../pricing/bachelier";
import { IS_PUT, PUT_SIGN } from "./constants";
import {
  ARGUMENT,
  CONTRACT_SIZE,
  contractsOf,
  FUNCTION,
  GAP,
  GAP_LOW,
  INVERSE_MEAN,
  STRIKE_SIZE,
  STRIKES,
  setAside,
  VALUE,
  VOL,
} from "./tile";

const ONE: usize = memory.data<f64>([1.0]);
const ALL_BITS: usize = memory.data<i64>([-1]);
const X_LIMIT: usize = memory.data<f64>([HIGHEST_X]);
const Z_LIMIT: usize = memory.data<f64>([HIGHEST_Z]);

/** Prices of a side, for which setSide has run -> VALUE, and z in ARGUMENT. */
export function storeTimeValues<T>(start: usize, end: usize, side: i32): void {
  const zero = splat<T>(0.0);
  const prices = side == 0 ? CALL_PRICE : PUT_PRICE;
  let strike = STRIKES;
  let contract = contractsOf<T>(side, end - start);
  for (let row = prices + start; row < prices + end; row += sizeof<T>()) {
    const gap = load<T>(strike, GAP);
    const isIn = xor(isLessOrEqual(zero, gap), constant<T>(IS_PUT));
    const intrinsic = and(isIn, xor(gap, constant<T>(PUT_SIGN)));
    const intrinsicLow = and(isIn, xor(load<T>(strike, GAP_LOW), constant<T>(PUT_SIGN)));
    const value = sub(sub(load<T>(row), intrinsic), intrinsicLow);
    store<T>(contract, value, VALUE);
    store<T>(contract, add(constant<T>(ONE), div(abs(gap), value)), ARGUMENT);
    strike += STRIKE_SIZE;
    contract += CONTRACT_SIZE;
  }
}

/** z in ARGUMENT -> G in FUNCTION, for both sides. */
export function storeInverses<T>(start: usize, end: usize): void {
  const last = contractsOf<T>(2, end - start);
  for (let contract = contractsOf<T>(0, 0); contract < last; contract += CONTRACT_SIZE)
    store<T>(contract, inverseBachelier(load<T>(contract, ARGUMENT)), FUNCTION);
}

/** VALUE, z and G of a side -> VOL. What has a time value but is outside the fast domain is set aside. */
export function storeVols<T>(start: usize, end: usize, side: i32): void {
  const zero = splat<T>(0.0);
  let strike = STRIKES;
  let contract = contractsOf<T>(side, end - start);
  for (let offset = start; offset < end; offset += sizeof<T>()) {
    const value = load<T>(contract, VALUE);
    const v0 = mul(mul(value, load<T>(strike, INVERSE_MEAN)), load<T>(contract, FUNCTION));
    const x = mul(v0, v0);
    const v = madd(mul(v0, x), expansion(strike, x), v0);

    const isPositive = isLess(zero, value);
    const isBelowLimits = and(
      isLess(load<T>(contract, ARGUMENT), constant<T>(Z_LIMIT)),
      isLess(x, constant<T>(X_LIMIT)),
    );
    const isFast = and(isBelowLimits, isLess(zero, x)); // x = 0: a price that underflows
    store<T>(contract, or(v, xor(and(isPositive, isFast), constant<T>(ALL_BITS))), VOL);
    const outside = laneBits(andNot(isPositive, isFast));
    if (outside != 0) setAside(outside, offset, side);
    strike += STRIKE_SIZE;
    contract += CONTRACT_SIZE;
  }
}
