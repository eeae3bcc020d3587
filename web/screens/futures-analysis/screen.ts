import { futuresRoomName, isCurrency } from "#contract/domain/instruments.ts";
import { ownFutureExpiry } from "#contract/worker/own-future-expiries.ts";
import { defineScreen, type RoomNeed } from "#contract/worker/screen.ts";
import { spotNeeds } from "#contract/worker/spot-need.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const screen = defineScreen<Params, Snapshot>({
  id: "futures-analysis",
  title: "Futures Analysis",
  route: "/futures-analysis",
  access: "subscriber",
  menu: { group: "Futures", label: "Futures Analysis", order: 1 },
  rate: 2,
  defaults: { view: 1, rowsPerBlock: 5, frame: 3, isNewestFirst: false },
  home: "underlying",
  scope: ["symbol", "futureExpiry"],
  needs(_params, pane) {
    const { exchange, symbol } = pane;
    const futureExpiry = ownFutureExpiry(pane);
    if (futureExpiry === undefined) return [];
    const futures: RoomNeed = { room: futuresRoomName(exchange, futureExpiry), fields: ["ltp", "oi", "vol"] };
    return [futures, ...(isCurrency(symbol) ? [] : spotNeeds(pane))];
  },
});
