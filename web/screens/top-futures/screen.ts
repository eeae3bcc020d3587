import { futuresRoomName } from "#contract/domain/instruments.ts";
import { futureBarsName } from "#contract/wire/document-names.ts";
import { defineScreen, type RoomNeed } from "#contract/worker/screen.ts";
import { spotNeeds } from "#contract/worker/spot-need.ts";
import { isAlone, type Params, type Snapshot } from "./snapshot.ts";

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
  needs(params, pane) {
    const { exchange, futureExpiry } = pane;
    if (futureExpiry === undefined) return [];
    const futures: RoomNeed = { room: futuresRoomName(exchange, futureExpiry), fields: ["ltp", "oi", "vol"] };
    if (!isAlone(params)) return [futures];
    return [futures, ...spotNeeds(pane), { doc: futureBarsName(futureExpiry), optional: true }];
  },
});
