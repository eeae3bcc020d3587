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
import { BLOCK_SIZE, BLOCKS, GAP, GAP_LOW, INVERSE_MEAN, SIDE_SIZE, setAside, TIME_VALUE, VOL } from "./tile";

const ONE: usize = memory.data<f64>([1.0]);
const ALL_BITS: usize = memory.data<i64>([-1]);
const X_LIMIT: usize = memory.data<f64>([HIGHEST_X]);
const Z_LIMIT: usize = memory.data<f64>([HIGHEST_Z]);

/**
 * VOL and TIME_VALUE of a side (0 call, 1 put), for which setSide has run. What has a time value but is outside the fast
 * domain is set aside.
 */
export function solveSide<T>(start: usize, end: usize, side: i32): void {
  const prices = side == 0 ? CALL_PRICE : PUT_PRICE;
  const zero = splat<T>(0.0);
  let block = BLOCKS;
  let own = BLOCKS + <usize>side * SIDE_SIZE;
  for (let row = prices + start; row < prices + end; row += sizeof<T>(), block += BLOCK_SIZE, own += BLOCK_SIZE) {
    const gap = load<T>(block, GAP);
    const isIn = xor(isLessOrEqual(zero, gap), constant<T>(IS_PUT));
    const intrinsic = and(isIn, xor(gap, constant<T>(PUT_SIGN)));
    const intrinsicLow = and(isIn, xor(load<T>(block, GAP_LOW), constant<T>(PUT_SIGN)));
    const value = sub(sub(load<T>(row), intrinsic), intrinsicLow);

    const z = add(constant<T>(ONE), div(abs(gap), value));
    const v0 = mul(mul(value, load<T>(block, INVERSE_MEAN)), inverseBachelier(z));
    const x = mul(v0, v0);
    const v = madd(mul(v0, x), expansion(block, x), v0);

    const isPositive = isLess(zero, value);
    const isBelowLimits = and(isLess(z, constant<T>(Z_LIMIT)), isLess(x, constant<T>(X_LIMIT)));
    const isFast = and(isBelowLimits, isLess(zero, x)); // x = 0: a price that underflows
    store<T>(own, or(v, xor(and(isPositive, isFast), constant<T>(ALL_BITS))), VOL); // NaN where it is not to be used
    store<T>(own, value, TIME_VALUE);
    const outside = laneBits(andNot(isPositive, isFast));
    if (outside != 0) setAside(outside, row - prices, side);
  }
}
