import { createExpiryChains, type ExpiryChains } from "#chain/strategy/expiry-chains.ts";
import { stepOf } from "#chain/strategy/ladder.ts";
import { settlementsIn } from "#chain/strategy/settlement.ts";
import { strategyMap } from "#chain/strategy/strategy-map.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { pane } from "./pane.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const derivation = defineDerivation<Params, Snapshot, Kernel, ExpiryChains>({
  screen: pane,
  createScratch: createExpiryChains,

  derive({ params: { steps, ...params }, ...input }, chains) {
    const chainOf = chains.at(input);
    const own = chainOf(input.pane.expiry);
    const step = own && steps * stepOf(own.at);
    if (!own || !step) return undefined;
    const map = strategyMap(input.kernel, { ...params, at: own.at, chainOf, settlementOf: settlementsIn(input) }, step);
    return map ? { map } : {};
  },
});
