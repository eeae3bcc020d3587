import { roomName } from "#contract/domain/instruments.ts";
import { defineScreen } from "#contract/worker/screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const screen = defineScreen<Params, Snapshot>({
  id: "iv-price-oi",
  title: "IV-Price-OI",
  route: "/iv-price-oi",
  access: "subscriber",
  menu: { group: "Options", label: "IV Price OI", order: 9 },
  rate: 2,
  defaults: { ce: "atm", pe: "atm" },
  home: "underlying",
  needs: (_params, pane) => [{ room: roomName(pane.symbol, pane.expiry) }],
});
