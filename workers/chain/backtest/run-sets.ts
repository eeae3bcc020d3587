/** Many plans over the same days: each set's totals, and the best sets day by day. */
import {
  type BacktestDay,
  type BacktestPlan,
  type BacktestTotals,
  totalsOf,
} from "#contract/domain/strategy/backtest.ts";
import { createDayRunner } from "./run-day.ts";
import type { Tape } from "./tape.ts";

export interface BacktestSet {
  readonly plan: BacktestPlan;
  readonly totals: BacktestTotals;
  readonly days: readonly BacktestDay[];
}

export interface BestSets {
  add(plan: BacktestPlan): void;
  /** By their net result, the best first; of two alike the one that was tried first. What traded on no day comes last. */
  best(): readonly BacktestSet[];
}

/** A set whose days are told once somebody looks. */
interface Kept {
  readonly plan: BacktestPlan;
  readonly totals: BacktestTotals;
  days?: readonly BacktestDay[];
}

const isBetter = (a: BacktestTotals, b: BacktestTotals): boolean =>
  a.tradedDays === 0 || b.tradedDays === 0 ? a.tradedDays > b.tradedDays : a.net > b.net;

/** @param most how many are kept */
export function createBestSets(tapes: readonly Tape[], most: number): BestSets {
  const runner = createDayRunner();
  const kept: Kept[] = [];
  return {
    add(plan) {
      const totals = totalsOf(tapes.map((tape) => runner.result(tape, plan)));
      let at = kept.length;
      while (at > 0 && isBetter(totals, kept[at - 1]!.totals)) at--;
      if (at >= most) return;
      kept.splice(at, 0, { plan, totals });
      if (kept.length > most) kept.pop();
    },
    best: () =>
      kept.map((set) => {
        const { plan, totals } = set;
        set.days ??= tapes.map((tape) => runner.day(tape, plan));
        return { plan, totals, days: set.days };
      }),
  };
}
