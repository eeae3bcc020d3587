import { futuresRoomName } from "#contract/domain/instruments.ts";
import { defineScreen } from "#contract/worker/screen.ts";
import { spotNeeds } from "#contract/worker/spot-need.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const screen = defineScreen<Params, Snapshot>({
  id: "futures-watchlist",
  title: "Watch List",
  route: "/futures-watchlist",
  access: "subscriber",
  menu: { group: "Futures", label: "Watch List", order: 5 },
  rate: 2,
  defaults: {
    symbols: undefined,
    sort: { by: "0-price", descending: true },
    isPercentage: true,
    hasBasis: false,
    find: "",
  },
  home: "market",
  scope: ["futureExpiry"],
  needs({ hasBasis }, pane) {
    const { exchange, futureExpiry } = pane;
    if (futureExpiry === undefined) return [];
    return [
      { room: futuresRoomName(exchange, futureExpiry), fields: ["ltp", "oi", "vol"] },
      ...(hasBasis ? spotNeeds(pane) : []),
    ];
  },
});
