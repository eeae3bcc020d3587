/** A day is kept, goes to a file and comes back; then the server is gone, and the day is shown, replayed and back-tested. */
import type { Page } from "@playwright/test";
import { faults } from "../../../testing/axe.ts";
import { enterReplay } from "../../../testing/day-strip.ts";
import { expect, test } from "../../../testing/fixtures.ts";
import { gridOf } from "../../../testing/grid.ts";
import { freshness } from "../../../testing/pane.ts";
import { SIMULATED, startProduct } from "../../../testing/product.ts";
import { logIn, NIFTY } from "../../../testing/session.ts";

/** The simulated exchange makes a day on demand; one of a single symbol comes soon. */
const MARKET = { ...SIMULATED, SIM_SYMBOLS: "NIFTY" };
const DAY = { timeout: 60_000 };
test.describe.configure({ timeout: 240_000 });

const panel = (page: Page) => page.getByRole("region", { name: "History" });

async function goToDay(page: Page): Promise<void> {
  await page.getByRole("radiogroup", { name: "Live or history" }).getByText("History", { exact: true }).click();
  await panel(page).getByLabel("Date", { exact: true }).fill("2026-11-18");
  await panel(page).getByRole("button", { name: "Go", exact: true }).click();
  await expect(panel(page).getByRole("button", { name: /^(Keep this day|Kept)$/ })).toBeVisible(DAY);
}

test("a kept day goes to a file and comes back, and needs no server", async ({ browser }) => {
  const product = await startProduct({ env: MARKET });
  const context = await browser.newContext({ baseURL: product.url, serviceWorkers: "allow" });
  const page = await context.newPage();
  try {
    await logIn(page, NIFTY);
    await page.goto("/option-chain-new");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await gridOf(page).ready();
    // What is used from now on is there without the server.
    await page.goto("/backtest");
    await page.getByLabel("Days", { exact: true }).selectOption("5");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await expect(page.getByRole("status").filter({ hasText: "sets" })).toHaveText("1 of 1 sets", { timeout: 120_000 });
    await page.goto("/option-chain-new");
    await gridOf(page).ready();
    await goToDay(page);
    await expect(freshness(page)).toContainText("18 Nov 2026", DAY);
    await gridOf(page).ready();
    await panel(page).getByRole("button", { name: "Keep this day" }).click();
    await expect(panel(page).getByRole("button", { name: "Kept" })).toBeDisabled(DAY);
    expect(await faults(page)).toEqual([]);

    await page.goto("/account");
    const kept = page.getByRole("region", { name: "Kept days" });
    await expect(kept.getByRole("row").nth(1)).toContainText(/18 Nov 2026.*Simulated.*NIFTY.*\d\.\d MB/);
    expect(await faults(page)).toEqual([]);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      kept.getByRole("button", { name: "Export 18 Nov 2026" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("strikeboard-2026-11-18-sim.day");
    await kept.getByRole("button", { name: "Delete 18 Nov 2026" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "No" }).click();
    await expect(kept.getByRole("row").nth(1)).toContainText("18 Nov 2026");
    await kept.getByRole("button", { name: "Delete 18 Nov 2026" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Yes" }).click();
    await expect(kept.getByRole("row")).toHaveCount(0);
    await kept.getByLabel("File of a day").setInputFiles(await file.path());
    await expect(kept.getByRole("row").nth(1)).toContainText("18 Nov 2026");

    await product.kill();
    await page.goto("/option-chain-new");
    await goToDay(page);
    await expect(panel(page).getByRole("button", { name: "Kept" })).toBeVisible();
    await gridOf(page).ready();
    await expect(freshness(page)).toContainText("18 Nov 2026");
    await enterReplay(page);

    await page.goto("/backtest");
    await goToDay(page);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await expect(page.getByRole("status").filter({ hasText: "sets" })).toHaveText("1 of 1 sets", DAY);
    await expect(page.getByRole("region", { name: "Days" }).getByRole("row").last()).toContainText(/18 Nov|Nov 18/);
  } finally {
    await context.close();
    await product.stop();
  }
});
