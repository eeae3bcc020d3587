/** Tables and charts as files: what a trader finds in the downloads. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "../../testing/fixtures.ts";
import { gridOf } from "../../testing/grid.ts";
import { logIn } from "../../testing/session.ts";

async function saved(page: Page): Promise<{ name: string; lines: readonly string[] }> {
  const download = page.waitForEvent("download", { timeout: 5_000 });
  await page.getByRole("button", { name: "Save as CSV" }).click();
  const file = await download;
  return { name: file.suggestedFilename(), lines: readFileSync(await file.path(), "utf8").split("\r\n") };
}

test("a chain and a line through the day are saved with symbol, expiry, date and minute", async ({ page }) => {
  await logIn(page, { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] } });
  await page.goto("/option-chain-new");
  const grid = gridOf(page);
  await grid.ready();
  const table = await saved(page);
  expect(table.name).toMatch(/^NIFTY 2026-11-23 Option Chain 2026-11-20 12\d\d\.csv$/);
  expect(table.lines.slice(1, 5)).toEqual([
    "Symbol,NIFTY",
    "Expiry,2026-11-23",
    "Date,2026-11-20",
    expect.stringMatching(/^Minute,12:\d\d$/),
  ]);
  expect(table.lines[7]).toContain("ce:LTP,Strike,");
  expect(table.lines.slice(8).filter((line) => line !== "")).toHaveLength(await grid.rows());

  await page.goto("/pcr");
  await expect(page.getByRole("img", { name: /PCR/ }).first()).toBeVisible();
  await expect(async () => {
    const chart = await saved(page);
    expect(chart.name).toMatch(/chart 2026-11-20/);
    expect(chart.lines[7]).toMatch(/^Time,Pcr/);
    expect(chart.lines[8]).toMatch(/^09:15,\d/);
  }).toPass();
});
