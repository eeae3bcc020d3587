/**
 * Whole chains in one call: from prices to IVs and greeks (priceChain), and from IVs to prices and greeks (valueChain).
 * Sources: Black and Scholes 1973; Black 1976. Short loops over a tile of strikes rather than one long one, so that the
 * processor overlaps several strikes; what is outside the fast domain (a few in a thousand) is done one by one after them.
 *
 * Hot (bench question: kernels).
 */
import {
  CALL_PRICE,
  CALL_RESULT,
  CHAIN_CAPACITY,
  DERIVED_IV,
  IV,
  MODEL_FORWARD,
  OK,
  OVER_CAPACITY,
  PUT_PRICE,
  PUT_RESULT,
  STRIKE,
} from "../layout";
import { timeValue } from "../pricing/black";
import { derivedIv } from "../pricing/derived-iv";
import { setDiscount, sumError } from "../pricing/exact";
import { HIGHEST_ARGUMENT, LOWEST_ARGUMENT } from "../pricing/fast-normal";
import { storeGreeks, storeNone } from "../pricing/greeks";
import { impliedTotalVol } from "../pricing/implied-vol";
import { gap, gapLow, isUsable, logMoneyness, setStrike, smaller, smallerLow } from "../pricing/strike";
import { setChain, setSide } from "./constants";
import { storeSideGreeks } from "./greeks";
import { solveSide } from "./implied";
import { prepareStrikes } from "./strikes";
import {
  asideAt,
  blockAt,
  clearAside,
  countAside,
  GAP,
  INVERSE_MEAN,
  K,
  SIDE_SIZE,
  SMALLER,
  setAside,
  TIME_VALUE,
  tileSize,
  VOL,
} from "./tile";

/**
 * STRIKE, CALL_PRICE, PUT_PRICE -> CALL_RESULT, PUT_RESULT. years > 0. Whatever has no IV (price absent, at or below
 * intrinsic, at or above its bound, expired, input not a number) is "none": IV 0, the rest NaN.
 */
export function priceChain(count: i32, model: i32, underlying: f64, years: f64, rate: f64): i32 {
  if (<u32>count > <u32>CHAIN_CAPACITY) return OVER_CAPACITY;
  if (!(isModelUsable(underlying, years, rate) && years > 0.0)) {
    for (let offset: usize = 0, end = (<usize>count) << 3; offset < end; offset += 8) {
      storeNone(CALL_RESULT + offset);
      storeNone(PUT_RESULT + offset);
    }
    return OK;
  }
  if (ASC_FEATURE_SIMD) priceTiles<v128>(count, model, underlying, years, rate);
  else priceTiles<f64>(count, model, underlying, years, rate);
  return OK;
}

function priceTiles<T>(count: i32, model: i32, underlying: f64, years: f64, rate: f64): void {
  const isForward = model == MODEL_FORWARD;
  const rootYears = Math.sqrt(years);
  const last = padRows<T>(count);
  setDiscount(rate, years);
  setChain(isForward, underlying, years);
  for (let start: usize = 0; start < last; start += tileSize<T>()) {
    const end = min(last, start + tileSize<T>());
    prepareStrikes<T>(start, end);
    clearAside();
    for (let side = 0; side < 2; side++) {
      setSide(side, isForward, rate);
      solveSide<T>(start, end, side);
    }
    const outside = countAside();
    for (let side = 0; side < 2; side++) {
      setSide(side, isForward, rate);
      storeSideGreeks<T>(start, end, side, isForward);
    }
    for (let i = outside; i < countAside(); i++) settleTie<T>(asideAt(i), start, rootYears);
    for (let i = 0; i < outside; i++) priceAlone(asideAt(i), model, underlying, rootYears, rate);
  }
}

/**
 * STRIKE and the IV columns of CALL_RESULT, PUT_RESULT -> CALL_PRICE, PUT_PRICE and the other results. years >= 0.
 * Without an IV (0, not a number) or at years = 0 the price is the discounted intrinsic value and the greeks NaN; where
 * strike or model is unusable the price is NaN, too.
 */
export function valueChain(count: i32, model: i32, underlying: f64, years: f64, rate: f64): i32 {
  if (<u32>count > <u32>CHAIN_CAPACITY) return OVER_CAPACITY;
  if (!isModelUsable(underlying, years, rate)) {
    for (let offset: usize = 0, end = (<usize>count) << 3; offset < end; offset += 8) {
      store<f64>(CALL_PRICE + offset, NaN);
      store<f64>(PUT_PRICE + offset, NaN);
      storeNone(CALL_RESULT + offset);
      storeNone(PUT_RESULT + offset);
    }
    return OK;
  }
  if (ASC_FEATURE_SIMD) valueTiles<v128>(count, model, underlying, years, rate);
  else valueTiles<f64>(count, model, underlying, years, rate);
  return OK;
}

function valueTiles<T>(count: i32, model: i32, underlying: f64, years: f64, rate: f64): void {
  const isForward = model == MODEL_FORWARD;
  const rootYears = Math.sqrt(years);
  const last = padRows<T>(count);
  setDiscount(rate, years);
  setChain(isForward, underlying, years);
  for (let start: usize = 0; start < last; start += tileSize<T>()) {
    const end = min(last, start + tileSize<T>());
    prepareStrikes<T>(start, end);
    clearAside();
    for (let side = 0; side < 2; side++) valueSide<T>(start, end, side, rootYears);
    const outside = countAside();
    for (let side = 0; side < 2; side++) {
      setSide(side, isForward, rate);
      storeSideGreeks<T>(start, end, side, isForward);
    }
    for (let i = outside; i < countAside(); i++) settleTie<T>(asideAt(i), start, rootYears);
    for (let i = 0; i < outside; i++) valueAlone<T>(asideAt(i), start, model, underlying, rootYears, rate);
  }
}

