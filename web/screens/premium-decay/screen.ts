import { roomName } from "#contract/domain/instruments.ts";
import { defineScreen } from "#contract/worker/screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const screen = defineScreen<Params, Snapshot>({
  id: "premium-decay",
  title: "Premium Decay",
  route: "/premium-decay",
  access: "subscriber",
  menu: { group: "Options", label: "Premium Decay", order: 11 },
  rate: 2,
  home: "underlying",
  defaults: { choice: { kind: "chosen", picks: [] } },
  needs: (_params, pane) => [{ room: roomName(pane.symbol, pane.expiry) }],
});
