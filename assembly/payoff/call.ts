/**
 * The calls of a strategy at one spot (the formulas are in legs.ts), in the parts that the sums are made of. N through Mills
 * ratio, N(-x) = n(x) R(x); nothing here needs relative accuracy far out of the money, only what is left in rupees.
 *
 * Hot (bench question: kernels).
 */
import { abs, add, and, andNot, constant, div, isLess, laneBits, mul, or, splat, sub } from "../lanes";
import { artanhOverArgument } from "../pricing/artanh";
import { HIGHEST_ZETA2 } from "../pricing/bachelier";
import { exp, log } from "../pricing/elementary";
import { HIGHEST_ARGUMENT, storeNormal } from "../pricing/fast-normal";
import { INVERSE_SQRT_TWO_PI, mills } from "../pricing/normal";
import { OPTION_GROWTH, OPTION_PER_VOL, OPTION_STRIKE_VALUE, ZONE_VOL } from "./layout";

const HALF: usize = memory.data<f64>([0.5]);
const N: usize = memory.data(32, 16);
const TAIL: usize = memory.data(16, 16);

/** What pricePair leaves, a lane a call. */
export const SPOT_PARTS: usize = memory.data(32, 16);
export const STRIKE_PARTS: usize = SPOT_PARTS + 16;
export const DENSITIES: usize = memory.data(16, 16);
/** d1, and d2 behind it. */
const FIRST_DISTANCES: usize = memory.data(32, 16);
export const DISTANCES: usize = FIRST_DISTANCES + 16;

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

/**
 * Two calls side by side, from byte offset `option` on, by the table of the chains. For the builds with vectors.
 *
 * @returns false where one of them is beyond it: then nothing was priced
 */
export function pricePair(option: usize, spot: f64): bool {
  const underlying = mul<v128>(load<v128>(OPTION_GROWTH + option), splat<v128>(spot));
  const strikeValue = load<v128>(OPTION_STRIKE_VALUE + option);
  // ln(a S / Kd) = 2 artanh(zeta)
  const zeta = div<v128>(sub<v128>(underlying, strikeValue), add<v128>(underlying, strikeValue));
  const zeta2 = mul<v128>(zeta, zeta);
  const h = mul<v128>(
    mul<v128>(add<v128>(zeta, zeta), artanhOverArgument<v128>(zeta2)),
    load<v128>(OPTION_PER_VOL + option),
  );
  const t = mul<v128>(constant<v128>(HALF), load<v128>(ZONE_VOL + option));
  const d1 = add<v128>(h, t);
  const d2 = sub<v128>(h, t);
  const x1 = abs<v128>(d1);
  const x2 = abs<v128>(d2);
  const farthest = splat<v128>(HIGHEST_ARGUMENT);
  const isNear = and<v128>(
    and<v128>(isLess<v128>(x1, farthest), isLess<v128>(x2, farthest)),
    isLess<v128>(zeta2, splat<v128>(HIGHEST_ZETA2)),
  );
  if (laneBits<v128>(isNear) != 3) return false;
  store<v128>(FIRST_DISTANCES, d1);
  store<v128>(SPOT_PARTS, underlying);
  store<v128>(DISTANCES, d2);
  store<v128>(STRIKE_PARTS, strikeValue);
  // A loop, so that the table's code is there once.
  for (let place: usize = 0; place < 32; place += 16) {
    const d = load<v128>(FIRST_DISTANCES + place);
    const whole = load<v128>(SPOT_PARTS + place);
    storeNormal<v128>(abs<v128>(d), N + place, TAIL);
    const tail = mul<v128>(whole, load<v128>(TAIL));
    const isAbove = isLess<v128>(splat<v128>(0.0), d);
    store<v128>(SPOT_PARTS + place, or<v128>(and<v128>(sub<v128>(whole, tail), isAbove), andNot<v128>(tail, isAbove)));
  }
  store<v128>(DENSITIES, mul<v128>(underlying, load<v128>(N)));
  return true;
}
