import { createStrategyReader, type StrategyReader } from "#chain/strategy/strategy-reader.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { estimateOlderMargin } from "#market/strategy/margin-older.ts";
import { screen } from "./screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

/** The builder's figures, with the rule of margins that the analyzer has. */
export const derivation = defineDerivation<Params, Snapshot, Kernel, StrategyReader>({
  screen,
  createScratch: () => createStrategyReader(estimateOlderMargin),
  derive: (input, reader) => reader.of(input),
});
