/**
 * What a call and a put of one strike share: both legs discounted, their gap (the discounted forward minus strike, exact
 * to twice double precision), and k = ln(M / m), accurate at the money because it comes from the gap.
 *
 *   MODEL_SPOT     gap = S - K exp(-rT) = (S - K) + K u,   u = 1 - exp(-rT)
 *   MODEL_FORWARD  gap = (F - K) exp(-rT) = (F - K) - (F - K) u
 *
 * One strike at a time and for any strike: the sure way. chain/strikes.ts does the same for lanes within the fast domain.
 */
import { MODEL_FORWARD } from "../layout";
import { artanhOverArgument } from "./artanh";
import { HIGHEST_ZETA2 } from "./bachelier";
import { log } from "./elementary";
import { discountLoss, discountLossLow, productError, sumError } from "./exact";

export let gap: f64 = 0.0;
export let gapLow: f64 = 0.0;
/** k. */
export let logMoneyness: f64 = 0.0;
/** m; NaN where the strike is unusable. */
export let smaller: f64 = 0.0;
export let smallerLow: f64 = 0.0;
/** The discounted strike. */
export let strikeValue: f64 = 0.0;

/** Nothing that trades is outside; inside, no product of two inputs overflows or underflows. */
export function isUsable(x: f64): bool {
  return x > LEAST_USABLE && x < GREATEST_USABLE;
}

export const LEAST_USABLE: f64 = 1e-100;
export const GREATEST_USABLE: f64 = 1e100;

/** Sets the values above. setDiscount must have run. */
export function setStrike(strike: f64, model: i32, underlying: f64): void {
  const u = discountLoss;
  const uLow = discountLossLow;
  const difference = underlying - strike;
  const differenceLow = sumError(underlying, -strike, difference);

  // Each leg in two parts: the rounded value and the rest, added up again because the rest counts after cancellation.
  const loss = strike * u;
  const lossLow = productError(strike, u, loss) + strike * uLow;
  const strikeHigh = strike - loss;
  const strikeRest = sumError(strike, -loss, strikeHigh) - lossLow;
  strikeValue = strikeHigh + strikeRest;

  let sum: f64, sumLow: f64;
  if (model == MODEL_FORWARD) {
    const part = difference * u;
    const partLow = productError(difference, u, part) + difference * uLow + differenceLow * u;
    sum = difference - part;
    sumLow = sumError(difference, -part, sum) + (differenceLow - partLow);
    const forwardLoss = underlying * u;
    const forwardHigh = underlying - forwardLoss;
    const forwardLossLow = productError(underlying, u, forwardLoss) + underlying * uLow;
    const forwardRest = sumError(underlying, -forwardLoss, forwardHigh) - forwardLossLow;
    smaller = forwardHigh + forwardRest;
    smallerLow = forwardRest - (smaller - forwardHigh);
  } else {
    sum = difference + loss;
    sumLow = sumError(difference, loss, sum) + (differenceLow + lossLow);
    smaller = underlying;
    smallerLow = 0.0;
  }
  gap = sum + sumLow;
  gapLow = sumLow - (gap - sum);
  if (gap >= 0.0) {
    smaller = strikeValue;
    smallerLow = strikeRest - (strikeValue - strikeHigh);
  }
  if (!isUsable(strike)) smaller = NaN;
  const zeta = Math.abs(gap) / (smaller + smaller + Math.abs(gap));
  const zeta2 = zeta * zeta;
  logMoneyness =
    zeta2 < HIGHEST_ZETA2 ? 2.0 * zeta * artanhOverArgument<f64>(zeta2) : log(1.0 + Math.abs(gap) / smaller);
}
