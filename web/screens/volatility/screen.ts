import { roomName } from "#contract/domain/instruments.ts";
import { defineScreen } from "#contract/worker/screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const screen = defineScreen<Params, Snapshot>({
  id: "volatility",
  title: "Volatility",
  route: "/volatility",
  access: "subscriber",
  menu: { group: "Workspace", label: "Volatility", order: 5 },
  rate: 1,
  home: "underlying",
  defaults: { minute: "first", range: 20, window: 30 },
  // The chosen chain first; of the others, what a price, a forward and the rule for untraded contracts are made of.
  needs: (_params, { symbol, expiry, expiries }) => [
    { room: roomName(symbol, expiry) },
    ...expiries
      .filter((other) => other !== expiry)
      .map((other) => ({
        room: roomName(symbol, other),
        fields: ["ltp", "vol", "bid", "ask"] as const,
        optional: true as const,
      })),
    { doc: "HVIV", optional: true },
  ],
});
