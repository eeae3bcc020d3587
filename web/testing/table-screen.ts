/** Screens that are a table: how their browser tests open them and read them. */
import type { Locator, Page } from "@playwright/test";
import { type Grid, gridOf } from "./grid.ts";
import { logIn, NIFTY } from "./session.ts";

/** The lengths of frames that tables over time offer. */
export const FRAME_WORDS: readonly string[] = ["3 min", "6 min", "15 min", "30 min", "60 min"];

/** Logs in, opens the screen and waits until its figures stand. @param storage what else the browser has stored */
export async function openTable(
  page: Page,
  route: string,
  storage: Readonly<Record<string, unknown>> = {},
): Promise<Grid> {
  await logIn(page, { ...NIFTY, ...storage });
  await page.goto(route);
  const grid = gridOf(page);
  await grid.ready();
  return grid;
}

/** Headings of the columns, without their signs of order. */
export const columnWords = async (grid: Grid): Promise<readonly string[]> =>
  (await grid.headers()).map((text) => text.replace(/[↑↓]/, "").trim());

/** A select, a box or a field by its whole name. */
export const control = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });
