/** What goes into and comes out of the strategy analyzer. Everything is rupees per unit of the underlying, and percent. */
import { STRATEGY_KINDS } from "#contract/domain/strategy/strategy-kinds.ts";

export interface AnalyzerRange {
  /** Candidate strikes in use, at most 256; the columns may be longer. */
  readonly length: number;
  /** Ascending. */
  readonly strike: Float64Array;
  /** Premiums; NaN or 0 where there is none: no candidate has such a leg. */
  readonly callPrice: Float64Array;
  readonly putPrice: Float64Array;
}

/** In-the-money probabilities of strikes a step apart, a wider range than that of the candidates. */
export interface ProbabilityCurve {
  readonly spot: number;
  /** Lowest strike, rupees. */
  readonly start: number;
  /** Rupees between strikes. */
  readonly step: number;
  /** Strikes in use, at least one; the columns may be longer. */
  readonly length: number;
  /** Percent that the spot ends above the strike (a call in the money); NaN where there is no IV. */
  readonly callInMoney: Float64Array;
  /** Percent that it ends below (a put in the money). */
  readonly putInMoney: Float64Array;
}

/**
 * Whether the profit of a strategy with two break-evens is taken to lie between them or outside: `credit` as the
 * specification has it (between them where the strategy brings in a credit), `payoff` by where it is. They differ for
 * butterflies bought at a debit and backspreads sold for a credit, which only `payoff` gets right.
 */
export type ProfitSide = "credit" | "payoff";

/** A row a candidate, at expiry. */
export interface Candidates {
  /** Rows in use. */
  length: number;
  readonly capacity: number;
  /** The kind's place in STRATEGY_KINDS. */
  readonly kind: Uint8Array;
  /** Rows of the strikes in the range, lowest first, a byte each from the lowest (strikeRow). */
  readonly strikes: Int32Array;
  /** Infinity is 'Unlimited'. */
  readonly maxProfit: Float64Array;
  /** Negative for a loss; -Infinity is 'Unlimited'. */
  readonly maxLoss: Float64Array;
  /** Most profit over most loss; Infinity, 0 or less where it has no meaning as a ratio, NaN where nothing can be lost. */
  readonly reward: Float64Array;
  /** Break-evens below and above the middle; NaN where there is none. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Probability of profit in percent, unrounded; NaN without a break-even, or where probabilities are missing. */
  readonly pop: Float64Array;
}

/** The most candidates that `length` strikes make, of the kinds given. */
export function candidateCount(length: number, kinds: readonly number[]): number {
  return kinds.reduce((sum, kind) => sum + choose(length, STRATEGY_KINDS[kind]?.strikes ?? 0), 0);
}

function choose(n: number, k: number): number {
  let ways = 1;
  for (let i = 0; i < k; i++) ways = (ways * (n - i)) / (i + 1);
  return Math.max(ways, 0);
}

/** Columns for `capacity` candidates; allocate once and reuse. */
export function createCandidates(capacity: number): Candidates {
  return {
    length: 0,
    capacity,
    kind: new Uint8Array(capacity),
    strikes: new Int32Array(capacity),
    maxProfit: new Float64Array(capacity),
    maxLoss: new Float64Array(capacity),
    reward: new Float64Array(capacity),
    lower: new Float64Array(capacity),
    upper: new Float64Array(capacity),
    pop: new Float64Array(capacity),
  };
}
