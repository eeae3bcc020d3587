import { createStrategyReader, type StrategyReader } from "#chain/strategy/strategy-reader.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { screen } from "./screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const derivation = defineDerivation<Params, Snapshot, Kernel, StrategyReader>({
  screen,
  createScratch: createStrategyReader,
  derive: (input, reader) => reader.of(input),
});
