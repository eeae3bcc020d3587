/**
 * Greeks of one contract from its total volatility v. With a = h - t and b = h + t, the four probabilities are N(-a),
 * N(-b) and their complements: d1 = -a, d2 = -b where the strike's leg is the larger, d1 = b, d2 = a where it is not.
 * The normal densities come from A = dP/dv (black.ts), so one exponential serves everything.
 *
 *   MODEL_SPOT     Black-Scholes: delta N(d1) or N(d1) - 1, theta per year at fixed S
 *   MODEL_FORWARD  Black-76: delta discounted, theta per year at fixed F
 *
 * For any v and strike; chain/greeks.ts does the same for lanes within the fast domain.
 */
import { DELTA, DERIVED_IV, GAMMA, inColumn, MODEL_FORWARD, PROB_ABOVE, THETA, VEGA } from "../layout";
import { vegaOfTotalVol } from "./black";
import { derivedIv } from "./derived-iv";
import { discountLoss, discountLossLow } from "./exact";
import { mills } from "./normal";
import { gap, logMoneyness, smaller, strikeValue } from "./strike";

/**
 * Writes the results of the strike that setStrike was given to `out` (its row of layout.ts's resultsOf) and the columns after it: IV as a fraction, delta and
 * gamma per rupee, theta per year, vega per 1.00 of IV, N(d2), and the IV of 4 decimals (derived-iv.ts). v = 0 means no IV:
 * both IVs 0, the rest NaN.
 */
export function storeGreeks(
  out: usize,
  isPut: bool,
  model: i32,
  underlying: f64,
  rate: f64,
  rootYears: f64,
  v: f64,
  price: f64,
): void {
  if (!(v > 0.0)) {
    storeNone(out);
    return;
  }
  const larger = smaller + Math.abs(gap);
  const k = logMoneyness;
  const h = k / v;
  const t = 0.5 * v;
  const vega = vegaOfTotalVol(smaller, larger, h, t);
  const a = h - t;
  const b = h + t;
  const tailA = (vega / smaller) * mills(Math.abs(a)); // N(-|a|)
  const tailB = (vega / larger) * mills(b); // N(-b)
  const belowA = a < 0.0 ? 1.0 - tailA : tailA; // N(-a)
  const aboveA = a < 0.0 ? tailA : 1.0 - tailA; // N(a)
  const isStrikeSmaller = gap >= 0.0;
  const d1Above = isStrikeSmaller ? 1.0 - tailB : belowA; // N(d1)
  const d1Below = isStrikeSmaller ? tailB : aboveA; // N(-d1)
  const d2Above = isStrikeSmaller ? aboveA : tailB; // N(d2)
  const d2Below = isStrikeSmaller ? belowA : 1.0 - tailB; // N(-d2)

  const sigma = v / rootYears;
  const delta = isPut ? -d1Below : d1Above;
  const decay = -0.5 * vega * (sigma / rootYears); // sigma and time enter v as one product
  store<f64>(out, sigma);
  store<f64>(inColumn(out, GAMMA), vega / (underlying * underlying * v));
  store<f64>(inColumn(out, VEGA), vega * rootYears);
  store<f64>(inColumn(out, PROB_ABOVE), d2Above);
  store<f64>(inColumn(out, DERIVED_IV), derivedIv(sigma, rootYears, k, smaller, larger));
  if (model == MODEL_FORWARD) {
    const discount = 1.0 - discountLoss - discountLossLow;
    store<f64>(inColumn(out, DELTA), delta * discount);
    store<f64>(inColumn(out, THETA), decay + rate * price);
  } else {
    store<f64>(inColumn(out, DELTA), delta);
    store<f64>(inColumn(out, THETA), decay + rate * strikeValue * (isPut ? d2Below : -d2Above));
  }
}

/** "None": both IVs 0, everything else not a number. */
export function storeNone(out: usize): void {
  store<f64>(out, 0.0);
  store<f64>(inColumn(out, DELTA), NaN);
  store<f64>(inColumn(out, GAMMA), NaN);
  store<f64>(inColumn(out, THETA), NaN);
  store<f64>(inColumn(out, VEGA), NaN);
  store<f64>(inColumn(out, PROB_ABOVE), NaN);
  store<f64>(inColumn(out, DERIVED_IV), 0.0);
}
