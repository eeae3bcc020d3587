/**
 * Profit and loss of a strategy over a grid of spots, at any moment: legs of any expiries, each at the time it has left.
 * Sources: Black and Scholes 1973; Black 1976 (legs.ts). The grid is walked in runs of neighbouring spots; a run ends where a
 * leg's zone begins, or when it is half a standard deviation wide on either side, and is priced as one power series
 * (series.ts). At expiry there are only kinks, and a run is a straight line.
 *
 * Hot (bench question: kernels).
 */
import { OK, OVER_CAPACITY } from "../layout";
import { priceCall, spotPart, strikePart } from "./call";
import {
  LEG_CAPACITY,
  OPTION_GROWTH,
  OPTION_QUANTITY,
  OPTION_REACH,
  OPTION_STRIKE_VALUE,
  PAYOFF_POINT,
  PAYOFF_SPOT,
  PAYOFF_VALUE,
  SPOT_CAPACITY,
  ZONE_HIGH,
  ZONE_LOW,
} from "./layout";
import { base, baseSlope, optionCount, prepare } from "./legs";
import { addPair, addSeries, evaluateLine, evaluateSeries, finishSeries, halfWidthOf, startSeries } from "./series";

/** The LEG columns -> the state of the calls below, and the ZONE columns of the option legs, in order, futures left out. */
export function prepareLegs(count: i32, rate: f64): i32 {
  if (<u32>count > <u32>LEG_CAPACITY) return OVER_CAPACITY;
  prepare(count, rate);
  return OK;
}

/**
 * PAYOFF_SPOT -> PAYOFF_VALUE, for the legs prepared last. Ascending spots are fast, any order is right. At spot 0 calls are
 * worth nothing; a negative spot, or one that is not a number, gives NaN.
 */
export function payoffOverSpots(count: i32): i32 {
  if (<u32>count > <u32>SPOT_CAPACITY) return OVER_CAPACITY;
  const options = (<usize>optionCount) << 3;
  const end = (<usize>count) << 3;
  let from: usize = 0;
  while (from < end) {
    const first = load<f64>(PAYOFF_SPOT + from);
    if (!isSpot(first)) {
      store<f64>(PAYOFF_VALUE + from, NaN);
      from += 8;
      continue;
    }
    let constant = base;
    let slope = baseSlope;
    let farthest: f64 = Infinity;
    let isCurved = false;
    for (let option: usize = 0; option < options; option += 8) {
      const low = load<f64>(ZONE_LOW + option);
      if (first < low) {
        farthest = Math.min(farthest, low);
      } else if (first < load<f64>(ZONE_HIGH + option)) {
        farthest = Math.min(farthest, first * load<f64>(OPTION_REACH + option));
        isCurved = true;
      } else {
        const quantity = load<f64>(OPTION_QUANTITY + option);
        constant -= quantity * load<f64>(OPTION_STRIKE_VALUE + option);
        slope += quantity * load<f64>(OPTION_GROWTH + option);
      }
    }
    let to = from + 8;
    let last = first;
    while (to < end) {
      const spot = load<f64>(PAYOFF_SPOT + to);
      if (!(spot >= first && spot <= farthest)) break;
      last = spot;
      to += 8;
    }
    if (isCurved) evaluateCurve(from, to, first, last, constant, slope);
    else evaluateLine(from, to, constant, slope);
    from = to;
  }
  return OK;
}

function evaluateCurve(from: usize, to: usize, first: f64, last: f64, constant: f64, slope: f64): void {
  const middle = from + 8 == to ? first : Math.sqrt(first) * Math.sqrt(last);
  const halfWidth = halfWidthOf(last, middle);
  startSeries();
  const end = (<usize>optionCount) << 3;
  for (let option: usize = 0; option < end; option += 8) {
    if (!isCurvedAt(first, option)) continue;
    const isPair = ASC_FEATURE_SIMD && option + 8 < end && isCurvedAt(first, option + 8);
    if (isPair && addPair(option, middle, halfWidth)) option += 8;
    else addSeries(option, middle, halfWidth);
  }
  finishSeries(halfWidth);
  evaluateSeries(from, to, middle, halfWidth, constant, slope);
}

function isCurvedAt(spot: f64, option: usize): bool {
  return spot >= load<f64>(ZONE_LOW + option) && spot < load<f64>(ZONE_HIGH + option);
}

/** P&L and slope at one spot -> PAYOFF_POINT, for the legs prepared last. */
export function payoffAt(spot: f64): void {
  let constant = isSpot(spot) ? base : NaN;
  let slope = isSpot(spot) ? baseSlope : NaN;
  let curveSlope: f64 = 0.0;
  for (let option: usize = 0, end = (<usize>optionCount) << 3; option < end; option += 8) {
    if (spot < load<f64>(ZONE_LOW + option)) continue;
    if (spot < load<f64>(ZONE_HIGH + option)) {
      const quantity = load<f64>(OPTION_QUANTITY + option);
      priceCall(option, spot);
      constant += quantity * (spotPart - strikePart);
      curveSlope += (quantity * spotPart) / spot;
    } else {
      const quantity = load<f64>(OPTION_QUANTITY + option);
      constant -= quantity * load<f64>(OPTION_STRIKE_VALUE + option);
      slope += quantity * load<f64>(OPTION_GROWTH + option);
    }
  }
  store<f64>(PAYOFF_POINT, constant + slope * spot);
  store<f64>(PAYOFF_POINT, slope + curveSlope, 8);
}

function isSpot(spot: f64): bool {
  return spot >= 0.0 && spot < 1e100;
}
