/** Volatility as a trader uses it: four charts, another minute, another expiry, forward mode, and the replay. */
import type { Page } from "@playwright/test";
import { chartOf } from "../../testing/chart.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { expirySelect, figureLine } from "../../testing/pane.ts";
import { logIn } from "../../testing/session.ts";

const NIFTY = { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] } };
const legend = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const pricing = (page: Page) => page.getByRole("button", { name: /^(Priced on|Forward mode)/ });

test("the smile against another minute, the expiries, the move ahead and the days behind", async ({
  page,
  complaints,
}) => {
  await logIn(page, NIFTY);
  await page.goto("/volatility");
  const smile = chartOf(page, "IV by strike");
  const terms = chartOf(page, "IV at the money by expiry");
  const move = chartOf(page, "Expected move");
  for (const chart of [smile, terms, move, chartOf(page, "Historical and implied")]) await chart.ready();

  await expect(figureLine(page, "ATM IV")).toHaveText(/^ATM IV : \d+\.\d\d [+\u2212]\d+\.\d\d$/);
  await expect(figureLine(page, "IV rank")).toHaveText(/^IV rank : \d+ of 100$/);
  expect((await smile.data()).columns).toHaveLength(3);
  await expect(legend(page, "09:15")).toBeVisible();
  await page.getByLabel("Minute", { exact: true }).selectOption("10:00");
  await expect(legend(page, "10:00")).toBeVisible();
  await page.getByLabel("Minute", { exact: true }).selectOption("None");
  await expect.poll(async () => (await smile.data()).columns.length).toBe(2);

  // The term structure has the IV of the header at the chosen expiry, the band what it makes of it.
  const [first = Number.NaN] = (await terms.data()).columns[0] ?? [];
  expect(first).toBeGreaterThan(0);
  expect((await terms.data()).x.length).toBeGreaterThan(2);
  expect((await move.drawn()).tags.slice(0, 2)[1]).toMatch(/^\+2σ [\d,]+$/);
  const before = await figureLine(page, "ATM IV").textContent();
  await expirySelect(page).selectOption({ index: 1 });
  await expect(figureLine(page, "ATM IV")).not.toHaveText(before ?? "");

  await pricing(page).click();
  await page.getByRole("menuitem", { name: /Forward mode/ }).click();
  await expect(pricing(page)).toHaveText(/^Forward mode/);
  expect(complaints).toEqual([]);
});