export function isModelUsable(underlying: f64, years: f64, rate: f64): bool {
  return isUsable(underlying) && years >= 0.0 && years < 1e6 && Math.abs(rate) < 1e6 && Math.abs(rate * years) < 100.0;
}

/** Makes the rows whole lanes, with strikes that are none. @returns their end in a column */
export function padRows<T>(count: i32): usize {
  const used = (<usize>count) << 3;
  const end = (used + sizeof<T>() - 1) & ~(sizeof<T>() - 1);
  if (end > used) store<f64>(STRIKE + used, NaN);
  return end;
}

/** The address of a contract's lane in its block (add a field). */
function laneAt<T>(offset: usize, start: usize): usize {
  return blockAt<T>(offset - start) + (offset & (sizeof<T>() - 1));
}

/** Takes derivedIv's step, where its outcome is not plain. */
export function settleTie<T>(entry: i32, start: usize, rootYears: f64): void {
  const offset = <usize>(entry & ~7);
  const out = (entry & 1 ? PUT_RESULT : CALL_RESULT) + offset;
  const lane = laneAt<T>(offset, start);
  const m = load<f64>(lane, SMALLER);
  const M = m + Math.abs(load<f64>(lane, GAP));
  store<f64>(out, derivedIv(load<f64>(out, IV), rootYears, load<f64>(lane, K), m, M), DERIVED_IV);
}

/** Prices one contract the sure way (pricing/implied-vol.ts). */
export function priceAlone(entry: i32, model: i32, underlying: f64, rootYears: f64, rate: f64): void {
  const offset = <usize>(entry & ~7);
  const isPut = (entry & 1) != 0;
  const price = load<f64>((isPut ? PUT_PRICE : CALL_PRICE) + offset);
  setStrike(load<f64>(STRIKE + offset), model, underlying);
  const intrinsic = isPut ? -gap : gap;
  let value = price;
  let valueLow: f64 = 0.0;
  if (intrinsic > 0.0) {
    const high = price - intrinsic;
    const low = sumError(price, -intrinsic, high) - (isPut ? -gapLow : gapLow);
    value = high + low;
    valueLow = low - (value - high);
  }
  const v = price < 1e100 ? impliedTotalVol(value, valueLow, Math.abs(gap), logMoneyness, smaller, smallerLow) : 0.0;
  storeGreeks((isPut ? PUT_RESULT : CALL_RESULT) + offset, isPut, model, underlying, rate, rootYears, v, price);
}

/** Prices of a side from its IV column, and VOL, TIME_VALUE; outside the fast domain they hold NaN and the total volatility. */
function valueSide<T>(start: usize, end: usize, side: i32, rootYears: f64): void {
  const prices = side == 0 ? CALL_PRICE : PUT_PRICE;
  const result = side == 0 ? CALL_RESULT : PUT_RESULT;
  for (let offset = start; offset < end; offset += 8) {
    const lane = laneAt<T>(offset, start);
    const own = lane + <usize>side * SIDE_SIZE;
    const v = load<f64>(result + offset, IV) * rootYears;
    const k = load<f64>(lane, K);
    const m = load<f64>(lane, SMALLER);
    const signedGap = load<f64>(lane, GAP);
    const isNear = load<f64>(lane, INVERSE_MEAN) > 0.0; // not NaN
    if (isNear && !(v > 0.0)) {
      store<f64>(own, NaN, VOL);
      store<f64>(prices + offset, Math.max(side == 0 ? signedGap : -signedGap, 0.0));
    } else if (isNear && k / v - 0.5 * v < HIGHEST_ARGUMENT && -0.5 * v > LOWEST_ARGUMENT) {
      const value = timeValue(m, m + Math.abs(signedGap), k, v);
      store<f64>(own, v, VOL);
      store<f64>(own, value, TIME_VALUE);
      store<f64>(prices + offset, Math.max(side == 0 ? signedGap : -signedGap, 0.0) + value);
    } else {
      store<f64>(own, NaN, VOL);
      store<f64>(own, v, TIME_VALUE);
      setAside(1, offset, side);
    }
  }
}

/** Values one contract from the total volatility that valueSide left, the sure way. */
function valueAlone<T>(entry: i32, start: usize, model: i32, underlying: f64, rootYears: f64, rate: f64): void {
  const offset = <usize>(entry & ~7);
  const isPut = (entry & 1) != 0;
  const v = load<f64>(laneAt<T>(offset, start) + <usize>(entry & 1) * SIDE_SIZE, TIME_VALUE);
  setStrike(load<f64>(STRIKE + offset), model, underlying);
  const hasVol = v > 0.0 && v < 1e3 && smaller > 0.0;
  const value = hasVol ? timeValue(smaller, smaller + Math.abs(gap), logMoneyness, v) : 0.0;
  const price = smaller > 0.0 ? Math.max(isPut ? -gap : gap, 0.0) + value : NaN;
  store<f64>((isPut ? PUT_PRICE : CALL_PRICE) + offset, price);
  const out = (isPut ? PUT_RESULT : CALL_RESULT) + offset;
  storeGreeks(out, isPut, model, underlying, rate, rootYears, hasVol ? v : 0.0, price);
}
