/** The built product, and the same page with AG Grid in the place of its table; each served by a server of its own. */
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { type Product, SIMULATED, startProduct } from "../../web/testing/product.ts";
import { buildProduct } from "../browser/builds.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const TABLE = path.join(ROOT, "web/grid/LiveGrid.tsx");
const PEER_TABLE = path.join(ROOT, "bench/peers/startup/live-grid.js");

export interface Build {
  /** Folder of the browser's files. */
  readonly web: string;
  readonly product: Product;
}

/** Builds and starts both. */
export async function startBuilds(): Promise<{ readonly product: Build; readonly peer: Build }> {
  const ours = await buildProduct();
  const theirs = await buildProduct({
    name: "startup-peer",
    plugins: [replaceTable()],
    sources: ["bench/peers/startup", "bench/startup/builds.ts"],
  });
  const product = await start(ours);
  try {
    return { product, peer: await start(theirs) };
  } catch (error) {
    await product.product.stop();
    throw error;
  }
}

async function start(out: string): Promise<Build> {
  const product = await startProduct({ env: SIMULATED, server: path.join(out, "server/main.js"), flags: [] });
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
