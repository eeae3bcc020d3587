/** A kept strategy in tabs that close before its last edit is sent. */
import { type BrowserContext, expect, type Page, type Route } from "@playwright/test";

/** The first figures of a page on a busy machine. */
const READY_MS = 60_000;
/** Sealing takes less, on a busy machine as well. */
const SEALED_MS = 200;
const legs = (page: Page) => page.getByRole("region", { name: "Legs" });
const entry = (page: Page) => legs(page).getByRole("spinbutton", { name: /^Entry price/ });

/** Sells the call at the money, and keeps it under the name, with 'Auto Save'. */
export async function keepStrategy(page: Page, name: string): Promise<void> {
  await page.goto("/strategy-builderv3");
  const sell = page.locator("[data-atm]").getByRole("button", { name: /^Sell .* CE$/ });
  await expect(async () => {
    if ((await entry(page).count()) === 0) await sell.click({ timeout: 3000 });
    await expect(entry(page)).toHaveCount(1, { timeout: 3000 });
  }).toPass();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const panel = page.getByRole("region", { name: "Save Strategies" });
  await panel.getByLabel("New Strategy Name").fill(name);
  await panel.getByRole("button", { name: "Save", exact: true }).click();
  await expect(panel.getByRole("status")).toHaveText("Strategy saved successfully");
  await page.getByLabel("Auto Save").check();
}

/** A tab with the strategy as the server has it. */
export async function openKept(context: BrowserContext, name: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto("/strategy-builderv3");
  await expect(page.locator("[data-atm]")).toBeVisible({ timeout: READY_MS });
  await page.getByRole("button", { name: "Load", exact: true }).click();
  await page.getByRole("button", { name: new RegExp(`^${name} - `) }).click();
  await expect(entry(page)).toHaveCount(1, { timeout: READY_MS });
  return page;
}

/** The price that the tab has loaded. */
export const loadedPrice = async (page: Page): Promise<number> => Number(await entry(page).inputValue());

/** Closes the tab. @returns the next one, which has loaded the strategy */
async function closeAndLoad(page: Page, name: string): Promise<Page> {
  const closed = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true });
  await closed;
  return openKept(page.context(), name);
}

/** Types a price and closes the tab so many milliseconds later. @returns the next one, which has loaded the strategy */
export async function editAndClose(page: Page, name: string, price: number, wait: number): Promise<Page> {
  await entry(page).fill(String(price));
  await page.waitForTimeout(wait);
  return closeAndLoad(page, name);
}

/**
 * Types a price, whose save reaches the server while its answer is held back, then another one, and closes the tab.
 * @returns the next one, which has loaded the strategy
 */
export async function editUnansweredAndClose(page: Page, name: string, first: number, second: number): Promise<Page> {
  const reached = new Promise<void>((reach) => {
    const hold = async (route: Route): Promise<void> => {
      await route.fetch();
      reach();
    };
    void page.route("**/strategies/saveas", hold, { times: 1 });
  });
  await entry(page).fill(String(first));
  await reached;
  await entry(page).fill(String(second));
  await page.waitForTimeout(SEALED_MS);
  return closeAndLoad(page, name);
}
