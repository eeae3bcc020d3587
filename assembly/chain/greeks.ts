/**
 * Greeks of both sides from total volatilities, for lanes of strikes; pricing/greeks.ts says what they are. The second
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
import { CALL_PRICE, DERIVED_IV, inColumn, PUT_PRICE, resultsOf } from "../layout";
import { ARGUMENT, DENSITY, TAIL } from "../pricing/fast-normal";
import { CARRY_SCALE, DECAY_SCALE, DELTA_SCALE, GAMMA_SCALE, INVERSE_ROOT, MISS_SCALE, ROOT_YEARS } from "./constants";
import {
  CONTRACT_SIZE,
  CONTRACTS,
  contractsOf,
  GAP,
  INVERSE,
  INVERSE_SMALLER,
  K,
  LEG_RATIO,
  PAIR_SIZE,
  SMALLER,
  STRIKE_SIZE,
  STRIKE_VALUE,
  STRIKES,
  setAside,
  VALUE,
  VOL,
} from "./tile";

const ONE: usize = memory.data<f64>([1.0]);
const HALF: usize = memory.data<f64>([0.5]);
const SIGN_BIT: usize = memory.data<u64>([0x8000000000000000]);
const UNITS: usize = memory.data<f64>([1e4]); // derivedIv counts in units of 1e-4
// 1e-4 in two parts: a whole number below 2^29 times the first is exact, so that their sum is the quotient, rounded once.
const UNIT_HIGH: usize = memory.data<f64>([9.999999747378752e-5]);
const UNIT_LOW: usize = memory.data<f64>([2.5262124836444855e-12]);
const ROUND: usize = memory.data<f64>([6755399441055744.0]); // 1.5 x 2^52
const TIE_SHARE: usize = memory.data<f64>([0.05]);
const TIE_SQUARE: usize = memory.data<f64>([8.0]);
const NO_TIE: usize = memory.data<f64>([0.499999]);

/** The results of both sides, IVs aside. */
export function storeGreeks<T>(start: usize, end: usize, isForward: bool): void {
  const column = inColumn(0, 1);
  const puts = resultsOf(1) - resultsOf(0);
  let strike = STRIKES;
  let call = CONTRACTS;
  let out = resultsOf(0) + start;
  for (let offset = start; offset < end; offset += sizeof<T>()) {
    const isStrikeSmaller = isLessOrEqual(splat<T>(0.0), load<T>(strike, GAP));
    const aboveBase = and(isStrikeSmaller, constant<T>(ONE));
    const aboveSign = and(isStrikeSmaller, constant<T>(SIGN_BIT));
    const belowBase = andNot(constant<T>(ONE), isStrikeSmaller);
    const belowSign = andNot(constant<T>(SIGN_BIT), isStrikeSmaller);

    const put = call + CONTRACT_SIZE;
    const callBelow = load<T>(call, TAIL);
    const callFar = farTail<T>(call, strike);
    const callSwap = and(xor(callFar, callBelow), isStrikeSmaller);
    const callAbove = add(aboveBase, xor(xor(callFar, callSwap), aboveSign));
    const callCarried = isForward ? load<T>(CALL_PRICE + offset) : mul(load<T>(strike, STRIKE_VALUE), callAbove);
    const callDelta = add(aboveBase, xor(xor(callBelow, callSwap), aboveSign));
    storeSide<T>(out, column, call, strike, callDelta, callCarried, callAbove, 0);

    const putBelow = load<T>(put, TAIL);
    const putFar = farTail<T>(put, strike);
    const putSwap = and(xor(putFar, putBelow), isStrikeSmaller);
    const putR = xor(putFar, putSwap);
    const putAbove = add(aboveBase, xor(putR, aboveSign));
    const putIn = add(belowBase, xor(putR, belowSign));
    const putCarried = isForward ? load<T>(PUT_PRICE + offset) : mul(load<T>(strike, STRIKE_VALUE), putIn);
    const putDelta = add(belowBase, xor(xor(putBelow, putSwap), belowSign));
    storeSide<T>(out + puts, column, put, strike, putDelta, putCarried, putAbove, 8);

    strike += STRIKE_SIZE;
    call += PAIR_SIZE;
    out += sizeof<T>();
  }
}

