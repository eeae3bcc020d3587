import { definePane } from "#contract/worker/screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

/** Last prices of scattered contracts, as the dashboard's positions are: no room is loaded for them. */
export const pane = definePane<Params, Snapshot>({
  id: "last-prices",
  rate: 4,
  defaults: { names: [] },
  home: "market",
  needs: ({ names }) => (names.length > 0 ? [{ prices: names }] : []),
});
