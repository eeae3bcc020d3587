import { settlement } from "#chain/strategy/settlement.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { pricesAtClock } from "./derive-prices.ts";
import { legsOf, roomsOf, screen } from "./screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const derivation = defineDerivation<Params, Snapshot, Kernel, undefined>({
  screen,
  createScratch: () => undefined,
  derive(input) {
    const { market, pane, params } = input;
    const last = market.prices();
    const priceOf =
      pane.day === undefined
        ? ({ name }: { readonly name: string }) => last.ltp(name)
        : pricesAtClock(input, roomsOf(params));
    if (!priceOf) return undefined;
    const prices = legsOf(params).map((leg) => (leg.settledOn ? settlement(leg, leg.room, input) : priceOf(leg)));
    return { revision: params.revision, prices: Float64Array.from(prices) };
  },
});
