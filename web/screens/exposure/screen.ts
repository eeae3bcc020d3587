import { roomName } from "#contract/domain/instruments.ts";
import { defineScreen } from "#contract/worker/screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const screen = defineScreen<Params, Snapshot>({
  id: "exposure",
  title: "Exposure",
  route: "/exposure",
  access: "subscriber",
  menu: { group: "Workspace", label: "Exposure", order: 6 },
  rate: 1,
  home: "underlying",
  defaults: { scope: "expiry", positive: "calls", range: 13 },
  needs: ({ scope }, { symbol, expiry, expiries }) => [
    { room: roomName(symbol, expiry) },
    ...(scope === "expiry" ? [] : expiries)
      .filter((other) => other !== expiry)
      .map((other) => ({
        room: roomName(symbol, other),
        fields: ["ltp", "oi", "vol", "bid", "ask"] as const,
        optional: true as const,
      })),
  ],
});
