/**
 * Browser tests share one product and one browser context a worker: files that ask for the same environment are served by the same
 * process, and a page finds the product's files where the pages before it left them, compiled. What those pages stored is gone.
 * Each test logs in when it needs to (which ends the session before).
 */
import { rmSync } from "node:fs";
import { type BrowserContext, type BrowserContextOptions, test as base, type Page } from "@playwright/test";
import { type Environment, type Product, SIMULATED, startProduct } from "./product.ts";
import { seedUsers } from "./sample-users.ts";

interface WorkerFixtures {
  /** What the product is started with; `test.use` in a file gives it another. */
  readonly productEnv: Environment;
  /** Whether it has the users of sample-users.ts. */
  readonly hasSampleUsers: boolean;
  readonly product: Product;
  /** The context of the tests so far, and what it was made with. */
  readonly shared: { context?: BrowserContext; madeWith?: string | undefined };
}

interface TestFixtures {
  /** Whether each test has a context that no other one has had: for what cannot be undone in one, such as a clock that stands. */
  readonly ownContext: boolean;
  /** What the page has complained about: uncaught errors, and console errors other than refused calls. */
  readonly complaints: readonly string[];
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  productEnv: [SIMULATED, { option: true, scope: "worker" }],
  hasSampleUsers: [false, { option: true, scope: "worker" }],
  product: [
    async ({ productEnv, hasSampleUsers }, use) => {
      const folder = hasSampleUsers ? await seedUsers() : undefined;
      const product = await startProduct({ env: productEnv, ...(folder === undefined ? {} : { folder }) });
      await use(product);
      await product.stop();
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 150_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  shared: [async ({ browserName: _ }, use) => use({}), { scope: "worker" }],
  ownContext: [false, { option: true }],
  context: async ({ browser, shared, ownContext, baseURL, viewport, serviceWorkers }, use) => {
    const options: BrowserContextOptions = { viewport, serviceWorkers, ...(baseURL !== undefined && { baseURL }) };
    const madeWith = ownContext ? undefined : JSON.stringify(options);
    if (shared.context === undefined || madeWith === undefined || shared.madeWith !== madeWith) {
      await shared.context?.close();
      shared.context = await browser.newContext(options);
    }
    shared.madeWith = madeWith;
    await use(shared.context);
    if (!ownContext) await forget(shared.context, baseURL ?? "");
  },
  page: async ({ context }, use) => use(context.pages()[0] ?? (await context.newPage())),
  complaints: async ({ page }, use) => use(listen(page)),
});

/** All that a test may leave behind but the HTTP cache. The page that is open then is the next test's. */
async function forget(context: BrowserContext, origin: string): Promise<void> {
  await Promise.all(context.pages().map((page) => page.close()));
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await Promise.all([context.clearCookies(), context.clearPermissions()]);
  const devTools = await context.newCDPSession(await context.newPage());
  await devTools.send("Storage.clearDataForOrigin", { origin, storageTypes: "local_storage,indexeddb,cache_storage" });
  await devTools.detach();
}

function listen(page: Page): readonly string[] {
  const heard: string[] = [];
  page.on("pageerror", (error) => heard.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) heard.push(message.text());
  });
  return heard;
}

export { expect } from "@playwright/test";
