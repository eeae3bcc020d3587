/** A build of the quant core that prices the workload: ours, in every question about chains. */
import { type ChainGreeks, createChainGreeks } from "#kernel/chain-columns.ts";
import { createKernel } from "#kernel/kernel.ts";
import type { WorkloadChain } from "#kernel/testing/workload.ts";
import type { Variant } from "#kernel/variant.ts";
import { loadQuantModule } from "../../assembly/load.mjs";
import { warmUp } from "./slices.ts";

const CONTRACTS_A_STRIKE = 2;

export const countContracts = (chains: readonly WorkloadChain[]): number =>
  chains.reduce((sum, { length }) => sum + CONTRACTS_A_STRIKE * length, 0);

export const createResults = (chains: readonly WorkloadChain[]): ChainGreeks[] =>
  chains.map(({ length }) => createChainGreeks(length));

/** A build of the core, warmed up, with room for its answers: prices one chain of the workload, `passes` times. */
export function createPricing(chains: readonly WorkloadChain[], variant: Variant) {
  const kernel = createKernel(loadQuantModule(variant));
  const results = createResults(chains);
  const models = chains.map(({ underlying, years, rate }) => ({ model: "spot" as const, underlying, years, rate }));
  const price = (c: number, passes: number): void => {
    for (let pass = 0; pass < passes; pass++) kernel.priceChain(chains[c]!, models[c]!, results[c]!);
  };
  warmUp(() => {
    for (let c = 0; c < chains.length; c++) price(c, 1);
  });
  return { price, results };
}
