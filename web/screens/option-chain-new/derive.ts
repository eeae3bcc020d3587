/** Hot: the chain as the view shows it. */
import { type ChainScratch, createChainScratch, deriveChain } from "#chain/table/derive-chain.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { screen } from "./screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const derivation = defineDerivation<Params, Snapshot, Kernel, ChainScratch>({
  screen,
  createScratch: createChainScratch,
  derive: deriveChain,
});
