/** Thread entry of a pool worker: exposes the quant API, nothing else. */
import { expose } from "comlink";
import { createWarmKernel } from "#kernel/warm-up.ts";
import { createQuant } from "./quant.ts";
import { jobRegistry, screenRegistry, watchRegistry } from "./registry.ts";

expose(
  createQuant({
    createKernel: createWarmKernel,
    screens: screenRegistry,
    jobs: jobRegistry,
    watches: watchRegistry,
    now: () => performance.now(),
  }),
);
