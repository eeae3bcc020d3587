/** Historical volatility of the closes and IV at the money, by day. */
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { dayPlayed, volatilityLines } from "#market/lines/volatility-days.ts";
import { screen } from "./screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const derivation = defineDerivation<Params, Snapshot, Kernel, undefined>({
  screen,
  createScratch: () => undefined,
  derive({ market, pane, params, clock }) {
    const days = market.doc("HVIV");
    return days && volatilityLines(days, pane.symbol, params.window, dayPlayed(clock));
  },
});
