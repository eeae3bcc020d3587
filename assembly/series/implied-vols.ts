/**
 * IVs without the greeks: what most lines through the day need, in less time than priceChain's.
 *
 * derivedIv is the rounded IV, except close to a rounding tie (pricing/derived-iv.ts): those are set aside and taken one by one.
 *
 * Hot (bench question: kernels).
 */
import { isModelUsable, padRows, priceAlone, settleTie } from "../chain/chain";
import { INVERSE_ROOT, setChain, setSide } from "../chain/constants";
import { solveSide } from "../chain/implied";
import { prepareStrikes } from "../chain/strikes";
import {
  asideAt,
  BLOCK_SIZE,
  BLOCKS,
  clearAside,
  countAside,
  K,
  SIDE_SIZE,
  setAside,
  tileSize,
  VOL,
} from "../chain/tile";
import { abs, add, andNot, constant, div, isLess, isNaNs, laneBits, madd, mul, sub } from "../lanes";
import { CALL_RESULT, CHAIN_CAPACITY, DERIVED_IV, IV, MODEL_FORWARD, OK, OVER_CAPACITY, PUT_RESULT } from "../layout";
import { derivedIv } from "../pricing/derived-iv";
import { setDiscount } from "../pricing/exact";

const QUARTER: usize = memory.data<f64>([0.25]);
const HALF: usize = memory.data<f64>([0.5]);
const UNITS: usize = memory.data<f64>([1e4]);
const ROUND: usize = memory.data<f64>([6755399441055744.0]); // 1.5 x 2^52
const TIE_SHARE: usize = memory.data<f64>([2e-5]); // both a little more than derivedIv's own
const TIE_LEAST: usize = memory.data<f64>([2e-6]);

/** As priceChain (chain/chain.ts), but only the columns IV and DERIVED_IV of CALL_RESULT and PUT_RESULT are good. */
export function solveChain(count: i32, model: i32, underlying: f64, years: f64, rate: f64): i32 {
  if (<u32>count > <u32>CHAIN_CAPACITY) return OVER_CAPACITY;
  if (!(isModelUsable(underlying, years, rate) && years > 0.0)) {
    for (let offset: usize = 0, end = (<usize>count) << 3; offset < end; offset += 8) {
      storeNoVol(CALL_RESULT + offset);
      storeNoVol(PUT_RESULT + offset);
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
    const outside = countAside();
    for (let side = 0; side < 2; side++) storeSideVols<T>(start, end, side);
    for (let i = outside; i < countAside(); i++) settleTie<T>(asideAt(i), start, rootYears);
    for (let i = 0; i < outside; i++) priceAlone(asideAt(i), model, underlying, rootYears, rate);
  }
}

/** IV and DERIVED_IV of a side from its VOL; sets aside what is close to a tie. */
function storeSideVols<T>(start: usize, end: usize, side: i32): void {
  let block = BLOCKS;
  let out = (side == 0 ? CALL_RESULT : PUT_RESULT) + start;
  for (let offset = start; offset < end; offset += sizeof<T>()) {
    const v = load<T>(block + <usize>side * SIDE_SIZE, VOL);
    const isNone = isNaNs(v);
    const sigma = mul(v, constant<T>(INVERSE_ROOT));
    const h = div(load<T>(block, K), v);
    const miss = abs(sub(mul(h, h), mul(mul(v, v), constant<T>(QUARTER)))); // x sigma
    const units = mul(sigma, constant<T>(UNITS));
    const nearest = sub(add(units, constant<T>(ROUND)), constant<T>(ROUND));
    store<T>(out, andNot(sigma, isNone), IV);
    store<T>(out, andNot(div(nearest, constant<T>(UNITS)), isNone), DERIVED_IV);
    const margin = madd(div(miss, sigma), constant<T>(TIE_SHARE), constant<T>(TIE_LEAST));
    const ties = laneBits(isLess(sub(constant<T>(HALF), abs(sub(units, nearest))), margin));
    if (ties != 0) setAside(ties, offset, side);
    block += BLOCK_SIZE;
    out += sizeof<T>();
  }
}

function storeNoVol(out: usize): void {
  store<f64>(out, 0.0, IV);
  store<f64>(out, 0.0, DERIVED_IV);
}
