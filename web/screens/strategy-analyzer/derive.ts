import { createExpiryChains, type ExpiryChains } from "#chain/strategy/expiry-chains.ts";
import { createStrategyReader, type StrategyReader } from "#chain/strategy/strategy-reader.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { marketOf } from "./derive-market.ts";
import { screen } from "./screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

interface Scratch {
  readonly reader: StrategyReader;
  readonly chains: ExpiryChains;
}

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  screen,
  createScratch: () => ({ reader: createStrategyReader(), chains: createExpiryChains() }),

  derive(input, { reader, chains }) {
    const strategy = reader.of(input);
    const chain = strategy && chains.at(input)(input.pane.expiry);
    return chain && { ...strategy, market: marketOf(chain) };
  },
});
