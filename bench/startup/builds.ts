/** The built product, and the same page with AG Grid in the place of its table; each served by a server of its own. */
import { spawnSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";
import { type Product, SIMULATED, startProduct } from "../../web/testing/product.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Inside node_modules, so that the servers find their packages. */
const CACHE = path.join(ROOT, "node_modules/.cache/bench/startup");
const TABLE = path.join(ROOT, "web/grid/LiveGrid.tsx");
const PEER_TABLE = path.join(ROOT, "bench/peers/startup/live-grid.js");

export interface Build {
  /** Folder of the browser's files. */
  readonly web: string;
  readonly product: Product;
}

/** Builds and starts both. */
export async function startBuilds(): Promise<{ readonly product: Build; readonly peer: Build }> {
  rmSync(CACHE, { recursive: true, force: true });
  const [ours, theirs] = await Promise.all([
    buildPage(path.join(CACHE, "product/dist"), []),
    buildPage(path.join(CACHE, "peer/dist"), [replaceTable()]),
  ]);
  const { status } = spawnSync(process.execPath, ["server/build.mjs"], { cwd: ROOT, stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error("the server could not be built");
  const product = await start(ours);
  try {
    return { product, peer: await start(theirs) };
  } catch (error) {
    await product.product.stop();
    throw error;
  }
}

/** As the product is built, chunk by chunk. @returns the folder beside which the server is to lie */
async function buildPage(out: string, plugins: Plugin[]): Promise<string> {
  await build({
    configFile: path.join(ROOT, "vite.config.ts"),
    root: path.join(ROOT, "web"),
    plugins,
    resolve: { dedupe: ["react", "react-dom"] },
    build: { outDir: path.join(out, "web"), emptyOutDir: true, sourcemap: false },
    logLevel: "error",
  });
  return out;
}

async function start(out: string): Promise<Build> {
  cpSync(path.join(ROOT, "dist/server"), path.join(out, "server"), { recursive: true });
  const product = await startProduct({ env: SIMULATED, server: path.join(out, "server/main.js") });
  return { web: path.join(out, "web"), product };
}

function replaceTable(): Plugin {
  return {
    name: "peer-table",
    enforce: "pre",
    async resolveId(source, importer, options) {
      if (!source.endsWith("/LiveGrid.tsx")) return undefined;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found?.id === TABLE ? PEER_TABLE : undefined;
    },
  };
}
