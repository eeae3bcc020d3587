/** The strategy builder's page in browser tests: its parts, and the first strategy of most of them. */
import type { Locator, Page } from "@playwright/test";
import { expect } from "../fixtures.ts";
import { logIn, NIFTY } from "../session.ts";

/** With the row of heads. */
export const legs = (page: Page): Locator => page.getByRole("region", { name: "Legs" }).getByRole("row");
export const figure = (page: Page, label: string): Locator =>
  page.getByRole("region", { name: "Figures" }).locator("dl > div", { hasText: label }).locator("dd");
export const atm = (page: Page): Locator => page.locator("[data-atm]");

/** Logs in and opens the builder at NIFTY. @param storage besides, as of `logIn` */
export async function openBuilder(page: Page, storage: Readonly<Record<string, unknown>> = {}): Promise<void> {
  await logIn(page, { ...NIFTY, ...storage });
  await page.goto("/strategy-builderv3");
  await expect(atm(page)).toBeVisible();
}

/** Sells the call and the put at the money. @returns their row: the money may move on to another one */
export async function sellStraddle(page: Page): Promise<Locator> {
  const row = page.locator(`[data-row="${await atm(page).getAttribute("data-row")}"]`);
  await row.getByRole("button", { name: /^Sell .* CE$/ }).click();
  await row.getByRole("button", { name: /^Sell .* PE$/ }).click();
  return row;
}
