/** Axe over what a screen shows after a click; each screen as it opens is the suite's. */
import { faults } from "../testing/axe.ts";
import { chartOf } from "../testing/chart.ts";
import { expect, test } from "../testing/fixtures.ts";
import { gridOf } from "../testing/grid.ts";
import { logIn } from "../testing/session.ts";

test("other views of chain, OI graphs and max pain are accessible", async ({ page }) => {
  await logIn(page);
  await page.goto("/option-chain-new");
  await page.getByRole("tab", { name: "OI Graph" }).click();
  await gridOf(page).ready();
  expect(await faults(page)).toEqual([]);

  await page.goto("/oigraph");
  await chartOf(page, "Change In OI").ready();
  await page.getByLabel("Total OI", { exact: true }).check();
  await page.getByRole("button", { name: "View - 2" }).click();
  await page.getByLabel("Time window").selectOption("custom");
  await chartOf(page, "Total OI").ready();
  expect(await faults(page)).toEqual([]);

  await page.goto("/maxpain");
  await chartOf(page, "Maxpain ( In").ready();
  await page.getByLabel("Maxpain Line Chart (Beta)").check();
  await chartOf(page, "Maxpain through the day").ready();
  expect(await faults(page)).toEqual([]);
});
