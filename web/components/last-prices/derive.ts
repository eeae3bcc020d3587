import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { pane } from "./pane.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const derivation = defineDerivation<Params, Snapshot, Kernel, undefined>({
  screen: pane,
  createScratch: () => undefined,
  derive({ market, params: { names } }) {
    const last = market.prices();
    return { names, prices: Float64Array.from(names, (name) => last.ltp(name)) };
  },
});
