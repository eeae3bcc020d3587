/**
 * Browser tests share one product and one browser a worker: files that ask for the same environment are served by the same process,
 * and find what the tests before them left in the HTTP cache, and nothing else. Each test logs in when it needs to (which ends the
 * session before).
 */
import { type BrowserContext, type BrowserContextOptions, test as base, type Page } from "@playwright/test";
import { type KeptBrowser, keepBrowser, newContextBeside } from "./kept-browser.ts";
import { type Environment, type Product, SIMULATED, startProduct } from "./product.ts";

interface WorkerFixtures {
  /**
   * What the product is started with; `test.use` in a file gives it another. Files share a product that name the same object, one
   * of product.ts: by one that only has the same entries they are told apart.
   */
  readonly productEnv: Environment;
  readonly product: Product;
  readonly kept: KeptBrowser;
}

interface TestFixtures {
  /** What the page has complained about: uncaught errors, and console errors other than refused calls. */
  readonly complaints: readonly string[];
  /** Opens another browser, which shares nothing with the page's, and ends with the test. */
  readonly elsewhere: (options?: BrowserContextOptions) => Promise<BrowserContext>;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  productEnv: [SIMULATED, { option: true, scope: "worker" }],
  product: [
    async ({ productEnv }, use) => {
      const product = await startProduct({ env: productEnv });
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: 150_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  kept: [
    async ({ playwright }, use) => {
      const kept = keepBrowser(playwright.chromium);
      await use(kept);
      await kept.close();
    },
    { scope: "worker" },
  ],
  context: async ({ kept, baseURL }, use) => {
    await use(await kept.open(baseURL));
    await kept.forget();
  },
  complaints: async ({ page }, use) => use(listen(page)),
  elsewhere: async ({ context }, use) => {
    const made: BrowserContext[] = [];
    await use(async (options) => {
      const other = await newContextBeside(context, options);
      made.push(other);
      return other;
    });
    await Promise.all(made.map((other) => other.close()));
  },
});

function listen(page: Page): readonly string[] {
  const heard: string[] = [];
  page.on("pageerror", (error) => heard.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) heard.push(message.text());
  });
  return heard;
}

export { expect } from "@playwright/test";
