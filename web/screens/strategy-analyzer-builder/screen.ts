import { defineScreen } from "#contract/worker/screen.ts";
import { NO_STRATEGY, strategyNeeds } from "#contract/worker/strategy-pane.ts";
import type { Params, Snapshot } from "./snapshot.ts";

/** In no menu: the analyzer leads here. */
export const screen = defineScreen<Params, Snapshot>({
  id: "strategy-analyzer-builder",
  title: "Strategy Analyzer Payoff",
  route: "/strategy-analyzer-builder",
  access: "subscriber",
  rate: 2,
  home: "underlying",
  beginsEmpty: true,
  defaults: NO_STRATEGY,
  needs: strategyNeeds,
  expiryKeys: true,
});
