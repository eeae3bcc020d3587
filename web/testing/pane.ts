/** A screen's header as a reader sees it: figures, selectors, and the chip that says how old they are. */
import type { Locator, Page } from "@playwright/test";

/** The whole line of a header figure: 'Maxpain : 24,200'. */
export const figureLine = (page: Page, label: string): Locator => page.locator(`[data-figure="${label}"]`);

export const freshness = (page: Page): Locator => page.locator("[data-freshness]");
export const symbolSelect = (page: Page): Locator => page.getByLabel("Symbol", { exact: true });
export const expirySelect = (page: Page): Locator => page.getByLabel("Expiry", { exact: true });

/** The exchange time in the chip, seconds of the day. */
export async function chipSeconds(page: Page): Promise<number> {
  const text = (await freshness(page).textContent()) ?? "";
  const [, hours, minutes, seconds] = /(\d\d):(\d\d):(\d\d) ·/.exec(text) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
