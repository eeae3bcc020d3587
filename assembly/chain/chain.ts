/**
 * Whole chains in one call: from prices to IVs and greeks (priceChain), and from IVs to prices and greeks (valueChain).
 * Sources: Black and Scholes 1973; Black 1976. Short loops over a tile of strikes rather than one long one, so that the
 * processor overlaps several strikes; what is outside the fast domain (a few in a thousand) is done one by one after them.
 *
 * Hot (bench question: kernels).
 */
import {
  CALL_PRICE,
  CHAIN_CAPACITY,
  DERIVED_IV,
  inColumn,
  MODEL_FORWARD,
  OK,
  OVER_CAPACITY,
  PUT_PRICE,
  resultsOf,
  STRIKE,
  setResultRows,
} from "../layout";
import { EXPANSION, REVERSION } from "../pricing/bachelier-table";
import { timeValue } from "../pricing/black";
import { derivedIv } from "../pricing/derived-iv";
import { setDiscount, sumError } from "../pricing/exact";
import { storeNormals } from "../pricing/fast-normal";
import { storeGreeks as storeGreeksAlone, storeNone } from "../pricing/greeks";
import { impliedTotalVol } from "../pricing/implied-vol";
import { gap, gapLow, isUsable, logMoneyness, setStrike, smaller, smallerLow } from "../pricing/strike";
import { setChain } from "./constants";
import { storeGreeks, storeIvs } from "./greeks";
import { storeFarVols, storeInverses, storeVols } from "./implied";
import { prepareStrikes, storeExpansions, storeShortExpansions } from "./strikes";
import {
  asideAt,
  CONTRACT_SIZE,
  CONTRACTS,
  clearAside,
  contractsEnd,
  contractsOf,
  countAside,
  GIVEN_VOL,
  PAIR_SIZE,
  strikesEnd,
  tileSize,
} from "./tile";
import { storeGivenVols, storePrices } from "./values";

/**
 * STRIKE, CALL_PRICE, PUT_PRICE -> RESULT. years > 0. Whatever has no IV (price absent, at or below
 * intrinsic, at or above its bound, expired, input not a number) is "none": IV 0, the rest NaN.
 */
export function priceChain(count: i32, model: i32, underlying: f64, years: f64, rate: f64): i32 {
  if (<u32>count > <u32>CHAIN_CAPACITY) return OVER_CAPACITY;
  setResultRows(count);
  priceRows(count, model, underlying, years, rate, true);
  return OK;
}

/**
 * As priceChain, for results that have been laid out. Without greeks, in about two thirds of the time, only the columns IV
 * and DERIVED_IV are good.
 */
export function priceRows(count: i32, model: i32, underlying: f64, years: f64, rate: f64, hasGreeks: bool): void {
  if (!(isModelUsable(underlying, years, rate) && years > 0.0)) {
    for (let offset: usize = 0, end = (<usize>count) << 3; offset < end; offset += 8) {
      storeNone(resultsOf(0) + offset);
      storeNone(resultsOf(1) + offset);
    }
    return;
  }
  if (ASC_FEATURE_SIMD) priceTiles<v128>(count, model, underlying, years, rate, hasGreeks);
  else priceTiles<f64>(count, model, underlying, years, rate, hasGreeks);
}

function priceTiles<T>(count: i32, model: i32, underlying: f64, years: f64, rate: f64, hasGreeks: bool): void {
  const isForward = model == MODEL_FORWARD;
  const rootYears = Math.sqrt(years);
  const last = padRows<T>(count);
  setDiscount(rate, years);
  setChain(isForward, underlying, years, rate);
  for (let start: usize = 0; start < last; start += tileSize<T>()) {
    const end = min(last, start + tileSize<T>());
    prepareStrikes<T>(start, end, true);
    storeInverses<T>(contractsEnd<T>(end - start));
    storeShortExpansions<T>(strikesEnd<T>(end - start));
    clearAside();
    if (storeVols<T>(start, end)) {
      storeExpansions<T>(strikesEnd<T>(end - start), EXPANSION);
      storeFarVols<T>(start, end);
    }
    const outside = countAside();
    storeResults<T>(start, end, isForward, hasGreeks);
    for (let i = outside; i < countAside(); i++) settleTie(asideAt(i), model, underlying, rootYears);
    for (let i = 0; i < outside; i++) priceAlone(asideAt(i), model, underlying, rootYears, rate);
  }
}

/**
 * STRIKE and the IV columns of RESULT (laid out for `count` strikes) -> CALL_PRICE, PUT_PRICE and the other results. years >= 0.
 * Without an IV (0, not a number) or at years = 0 the price is the discounted intrinsic value and the greeks NaN; where
 * strike or model is unusable the price is NaN, too.
 */
