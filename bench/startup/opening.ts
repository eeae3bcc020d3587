/** A board that is warm: its chain is live. A press in the menu opens another screen; when do its first figures stand there? */
import type { Browser, Page } from "@playwright/test";
import type { ChartElement } from "../../web/charts/use-chart.ts";
import type { GridElement } from "../../web/grid/grid-handle.ts";
import type { PaneElement } from "../../web/state/pane/pane.ts";
import { everyScreen, type ScreenFacts } from "../../web/testing/every-screen/registry.ts";
import type { Product } from "../../web/testing/product.ts";
import type { Session } from "./first-cell.ts";

const BOARD = "/option-chain-new";
const VIEWPORT = { width: 1366, height: 768 };
const READY_MS = 30_000;
/** What the page loads when it is idle, and the board's next minute, are not what is measured. */
const REST_MS = 500;

type MenuScreen = ScreenFacts & { readonly menu: NonNullable<ScreenFacts["menu"]> };

/**
 * Opens each screen of the menu once, from the chain, in one page whose caches begin empty.
 * @param throttle how many times slower the main thread is; workers stay as they are
 * @returns milliseconds from the press to the first figures, by screen
 */
export async function openingMs(
  browser: Browser,
  product: Product,
  session: Session,
  throttle: number,
): Promise<ReadonlyMap<string, number>> {
  const screens = (await everyScreen()).filter((screen): screen is MenuScreen => screen.menu !== undefined);
  const board = screens.find(({ route }) => route === BOARD);
  if (!board) throw new Error(`no screen at ${BOARD}`);
  const context = await browser.newContext({ viewport: VIEWPORT, baseURL: product.url, storageState: session });
  try {
    const page = await context.newPage();
    await page.addInitScript({ content: "globalThis.__name = (named) => named;" }); // as in first-cell.ts
    await page.goto(BOARD);
    await page.waitForFunction(() => document.querySelector<GridElement>("[data-grid]")?.gridHandle?.paintedVersion);
    const cdp = await context.newCDPSession(page);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: throttle });
    const times = new Map<string, number>();
    for (const screen of screens) {
      if (screen === board) continue;
      await page.waitForTimeout(REST_MS);
      times.set(screen.route, await press(page, screen));
      await press(page, board);
    }
    return times;
  } finally {
    await context.close();
  }
}

async function press(page: Page, { menu, route }: MenuScreen): Promise<number> {
  await page.getByRole("button", { name: menu.group, exact: true }).click();
  await page.getByRole("menuitem", { name: menu.label, exact: true }).waitFor();
  return page.evaluate(pressAndWait, { label: menu.label, route, patience: READY_MS });
}

/** In the page. Looks once a frame. */
function pressAndWait(wanted: {
  readonly label: string;
  readonly route: string;
  readonly patience: number;
}): Promise<number> {
  const items = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  const item = items.find(({ textContent }) => textContent?.trim() === wanted.label);
  if (!item) throw new Error(`no ${wanted.label} in the menu`);

  const hasFigures = (): boolean => {
    const pane = document.querySelector<PaneElement>("[data-pane]");
    if (location.pathname !== wanted.route || pane?.paneHandle?.state().status !== "ready") return false;
    const grids = [...pane.querySelectorAll<GridElement>("[data-grid]")];
    const charts = [...pane.querySelectorAll<ChartElement>("div")];
    return (
      grids.some(({ gridHandle }) => (gridHandle?.paintedVersion ?? -1) >= 0) ||
      charts.some(({ chartHandle }) => (chartHandle?.data()?.x.length ?? 0) > 0)
    );
  };
  return new Promise((resolve, reject) => {
    const pressed = performance.now();
    item.click();
    const look = (): void => {
      const waited = performance.now() - pressed;
      if (waited > wanted.patience) reject(new Error(`${wanted.route}: no figures after ${waited} ms`));
      else if (!hasFigures()) requestAnimationFrame(look);
      else {
        // A message comes after the rendering of the frame that asked for it.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          resolve(performance.now() - pressed);
          port1.close();
        };
        port2.postMessage(undefined);
      }
    };
    requestAnimationFrame(look);
  });
}
