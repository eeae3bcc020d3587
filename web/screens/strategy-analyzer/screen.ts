import { defineScreen } from "#contract/worker/screen.ts";
import { NO_STRATEGY, strategyNeeds } from "#contract/worker/strategy-pane.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const screen = defineScreen<Params, Snapshot>({
  id: "strategy-analyzer",
  title: "Strategy Analyzer",
  route: "/strategy-analyzer",
  access: "subscriber",
  menu: { group: "Options", label: "Strategy Analyzer", order: 15 },
  rate: 1,
  home: "underlying",
  beginsEmpty: true,
  defaults: NO_STRATEGY,
  needs: strategyNeeds,
  expiryKeys: true,
});
