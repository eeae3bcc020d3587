import { settlement } from "#chain/strategy/settlement.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { pricesAtClock, type RoomRows } from "./derive-prices.ts";
import { roomsOf, screen } from "./screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const derivation = defineDerivation<Params, Snapshot, Kernel, Map<string, RoomRows>>({
  screen,
  createScratch: () => new Map(),
  derive(input, known) {
    const { market, pane, params } = input;
    const last = market.prices();
    const priceOf =
      pane.day === undefined
        ? ({ name }: { readonly name: string }) => last.ltp(name)
        : pricesAtClock(input, roomsOf(params), known);
    if (!priceOf) return undefined;
    const legs = params.strategies.flatMap((strategy) => strategy.legs);
    const prices = legs.map((leg) => (leg.settledOn ? settlement(leg, leg.room, input) : priceOf(leg)));
    return { revision: params.revision, prices: Float64Array.from(prices) };
  },
});
