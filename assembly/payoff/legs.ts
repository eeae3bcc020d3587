/**
 * The legs of a strategy, prepared for pricing at any spot S. With T the time left, r the rate and c the carry of a leg
 * (its forward is S exp(cT); c = r is Black-Scholes on the spot, c = 0 Black-76 on S itself):
 *
 *   call = a S N(d1) - Kd N(d2),   a = exp((c - r) T),   Kd = K exp(-rT),   v = sigma sqrt T,
 *   d1 = ln(a S / Kd) / v + v / 2,   d2 = d1 - v;   put = call - a S + Kd;   future = S exp(cT).
 *
 * So everything but the calls' curve is one straight line: base + baseSlope S. Further than REACH standard deviations from
 * its strike a call is taken as its intrinsic value; nearer is its zone. A leg that has expired or has no IV is its
 * intrinsic value everywhere: a zone of no width.
 */
import { exp } from "../pricing/elementary";
import {
  LEG_CALL,
  LEG_CARRY,
  LEG_ENTRY,
  LEG_FUTURE,
  LEG_IV,
  LEG_KIND,
  LEG_PUT,
  LEG_QUANTITY,
  LEG_STRIKE,
  LEG_YEARS,
  OPTION_GROWTH,
  OPTION_PER_VOL,
  OPTION_QUANTITY,
  OPTION_REACH,
  OPTION_STRIKE_VALUE,
  ZONE_HIGH,
  ZONE_LOW,
  ZONE_VOL,
} from "./layout";
import { HALF_WIDTH, WIDEST } from "./series";

/** Beyond it the time value is below 5e-15 v S. */
const REACH: f64 = 7.5;

/** Option legs prepared. */
export let optionCount: i32 = 0;
/** The straight part of the P&L: entries, futures, and what parity moves out of the puts. NaN where a leg makes no sense. */
export let base: f64 = 0.0;
export let baseSlope: f64 = 0.0;

export function prepare(count: i32, rate: f64): void {
  optionCount = 0;
  base = 0.0;
  baseSlope = 0.0;
  let lossYears: f64 = NaN;
  let loss: f64 = 0.0;
  for (let leg: usize = 0, end = (<usize>count) << 3; leg < end; leg += 8) {
    const kind = load<f64>(LEG_KIND + leg);
    const quantity = load<f64>(LEG_QUANTITY + leg);
    const left = load<f64>(LEG_YEARS + leg);
    const years = left <= 0.0 ? 0.0 : left;
    const drift = load<f64>(LEG_CARRY + leg) * years;
    const discount = rate * years;
    base -= quantity * load<f64>(LEG_ENTRY + leg);
    if (!(Math.abs(drift) < 100.0 && Math.abs(discount) < 100.0 && years < 1e6)) base = NaN;
    if (kind == LEG_FUTURE) {
      baseSlope += quantity * exp(drift);
      continue;
    }
    const strike = load<f64>(LEG_STRIKE + leg);
    if (!(strike > 1e-100 && strike < 1e100) || !(kind == LEG_CALL || kind == LEG_PUT)) base = NaN;
    if (years != lossYears) {
      lossYears = years; // legs of one expiry mostly stand side by side
      loss = exp(-discount);
    }
    const strikeValue = strike * loss;
    // Both models know it without another exponential.
    const growth = drift == 0.0 ? loss : drift == discount ? 1.0 : exp(drift - discount);
    if (kind == LEG_PUT) {
      base += quantity * strikeValue;
      baseSlope -= quantity * growth;
    }
    storeOption(quantity, growth, strikeValue, load<f64>(LEG_IV + leg) * Math.sqrt(years));
  }
  if (!(Math.abs(base) < Infinity && Math.abs(baseSlope) < Infinity)) base = NaN;
}

function storeOption(quantity: f64, growth: f64, strikeValue: f64, totalVol: f64): void {
  const v = totalVol > 0.0 && totalVol < 1e3 ? totalVol : 0.0;
  const kink = strikeValue / growth;
  const reach = v > 0.0 ? atLeastExp(Math.min(v * (REACH + 0.5 * v), 400.0)) : 1.0; // neither edge leaves the doubles
  const option = (<usize>optionCount) << 3;
  store<f64>(OPTION_QUANTITY + option, quantity);
  store<f64>(OPTION_GROWTH + option, growth);
  store<f64>(OPTION_STRIKE_VALUE + option, strikeValue);
  // how far a run of spots may go from one that is inside the zone, as a factor; a little less than its exponential
  const width = 2.0 * Math.min(HALF_WIDTH * v, WIDEST);
  store<f64>(OPTION_REACH + option, 1.0 + width * (1.0 + 0.5 * width));
  store<f64>(ZONE_LOW + option, kink / reach);
  store<f64>(ZONE_HIGH + option, kink * reach);
  store<f64>(ZONE_VOL + option, v);
  store<f64>(OPTION_PER_VOL + option, 1.0 / v);
  optionCount++;
}

/** exp(x), or a little more: a zone may be wider than it must. */
function atLeastExp(x: f64): f64 {
  if (x > 0.5) return exp(x);
  const root = 1.0 / (1.0 - 0.125 * x);
  const fourth = root * root * (root * root);
  return fourth * fourth;
}
