/**
 * What a straddle's profit came from, on the screen: sold at 10:43 of a recorded expiry day and looked at at 15:15 of the same
 * replay. Runs where MARKET_DATA names the folder of the recorded days.
 */
import { EXPIRY_DAY } from "../../../../server/testing/market/recordings.ts";
import { faults } from "../../../testing/axe.ts";
import { enterReplay } from "../../../testing/day-strip.ts";
import { expect, test } from "../../../testing/fixtures.ts";
import { freshness } from "../../../testing/pane.ts";
import { goToMinute, putRecorded, RECORDINGS } from "../../../testing/recorded-product.ts";
import { logIn, NIFTY } from "../../../testing/session.ts";

const LOT = 65;
test.skip(RECORDINGS === undefined, "MARKET_DATA names no folder with the recorded chains");
test.describe.configure({ timeout: 240_000 });

const numberOf = (text: string): number => Number(text.replaceAll(",", "").replace("−", "-"));

test("the short straddle of 18 August 2026, from 10:43 to 15:15", async ({ page, product }) => {
  await putRecorded(product, EXPIRY_DAY);
  await logIn(page, NIFTY);
  await page.goto("/strategy-builderv3");
  await expect(page.locator("[data-atm]")).toBeVisible();
  await page.getByText("History", { exact: true }).click();
  await page.getByLabel("Date", { exact: true }).fill("2026-08-18");
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await expect(freshness(page)).toContainText("18 Aug 2026");
  await enterReplay(page);
  await goToMinute(page, 643, "10:43");
  for (const side of ["CE", "PE"])
    await page.getByRole("button", { name: new RegExp(`^Sell .*24,?200 ${side}$`) }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const panel = page.getByRole("region", { name: "Save Strategies" });
  await panel.getByLabel("New Strategy Name").fill("Straddle");
  const saving = page.waitForResponse("**/strategies/save");
  await panel.getByRole("button", { name: "Save", exact: true }).click();
  await expect(panel.getByRole("status")).toHaveText("Strategy saved successfully");

  await page.getByRole("button", { name: "Options", exact: true }).click();
  await page.getByRole("menuitem", { name: "Portfolio" }).click();
  const row = page.getByRole("row").filter({ hasText: "Straddle - NIFTY" }).first();
  await expect(row).toBeVisible();
  await goToMinute(page, 915, "15:15");
  await page.getByRole("button", { name: "Attribution", exact: true }).click();
  const points = async (cause: string): Promise<number> =>
    numberOf((await row.locator(`[data-cause="${cause}"]`).textContent()) ?? "") / LOT;
  await expect(async () => {
    // Whole rupees are shown: a hundredth of a point.
    for (const [cause, expected] of [
      ["delta", 22.0],
      ["gamma", -23.6],
      ["theta", 60.3],
      ["vega", -35.2],
      ["residual", 0.05],
    ] as const)
      expect(Math.abs((await points(cause)) - expected), cause).toBeLessThan(0.3);
  }).toPass({ timeout: 60_000 });
  const band = page.getByRole("region", { name: "Attribution" });
  await expect(band).toContainText("to 15:15");
  await expect(band.locator("dd").last()).toHaveText("+1,531"); // 23.55 points of 65 units
  expect(await faults(page)).toEqual([]);

  // Other tests of the user begin without it.
  const { saveDetails } = await (await saving).json();
  const data = { ids: [saveDetails.id] };
  const headers = { "Sec-Fetch-Site": "same-origin" };
  expect((await page.request.patch("/api/v1/strategies/delete-multiple", { data, headers })).ok()).toBe(true);
});
