/**
 * What the call and the put of a strike share, for lanes of strikes: the discounted legs, their gap, k, and the coefficients of
 * the Bachelier expansion. pricing/strike.ts says what the figures are.
 *
 *   zeta = (M - m) / (M + m),   k = ln(M / m) = 2 artanh(zeta),   1 / L = k / (M - m) = 2 artanh(zeta) / zeta / (M + m)
 *
 * The gap is (S - K) + X u with X = K on the spot, K - F on the forward, u = 1 - exp(-rT). An in-the-money price is nearly
 * all gap, so the gap is kept in two parts: the difference's rounding rest is recovered (Knuth), and X u is a sum of
 * products of 26-bit numbers, which are exact.
 *
 * Hot (bench question: kernels).
 */
import { abs, add, and, atLeast, atMost, constant, div, isLess, isLessOrEqual, mul, or, sub } from "../lanes";
import { STRIKE } from "../layout";
import { artanhOverArgument } from "../pricing/artanh";
import { HIGHEST_ZETA2, storeExpansion, storeShortExpansion } from "../pricing/bachelier";
import { FIRST_BITS } from "../pricing/exact";
import { GREATEST_USABLE, LEAST_USABLE } from "../pricing/strike";
import { LOSS, LOSS_HEAD, LOSS_ORIGIN, LOSS_REST, UNDERLYING, UNDERLYING_VALUE } from "./constants";
import { storeTimeValue } from "./implied";
import {
  CONTRACTS,
  GAP,
  GAP_LOW,
  INVERSE_MEAN,
  INVERSE_SMALLER,
  K,
  LEG_RATIO,
  PAIR_SIZE,
  SMALLER,
  STRIKE_SIZE,
  STRIKE_VALUE,
  STRIKES,
} from "./tile";

const LEAST: usize = memory.data<f64>([LEAST_USABLE]);
const GREATEST: usize = memory.data<f64>([GREATEST_USABLE]);
const FIRST_26_BITS: usize = memory.data<u64>([FIRST_BITS]);
const ZETA2_LIMIT: usize = memory.data<f64>([HIGHEST_ZETA2]);
const ONE: usize = memory.data<f64>([1.0]);

/**
 * Fills the strikes' part of a tile's blocks of strikes, expansions aside, for the strikes from `start` to `end` (offsets in the column).
 * setChain must have run.
 */
export function prepareStrikes<T>(start: usize, end: usize, hasPrices: bool): void {
  let block = STRIKES;
  for (let row = STRIKE + start; row < STRIKE + end; row += sizeof<T>(), block += STRIKE_SIZE) {
    let strike = load<T>(row);
    const isUnusable = or(isLessOrEqual(strike, constant<T>(LEAST)), isLessOrEqual(constant<T>(GREATEST), strike));
    strike = or(strike, isUnusable); // NaN, and so is all that follows
    const S = constant<T>(UNDERLYING);
    const difference = sub(S, strike);
    const rest = sub(difference, S);
    const differenceLow = sub(sub(S, sub(difference, rest)), add(strike, rest));

    const X = sub(strike, constant<T>(LOSS_ORIGIN));
    const head = and(X, constant<T>(FIRST_26_BITS));
    const product = mul(head, constant<T>(LOSS_HEAD));
    const productLow = add(mul(sub(X, head), constant<T>(LOSS_HEAD)), mul(X, constant<T>(LOSS_REST)));
    const sum = add(difference, product);
    const taken = sub(sum, difference);
    const sumLow = add(add(sub(difference, sub(sum, taken)), sub(product, taken)), add(productLow, differenceLow));
    const gap = add(sum, sumLow);

    const strikeValue = sub(strike, mul(strike, constant<T>(LOSS)));
    const smaller = atMost(strikeValue, constant<T>(UNDERLYING_VALUE));
    const larger = atLeast(strikeValue, constant<T>(UNDERLYING_VALUE));
    const legSum = add(smaller, larger);
    const legProduct = mul(smaller, larger);
    const inverse = div(constant<T>(ONE), mul(legSum, legProduct)); // one division for all three
    const inverseLegs = mul(inverse, legSum);
    store<T>(block, gap, GAP);
    store<T>(block, sub(sumLow, sub(gap, sum)), GAP_LOW);
    store<T>(block, mul(inverse, legProduct), INVERSE_MEAN);
    store<T>(block, smaller, SMALLER);
    store<T>(block, mul(larger, inverseLegs), INVERSE_SMALLER);
    store<T>(block, mul(mul(smaller, smaller), inverseLegs), LEG_RATIO);
    store<T>(block, strikeValue, STRIKE_VALUE);
  }
  finishStrikes<T>(start, end, hasPrices);
}

/** k and L; and the time values on the way, whose divisions would else be waited for. */
function finishStrikes<T>(start: usize, end: usize, hasPrices: bool): void {
  let block = STRIKES;
  let pair = CONTRACTS;
  for (let offset = start; offset < end; offset += sizeof<T>()) {
    if (hasPrices) storeTimeValue<T>(block, pair, offset);
    const inverseSum = load<T>(block, INVERSE_MEAN);
    const zeta = mul(abs(load<T>(block, GAP)), inverseSum);
    const zeta2 = mul(zeta, zeta);
    const artanh = artanhOverArgument(zeta2);
    const isOutside = isLess(constant<T>(ZETA2_LIMIT), zeta2);
    store<T>(block, mul(add(zeta, zeta), artanh), K);
    store<T>(block, or(mul(add(inverseSum, inverseSum), artanh), isOutside), INVERSE_MEAN);
    block += STRIKE_SIZE;
    pair += PAIR_SIZE;
  }
}

/** The coefficients at every strike of the short expansion of E. */
export function storeShortExpansions<T>(last: usize): void {
  for (let block = STRIKES; block < last; block += STRIKE_SIZE) {
    const k = load<T>(block, K);
    storeShortExpansion(block, mul(k, k));
  }
}

/** The coefficients at every strike of the expansion whose table it is (pricing/bachelier.ts). */
export function storeExpansions<T>(last: usize, table: usize): void {
  for (let block = STRIKES; block < last; block += STRIKE_SIZE) {
    const k = load<T>(block, K);
    storeExpansion(block, mul(k, k), table);
  }
}
