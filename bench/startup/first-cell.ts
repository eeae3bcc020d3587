/** In the page: when the first live cell stood on the screen, counted from the start of the navigation. */
import type { Browser, BrowserContext } from "@playwright/test";
import type { GridElement } from "../../web/grid/grid-handle.ts";
import type { Product } from "../../web/testing/product.ts";
import { logIn } from "../../web/testing/session.ts";

const PATH = "/option-chain-new";
const VIEWPORT = { width: 1366, height: 768 };
const READY_MS = 60_000;

declare global {
  /** Milliseconds of the page's clock. */
  var firstCellAt: number | undefined;
}

/** Runs in the page before its own scripts. Looks once a frame, which costs every competitor the same. */
function watch(): void {
  if (!location.pathname.startsWith("/option-chain")) return;
  const look = (): void => {
    if (globalThis.firstCellAt !== undefined) return;
    const grid = document.querySelector<GridElement>("[data-grid]")?.gridHandle;
    // Its canvas may be another thread's: it tells itself when figures are on it.
    if (grid)
      grid.onShown = (version, at) => {
        if (version >= 0) globalThis.firstCellAt ??= at;
      };
    if (![...document.querySelectorAll(".ag-cell")].some(({ textContent }) => /\d/.test(textContent ?? ""))) {
      requestAnimationFrame(look);
      return;
    }
    // A message comes after the rendering of the frame that asked for it.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      globalThis.firstCellAt = performance.now();
      port1.close();
    };
    port2.postMessage(undefined);
  };
  requestAnimationFrame(look);
}

/** What a browser that is logged in has stored. */
export type Session = Awaited<ReturnType<BrowserContext["storageState"]>>;

export async function openSession(browser: Browser, product: Product): Promise<Session> {
  const context = await browser.newContext({ baseURL: product.url });
  try {
    await logIn(await context.newPage());
    return await context.storageState();
  } finally {
    await context.close();
  }
}

/**
 * Opens the chain in a context of its own, whose caches are empty.
 * @param throttle how many times slower the main thread is; workers stay as they are
 * @returns milliseconds until the first live cell
 */
export async function firstCellMs(
  browser: Browser,
  product: Product,
  session: Session,
  throttle: number,
): Promise<number> {
  const context = await browser.newContext({ viewport: VIEWPORT, baseURL: product.url, storageState: session });
  try {
    const page = await context.newPage();
    const failures: string[] = [];
    page.on("pageerror", ({ message }) => failures.push(message));
    // The transpiler names functions by a helper, also those that go into the page.
    await page.addInitScript({ content: `globalThis.__name = (named) => named; (${String(watch)})();` });
    const cdp = await context.newCDPSession(page);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: throttle });
    await page.goto(PATH, { waitUntil: "commit" });
    const shown = page.waitForFunction(() => globalThis.firstCellAt, undefined, { timeout: READY_MS, polling: 50 });
    const handle = await shown.catch((cause: unknown) => {
      throw new Error(`no live cell in a minute: ${failures.join("; ") || "no error was reported"}`, { cause });
    });
    return (await handle.jsonValue()) as number;
  } finally {
    await context.close();
  }
}
