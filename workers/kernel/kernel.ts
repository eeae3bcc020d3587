/**
 * The face of the quant core. Give it a compiled build of it (variant.ts chooses one); it needs nothing else of its host,
 * so browsers' workers, the server and commands share it. Synchronous; after creation it allocates only views for a length of chain
 * that it has not seen. One instance a thread.
 */
import { type ChainKernel, createChainCalls } from "./calls/chain-calls.ts";
import { type ChainSeriesKernel, createChainSeriesCalls } from "./calls/chain-series-calls.ts";
import { createPayoffCalls, type PayoffKernel } from "./calls/payoff-calls.ts";
import { createSeriesCalls, type SeriesKernel } from "./calls/series-calls.ts";
import { type Core, instantiateCore } from "./core.ts";

export interface Kernel extends ChainKernel, ChainSeriesKernel, SeriesKernel, PayoffKernel {
  /** For calls that are no part of the kernel (calls/gamma-calls.ts). */
  readonly core: Core;
}

/** A compiled quant core -> a kernel with memory of its own. */
export function createKernel(module: WebAssembly.Module): Kernel {
  const core = instantiateCore(module);
  return {
    core,
    ...createChainCalls(core),
    ...createChainSeriesCalls(core),
    ...createSeriesCalls(core),
    ...createPayoffCalls(core),
  };
}
