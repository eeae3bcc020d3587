import type { StrategyMap } from "#contract/domain/strategy/valuation.ts";
import type { StrategyParams } from "#contract/worker/strategy-pane.ts";

export interface Params extends Pick<StrategyParams, "legs" | "whatIf" | "costs"> {
  /** Strike steps from row to row. */
  readonly steps: number;
}

export interface Snapshot {
  /** Absent without legs. */
  readonly map?: StrategyMap;
}
