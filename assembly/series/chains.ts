/**
 * The chains of several slots in one call: prices of the day store's units in, results slot after slot in RESULT's columns.
 *
 * Hot (bench question: kernels).
 */
import { priceRows } from "../chain/chain";
import { atLeast, div, lanes, splat } from "../lanes";
import { CALL_PRICE, CHAIN_CAPACITY, OK, OVER_CAPACITY, PUT_PRICE, setResultsFrom, storeGap } from "../layout";
import { SLOT_PRICE, SLOT_UNDERLYING, SLOT_YEARS } from "./layout";

/**
 * STRIKE, SLOT_PRICE, SLOT_UNDERLYING, SLOT_YEARS -> RESULT, in columns of CHAIN_CAPACITY rows: strike i of slot s is row
 * `s * count + i`. What a slot gets is what priceChain gives (NaN in every column where it has no underlying); without
 * greeks only the columns IV and DERIVED_IV are good. slots x count, and one more where count is odd, <= CHAIN_CAPACITY: a
 * lane past the end must have a place.
 */
export function priceSlots(slots: i32, count: i32, model: i32, rate: f64, scale: f64, hasGreeks: bool): i32 {
  if (<u32>count > <u32>CHAIN_CAPACITY || <u32>slots > <u32>CHAIN_CAPACITY) return OVER_CAPACITY;
  if (slots * count + (count & 1) > CHAIN_CAPACITY) return OVER_CAPACITY;
  const size = (<usize>count) << 3;
  let prices = SLOT_PRICE;
  for (let slot = 0; slot < slots; slot++, prices += 2 * size) {
    const underlying = load<f64>(SLOT_UNDERLYING + ((<usize>slot) << 3));
    const years = load<f64>(SLOT_YEARS + ((<usize>slot) << 3));
    setResultsFrom(slot * count);
    if (underlying != underlying) {
      storeGap(count);
      continue;
    }
    if (ASC_FEATURE_SIMD) {
      storeRupees<v128>(prices, CALL_PRICE, size, scale);
      storeRupees<v128>(prices + size, PUT_PRICE, size, scale);
    } else {
      storeRupees<f64>(prices, CALL_PRICE, size, scale);
      storeRupees<f64>(prices + size, PUT_PRICE, size, scale);
    }
    priceRows(count, model, underlying, years, rate, hasGreeks);
  }
  return OK;
}

/** Units to rupees, 0 where there is no price. Reads and writes whole lanes. */
function storeRupees<T>(from: usize, to: usize, size: usize, scale: f64): void {
  const zero = splat<T>(0.0);
  const units = splat<T>(scale);
  for (let offset: usize = 0; offset < size; offset += (<usize>lanes<T>()) << 3)
    store<T>(to + offset, div(atLeast(zero, load<T>(from + offset)), units));
}
