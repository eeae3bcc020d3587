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
  home: "underlying",
  needs: (_params, pane) => [{ room: roomName(pane.symbol, pane.expiry) }],
});
