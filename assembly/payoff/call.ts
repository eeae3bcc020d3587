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
import { ARGUMENT, DENSITY, HIGHEST_ARGUMENT, storeNormals, TAIL } from "../pricing/fast-normal";
import { INVERSE_SQRT_TWO_PI, mills } from "../pricing/normal";
import { OPTION_GROWTH, OPTION_PER_VOL, OPTION_STRIKE_VALUE, ZONE_VOL } from "./layout";

const HALF: usize = memory.data<f64>([0.5]);
const NORMALS: usize = memory.data(160, 16); // two blocks of storeNormals: of d1, of d2
const BLOCK_SIZE: usize = 80;

/** What pricePair leaves, a lane a call. */
export const SPOT_PARTS: usize = memory.data(32, 16);
export const STRIKE_PARTS: usize = SPOT_PARTS + 16;
export const DENSITIES: usize = memory.data(16, 16);
/** d2. */
export const DISTANCES: usize = memory.data(16, 16);

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
  store<v128>(DISTANCES, d2);
  store<v128>(NORMALS + ARGUMENT, x1);
  store<v128>(NORMALS + BLOCK_SIZE + ARGUMENT, x2);
  storeNormals<v128>(NORMALS, NORMALS + 2 * BLOCK_SIZE, BLOCK_SIZE);
  store<v128>(SPOT_PARTS, partOf(underlying, d1, load<v128>(NORMALS + TAIL)));
  store<v128>(STRIKE_PARTS, partOf(strikeValue, d2, load<v128>(NORMALS + BLOCK_SIZE + TAIL)));
  store<v128>(DENSITIES, mul<v128>(underlying, load<v128>(NORMALS + DENSITY)));
  return true;
}

/** What of `whole` N(d) leaves, where N(-|d|) is `tail`. */
function partOf(whole: v128, d: v128, tail: v128): v128 {
  const part = mul<v128>(whole, tail);
  const isAbove = isLess<v128>(splat<v128>(0.0), d);
  return or<v128>(and<v128>(sub<v128>(whole, part), isAbove), andNot<v128>(part, isAbove));
}
