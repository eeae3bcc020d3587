/**
 * One call of a strategy at one spot (the formulas are in legs.ts), in the parts that the sums are made of. N through Mills
 * ratio, N(-x) = n(x) R(x); nothing here needs relative accuracy far out of the money, only what is left in rupees.
 *
 * Hot (bench question: kernels).
 */
import { exp, log } from "../pricing/elementary";
import { INVERSE_SQRT_TWO_PI, mills } from "../pricing/normal";
import { OPTION_GROWTH, OPTION_PER_VOL, OPTION_STRIKE_VALUE, ZONE_VOL } from "./layout";

export let spotPart: f64 = 0.0; // a S N(d1)
export let strikePart: f64 = 0.0; // Kd N(d2)
export let density: f64 = 0.0; // a S n(d1) = Kd n(d2)
export let distance: f64 = 0.0; // d2

/** Sets the parts of the call at byte offset `option` of the scratch, for a spot inside its zone. */
export function priceCall(option: usize, spot: f64): void {
  const underlying = load<f64>(OPTION_GROWTH + option) * spot;
  const strikeValue = load<f64>(OPTION_STRIKE_VALUE + option);
  const h = log(underlying / strikeValue) * load<f64>(OPTION_PER_VOL + option);
  const t = 0.5 * load<f64>(ZONE_VOL + option);
  const d1 = h + t;
  const d2 = h - t;
  const x1 = Math.abs(d1);
  const x2 = Math.abs(d2);
  density = underlying * INVERSE_SQRT_TWO_PI * exp(-0.5 * x1 * x1);
  const spotTail = density * mills(x1);
  const strikeTail = density * mills(x2);
  spotPart = d1 > 0.0 ? underlying - spotTail : spotTail;
  strikePart = d2 > 0.0 ? strikeValue - strikeTail : strikeTail;
  distance = d2;
}
