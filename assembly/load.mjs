/**
 * For Node programs at development time (tests, benches): a compiled quant core, built first if its sources changed.
 * The product reads assembly/build/quant*.wasm, made by `npm run build:wasm`, and never compiles.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";

const FILES = { simd: "quant.wasm", relaxed: "quant-relaxed.wasm", scalar: "quant-scalar.wasm" };

/** @returns {Uint8Array} */
export function readQuantBytes(variant = "simd") {
  execFileSync(process.execPath, [fileURLToPath(new URL("build.mjs", import.meta.url))], { stdio: "inherit" });
  return readFileSync(new URL(`build/${FILES[variant]}`, import.meta.url));
}

/** @returns {WebAssembly.Module} */
export function loadQuantModule(variant = "simd") {
  const bytes = readQuantBytes(variant);
  // Node has the instructions from 22 on; Node 20 behind a flag.
  if (variant === "relaxed" && !WebAssembly.validate(bytes)) setFlagsFromString("--experimental-wasm-relaxed-simd");
  return new WebAssembly.Module(bytes);
}
