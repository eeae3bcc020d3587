import { roomName } from "#contract/domain/instruments.ts";
import { defineScreen } from "#contract/worker/screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const screen = defineScreen<Params, Snapshot>({
  id: "option-oi-change",
  title: "OI Change",
  route: "/option-oi-change",
  access: "subscriber",
  menu: { group: "Options", label: "OI Change", order: 5 },
  rate: 2,
  home: "underlying",
  defaults: { metric: "oi", frame: 15, start: undefined, inLots: false, isInverse: false },
  needs: (_params, pane) => [{ room: roomName(pane.symbol, pane.expiry) }],
});
