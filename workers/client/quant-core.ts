/** Fetches and compiles the quant core, while it streams in: of its builds only the one that this browser runs fastest. */
import { chooseVariant } from "#kernel/variant.ts";

export function compileQuantCore(): Promise<WebAssembly.Module> {
  return WebAssembly.compileStreaming(fetch(FILES[chooseVariant()]));
}

// Written out, since the bundler has to see every file's name.
const FILES = {
  relaxed: new URL("../../assembly/build/quant-relaxed.wasm", import.meta.url),
  simd: new URL("../../assembly/build/quant.wasm", import.meta.url),
  scalar: new URL("../../assembly/build/quant-scalar.wasm", import.meta.url),
};
