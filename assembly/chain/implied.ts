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
  isAny,
  isLess,
  isLessOrEqual,
  laneBits,
  madd,
  mul,
  splat,
  sub,
  xor,
} from "../lanes";
import { CALL_PRICE, PUT_PRICE } from "../layout";
import { expansion, HIGHEST_X, HIGHEST_Z, inverseBachelier } from "../pricing/bachelier";
import { blockAt, GAP, GAP_LOW, INVERSE_MEAN, nextBlock, setAside, sideOf, TIME_VALUE, VOL } from "./tile";

const ONE: usize = memory.data<f64>([1.0]);
const X_LIMIT: usize = memory.data<f64>([HIGHEST_X]);
const Z_LIMIT: usize = memory.data<f64>([HIGHEST_Z]);

/** VOL and TIME_VALUE of a side (0 call, 1 put). What has a time value but is outside the fast domain is set aside. */
export function solveSide<T>(start: usize, end: usize, side: i32): void {
  const prices = side == 0 ? CALL_PRICE : PUT_PRICE;
  const sign = splat<T>(side == 0 ? 1.0 : -1.0);
  const zero = splat<T>(0.0);
  const isPut = isLess(sign, zero);
  let block = blockAt<T>(0);
  for (let offset = start; offset < end; offset += sizeof<T>(), block = nextBlock(block)) {
    const gap = load<T>(block, GAP);
    const isIn = xor(isLessOrEqual(zero, gap), isPut);
    const price = load<T>(prices + offset);
    const intrinsic = and(isIn, mul(sign, gap));
    const intrinsicLow = and(isIn, mul(sign, load<T>(block, GAP_LOW)));
    const value = sub(sub(price, intrinsic), intrinsicLow);

    const z = add(constant<T>(ONE), div(abs(gap), value));
    const v0 = mul(mul(value, load<T>(block, INVERSE_MEAN)), inverseBachelier(z));
    const x = mul(v0, v0);
    const v = madd(mul(v0, x), expansion(block, x), v0);

    const isPositive = isLess(zero, value);
    const isFast = and(isLess(z, constant<T>(Z_LIMIT)), isLess(x, constant<T>(X_LIMIT)));
    const own = sideOf(block, side);
    store<T>(own, and(v, and(isPositive, isFast)), VOL);
    store<T>(own, value, TIME_VALUE);
    const isOutside = andNot(isPositive, isFast);
    if (isAny(isOutside)) setAside(laneBits(isOutside), offset, side);
  }
}
