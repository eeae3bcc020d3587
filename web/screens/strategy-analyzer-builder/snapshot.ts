/** What crosses the threads: a strategy. */
export type { StrategyParams as Params, StrategySnapshot as Snapshot } from "#contract/worker/strategy-pane.ts";
