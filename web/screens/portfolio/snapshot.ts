/** What crosses the threads for the portfolio: positions there, prices back. */
import type { Hit } from "#contract/domain/strategy/portfolio.ts";
import type { StrategyPosition } from "#contract/domain/strategy/profits.ts";

export interface Positions {
  /** Grows with each other list of legs: another portfolio has one, too. A leg that is closed stays one. */
  readonly revision: number;
  readonly strategies: readonly StrategyPosition[];
}

export type Params = Positions;

export interface Snapshot {
  /** Of the positions that the prices are of. */
  readonly revision: number;
  /** By strategy, then leg by leg, rupees; NaN where one is not known. */
  readonly prices: Float64Array;
}

/** A stop and a target, of a strategy or of the whole. */
export interface StopRule {
  readonly key: string;
  readonly target: number | null;
  readonly stop: number | null;
}

export interface StopRules {
  readonly positions: Positions;
  readonly rules: readonly StopRule[];
}

export interface StopHit extends Hit {
  readonly key: string;
}

/** Rules whose totals wait for what an expired leg was settled at: until then nothing hits them. */
export interface StopWait {
  /** Which, and why the day of that expiry cannot be had; '' for none. */
  readonly waits: string;
}
