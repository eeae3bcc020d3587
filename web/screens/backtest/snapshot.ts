/** What crosses the threads for the back-test: days as the archive keeps them, a plan and its sweep; sets with their days back. */
import type { BacktestDay, BacktestPlan, BacktestTotals, DayTerms, Sweep } from "#contract/domain/strategy/backtest.ts";
import type { IsoDate } from "#contract/domain/units.ts";

/** The pane's own chain says what is traded now. */
export interface Snapshot {
  readonly date: IsoDate;
  readonly lotSize: number;
}

/** The chain of a past day. */
export interface TriedDay extends DayTerms {
  /** A room-day blob. */
  readonly bytes: Uint8Array;
}

export interface Input {
  readonly days: readonly TriedDay[];
  readonly plan: BacktestPlan;
  readonly sweep: Sweep;
}

export interface SetResult {
  readonly plan: BacktestPlan;
  readonly totals: BacktestTotals;
  readonly days: readonly BacktestDay[];
}

export interface Reply {
  /** The best ones, best first. */
  readonly best: readonly SetResult[];
  readonly done: number;
  readonly count: number;
  /** Days whose chain has no figures. */
  readonly empty: number;
}
