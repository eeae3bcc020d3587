/** Thread entry of a pool worker: exposes the quant API, nothing else. */
import { expose } from "comlink";
import { createKernel } from "#kernel/kernel.ts";
import { createQuant } from "./quant.ts";
import { screenRegistry } from "./registry.ts";

expose(createQuant({ createKernel, screens: screenRegistry, now: () => performance.now() }));
