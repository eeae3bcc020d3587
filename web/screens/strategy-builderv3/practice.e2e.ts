/**
 * Orders on a replayed minute of a real day: filled at what the exchange's website showed, up to its size. Runs where
 * MARKET_DATA names the folder of the recorded days.
 */
import { SITE_CHAIN } from "../../../server/testing/market/recordings.ts";
import { faults } from "../../testing/axe.ts";
import { enterReplay } from "../../testing/day-strip.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { freshness } from "../../testing/pane.ts";
import { EXPIRY_DAY } from "../../testing/product.ts";
import { goToMinute, putRecorded, RECORDINGS } from "../../testing/recorded-product.ts";
import { logIn, NIFTY, stored } from "../../testing/session.ts";

test.skip(RECORDINGS === undefined, "MARKET_DATA names no folder with the recorded chains");
// Apart from the backtest, which counts the recorded days.
test.use({ productEnv: EXPIRY_DAY });
test.describe.configure({ timeout: 240_000 });

test("the short straddle of 29 August 2025 at 09:45, more than was shown, and giving it back", async ({
  page,
  product,
}) => {
  await putRecorded(product, SITE_CHAIN);
  await logIn(page, NIFTY);
  await page.goto("/strategy-builderv3");
  await expect(page.locator("[data-atm]")).toBeVisible();
  await page.getByText("History", { exact: true }).click();
  await page.getByLabel("Date", { exact: true }).fill("2025-08-29");
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await expect(freshness(page)).toContainText("29 Aug 2025");
  const panel = page.getByRole("region", { name: "Practice" });
  await page.getByRole("button", { name: "Practice", exact: true }).click();
  await expect(panel).toContainText("Open the replay of the day");
  await panel.getByRole("button", { name: "← Builder" }).click();

  await enterReplay(page);
  await goToMinute(page, 585, "09:45");
  for (const side of ["CE", "PE"])
    await page.getByRole("button", { name: new RegExp(`^Sell .*24,?550 ${side}$`) }).click();
  await page.getByRole("button", { name: "Practice", exact: true }).click();
  await expect(panel).toContainText("29 Aug");
  await panel.getByRole("button", { name: "Place 2 legs" }).click();
  const journal = panel.getByRole("table", { name: "Journal" }).getByRole("row");
  await expect(journal).toHaveCount(3);
  await expect(journal.nth(1)).toContainText("Filled at 98.80");
  await expect(journal.nth(2)).toContainText("Filled at 103.00");
  // Of the call 525 were shown, of which 75 are sold: six more times and it is used up.
  for (let i = 0; i < 6; i++) await panel.getByRole("button", { name: "Place 2 legs" }).click();
  await expect(journal).toHaveCount(15);
  await expect(journal.nth(13)).toContainText("Filled at 98.80");
  await panel.getByRole("button", { name: "Place 2 legs" }).click();
  await expect(journal.nth(15)).toContainText("Waits");
  await panel.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(journal.nth(15)).toContainText("Cancelled");
  expect(await faults(page)).toEqual([]);

  await goToMinute(page, 600, "10:00");
  await panel.getByRole("button", { name: "Close what is held" }).click();
  // Nobody recorded that minute: it waits for the next one.
  await expect(journal.last()).toContainText("Waits");
  await goToMinute(page, 601, "10:01");
  await expect(journal.nth(17)).toContainText("Filled at 90.45");
  await expect(journal.last()).toContainText("Filled at 114.25");
  await expect(panel.getByText("After charges")).toBeVisible();
  const theta = panel.locator("dl > div", { hasText: "Theta" }).locator("dd");
  await expect(theta).toHaveText(/^\+[\d,]+\s*$/);
  // Before their minute they do not exist.
  await goToMinute(page, 580, "09:40");
  await expect(journal.nth(1)).toContainText("later");
  expect(JSON.parse((await stored(page, "practiceJournal")) ?? "[]")).toHaveLength(18);
  await panel.getByRole("button", { name: "Begin again" }).click();
  await expect(panel).toContainText("Nothing is practised");
});
