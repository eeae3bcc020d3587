/** The quant core for the server's own figures: the reference build, the same on every machine. */
import { readFileSync } from "node:fs";
import { createKernel, type Kernel } from "#kernel/kernel.ts";

/** Bundled, the core lies beside us in dist/server. */
const file = import.meta.url.endsWith(".ts") ? "../../assembly/build/quant.wasm" : "./quant.wasm";

/** A kernel of its own for a thread: compiled in some milliseconds. */
export const loadKernel = (): Kernel =>
  createKernel(new WebAssembly.Module(readFileSync(new URL(file, import.meta.url))));
