import { roomName } from "#contract/domain/instruments.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { screen } from "./screen.ts";
import type { Snapshot } from "./snapshot.ts";

export const derivation = defineDerivation<object, Snapshot, Kernel, undefined>({
  screen,
  createScratch: () => undefined,
  derive({ market, pane: { symbol, expiry } }) {
    const day = market.room(roomName(symbol, expiry))?.day;
    if (!day) return undefined;
    // The last row is an option where the first may be the spot, which has no lot.
    return { date: day.date, lotSize: day.tokens.lotSize[day.tokens.length - 1] ?? 1 };
  },
});
