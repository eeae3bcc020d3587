import { roomName } from "#contract/domain/instruments.ts";
import { defineScreen } from "#contract/worker/screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const screen = defineScreen<Params, Snapshot>({
  id: "straddle-strangle",
  title: "Straddle",
  route: "/straddle-strangle",
  access: "subscriber",
  menu: { group: "Options", label: "Straddle Strangle", order: 12 },
  rate: 2,
  home: "underlying",
  defaults: { ce: "atm", pe: "atm", hasChain: false },
  needs: (_params, pane) => [{ room: roomName(pane.symbol, pane.expiry) }],
});
