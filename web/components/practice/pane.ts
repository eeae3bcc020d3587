import { definePane } from "#contract/worker/screen.ts";
import { strategyNeeds } from "#contract/worker/strategy-pane.ts";
import type { Params, Snapshot } from "./snapshot.ts";

/** Orders that are practised on a day that is over. */
export const pane = definePane<Params, Snapshot>({
  id: "practice",
  rate: 2,
  home: "underlying",
  defaults: { date: undefined, orders: [] },
  needs: ({ orders }, context) => strategyNeeds({ legs: orders }, context),
});
