/** Bundles a process of the tests as the server's build does: started often, it spends no time on being translated each time. */
import { mkdtempSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** Packages are found from there. */
const CACHE = here("../../../node_modules/.cache/");
const DATABASE = here("../../platform/database/pglite.worker.ts");

export interface BundledProcess {
  /** To be run by node as it is. */
  readonly file: string;
  remove(): void;
}

/** @param source path of a TypeScript file that may open the embedded database */
export async function bundleProcess(source: string): Promise<BundledProcess> {
  const folder = mkdtempSync(join(CACHE, "process-"));
  const name = basename(source, ".ts");
  await build({
    entryPoints: { [name]: source, "pglite.worker": DATABASE },
    outdir: folder,
    bundle: true,
    splitting: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    alias: Object.fromEntries(
      ["contract", "market", "kernel", "client"].map((part) => [`#${part}`, here(`../../../workers/${part}`)]),
    ),
    logLevel: "warning",
  });
  return { file: join(folder, `${name}.js`), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
