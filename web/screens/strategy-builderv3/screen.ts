import { defineScreen } from "#contract/worker/screen.ts";
import { NO_STRATEGY, strategyNeeds } from "#contract/worker/strategy-pane.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const screen = defineScreen<Params, Snapshot>({
  id: "strategy-builderv3",
  title: "Strategy Builder",
  route: "/strategy-builderv3",
  access: "subscriber",
  menu: { group: "Options", label: "Strategy Builder", order: 13 },
  rate: 2,
  home: "underlying",
  beginsEmpty: true,
  defaults: NO_STRATEGY,
  needs: strategyNeeds,
  expiryKeys: true,
});