export function valueChain(count: i32, model: i32, underlying: f64, years: f64, rate: f64): i32 {
  if (<u32>count > <u32>CHAIN_CAPACITY) return OVER_CAPACITY;
  setResultRows(count);
  if (!isModelUsable(underlying, years, rate)) {
    for (let offset: usize = 0, end = (<usize>count) << 3; offset < end; offset += 8) {
      store<f64>(CALL_PRICE + offset, NaN);
      store<f64>(PUT_PRICE + offset, NaN);
      storeNone(resultsOf(0) + offset);
      storeNone(resultsOf(1) + offset);
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
  setChain(isForward, underlying, years, rate);
  for (let start: usize = 0; start < last; start += tileSize<T>()) {
    const end = min(last, start + tileSize<T>());
    const contracts = contractsEnd<T>(end - start);
    prepareStrikes<T>(start, end, false);
    storeExpansions<T>(strikesEnd<T>(end - start), REVERSION);
    clearAside();
    for (let side = 0; side < 2; side++) storeGivenVols<T>(start, end, side);
    storeNormals<T>(CONTRACTS, contracts, CONTRACT_SIZE);
    storePrices<T>(start, end);
    const outside = countAside();
    storeResults<T>(start, end, isForward, true);
    for (let i = outside; i < countAside(); i++) settleTie(asideAt(i), model, underlying, rootYears);
    for (let i = 0; i < outside; i++) {
      const entry = asideAt(i);
      const lane = laneOf<T>(entry & 1, <usize>(entry & ~7) - start);
      valueAlone(entry, load<f64>(lane, GIVEN_VOL), model, underlying, rootYears, rate);
    }
  }
}

function isModelUsable(underlying: f64, years: f64, rate: f64): bool {
  return isUsable(underlying) && years >= 0.0 && years < 1e6 && Math.abs(rate) < 1e6 && Math.abs(rate * years) < 100.0;
}

/** Makes the rows whole lanes, with strikes that are none. @returns their end in a column */
function padRows<T>(count: i32): usize {
  const used = (<usize>count) << 3;
  const end = (used + sizeof<T>() - 1) & ~(sizeof<T>() - 1);
  if (end > used) store<f64>(STRIKE + used, NaN);
  return end;
}

/** Everything from VOL and VALUE on. */
function storeResults<T>(start: usize, end: usize, isForward: bool, hasGreeks: bool): void {
  storeIvs<T>(start, end, 0);
  storeIvs<T>(start, end, 1);
  if (hasGreeks) {
    storeNormals<T>(CONTRACTS, contractsEnd<T>(end - start), CONTRACT_SIZE);
    storeGreeks<T>(start, end, isForward);
  }
}

/** Takes derivedIv's step, where its outcome is not plain. */
function settleTie(entry: i32, model: i32, underlying: f64, rootYears: f64): void {
  const offset = <usize>(entry & ~7);
  const out = resultsOf(entry & 1) + offset;
  setStrike(load<f64>(STRIKE + offset), model, underlying);
  const iv = load<f64>(out);
  store<f64>(inColumn(out, DERIVED_IV), derivedIv(iv, rootYears, logMoneyness, smaller, smaller + Math.abs(gap)));
}

/** Prices one contract the sure way (pricing/implied-vol.ts). */
function priceAlone(entry: i32, model: i32, underlying: f64, rootYears: f64, rate: f64): void {
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
  storeGreeksAlone(resultsOf(entry & 1) + offset, isPut, model, underlying, rate, rootYears, v, price);
}

/** The address of a contract's lane in its block (add a field), `offset` from the tile's first row. */
function laneOf<T>(side: i32, offset: usize): usize {
  return contractsOf(side) + (offset / sizeof<T>()) * PAIR_SIZE + (offset & (sizeof<T>() - 1));
}

/** Values one contract at total volatility v, the sure way. */
function valueAlone(entry: i32, v: f64, model: i32, underlying: f64, rootYears: f64, rate: f64): void {
  const offset = <usize>(entry & ~7);
  const isPut = (entry & 1) != 0;
  setStrike(load<f64>(STRIKE + offset), model, underlying);
  const hasVol = v > 0.0 && v < 1e3 && smaller > 0.0;
  const value = hasVol ? timeValue(smaller, smaller + Math.abs(gap), logMoneyness, v) : 0.0;
  const price = smaller > 0.0 ? Math.max(isPut ? -gap : gap, 0.0) + value : NaN;
  store<f64>((isPut ? PUT_PRICE : CALL_PRICE) + offset, price);
  const out = resultsOf(entry & 1) + offset;
  storeGreeksAlone(out, isPut, model, underlying, rate, rootYears, hasVol ? v : 0.0, price);
}
