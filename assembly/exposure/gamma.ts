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
  memory.fill(GRID_SUM, 0, (<usize>spots) << 3);
  const end = GRID_SUM + ((<usize>spots) << 3);
  for (let option: usize = 0, last = (<usize>options) << 3; option < last && spots > 0; option += 8) {
    const vol = load<f64>(BOOK_VOL + option);
    if (!(vol > 0.0)) continue;
    const centre = load<f64>(BOOK_CENTRE + option);
    const place = Math.min(Math.max(Math.floor((centre - first) / step + 0.5), 0.0), <f64>(spots - 1));
    if (!(place >= 0.0)) continue;
    const d = (first + place * step - centre) / vol;
    const by = step / vol;
    const bend = exp(-by * by);
    const top = load<f64>(BOOK_WEIGHT + option) * INVERSE_SQRT_TWO_PI * exp(-0.5 * d * d);
    const peak = GRID_SUM + ((<usize>place) << 3);
    store<f64>(peak, load<f64>(peak) + top);
    let ratio = exp(-by * (d + 0.5 * by));
    let value = top * ratio;
    for (let at = peak + 8; at < end && Math.abs(value) > NOTHING; at += 8) {
      store<f64>(at, load<f64>(at) + value);
      ratio *= bend;
      value *= ratio;
    }
    ratio = exp(by * (d - 0.5 * by));
    value = top * ratio;
    for (let at = peak; at > GRID_SUM && Math.abs(value) > NOTHING; ) {
      at -= 8;
      store<f64>(at, load<f64>(at) + value);
      ratio *= bend;
      value *= ratio;
    }
  }
  return OK;
}
