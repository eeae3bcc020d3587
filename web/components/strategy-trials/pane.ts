import { definePane } from "#contract/worker/screen.ts";
import { strategyNeeds } from "#contract/worker/strategy-pane.ts";
import type { Params, Snapshot } from "./snapshot.ts";

/** Strategies that are only thought of: ready-made ones, a roll, a shift. */
export const pane = definePane<Params, Snapshot>({
  id: "strategy-trials",
  rate: 1,
  home: "underlying",
  defaults: { trials: [] },
  needs: ({ trials }, context) =>
    strategyNeeds({ legs: trials.flatMap(({ held, legs }) => [...held, ...legs]) }, context),
});
