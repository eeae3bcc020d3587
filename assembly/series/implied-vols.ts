/**
 * IVs without the greeks: what most lines through the day need, in about two thirds of priceChain's time.
 *
 * Hot (bench question: kernels).
 */
import { isModelUsable, padRows, priceAlone, settleTie } from "../chain/chain";
import { setChain, setSide } from "../chain/constants";
import { storeArguments, storeIvs } from "../chain/greeks";
import { storeInverses, storeTimeValues, storeVols } from "../chain/implied";
import { prepareStrikes } from "../chain/strikes";
import { asideAt, clearAside, countAside, tileSize } from "../chain/tile";
import {
  CHAIN_CAPACITY,
  DERIVED_IV,
  inColumn,
  MODEL_FORWARD,
  OK,
  OVER_CAPACITY,
  resultsOf,
  setResultRows,
} from "../layout";
import { useExpansion } from "../pricing/bachelier";
import { setDiscount } from "../pricing/exact";

/** As priceRows (chain/chain.ts), but of RESULT only the columns IV and DERIVED_IV are good. */
export function solveRows(count: i32, model: i32, underlying: f64, years: f64, rate: f64): void {
  if (!(isModelUsable(underlying, years, rate) && years > 0.0)) {
    for (let offset: usize = 0, end = (<usize>count) << 3; offset < end; offset += 8) {
      storeNoVol(resultsOf(0) + offset);
      storeNoVol(resultsOf(1) + offset);
    }
    return;
  }
  if (ASC_FEATURE_SIMD) solveTiles<v128>(count, model, underlying, years, rate);
  else solveTiles<f64>(count, model, underlying, years, rate);
}

/** The steps of priceTiles that an IV takes. */
function solveTiles<T>(count: i32, model: i32, underlying: f64, years: f64, rate: f64): void {
  const isForward = model == MODEL_FORWARD;
  const rootYears = Math.sqrt(years);
  const last = padRows<T>(count);
  setDiscount(rate, years);
  setChain(isForward, underlying, years);
  useExpansion(false);
  for (let start: usize = 0; start < last; start += tileSize<T>()) {
    const end = min(last, start + tileSize<T>());
    prepareStrikes<T>(start, end);
    clearAside();
    for (let side = 0; side < 2; side++) {
      setSide(side, isForward, rate);
      storeTimeValues<T>(start, end, side);
    }
    storeInverses<T>(start, end);
    for (let side = 0; side < 2; side++) storeVols<T>(start, end, side);
    const outside = countAside();
    for (let side = 0; side < 2; side++) {
      storeArguments<T>(start, end, side);
      storeIvs<T>(start, end, side);
    }
    for (let i = outside; i < countAside(); i++) settleTie(asideAt(i), model, underlying, rootYears);
    for (let i = 0; i < outside; i++) priceAlone(asideAt(i), model, underlying, rootYears, rate);
  }
}

function storeNoVol(out: usize): void {
  store<f64>(out, 0.0);
  store<f64>(inColumn(out, DERIVED_IV), 0.0);
}
