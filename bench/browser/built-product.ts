/** The built product, served by its own server, for questions that are about the whole of it. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { CDPSession, Page } from "@playwright/test";
import { build } from "vite";
import { type Environment, type Product, startProduct } from "../../web/testing/product.ts";
import { logIn } from "../../web/testing/session.ts";
import { browserMs, launchChromium } from "./competition.ts";
import type { Build } from "./task-names.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Inside node_modules, so that the server finds its packages. */
const CACHE = path.join(ROOT, "node_modules/.cache/bench");
const VIEWPORT = { width: 1366, height: 768 };

export interface BenchedProduct {
  readonly product: Product;
  /** A page of its own, logged in: at `path`, under CPU throttling once `throttle` is called. */
  open(path: string, storage?: Readonly<Record<string, unknown>>): Promise<BenchedPage>;
  /** The same build with a server and a browser of its own, such as at another hour of the day. */
  again(env: Environment): Promise<BenchedProduct>;
  /** CPU milliseconds of the whole browser, all processes and threads, since its start. */
  browserMs(): Promise<number>;
  close(): Promise<void>;
}

export interface BenchedPage {
  readonly page: Page;
  readonly cdp: CDPSession;
  /** What it was built to. */
  readonly build: Build;
  /** Slows the main thread; workers and the rasterizer stay as they are. */
  throttle(rate: number): Promise<void>;
}

export interface BuildOptions {
  readonly name: string;
  readonly env?: Environment;
}

/** Builds the browser app and the server, and starts them. */
export async function openProduct({ name, env = {} }: BuildOptions): Promise<BenchedProduct> {
  const out = path.join(CACHE, name, "dist");
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  await buildPage(path.join(out, "web"));
  buildServer(path.join(out, "server"));
  return serve(out, env);
}

async function serve(out: string, env: Environment): Promise<BenchedProduct> {
  const product = await startProduct({ env, server: path.join(out, "server/main.js") });
  const browser = await launchChromium();
  const browserCdp = await browser.newBrowserCDPSession();
  return {
    product,
    browserMs: () => browserMs(browserCdp),
    async open(at, storage = {}) {
      const context = await browser.newContext({ viewport: VIEWPORT, baseURL: product.url });
      // The transpiler names functions by a helper, also those that go into the page.
      await context.addInitScript({ content: "globalThis.__name = (named) => named;" });
      const page = await context.newPage();
      page.on("pageerror", (error) => console.error(`bench: ${error.message}`));
      await logIn(page, storage);
      await page.goto(at);
      const cdp = await context.newCDPSession(page);
      return {
        page,
        cdp,
        build: { origin: new URL(product.url).origin, folder: path.join(out, "web") },
        throttle: (rate) => cdp.send("Emulation.setCPUThrottlingRate", { rate }).then(() => undefined),
      };
    },
    again: (other) => serve(out, other),
    async close() {
      await browser.close();
      await product.stop();
    },
  };
}

/** As the product is built, chunk by chunk. */
async function buildPage(outDir: string): Promise<void> {
  await build({
    configFile: path.join(ROOT, "vite.config.ts"),
    root: path.join(ROOT, "web"),
    build: { outDir, emptyOutDir: true, sourcemap: "hidden" },
    logLevel: "error",
  });
}

function buildServer(outDir: string): void {
  const { status } = spawnSync(process.execPath, ["server/build.mjs"], { cwd: ROOT, stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error("the server could not be built");
  cpSync(path.join(ROOT, "dist/server"), outDir, { recursive: true });
}
