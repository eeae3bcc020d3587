/**
 * What all options together have of n(d1) over a grid of spots, each with its weight: the gamma of a book, re-priced at every
 * spot (Black and Scholes 1973: gamma S^2 = S n(d1) / v). On a grid that is even in ln S, d1 grows evenly, so that from one
 * spot to the next n(d1) is multiplied by a ratio which is itself multiplied by a constant: two products a spot in place of an
 * exponential. The walk begins at the spot nearest to the option's peak and goes out to both sides: values only fall, and what
 * has become nothing is left.
 *
 * Hot (bench question: kernels).
 */
import { OK, OVER_CAPACITY } from "../layout";
import { exp } from "../pricing/elementary";
import { INVERSE_SQRT_TWO_PI } from "../pricing/normal";
import { BOOK_CAPACITY, BOOK_CENTRE, BOOK_VOL, BOOK_WEIGHT, GRID_CAPACITY, GRID_SUM } from "./layout";

/** Below it a value counts for nothing: smaller ones would be subnormal, and slow. */
const NOTHING: f64 = 1e-280;

/**
 * BOOK_CENTRE, BOOK_VOL, BOOK_WEIGHT -> GRID_SUM: at spot j, ln(spot / spot of today) = first + j step, the sum of
 * weight n((first + j step - centre) / vol). step > 0. An option whose vol is not above 0 has no part.
 */
export function gammaOverSpots(options: i32, spots: i32, first: f64, step: f64): i32 {
  if (<u32>options > <u32>BOOK_CAPACITY || <u32>spots > <u32>GRID_CAPACITY) return OVER_CAPACITY;
  const last = <f64>(spots - 1);
  memory.fill(GRID_SUM, 0, (<usize>spots) << 3);
  for (let option: usize = 0, end = (<usize>options) << 3; option < end; option += 8) {
    const vol = load<f64>(BOOK_VOL + option);
    const centre = load<f64>(BOOK_CENTRE + option);
    const place = Math.min(Math.max(Math.floor((centre - first) / step + 0.5), 0.0), last);
    if (!(vol > 0.0 && place >= 0.0)) continue;
    const d = (first + place * step - centre) / vol;
    const by = step / vol;
    const top = load<f64>(BOOK_WEIGHT + option) * INVERSE_SQRT_TWO_PI * exp(-0.5 * d * d);
    walk(<i32>place, 1, spots, top, d, by);
    walk(<i32>place - 1, -1, -1, top * exp(by * (d - 0.5 * by)), d - by, -by);
  }
  return OK;
}

/** Adds an option's values from the spot `at`, where n(d1) is `value` and d1 is `d`, on; d1 grows by `by` from spot to spot. */
function walk(at: i32, direction: i32, end: i32, value: f64, d: f64, by: f64): void {
  const bend = exp(-by * by);
  let ratio = exp(-by * (d + 0.5 * by));
  for (; at != end && Math.abs(value) > NOTHING; at += direction) {
    const sum = GRID_SUM + ((<usize>at) << 3);
    store<f64>(sum, load<f64>(sum) + value);
    value *= ratio;
    ratio *= bend;
  }
}
