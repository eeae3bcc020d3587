/**
 * The payoff at expiry that all shapes of the analyzer have in common, a tent: level m between two strikes A <= B (often the
 * same one), and on either side a slope of one rupee a rupee, both upwards (s = 1) or both downwards (s = -1), to the levels
 * l and r; l = m or r = m where there is no such side, infinite where it has no end. Then
 *
 *   most profit and loss   the greatest and least of l, m and r
 *   lower break-even       A + s m, where l and m differ in sign (a level of 0 differs from any)
 *   upper break-even       B - s m, where r and m do
 *
 * Probability of profit: outside = P(spot < lower) + P(spot > upper), and 100 - outside where the profit is inside, which
 * is where the sides fall. A stretch at a level of 0 has no profit. (By credit, two break-evens have it inside where the legs
 * bring money in, or nothing.)
 *
 * Hot (bench question: kernels).
 */
import type { Candidates, ProbabilityCurve, ProfitSide } from "./analyzer-columns.ts";

/** A product of two levels below this has a level of 0: the rounding of sums of prices, far below any tick. */
const ZERO = 1e-9;
/** A level, or a credit, within this is 0. */
const LEVEL = 1e-9;

export class CandidateWriter {
  readonly #out: Candidates;
  readonly #spot: number;
  readonly #start: number;
  readonly #nodesPerRupee: number;
  readonly #lastNode: number;
  /** Percent above each node, by the calls and by the puts; the last node twice. */
  readonly #callCurve: Float64Array;
  readonly #putCurve: Float64Array;
  readonly #isByCredit: boolean;

  /** Starts an empty list in `out`. */
  constructor(curve: ProbabilityCurve, side: ProfitSide, out: Candidates) {
    this.#out = out;
    this.#spot = curve.spot;
    this.#start = curve.start;
    this.#nodesPerRupee = 1 / curve.step;
    this.#lastNode = curve.length - 1;
    this.#callCurve = new Float64Array(curve.length + 1);
    this.#putCurve = new Float64Array(curve.length + 1);
    for (let i = 0; i <= curve.length; i++) {
      const node = Math.min(i, this.#lastNode);
      this.#callCurve[i] = curve.callInMoney[node]!;
      this.#putCurve[i] = 100 - curve.putInMoney[node]!;
    }
    this.#isByCredit = side === "credit";
    out.length = 0;
  }

  /**
   * Adds a candidate; `credit` is what its legs bring in, `strikes` their packed rows. One with a leg that has no price (its
   * figures are not numbers) is overwritten by the next.
   */
  add(kind: number, strikes: number, A: number, B: number, m: number, l: number, r: number, s: number, credit: number) {
    const higher = l > r ? l : r; // Math.max and its rules for NaN cost more than the rest
    const deeper = l < r ? l : r;
    const maxProfit = higher > m ? higher : m;
    const maxLoss = deeper < m ? deeper : m;
    const lower = l * m < ZERO && l !== m ? A + s * m : Number.NaN;
    const upper = r * m < ZERO && r !== m ? B - s * m : Number.NaN;
    const below = lower > 0 ? 100 - this.#chanceAbove(lower) : 0;
    const above = upper > 0 ? this.#chanceAbove(upper) : 0;
    const isRule = this.#isByCredit && lower > 0 && upper > 0;
    const isInside = isRule ? credit > -LEVEL : s < 0;
    // A level of 0 is no profit, however likely it is.
    const beyond = isInside || isRule ? below + above : (l > LEVEL ? below : 0) + (r > LEVEL ? above : 0);
    const outside = beyond > 100 ? 100 : beyond;
    const inside = isRule || m > LEVEL ? 100 - outside : 0;
    const out = this.#out;
    const row = out.length;
    out.kind[row] = kind;
    out.strikes[row] = strikes;
    out.maxProfit[row] = maxProfit;
    out.maxLoss[row] = maxLoss;
    out.reward[row] = maxLoss < 0 ? -maxProfit / maxLoss : Number.NaN;
    out.lower[row] = lower;
    out.upper[row] = upper;
    out.pop[row] = lower > 0 || upper > 0 ? (isInside ? inside : outside) : Number.NaN;
    if (!Number.isNaN(credit + m)) out.length = row + 1;
  }

  /** Percent that the spot ends above `price`: by the out-of-the-money side, linear between nodes, level beyond them. */
  #chanceAbove(price: number): number {
    const position = (price - this.#start) * this.#nodesPerRupee;
    const high = position > 0 ? position : 0;
    const place = high < this.#lastNode ? high : this.#lastNode;
    const node = place | 0;
    const curve = price >= this.#spot ? this.#callCurve : this.#putCurve;
    const here = curve[node]!;
    return here + (place - node) * (curve[node + 1]! - here);
  }
}
