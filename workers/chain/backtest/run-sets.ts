/** Many plans over the same days: each set's totals, and the best sets day by day. */
import {
  type BacktestDay,
  type BacktestPlan,
  type BacktestTotals,
  totalsOf,
} from "#contract/domain/strategy/backtest.ts";
import { runDay } from "./run-day.ts";
import type { Tape } from "./tape.ts";

export interface BacktestSet {
  readonly plan: BacktestPlan;
  readonly totals: BacktestTotals;
  readonly days: readonly BacktestDay[];
}

export interface BestSets {
  /** By their net result, the best first; of two alike the one that was tried first. */
  readonly best: readonly BacktestSet[];
  add(plan: BacktestPlan): void;
}

/** @param most how many are kept */
export function createBestSets(tapes: readonly Tape[], most: number): BestSets {
  const best: BacktestSet[] = [];
  return {
    best,
    add(plan) {
      const days = tapes.map((tape) => runDay(tape, plan));
      const totals = totalsOf(days);
      let at = best.length;
      while (at > 0 && best[at - 1]!.totals.net < totals.net) at--;
      if (at >= most) return;
      best.splice(at, 0, { plan, totals, days });
      if (best.length > most) best.pop();
    },
  };
}
