/**
 * For Node programs at development time (tests, benches): the compiled quant core, built first if its sources changed.
 * The product reads assembly/build/quant.wasm, made by `npm run build:wasm`, and never compiles.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** @returns {WebAssembly.Module} */
export function loadQuantModule() {
  execFileSync(process.execPath, [fileURLToPath(new URL("build.mjs", import.meta.url))], { stdio: "inherit" });
  return new WebAssembly.Module(readFileSync(new URL("build/quant.wasm", import.meta.url)));
}
