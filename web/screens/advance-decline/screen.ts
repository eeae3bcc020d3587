import { futuresRoomName } from "#contract/domain/instruments.ts";
import { defineScreen } from "#contract/worker/screen.ts";
import { spotNeeds } from "#contract/worker/spot-need.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const screen = defineScreen<Params, Snapshot>({
  id: "advance-decline",
  title: "Advance / Decline",
  route: "/advance-decline",
  access: "subscriber",
  menu: { group: "Futures", label: "Advance Decline", order: 4 },
  rate: 1,
  defaults: { minutes: 0, sort: "price", own: {}, view: "boxes", find: "", held: undefined },
  home: "market",
  scope: ["futureExpiry"],
  needs(_params, pane) {
    const { exchange, futureExpiry } = pane;
    if (futureExpiry === undefined) return [];
    return [
      { room: futuresRoomName(exchange, futureExpiry), fields: ["ltp", "vwap", "oi", "vol"] },
      ...spotNeeds(pane),
    ];
  },
});
