/**
 * What a call and a put of one strike share: both legs discounted, their gap (the discounted forward minus strike, exact
 * to twice double precision), and k = ln(M / m), accurate at the money because it comes from the gap.
 *
 *   MODEL_SPOT     gap = S - K exp(-rT) = (S - K) + K u,   u = 1 - exp(-rT)
 *   MODEL_FORWARD  gap = (F - K) exp(-rT) = (F - K) - (F - K) u
 *
 * Hot (bench question: kernels).
 */
import { GAP, GAP_LOW, LOG_MONEYNESS, MODEL_FORWARD, SMALLER, SMALLER_LOW, STRIKE, STRIKE_VALUE } from "../layout";
import { discountLoss, discountLossLow, productError, sumError } from "./exact";

/** Nothing that trades is outside; inside, no product of two inputs overflows or underflows. */
export function isUsable(x: f64): bool {
  return x > 1e-100 && x < 1e100;
}

/** Fills the strike scratch for `count` strikes. setDiscount must have run. An unusable strike gets SMALLER = NaN. */
export function prepareStrikes(count: i32, model: i32, underlying: f64): void {
  const u = discountLoss;
  const uLow = discountLossLow;
  const forwardLoss = underlying * u;
  const forwardHigh = underlying - forwardLoss;
  const forwardRest =
    sumError(underlying, -forwardLoss, forwardHigh) - (productError(underlying, u, forwardLoss) + underlying * uLow);
  const forwardValue = forwardHigh + forwardRest;
  const forwardValueLow = forwardRest - (forwardValue - forwardHigh);
  for (let offset: usize = 0, end = (<usize>count) << 3; offset < end; offset += 8) {
    const strike = load<f64>(STRIKE + offset);
    const difference = underlying - strike;
    const differenceLow = sumError(underlying, -strike, difference);

    // Each leg in two parts: the rounded value and the rest, added up again because the rest counts after cancellation.
    const loss = strike * u;
    const lossLow = productError(strike, u, loss) + strike * uLow;
    const strikeHigh = strike - loss;
    const strikeRest = sumError(strike, -loss, strikeHigh) - lossLow;
    const strikeValue = strikeHigh + strikeRest;
    const strikeValueLow = strikeRest - (strikeValue - strikeHigh);

    let gap: f64, gapLow: f64, smaller: f64, smallerLow: f64;
    if (model == MODEL_FORWARD) {
      const part = difference * u;
      const partLow = productError(difference, u, part) + difference * uLow + differenceLow * u;
      gap = difference - part;
      gapLow = sumError(difference, -part, gap) + (differenceLow - partLow);
      smaller = forwardValue;
      smallerLow = forwardValueLow;
    } else {
      gap = difference + loss;
      gapLow = sumError(difference, loss, gap) + (differenceLow + lossLow);
      smaller = underlying;
      smallerLow = 0.0;
    }
    const whole = gap + gapLow;
    gapLow -= whole - gap;
    if (whole >= 0.0) {
      smaller = strikeValue;
      smallerLow = strikeValueLow;
    }

    store<f64>(GAP + offset, whole);
    store<f64>(GAP_LOW + offset, gapLow);
    store<f64>(SMALLER + offset, isUsable(strike) ? smaller : NaN);
    store<f64>(SMALLER_LOW + offset, smallerLow);
    store<f64>(LOG_MONEYNESS + offset, Math.log1p(Math.abs(whole) / smaller));
    store<f64>(STRIKE_VALUE + offset, strikeValue);
  }
}
