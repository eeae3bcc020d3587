import { roomName } from "#contract/domain/instruments.ts";
import { defineScreen } from "#contract/worker/screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const screen = defineScreen<Params, Snapshot>({
  id: "ce-pe-difference",
  title: "PE-CE Difference",
  route: "/ce-pe-difference",
  access: "subscriber",
  menu: { group: "Options", label: "PE-CE Difference", order: 7 },
  rate: 2,
  home: "underlying",
  defaults: { category: "oi", choice: { kind: "all" }, period: 10, frame: 3, isNewestFirst: false },
  needs: (_params, pane) => [{ room: roomName(pane.symbol, pane.expiry) }],
});
