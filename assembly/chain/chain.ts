/**
 * Whole chains in one call: from prices to IVs and greeks (priceChain), and from IVs to prices and greeks (valueChain).
 * Sources: Black and Scholes 1973; Black 1976. Short loops over the strikes rather than one long one, so that the
 * processor can overlap several strikes.
 *
 * Hot (bench question: kernels).
 */
import {
  CALL_PRICE,
  CALL_RESULT,
  CHAIN_CAPACITY,
  GAP,
  GAP_LOW,
  IV,
  LOG_MONEYNESS,
  OK,
  OVER_CAPACITY,
  PUT_PRICE,
  PUT_RESULT,
  SMALLER,
  SMALLER_LOW,
} from "../layout";
import { timeValue } from "../pricing/black";
import { setDiscount, sumError } from "../pricing/exact";
import { storeGreeks, storeNone } from "../pricing/greeks";
import { impliedTotalVol } from "../pricing/implied-vol";
import { isUsable, prepareStrikes } from "../pricing/strike";

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
  setDiscount(rate, years);
  prepareStrikes(count, model, underlying);
  solveSide(count, CALL_PRICE, CALL_RESULT, 1.0);
  solveSide(count, PUT_PRICE, PUT_RESULT, -1.0);
  const rootYears = Math.sqrt(years);
  for (let offset: usize = 0, end = (<usize>count) << 3; offset < end; offset += 8) {
    const callVol = load<f64>(CALL_RESULT + offset, IV);
    const callPrice = load<f64>(CALL_PRICE + offset);
    storeGreeks(CALL_RESULT, offset, false, model, underlying, rate, rootYears, callVol, callPrice);
    const putVol = load<f64>(PUT_RESULT + offset, IV);
    const putPrice = load<f64>(PUT_PRICE + offset);
    storeGreeks(PUT_RESULT, offset, true, model, underlying, rate, rootYears, putVol, putPrice);
  }
  return OK;
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
  setDiscount(rate, years);
  prepareStrikes(count, model, underlying);
  const rootYears = Math.sqrt(years);
  for (let offset: usize = 0, end = (<usize>count) << 3; offset < end; offset += 8) {
    const callVol = valueOption(offset, CALL_PRICE, 1.0, load<f64>(CALL_RESULT + offset, IV) * rootYears);
    const callPrice = load<f64>(CALL_PRICE + offset);
    storeGreeks(CALL_RESULT, offset, false, model, underlying, rate, rootYears, callVol, callPrice);
    const putVol = valueOption(offset, PUT_PRICE, -1.0, load<f64>(PUT_RESULT + offset, IV) * rootYears);
    const putPrice = load<f64>(PUT_PRICE + offset);
    storeGreeks(PUT_RESULT, offset, true, model, underlying, rate, rootYears, putVol, putPrice);
  }
  return OK;
}

function isModelUsable(underlying: f64, years: f64, rate: f64): bool {
  return isUsable(underlying) && years >= 0.0 && years < 1e6 && Math.abs(rate) < 1e6 && Math.abs(rate * years) < 100.0;
}

/** Total volatilities of one side into its IV column; sign +1 for calls, -1 for puts. */
function solveSide(count: i32, prices: usize, result: usize, sign: f64): void {
  for (let offset: usize = 0, end = (<usize>count) << 3; offset < end; offset += 8) {
    const gap = load<f64>(GAP + offset);
    const intrinsic = sign * gap;
    let price = load<f64>(prices + offset);
    let v: f64 = 0.0;
    if (isPrice(price)) {
      let priceLow: f64 = 0.0;
      if (intrinsic > 0.0) {
        const value = price - intrinsic;
        const valueLow = sumError(price, -intrinsic, value) - sign * load<f64>(GAP_LOW + offset);
        price = value + valueLow;
        priceLow = valueLow - (price - value);
      }
      v = impliedTotalVol(
        price,
        priceLow,
        Math.abs(gap),
        load<f64>(LOG_MONEYNESS + offset),
        load<f64>(SMALLER + offset),
        load<f64>(SMALLER_LOW + offset),
      );
    }
    store<f64>(result + offset, v, IV);
  }
}

/** A price: positive, finite, not a number of another world. (Deep wings go far below isUsable's floor.) */
function isPrice(price: f64): bool {
  return price > 0.0 && price < 1e100;
}

/** Stores the price at total volatility v and answers the v to take greeks at (0: none). */
function valueOption(offset: usize, prices: usize, sign: f64, v: f64): f64 {
  const gap = load<f64>(GAP + offset);
  const smaller = load<f64>(SMALLER + offset);
  const intrinsic = Math.max(sign * gap, 0.0);
  const hasVol = v > 0.0 && v < 1e3 && smaller > 0.0;
  const value = hasVol ? timeValue(smaller, smaller + Math.abs(gap), load<f64>(LOG_MONEYNESS + offset), v) : 0.0;
  store<f64>(prices + offset, smaller > 0.0 ? intrinsic + value : NaN);
  return hasVol ? v : 0.0;
}
