import { futuresRoomName } from "#contract/domain/instruments.ts";
import { defineScreen } from "#contract/worker/screen.ts";
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
  needs: (_params, { exchange, futureExpiry }) =>
    futureExpiry === undefined ? [] : [{ room: futuresRoomName(exchange, futureExpiry), fields: ["ltp", "oi", "vol"] }],
});
