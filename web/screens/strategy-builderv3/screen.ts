import { roomName } from "#contract/domain/instruments.ts";
import { NO_SHIFT } from "#contract/domain/strategy/valuation.ts";
import { defineScreen } from "#contract/worker/screen.ts";
import { DEFAULT_RANGE, type Params, type Snapshot } from "./snapshot.ts";

export const screen = defineScreen<Params, Snapshot>({
  id: "strategy-builderv3",
  title: "Strategy Builder",
  route: "/strategy-builderv3",
  access: "subscriber",
  menu: { group: "Options", label: "Strategy Builder", order: 13 },
  rate: 2,
  home: "underlying",
  beginsEmpty: true,
  defaults: {
    legs: [],
    range: DEFAULT_RANGE,
    whatIf: NO_SHIFT,
  },
  needs: ({ legs }, pane) => [
    { room: roomName(pane.symbol, pane.expiry) },
    ...[...new Set(legs.map(({ expiry }) => expiry))]
      .filter((expiry) => expiry !== pane.expiry)
      .map((expiry) => ({ room: roomName(pane.symbol, expiry), optional: true as const })),
  ],
});
