import { createExpiryChains, type ExpiryChains } from "#chain/strategy/expiry-chains.ts";
import { createMarginAt, type MarginAt } from "#chain/strategy/margin-at.ts";
import { createStrategyReader, type StrategyReader } from "#chain/strategy/strategy-reader.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { estimateOlderMargin } from "#market/strategy/margin-older.ts";
import { marketOf } from "./derive-market.ts";
import { screen } from "./screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

interface Scratch {
  readonly reader: StrategyReader;
  readonly chains: ExpiryChains;
  readonly margins: MarginAt;
}

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  screen,
  createScratch: () => ({
    reader: createStrategyReader(estimateOlderMargin),
    chains: createExpiryChains(),
    margins: createMarginAt(),
  }),

  derive(input, { reader, chains, margins }) {
    const strategy = reader.of(input);
    const chain = strategy && chains.at(input)(input.pane.expiry);
    return chain && { ...strategy, market: marketOf(chain, margins) };
  },
});
