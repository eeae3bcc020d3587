import { futuresRoomName } from "#contract/domain/instruments.ts";
import { defineScreen } from "#contract/worker/screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const screen = defineScreen<Params, Snapshot>({
  id: "scanner",
  title: "Scanner",
  route: "/scanner",
  access: "subscriber",
  menu: { group: "Workspace", label: "Scanner", order: 2 },
  rate: 1,
  home: "market",
  scope: [],
  defaults: { found: undefined, sort: { by: "volume", descending: true }, find: "" },
  // The scan itself is the server's answer; the room of the nearest futures says what the market's clock and feed do.
  needs: (_params, { exchange, futureExpiries: [nearest] }) =>
    nearest === undefined ? [] : [{ room: futuresRoomName(exchange, nearest), fields: [] }],
  showsWholeDay: true,
});
