/**
 * For Node programs at development time (tests, benches): a compiled quant core, built first if its sources changed.
 * The product reads assembly/build/quant*.wasm, made by `npm run build:wasm`, and never compiles.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";

const FILES = { simd: "quant.wasm", relaxed: "quant-relaxed.wasm", scalar: "quant-scalar.wasm" };

/** Whether this process has seen that the build is that of the sources: to look takes a process of its own. */
let isBuilt = false;
/** A module has no state: all who ask share it. */
const modules = new Map();

/** @returns {Uint8Array} */
export function readQuantBytes(variant = "simd") {
  if (!isBuilt) {
    execFileSync(process.execPath, [fileURLToPath(new URL("build.mjs", import.meta.url))], { stdio: "inherit" });
    isBuilt = true;
  }
  return readFileSync(new URL(`build/${FILES[variant]}`, import.meta.url));
}

/** @returns {WebAssembly.Module} */
export function loadQuantModule(variant = "simd") {
  if (!modules.has(variant)) {
    const bytes = readQuantBytes(variant);
    // Node has the instructions from 22 on; Node 20 behind a flag.
    if (variant === "relaxed" && !WebAssembly.validate(bytes)) setFlagsFromString("--experimental-wasm-relaxed-simd");
    modules.set(variant, new WebAssembly.Module(bytes));
  }
  return modules.get(variant);
}
