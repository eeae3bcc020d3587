/**
 * The payoff at expiry that all shapes of the analyzer have in common: level m between two strikes A <= B (often the same
 * one), and on either side a slope of one rupee a rupee, both upwards (s = 1) or both downwards (s = -1), to the levels l
 * and r; l = m or r = m where there is no such side, infinite where it has no end. Then
 *
 *   most profit and loss   the greatest and least of l, m and r
 *   lower break-even       A + s m, where l and m differ in sign (a level of 0 differs from any)
 *   upper break-even       B - s m, where r and m do
 *
 * Probability of profit: outside = P(spot < lower) + P(spot > upper), and 100 - outside where the profit is inside, which
 * is where the sides fall. (By credit, two break-evens have it inside where the legs bring money in.)
 *
 * Hot (bench question: kernels).
 */
import {
  CANDIDATE_LOWER,
  CANDIDATE_MAX_LOSS,
  CANDIDATE_MAX_PROFIT,
  CANDIDATE_POP,
  CANDIDATE_REWARD,
  CANDIDATE_STRIKES,
  CANDIDATE_UPPER,
  CURVE_CALL,
  CURVE_PUT,
} from "./layout";

/** A product of two levels below this has a level of 0: the rounding of sums of prices, far below any tick. */
const ZERO: f64 = 1e-9;

let spot: f64 = 0.0;
let curveStart: f64 = 0.0;
let nodesPerRupee: f64 = 0.0;
let lastNode: f64 = 0.0;
let isInsideByCredit: bool = false;

/** Rows stored. */
export let rows: usize = 0;

/** Starts a list of candidates. See analyzeKind for the arguments. */
export function startRows(at: f64, start: f64, step: f64, nodes: i32, byCredit: bool): void {
  rows = 0;
  spot = at;
  curveStart = start;
  nodesPerRupee = 1.0 / step;
  lastNode = <f64>(nodes - 1);
  isInsideByCredit = byCredit;
}

/**
 * Stores a candidate's figures; `credit` is what its legs bring in, `strikes` their packed rows. A candidate with a leg that
 * has no price (its figures are not numbers) is overwritten by the next.
 */
export function storeTent(strikes: i32, A: f64, B: f64, m: f64, l: f64, r: f64, s: f64, credit: f64): void {
  const higher = l > r ? l : r; // not Math.max: its rules for NaN cost more than the rest
  const deeper = l < r ? l : r;
  const maxProfit = higher > m ? higher : m;
  const maxLoss = deeper < m ? deeper : m;
  const lower = l * m < ZERO && l != m ? A + s * m : NaN;
  const upper = r * m < ZERO && r != m ? B - s * m : NaN;
  const chanceBelow = 100.0 - chanceAbove(lower);
  const chanceOver = chanceAbove(upper);
  const beyond = (lower > 0.0 ? chanceBelow : 0.0) + (upper > 0.0 ? chanceOver : 0.0);
  const outside = beyond > 100.0 ? 100.0 : beyond;
  const inside = 100.0 - outside;
  const isInside = isInsideByCredit && lower > 0.0 && upper > 0.0 ? credit >= 0.0 : s < 0.0;
  const chance = isInside ? inside : outside;
  const pop = (lower > 0.0) | (upper > 0.0) ? chance : NaN;
  const offset = rows << 3;
  store<i32>(CANDIDATE_STRIKES + (rows << 2), strikes);
  store<f64>(CANDIDATE_MAX_PROFIT + offset, maxProfit);
  store<f64>(CANDIDATE_MAX_LOSS + offset, maxLoss);
  store<f64>(CANDIDATE_REWARD + offset, maxLoss < 0.0 ? -maxProfit / maxLoss : NaN);
  store<f64>(CANDIDATE_LOWER + offset, lower);
  store<f64>(CANDIDATE_UPPER + offset, upper);
  store<f64>(CANDIDATE_POP + offset, pop);
  rows += <usize>(m == m && credit == credit);
}

/**
 * Percent that the spot ends above `price`: by the out-of-the-money side's curve, linear between nodes, level beyond them
 * (the node after the last repeats it). For a price that is not a number, anything. Without branches: the prices of
 * neighbouring candidates fall on either side of everything.
 */
function chanceAbove(price: f64): f64 {
  const position = (price - curveStart) * nodesPerRupee;
  const high = position > 0.0 ? position : 0.0;
  const place = high < lastNode ? high : lastNode;
  const node = <i32>place;
  const curve = (price >= spot ? CURVE_CALL : CURVE_PUT) + ((<usize>node) << 3);
  const here = load<f64>(curve);
  return here + (place - <f64>node) * (load<f64>(curve, 8) - here);
}
