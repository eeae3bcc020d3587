import { defineScreen } from "#contract/worker/screen.ts";
import { NO_STRATEGY, strategyNeeds } from "#contract/worker/strategy-pane.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const screen = defineScreen<Params, Snapshot>({
  id: "strategy-builder",
  title: "Strategy Builder (older)",
  route: "/strategy-builder",
  access: "subscriber",
  menu: { group: "Workspace", label: "Strategy Builder (older)", order: 9 },
  rate: 2,
  home: "underlying",
  beginsEmpty: true,
  defaults: NO_STRATEGY,
  needs: strategyNeeds,
  expiryKeys: true,
});
