import { definePane, type Need } from "#contract/worker/screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

/** What the P&L of many legs came from, in chains of several underlyings. */
export const pane = definePane<Params, Snapshot>({
  id: "attribution",
  rate: 1,
  home: "market",
  defaults: { revision: 0, chains: [], legs: [], drawn: [0, 0] },
  needs: ({ chains }) =>
    chains.map(({ room }): Need => ({ room, fields: ["ltp", "vol", "bid", "ask"], optional: true })),
});
