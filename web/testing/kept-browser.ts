/**
 * One browser for the tests of a worker, with a profile on disk: a page finds the product's files where the pages before it left
 * them, compiled. All else that those stored is gone.
 */
import type { BrowserContext, BrowserContextOptions, BrowserType, TestFixture } from "@playwright/test";

export interface KeptBrowser {
  /** @param url of the product; the browser of another one ends */
  open(url: string | undefined): Promise<BrowserContext>;
  /** Closes the pages of a test, and forgets what they stored. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

/** @param chromium with the options of the tests */
export function keepBrowser(chromium: BrowserType): KeptBrowser {
  let kept: { readonly context: BrowserContext; readonly url: string | undefined } | undefined;

  async function close(): Promise<void> {
    await kept?.context.close();
    kept = undefined;
  }

  return {
    async open(url) {
      if (kept?.url !== url) await close();
      kept ??= { context: await chromium.launchPersistentContext(""), url };
      return kept.context;
    },
    async forget() {
      if (kept === undefined) return;
      const { context, url } = kept;
      const [blank, ...pages] = context.pages(); // the first is the browser's own
      if (blank === undefined || url === undefined) return close();
      await Promise.all(pages.map((page) => page.close()));
      await context.unrouteAll({ behavior: "ignoreErrors" });
      await Promise.all([context.clearCookies(), context.clearPermissions()]);
      const devTools = await context.newCDPSession(blank);
      await devTools.send("Storage.clearDataForOrigin", { origin: new URL(url).origin, storageTypes: "all" });
      await devTools.detach();
    },
    close,
  };
}

/** @returns a context that shares the program with the other one, and nothing else */
export async function newContextBeside(
  other: BrowserContext,
  options?: BrowserContextOptions,
): Promise<BrowserContext> {
  const browser = other.browser();
  if (browser === null) throw new Error("The context has no browser");
  return browser.newContext(options);
}

/** For what cannot be undone in a context, such as a clock that stands, or must find nothing of the product there. */
export const ownContext: TestFixture<
  BrowserContext,
  { readonly kept: KeptBrowser; readonly baseURL: string | undefined }
> = async ({ kept, baseURL }, use) => {
  const context = await newContextBeside(await kept.open(baseURL));
  await use(context);
  await context.close();
};
