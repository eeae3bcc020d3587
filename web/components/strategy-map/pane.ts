import { definePane } from "#contract/worker/screen.ts";
import { NO_STRATEGY, strategyNeeds } from "#contract/worker/strategy-pane.ts";
import type { Params, Snapshot } from "./snapshot.ts";

/** P&L of a strategy over spot and date. */
export const pane = definePane<Params, Snapshot>({
  id: "strategy-map",
  rate: 2,
  home: "underlying",
  defaults: { ...NO_STRATEGY, steps: 1 },
  needs: strategyNeeds,
});
