/** The product with the developers' pages: a build of its own, since the shipped one has none of them. */
import { cpSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { build } from "vite";
import { type Product, SERVER, SIMULATED, startProduct } from "./product.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/** Inside node_modules, so that the server finds its packages. */
const OUT = join(ROOT, "node_modules/.cache/drafts/dist");

export async function startDrafts(): Promise<Product> {
  rmSync(OUT, { recursive: true, force: true });
  await build({
    configFile: join(ROOT, "vite.config.ts"),
    root: join(ROOT, "web"),
    mode: "drafts",
    build: { outDir: join(OUT, "web"), emptyOutDir: true, sourcemap: false },
    logLevel: "error",
  });
  cpSync(dirname(SERVER), join(OUT, "server"), { recursive: true });
  return startProduct({ env: SIMULATED, server: join(OUT, "server/main.js") });
}
