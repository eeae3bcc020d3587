/** The built product, served by its own server, for questions that are about the whole of it. */
import path from "node:path";
import type { CDPSession, Page } from "@playwright/test";
import { type Environment, type Product, startProduct } from "../../web/testing/product.ts";
import { logIn } from "../../web/testing/session.ts";
import { buildProduct } from "./builds.ts";
import { browserMs, launchChromium } from "./competition.ts";
import type { Build } from "./task-names.ts";

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

/** Builds the browser app and the server, and starts them. */
export const openProduct = async (env: Environment = {}): Promise<BenchedProduct> => serve(await buildProduct(), env);

async function serve(out: string, env: Environment): Promise<BenchedProduct> {
  const product = await startProduct({ env, server: path.join(out, "server/main.js"), flags: [] });
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
