import { futuresRoomName } from "#contract/domain/instruments.ts";
import { defineScreen } from "#contract/worker/screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const screen = defineScreen<Params, Snapshot>({
  id: "top-futures",
  title: "Top Futures",
  route: "/top-futures",
  access: "subscriber",
  menu: { group: "Futures", label: "Top Futures", order: 3 },
  // Places change once a second at most: a list that jumps cannot be read.
  rate: 1,
  defaults: { lists: ["Top Price Gainers"], top: 10, minutes: 0, find: "", isHeld: false },
  home: "market",
  scope: ["futureExpiry"],
  needs: (_params, { exchange, futureExpiry }) =>
    futureExpiry === undefined ? [] : [{ room: futuresRoomName(exchange, futureExpiry), fields: ["ltp", "oi", "vol"] }],
});
