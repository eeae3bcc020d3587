/** The new option chain's page, as its browser tests open it. */
import type { Page } from "@playwright/test";
import { type Grid, gridOf } from "./grid.ts";
import { logIn, NIFTY, withoutAccountSettings } from "./session.ts";

/** Opens the chain with what the browser is to have stored. */
export async function openChain(page: Page, storage: Readonly<Record<string, unknown>> = NIFTY): Promise<Grid> {
  await withoutAccountSettings(page);
  await logIn(page, storage);
  await page.goto("/option-chain-new");
  const grid = gridOf(page);
  await grid.ready();
  return grid;
}

export const rangeSelect = (page: Page) => page.getByLabel("Range", { exact: true });
