/**
 * Bundles the server: main.ts, the threads' entries and every command become `<out>/<name>.js`, packages stay outside.
 * What they read stands beside them.
 */
import { cpSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const SERVER = here("./");

function entryPoints() {
  const isSource = (name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !name.endsWith(".d.ts");
  const commands = readdirSync(join(SERVER, "commands"))
    .filter(isSource)
    .map((name) => join(SERVER, "commands", name));
  const threads = readdirSync(SERVER, { recursive: true })
    .filter((name) => name.endsWith(".worker.ts"))
    .map((name) => join(SERVER, name));
  return [join(SERVER, "main.ts"), ...threads, ...commands];
}

/**
 * @param out a folder within the project, where packages are found from
 * @param options `also`: more processes, paths of TypeScript files
 */
export async function bundle(out, { also = [], sourcemap = false } = {}) {
  const entries = [...entryPoints(), ...also];
  await build({
    entryPoints: Object.fromEntries(entries.map((path) => [basename(path, ".ts"), path])),
    outdir: out,
    bundle: true,
    splitting: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    // Their "#contract/..." names are folders of this repository, not packages.
    alias: Object.fromEntries(["contract", "market", "kernel"].map((name) => [`#${name}`, here(`../workers/${name}`)])),
    sourcemap,
    logLevel: "warning",
  });
  cpSync(join(SERVER, "platform/database/migrations"), join(out, "migrations"), { recursive: true });
  cpSync(here("../assembly/build/quant.wasm"), join(out, "quant.wasm"));
}
