import { roomName } from "#contract/domain/instruments.ts";
import { defineScreen } from "#contract/worker/screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const screen = defineScreen<Params, Snapshot>({
  id: "oi-heatmap",
  title: "OI Heat Map",
  route: "/oi-heatmap",
  access: "subscriber",
  menu: { group: "Workspace", label: "OI Heat Map", order: 4 },
  rate: 1,
  home: "underlying",
  defaults: { metric: "oi", frame: 3, range: 10 },
  needs: (_params, pane) => [{ room: roomName(pane.symbol, pane.expiry) }],
});
