/** A short straddle tried on recorded days: run, days, the replay of one of them, many sets, cancelling. Needs MARKET_DATA. */
import { EXPIRY_DAY } from "../../../server/testing/market/recordings.ts";
import { faults } from "../../testing/axe.ts";
import { replayTime } from "../../testing/day-strip.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { freshness } from "../../testing/pane.ts";
import { putRecorded, RECORDINGS } from "../../testing/recorded-product.ts";
import { logIn, NIFTY } from "../../testing/session.ts";

const FILES = [EXPIRY_DAY, "index_chain_5min_2026-01-30.csv.gz", "index_chain_5min_2026-02-03.csv.gz"];
test.skip(RECORDINGS === undefined, "MARKET_DATA names no folder with the recorded chains");
test.describe.configure({ timeout: 240_000 });
const SOON = { timeout: 60_000 };

test("a straddle on recorded days, day by day and in many sets", async ({ page, product }) => {
  await putRecorded(product, ...FILES);
  await logIn(page, NIFTY);
  await page.goto("/backtest");
  const run = page.getByRole("button", { name: "Run", exact: true });
  await page.getByLabel("Entry", { exact: true }).fill("15:20");
  await expect(run).toBeDisabled();
  await page.getByLabel("Entry", { exact: true }).fill("10:50");
  await page.getByRole("checkbox", { name: "Simulated days, too" }).uncheck();
  await run.click();
  const status = page.getByRole("status").filter({ hasText: "sets" });
  await expect(status).toHaveText("1 of 1 sets", SOON);
  const days = page.getByRole("region", { name: "Days" });
  await expect(days.getByRole("row")).toHaveCount(1 + FILES.length);
  await expect(days.getByRole("row").last()).toContainText(/18 Aug|Aug 18/);
  await expect(page.getByRole("note")).toHaveCount(0);
  expect(await faults(page)).toEqual([]);

  await page.getByRole("checkbox", { name: "Try many sets" }).check();
  await run.click();
  await expect(status).toHaveText("1000 of 1000 sets", SOON);
  const sets = page.getByRole("region", { name: "Best sets" });
  await expect(sets.getByRole("row")).toHaveCount(51);
  await sets.getByRole("row").nth(2).getByRole("button").click();
  await expect(sets.getByRole("row").nth(2)).toHaveAttribute("aria-selected", "true");
  expect(await faults(page)).toEqual([]);

  // The days are there already; a held answer of the list leaves time to cancel.
  await page.getByLabel("Expiry of each day").selectOption("1");
  let release = (): void => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(/\/dbOI\//, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await run.click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("status").filter({ hasText: "cancelled" })).toHaveText(/of 3 days loaded, cancelled$/);
  release();
  await page.unroute(/\/dbOI\//);

  await page.getByLabel("Expiry of each day").selectOption("0");
  await page.getByRole("checkbox", { name: "Try many sets" }).uncheck();
  await run.click();
  await expect(status).toHaveText("1 of 1 sets", SOON);
  await days.getByRole("row").last().getByRole("button").click();
  await expect(page).toHaveURL(/\/option-chain-new$/);
  await expect(replayTime(page)).toHaveText("10:50", SOON);
  await expect(freshness(page)).toHaveAttribute("data-state", "replay", SOON);
});