/** N(-b). */
function farTail<T>(contract: usize, strike: usize): T {
  const valueInLegs = mul(load<T>(contract, VALUE), load<T>(strike, INVERSE_SMALLER));
  return mul(sub(load<T>(contract, TAIL), valueInLegs), load<T>(strike, LEG_RATIO));
}

/** The results of one side from its delta's size, what it carries and N(d2); `iv` is the address of its IVs, `side` 0 or 8. */
function storeSide<T>(
  iv: usize,
  column: usize,
  contract: usize,
  strike: usize,
  delta: T,
  carried: T,
  above: T,
  side: usize,
): void {
  const v = load<T>(contract, VOL);
  const vegaOfTotal = mul(load<T>(contract, DENSITY), load<T>(strike, SMALLER));
  const decay = mul(mul(vegaOfTotal, v), constant<T>(DECAY_SCALE));
  let out = iv + column;
  store<T>(out, mul(constant<T>(DELTA_SCALE + side), delta));
  out += column;
  store<T>(out, mul(mul(vegaOfTotal, constant<T>(GAMMA_SCALE)), load<T>(contract, INVERSE)));
  out += column;
  store<T>(out, madd(constant<T>(CARRY_SCALE + side), carried, decay));
  out += column;
  store<T>(out, mul(vegaOfTotal, constant<T>(ROOT_YEARS)));
  store<T>(out + column, above);
}

/** VOL of a side -> 1 / v in INVERSE, a in ARGUMENT, IV and derivedIv: Newton's last step, from half a unit away, lands `miss` units beside the root. */
export function storeIvs<T>(start: usize, end: usize, side: i32): void {
  const one = constant<T>(ONE);
  const half = constant<T>(HALF);
  const missScale = constant<T>(MISS_SCALE);
  const inverseRoot = constant<T>(INVERSE_ROOT);
  const perUnit = constant<T>(UNITS);
  const round = constant<T>(ROUND);
  const unitHigh = constant<T>(UNIT_HIGH);
  const unitLow = constant<T>(UNIT_LOW);
  const tieSquare = constant<T>(TIE_SQUARE);
  const tieShare = constant<T>(TIE_SHARE);
  const noTie = constant<T>(NO_TIE);
  let strike = STRIKES;
  let contract = contractsOf(side);
  const ivs = resultsOf(side);
  let derived = inColumn(ivs, DERIVED_IV) + start;
  for (let iv = ivs + start; iv < ivs + end; iv += sizeof<T>()) {
    const v = load<T>(contract, VOL);
    const inverse = div(one, v);
    const a = nmadd(half, v, mul(load<T>(strike, K), inverse));
    store<T>(contract, inverse, INVERSE);
    store<T>(contract, a, ARGUMENT);
    const miss = mul(mul(a, inverse), mul(add(a, v), missScale));
    const sigma = mul(v, inverseRoot);
    const isNone = isNaNs(v);
    const units = madd(sigma, perUnit, miss);
    const nearest = sub(add(units, round), round);
    store<T>(iv, andNot(sigma, isNone));
    store<T>(derived, andNot(madd(nearest, unitLow, mul(nearest, unitHigh)), isNone));
    const size = abs(miss);
    const doubtful = madd(size, madd(tieSquare, size, tieShare), abs(sub(units, nearest)));
    const ties = laneBits(isLessOrEqual(noTie, doubtful));
    if (ties != 0) setAside(ties, iv - ivs, side);
    strike += STRIKE_SIZE;
    contract += PAIR_SIZE;
    derived += sizeof<T>();
  }
}
