import { futuresRoomName } from "#contract/domain/instruments.ts";
import { defineScreen } from "#contract/worker/screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const screen = defineScreen<Params, Snapshot>({
  id: "futures-watchlist",
  title: "Watch List",
  route: "/futures-watchlist",
  access: "subscriber",
  menu: { group: "Futures", label: "Watch List", order: 5 },
  rate: 2,
  defaults: { symbols: undefined, sort: { by: "0-price", descending: true }, isPercentage: true, find: "" },
  home: "market",
  scope: ["futureExpiry"],
  needs: (_params, { exchange, futureExpiry }) =>
    futureExpiry === undefined ? [] : [{ room: futuresRoomName(exchange, futureExpiry) }],
});
