/**
 * Prices of both sides to total volatilities, for lanes of strikes: time value, then pricing/bachelier.ts. An in-the-money
 * price gives up its gap in two parts; the first subtraction is exact where it cancels.
 *
 * Hot (bench question: kernels).
 */
import {
  abs,
  add,
  and,
  andNot,
  atLeast,
  constant,
  div,
  isLess,
  isLessOrEqual,
  laneBits,
  lookUpPolynomial,
  madd,
  mul,
  or,
  splat,
  sub,
  xor,
} from "../lanes";
import { CALL_PRICE, PUT_PRICE } from "../layout";
import {
  expansion,
  HIGHEST_SHORT_Q,
  HIGHEST_SHORT_X,
  HIGHEST_X,
  shortExpansion,
  storeInverseRow,
} from "../pricing/bachelier";
import { OFFSET, ROW } from "../pricing/fast-normal";
import {
  CONTRACT_SIZE,
  CONTRACTS,
  GAP,
  GAP_LOW,
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

const ONE: usize = memory.data<f64>([1.0]);
const ALL_BITS: usize = memory.data<i64>([-1]);
const X_LIMIT: usize = memory.data<f64>([HIGHEST_X]);
const SHORT_X_LIMIT: usize = memory.data<f64>([HIGHEST_SHORT_X]);
const SHORT_Q_LIMIT: usize = memory.data<f64>([HIGHEST_SHORT_Q]);

/** The prices at `offset` of both sides -> VALUE, and where G stands at z in ROW and OFFSET, for the lanes of one block. */
export function storeTimeValue<T>(strike: usize, pair: usize, offset: usize): void {
  const gap = load<T>(strike, GAP);
  const gapLow = load<T>(strike, GAP_LOW);
  const distance = abs(gap);
  const isCallIn = isLessOrEqual(splat<T>(0.0), gap);
  const call = sub(sub(load<T>(CALL_PRICE + offset), and(gap, isCallIn)), and(gapLow, isCallIn));
  const put = add(add(load<T>(PUT_PRICE + offset), andNot(gap, isCallIn)), andNot(gapLow, isCallIn));
  store<T>(pair, call, VALUE);
  store<T>(pair, put, CONTRACT_SIZE + VALUE);
  storeInverseRow<T>(add(constant<T>(ONE), div(distance, call)), pair + ROW, pair + OFFSET);
  const other = pair + CONTRACT_SIZE;
  storeInverseRow<T>(add(constant<T>(ONE), div(distance, put)), other + ROW, other + OFFSET);
}

/** ROW and OFFSET -> G in INVERSE, for both sides; 0 beyond HIGHEST_Z. */
export function storeInverses<T>(end: usize): void {
  for (let contract = CONTRACTS; contract < end; contract += CONTRACT_SIZE)
    store<T>(contract, lookUpPolynomial(contract + ROW, load<T>(contract, OFFSET)), INVERSE);
}

/**
 * VALUE and G -> VOL by the short expansion, whose coefficients storeShortExpansions left. What has a time value but is outside the
 * fast domain is set aside. @returns whether any of them is beyond the short expansion: those are left to storeFarVols
 */
export function storeVols<T>(start: usize, end: usize): bool {
  const zero = splat<T>(0.0);
  let beyond = zero;
  let strike = STRIKES;
  let call = CONTRACTS;
  for (let offset = start; offset < end; offset += sizeof<T>()) {
    const put = call + CONTRACT_SIZE;
    const k = load<T>(strike, K);
    const q = mul(k, k);
    const isCallPositive = isLess(zero, load<T>(call, VALUE));
    const isPutPositive = isLess(zero, load<T>(put, VALUE));
    const callVol = bachelierVol<T>(call, strike, isCallPositive);
    const putVol = bachelierVol<T>(put, strike, isPutPositive);
    const callX = mul(callVol, callVol);
    const putX = mul(putVol, putVol);
    const isCallFast = isLess(zero, callX); // x = 0: a price that underflows
    const isPutFast = isLess(zero, putX);
    const callE = shortExpansion(strike, callX);
    const putE = shortExpansion(strike, putX);
    store<T>(call, or(madd(mul(callVol, callX), callE, callVol), xor(isCallFast, constant<T>(ALL_BITS))), VOL);
    store<T>(put, or(madd(mul(putVol, putX), putE, putVol), xor(isPutFast, constant<T>(ALL_BITS))), VOL);
    beyond = or(beyond, isLess(constant<T>(SHORT_X_LIMIT), atLeast(callX, putX)));
    beyond = or(beyond, isLess(constant<T>(SHORT_Q_LIMIT), q));
    const isCallOutside = andNot(isCallPositive, isCallFast);
    const isPutOutside = andNot(isPutPositive, isPutFast);
    if (laneBits(or(isCallOutside, isPutOutside)) != 0) {
      setAside(laneBits(isCallOutside), offset, 0);
      setAside(laneBits(isPutOutside), offset, 1);
    }
    strike += STRIKE_SIZE;
    call += PAIR_SIZE;
  }
  return laneBits(beyond) != 0;
}

/**
 * Takes storeVols's place for contracts beyond the short expansion, with the coefficients that storeExpansions left. The others
 * keep what they have: an option's figures are the same in whatever company it is priced.
 */
export function storeFarVols<T>(start: usize, end: usize): void {
  const zero = splat<T>(0.0);
  let strike = STRIKES;
  let contract = CONTRACTS;
  for (let offset = start; offset < end; offset += sizeof<T>()) {
    const k = load<T>(strike, K);
    const isNear = isLessOrEqual(mul(k, k), constant<T>(SHORT_Q_LIMIT));
    for (let side = 0; side < 2; side++) {
      const isPositive = isLess(zero, load<T>(contract, VALUE));
      const v0 = bachelierVol<T>(contract, strike, isPositive);
      const x = mul(v0, v0);
      const isFar = andNot(isLess(zero, x), and(isNear, isLessOrEqual(x, constant<T>(SHORT_X_LIMIT))));
      const isFast = isLess(x, constant<T>(X_LIMIT));
      const v = or(madd(mul(v0, x), expansion(strike, x), v0), xor(isFast, constant<T>(ALL_BITS)));
      store<T>(contract, or(and(v, isFar), andNot(load<T>(contract, VOL), isFar)), VOL);
      const outside = laneBits(andNot(isFar, isFast));
      if (outside != 0) setAside(outside, offset, side);
      contract += CONTRACT_SIZE;
    }
    strike += STRIKE_SIZE;
  }
}

/** v0 of VALUE and G; 0 where there is no time value, or z is beyond HIGHEST_Z. */
function bachelierVol<T>(contract: usize, strike: usize, isPositive: T): T {
  const v0 = mul(mul(load<T>(contract, VALUE), load<T>(strike, INVERSE_MEAN)), load<T>(contract, INVERSE));
  return and(v0, isPositive);
}
