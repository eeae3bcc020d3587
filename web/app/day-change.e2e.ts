/**
 * Minutes and days that pass while the board is open. The simulated exchange runs sixty times as fast after the equity
 * close: a currency minute takes a second, and the next trading day opens soon.
 */
import { chartOf } from "../testing/chart.ts";
import { enterReplay } from "../testing/day-strip.ts";
import { expect, test } from "../testing/fixtures.ts";
import { gridOf } from "../testing/grid.ts";
import { chipSeconds, expirySelect, freshness } from "../testing/pane.ts";
import { logIn } from "../testing/session.ts";

const USDINR = { lastExSymbol: { NSE: ["USDINR", 1000, 0.25, 6.5] } };
/** Exchange seconds of a day at which the currency segment ends. */
const CURRENCY_CLOSE = 17 * 3600;

test.use({ productEnv: { SIM_START: "2026-11-20T16:25", SIM_SEED: "7", SIM_SYMBOLS: "NIFTY,USDINR" } });
test.describe.configure({ timeout: 240_000 });

test("USDINR: bars move, the line grows by the minute, and the next day begins without a reload", async ({
  page,
  complaints,
}) => {
  await logIn(page, USDINR);
  await page.goto("/maxpain");
  // The nearest expiry ended at half past twelve today; the next one still trades.
  await expirySelect(page).selectOption({ index: 1 });
  const bars = chartOf(page, "Maxpain ( In");
  await bars.ready();
  await page.getByLabel("Maxpain Line Chart (Beta)").check();
  const line = chartOf(page, "Maxpain through the day");
  await line.ready();
  await expect(freshness(page)).toContainText("60x");

  const { x } = await line.data();
  expect(x[0]).toBe(9 * 60); // the currency segment's own hours
  const before = JSON.stringify(await bars.data());
  await expect.poll(async () => (await line.data()).x.length).toBeGreaterThan(x.length + 2);
  await expect.poll(async () => JSON.stringify(await bars.data()), { timeout: 30_000 }).not.toBe(before);
  const first = await expirySelect(page).locator("option").first().innerText();
  expect(await chipSeconds(page)).toBeLessThan(CURRENCY_CLOSE);

  // Friday ends, Monday the 23rd opens: a replay of Friday ends with it, a new line from its first slot, expiries rolled over.
  await enterReplay(page);
  await expect(page.getByText("A new day has begun: the board is live.")).toBeVisible({ timeout: 120_000 });
  await expect(freshness(page)).toContainText("23 Nov 2026", { timeout: 120_000 });
  await expect.poll(async () => (await line.data()).x.length, { timeout: 60_000 }).toBeLessThan(30);
  expect((await line.data()).x[0]).toBe(9 * 60);
  await expect(expirySelect(page).locator("option").first()).not.toHaveText(first);
  await page.goto("/option-chain-new");
  await gridOf(page).ready();
  await expect(freshness(page)).toHaveAttribute("data-state", "fresh");
  expect(complaints).toEqual([]);
});
