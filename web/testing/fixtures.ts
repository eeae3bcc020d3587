/**
 * Browser tests share one product a worker: files that ask for the same environment are served by the same process.
 * Each test has a browser context of its own, and logs in when it needs to (which ends the session before).
 */
import { test as base, type Page } from "@playwright/test";
import { type Environment, type Product, SIMULATED, startProduct } from "./product.ts";

interface WorkerFixtures {
  /** What the product is started with; `test.use` in a file gives it another. */
  readonly productEnv: Environment;
  readonly product: Product;
}

interface TestFixtures {
  /** What the page has complained about: uncaught errors, and console errors other than refused calls. */
  readonly complaints: readonly string[];
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
  complaints: async ({ page }, use) => use(listen(page)),
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
