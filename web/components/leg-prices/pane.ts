import { roomName } from "#contract/domain/instruments.ts";
import { definePane } from "#contract/worker/screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

/** What the legs of a strategy cost together through the day. */
export const pane = definePane<Params, Snapshot>({
  id: "leg-prices",
  rate: 2,
  home: "underlying",
  defaults: { legs: [] },
  needs: ({ legs }, { symbol, expiry }) =>
    [...new Set([expiry, ...legs.map((leg) => leg.expiry)])].map((one) => ({
      room: roomName(symbol, one),
      ...(one !== expiry && { optional: true as const }),
    })),
});
