import { roomName } from "#contract/domain/instruments.ts";
import { defineScreen } from "#contract/worker/screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const screen = defineScreen<Params, Snapshot>({
  id: "oigraph",
  title: "OI Graph",
  route: "/oigraph",
  access: "subscriber",
  menu: { group: "Options", label: "OI/Premium Graph", order: 3 },
  rate: 2,
  defaults: { strikeRange: 7, totalRange: 100, window: "current" },
  home: "underlying",
  needs: (_params, pane) => [{ room: roomName(pane.symbol, pane.expiry) }],
});
