import { roomName } from "#contract/domain/instruments.ts";
import { defineScreen } from "#contract/worker/screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const screen = defineScreen<Params, Snapshot>({
  id: "pcr",
  title: "PCR Chart",
  route: "/pcr",
  access: "subscriber",
  menu: { group: "Options", label: "PCR Chart", order: 10 },
  rate: 2,
  home: "underlying",
  defaults: { type: "pcr", choice: { kind: "all" }, period: 10 },
  needs: (_params, pane) => [{ room: roomName(pane.symbol, pane.expiry) }],
});
