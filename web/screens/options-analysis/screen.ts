import { roomName } from "#contract/domain/instruments.ts";
import { defineScreen } from "#contract/worker/screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const screen = defineScreen<Params, Snapshot>({
  id: "options-analysis",
  title: "Options Analysis",
  route: "/options-analysis",
  access: "subscriber",
  menu: { group: "Options", label: "Options Analysis", order: 6 },
  rate: 2,
  home: "underlying",
  defaults: { view: 2, strikes: ["atm", "atm"], side: "ce", rowsPerBlock: 5, frame: 3, isNewestFirst: false },
  needs: (_params, pane) => [{ room: roomName(pane.symbol, pane.expiry) }],
});
