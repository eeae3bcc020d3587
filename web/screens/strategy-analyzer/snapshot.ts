/** What crosses the threads: the chain as an analysis freezes it, and beside it the candidate that is looked at. */
import type { LimitFrame, StrikeLimits } from "#contract/domain/strategy/analyzer-limits.ts";
import { defineJob } from "#contract/worker/job.ts";
import type { StrategyParams, StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import type { TableSort } from "#contract/worker/table.ts";

export type Params = StrategyParams;

export interface Snapshot extends StrategySnapshot {
  /** Undefined while no spot is known, or with fewer than two strikes. */
  readonly market: AnalyzerMarket | undefined;
}

/** One side of the strikes. */
export interface MarketSide {
  /** Rupees a unit; NaN where there is none: no candidate has such a leg. */
  readonly price: Float64Array;
  /** A fraction, its own or the other side's; 0 where neither admits one. */
  readonly iv: Float64Array;
  /** Per cent that it ends in the money; NaN where it has no IV. */
  readonly inMoney: Float64Array;
  /** What a lot sold might lose by tomorrow, rupees, and its delta: the margin base. NaN where there is no contract. */
  readonly base: Float64Array;
  readonly delta: Float64Array;
}

/** The listed strikes up to twenty steps from the spot: whatever an analysis is made of. Rupees. */
export interface AnalyzerMarket {
  readonly frame: LimitFrame;
  readonly spot: number;
  /** Units whose rupees are those of one lot. */
  readonly units: number;
  /** Ascending. */
  readonly strikes: Float64Array;
  readonly call: MarketSide;
  readonly put: MarketSide;
  readonly model: {
    readonly kind: "spot" | "usdinr" | "forward";
    /** Fractions a year. */
    readonly rate: number;
    readonly carry: number;
    /** To the expiry, years of 365 days. */
    readonly years: number;
  };
}

/** The columns that candidates are sorted by. */
export const SORTED_BY = ["maxProfit", "maxLoss", "reward", "pop", "atTarget", "perRisk"] as const;
export type SortedBy = (typeof SORTED_BY)[number];

/** What a candidate must have to be listed; absent: anything will do. Rupees a lot, per cent. */
export interface Filters {
  readonly pop?: number;
  readonly reward?: number;
  readonly maxProfit?: number;
  /** Most that may be lost, above 0. */
  readonly maxLoss?: number;
  readonly atTarget?: number;
}

export interface Question {
  readonly market: AnalyzerMarket;
  readonly limits: StrikeLimits;
  /** Places in STRATEGY_KINDS. */
  readonly kinds: readonly number[];
  /** Only candidates of these names; absent: all. */
  readonly names?: readonly string[];
  readonly filters: Filters;
  /** Where the P&L is asked for besides the expiry: rupees, days left to the expiry. */
  readonly target: { readonly spot: number; readonly daysLeft: number };
  readonly sort: TableSort<SortedBy>;
}

/** The candidates in the order in which they are listed, a row each. Rupees a lot, unless a line says otherwise. */
export interface Analysis {
  /** How many were made, and how many of them are listed. */
  readonly made: number;
  readonly rows: number;
  /** Rupees: what the rows' strikes point into (strikeRow). */
  readonly strikes: Float64Array;
  /** Places in STRATEGY_KINDS. */
  readonly kind: Uint8Array;
  readonly packed: Int32Array;
  /** Infinite where there is no limit. */
  readonly maxProfit: Float64Array;
  readonly maxLoss: Float64Array;
  /** Most profit over most loss; infinite, 0 or less where it has no meaning as a ratio, NaN where nothing can be lost. */
  readonly reward: Float64Array;
  /** Break-evens, rupees of the underlying; NaN where there is none. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Per cent, unrounded; NaN where it is not known. */
  readonly pop: Float64Array;
  /** What the usual rule gives where it contradicts the payoff, so that `pop` is another figure; else NaN. */
  readonly rule: Float64Array;
  /** P&L at the target. */
  readonly atTarget: Float64Array;
  /** That over the most that can be lost; NaN where the loss has no limit, or where nothing can be lost. */
  readonly perRisk: Float64Array;
}

export const analysisJob = defineJob<Question, Analysis>("strategy-analyzer");
