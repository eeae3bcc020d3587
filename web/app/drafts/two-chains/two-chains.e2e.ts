/** Two chains in the letters A and B on one board. */
import { expect, type Locator, type Page, test } from "@playwright/test";
import { dragHead, replayTime, stripReady } from "../../../testing/day-strip.ts";
import { startDrafts } from "../../../testing/drafts.ts";
import type { Product } from "../../../testing/product.ts";
import { logIn } from "../../../testing/session.ts";

let product: Product;
test.beforeAll(async () => {
  product = await startDrafts();
});
test.afterAll(() => product?.stop());

const panes = (page: Page): readonly [Locator, Locator] => {
  const all = page.locator("section[data-pane]");
  return [all.nth(0), all.nth(1)];
};
const symbol = (pane: Locator): Locator => pane.getByLabel("Symbol", { exact: true });
const age = (pane: Locator): Locator => pane.locator("[data-freshness]");

test("switch symbols apart, scrub together, and the one that was touched is framed", async ({ browser }) => {
  const page = await browser.newPage({ baseURL: product.url });
  await logIn(page, { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] }, lastExSymbolB: { NSE: ["NIFTY", 65, 50, 0] } });
  await page.goto("/two-chains");
  const [a, b] = panes(page);
  for (const pane of [a, b]) await expect(pane.locator("[data-interactive]")).toBeVisible({ timeout: 60_000 });

  await symbol(b).focus();
  await symbol(b).selectOption("BANKNIFTY");
  await expect(symbol(b)).toHaveValue("BANKNIFTY");
  await expect(symbol(a)).toHaveValue("NIFTY");
  await expect(b).toHaveAttribute("data-active", "true");
  await expect(a).not.toHaveAttribute("data-active");
  await expect(age(b)).toHaveAttribute("data-state", "fresh", { timeout: 30_000 });

  // The top bar acts on the letter of the pane that was touched last.
  await a.getByRole("heading").click();
  await expect(a).toHaveAttribute("data-active", "true");
  await page.getByRole("radio", { name: "BSE" }).click({ force: true });
  await expect(symbol(a)).toHaveValue("SENSEX");
  await expect(symbol(b)).toHaveValue("BANKNIFTY");

  await stripReady(page);
  await a.getByRole("button", { name: "Replay", exact: true }).click();
  for (const pane of [a, b]) await expect(age(pane)).toHaveAttribute("data-state", "replay", { timeout: 30_000 });
  await dragHead(page, 10 * 60 + 15);
  const at = (await replayTime(page).textContent()) ?? "";
  expect(at).toMatch(/^10:1/);
  for (const pane of [a, b]) await expect(age(pane)).toContainText(`${at} replay`);
  await page.close();
});
