import { roomName } from "#contract/domain/instruments.ts";
import { defineScreen } from "#contract/worker/screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const screen = defineScreen<Params, Snapshot>({
  id: "maxpain",
  title: "Maxpain",
  route: "/maxpain",
  access: "subscriber",
  menu: { group: "Options", label: "Maxpain", order: 4 },
  rate: 2,
  defaults: {},
  rooms: (_params, pane) => [roomName(pane.symbol, pane.expiry)],
});
