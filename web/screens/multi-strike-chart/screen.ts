import { roomName } from "#contract/domain/instruments.ts";
import { defineScreen } from "#contract/worker/screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const screen = defineScreen<Params, Snapshot>({
  id: "multi-strike-chart",
  title: "Multi Strike Chart",
  route: "/multi-strike-chart",
  access: "subscriber",
  menu: { group: "Options", label: "Multi Strike Chart", order: 8 },
  rate: 2,
  home: "underlying",
  defaults: { plot: "oi", type: "both", choice: { kind: "around", centre: "atm", each: 0 }, skips50: false },
  needs: (_params, pane) => [{ room: roomName(pane.symbol, pane.expiry) }],
});
