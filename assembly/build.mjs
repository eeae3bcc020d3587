/**
 * Compiles the quant core, one source three ways (build/quant*.wasm), and writes its quant.d.ts. Does nothing when sources
 * and compiler are those of the last build.
 *
 *   node assembly/build.mjs
 */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** File name to compiler flags. workers/kernel/variant.ts says what each is for. */
const VARIANTS = {
  "quant.wasm": ["--enable", "simd"],
  "quant-relaxed.wasm": ["--enable", "simd", "--enable", "relaxed-simd"],
  "quant-scalar.wasm": [],
};
const OPTIONS = ["-O3", "--runtime", "stub", "--noAssert", "--converge", "--disableWarning", "112"]; // 112: v128 in an export
const TYPES = "quant.d.ts"; // every variant's: the exports are the same

const home = fileURLToPath(new URL(".", import.meta.url));
const target = join(home, "build");
const stampFile = join(target, "quant.stamp");
const outputs = [...Object.keys(VARIANTS), TYPES];

/** A hash of everything the output depends on. */
function fingerprint() {
  const hash = createHash("sha256").update(readFileSync(fileURLToPath(import.meta.url)));
  hash.update(readFileSync(new URL("../node_modules/assemblyscript/package.json", import.meta.url)));
  const sources = readdirSync(home, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.startsWith("build"))
    .sort();
  for (const file of sources) hash.update(file).update(readFileSync(join(home, file)));
  return hash.digest("hex");
}

function isCurrent(stamp) {
  try {
    const files = readdirSync(target);
    return outputs.every((file) => files.includes(file)) && readFileSync(stampFile, "utf8") === stamp;
  } catch {
    return false;
  }
}

/** Builds aside and renames: two builds at once (parallel tests) never show each other half a file. */
async function build(stamp) {
  mkdirSync(target, { recursive: true });
  const aside = mkdtempSync(join(target, "building-"));
  try {
    const { default: asc } = await import("assemblyscript/asc");
    for (const [file, flags] of Object.entries(VARIANTS)) {
      const bindings = file === "quant.wasm" ? ["--bindings", "raw"] : [];
      const output = ["--outFile", join(aside, file)];
      const { error, stderr } = await asc.main([join(home, "index.ts"), ...output, ...OPTIONS, ...flags, ...bindings]);
      if (error) throw new Error(`asc: ${error.message}\n${stderr.toString()}`);
    }
    writeFileSync(join(aside, "quant.stamp"), stamp);
    for (const file of [...outputs, "quant.stamp"]) renameSync(join(aside, file), join(target, file));
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

const stamp = fingerprint();
if (!isCurrent(stamp)) await build(stamp);
