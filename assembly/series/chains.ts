/**
 * The chains of several slots in one call: prices of the day store's units in, results slot after slot in RESULT's columns.
 *
 * Hot (bench question: kernels).
 */
import { priceRows } from "../chain/chain";
import { atLeast, constant, div, lanes, madd, mul, splat } from "../lanes";
import { CALL_PRICE, CHAIN_CAPACITY, OK, OVER_CAPACITY, PUT_PRICE, setResultsFrom, storeGap } from "../layout";
import { BLOCK, BLOCK_CELLS, SLOT_PRICE, SLOT_UNDERLYING, SLOT_YEARS } from "./layout";

/** 1 / scale, its first 22 bits and what they leave: 31 bits times the first are exact, so that both together are the quotient. */
const RUPEES_HIGH: usize = memory.data(8, 8);
const RUPEES_LOW: usize = memory.data(8, 8);
const FIRST_22_BITS: u64 = 0xffffffff80000000;

/**
 * STRIKE, SLOT_UNDERLYING, SLOT_YEARS and prices -> RESULT, in columns of CHAIN_CAPACITY rows: strike i of slot s is row
 * `s * count + i`. The prices are those of SLOT_PRICE or, where `stride` is not 0, i32 cells of BLOCK: a call and its put, strike
 * after strike, `stride` cells from slot to slot. What a slot gets is what priceChain gives (NaN in every column where it has
 * no underlying); without greeks only the columns IV and DERIVED_IV are good. slots x count, and one more where count is
 * odd, <= CHAIN_CAPACITY: a lane past the end must have a place.
 */
export function priceSlots(
  slots: i32,
  count: i32,
  model: i32,
  rate: f64,
  scale: f64,
  hasGreeks: bool,
  stride: i32,
): i32 {
  if (<u32>count > <u32>CHAIN_CAPACITY || <u32>slots > <u32>CHAIN_CAPACITY) return OVER_CAPACITY;
  if (slots * count + (count & 1) > CHAIN_CAPACITY) return OVER_CAPACITY;
  if (<u64>(<u32>slots) * <u64>(<u32>stride) > <u64>(2 * BLOCK_CELLS)) return OVER_CAPACITY;
  const high = reinterpret<f64>(reinterpret<u64>(1.0 / scale) & FIRST_22_BITS);
  store<f64>(RUPEES_HIGH, high);
  store<f64>(RUPEES_LOW, (1.0 - high * scale) / scale);
  const size = (<usize>count) << 3;
  let prices = SLOT_PRICE;
  let cells = BLOCK;
  for (let slot = 0; slot < slots; slot++, prices += 2 * size, cells += (<usize>stride) << 2) {
    const underlying = load<f64>(SLOT_UNDERLYING + ((<usize>slot) << 3));
    const years = load<f64>(SLOT_YEARS + ((<usize>slot) << 3));
    setResultsFrom(slot * count);
    if (underlying != underlying) {
      storeGap(count);
      continue;
    }
    if (ASC_FEATURE_SIMD) storeRupees<v128>(prices, cells, size, scale, stride != 0);
    else storeRupees<f64>(prices, cells, size, scale, stride != 0);
    priceRows(count, model, underlying, years, rate, hasGreeks);
  }
  return OK;
}

/** Units to rupees, 0 where there is no price. Reads and writes whole lanes. */
function storeRupees<T>(prices: usize, cells: usize, size: usize, scale: f64, isPairs: bool): void {
  const step = (<usize>lanes<T>()) << 3;
  if (isPairs) {
    for (let offset: usize = 0; offset < size; offset += step) storePair<T>(cells + offset, offset);
    return;
  }
  const units = splat<T>(scale);
  for (let offset: usize = 0; offset < size; offset += step) {
    store<T>(CALL_PRICE + offset, div(atLeast(splat<T>(0.0), load<T>(prices + offset)), units));
    store<T>(PUT_PRICE + offset, div(atLeast(splat<T>(0.0), load<T>(prices + size + offset)), units));
  }
}

/** The prices of a strike, or of as many as T has lanes, of their cells: as long as two doubles are a call's and a put's. */
function storePair<T>(cells: usize, offset: usize): void {
  if (isVector<T>()) {
    const four = v128.load(cells);
    store<T>(CALL_PRICE + offset, rupees<T>(f64x2.convert_low_i32x4_s(v128.shuffle<i32>(four, four, 0, 2, 0, 2))));
    store<T>(PUT_PRICE + offset, rupees<T>(f64x2.convert_low_i32x4_s(v128.shuffle<i32>(four, four, 1, 3, 1, 3))));
  } else {
    store<T>(CALL_PRICE + offset, rupees<T>(<f64>load<i32>(cells)));
    store<T>(PUT_PRICE + offset, rupees<T>(<f64>load<i32>(cells, 4)));
  }
}

function rupees<T>(units: T): T {
  const counted = atLeast(splat<T>(0.0), units);
  return madd(counted, constant<T>(RUPEES_LOW), mul(counted, constant<T>(RUPEES_HIGH)));
}
