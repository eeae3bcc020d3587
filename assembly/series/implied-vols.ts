/**
 * IVs without the greeks: what most lines through the day need, in about half of priceChain's time.
 *
 * Hot (bench question: kernels).
 */
import { isModelUsable, laneAt, padRows, priceAlone } from "../chain/chain";
import { setChain, setSide } from "../chain/constants";
import { solveSide } from "../chain/implied";
import { prepareStrikes } from "../chain/strikes";
import { asideAt, clearAside, countAside, GAP, K, SIDE_SIZE, SMALLER, tileSize, VOL } from "../chain/tile";
import { CALL_RESULT, CHAIN_CAPACITY, DERIVED_IV, IV, MODEL_FORWARD, OK, OVER_CAPACITY, PUT_RESULT } from "../layout";
import { derivedIv } from "../pricing/derived-iv";
import { setDiscount } from "../pricing/exact";

/** As priceChain (chain/chain.ts), but only the columns IV and DERIVED_IV of CALL_RESULT and PUT_RESULT are good. */
export function solveChain(count: i32, model: i32, underlying: f64, years: f64, rate: f64): i32 {
  if (<u32>count > <u32>CHAIN_CAPACITY) return OVER_CAPACITY;
  if (!(isModelUsable(underlying, years, rate) && years > 0.0)) {
    for (let offset: usize = 0, end = (<usize>count) << 3; offset < end; offset += 8) {
      storeVol(CALL_RESULT + offset, 0.0, 0.0);
      storeVol(PUT_RESULT + offset, 0.0, 0.0);
    }
    return OK;
  }
  if (ASC_FEATURE_SIMD) solveTiles<v128>(count, model, underlying, years, rate);
  else solveTiles<f64>(count, model, underlying, years, rate);
  return OK;
}

function solveTiles<T>(count: i32, model: i32, underlying: f64, years: f64, rate: f64): void {
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
    for (let side = 0; side < 2; side++) storeSideVols<T>(start, end, side, rootYears);
    for (let i = 0; i < countAside(); i++) priceAlone(asideAt(i), model, underlying, rootYears, rate);
  }
}

function storeSideVols<T>(start: usize, end: usize, side: i32, rootYears: f64): void {
  const result = side == 0 ? CALL_RESULT : PUT_RESULT;
  const inverseRoot = 1.0 / rootYears; // as priceChain takes it: the same IV to the last bit
  for (let offset = start; offset < end; offset += 8) {
    const lane = laneAt<T>(offset, start);
    const v = load<f64>(lane + <usize>side * SIDE_SIZE, VOL);
    if (v > 0.0) {
      const sigma = v * inverseRoot;
      const m = load<f64>(lane, SMALLER);
      const M = m + Math.abs(load<f64>(lane, GAP));
      storeVol(result + offset, sigma, derivedIv(sigma, rootYears, load<f64>(lane, K), m, M));
    } else {
      storeVol(result + offset, 0.0, 0.0);
    }
  }
}

function storeVol(out: usize, sigma: f64, derived: f64): void {
  store<f64>(out, sigma, IV);
  store<f64>(out, derived, DERIVED_IV);
}
