import { roomName } from "#contract/domain/instruments.ts";
import { defineScreen } from "#contract/worker/screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const screen = defineScreen<Params, Snapshot>({
  id: "open-high-low",
  /** As the product spells it. */
  title: "Open=Hign/Open=Low",
  route: "/open-high-low",
  access: "subscriber",
  menu: { group: "Options", label: "Open & High", order: 13 },
  rate: 2,
  home: "underlying",
  defaults: { mode: "high", filter: 1, timeframe: 1, range: 11, sort: { by: "strike", descending: false } },
  needs: (_params, pane) => [{ room: roomName(pane.symbol, pane.expiry) }],
});
