/** Axe over the screens, dark and light. */
import { faults } from "../testing/axe.ts";
import { chartOf } from "../testing/chart.ts";
import { expect, test } from "../testing/fixtures.ts";
import { gridOf } from "../testing/grid.ts";
import { logIn, store } from "../testing/session.ts";

for (const dark of [true, false]) {
  const theme = { dark };
  test(`login, chain, OI graphs and max pain are accessible in the ${dark ? "dark" : "light"} theme`, async ({
    page,
  }) => {
    await store(page, { theme });
    await page.goto("/login");
    await page.getByLabel("Email").waitFor();
    expect(await faults(page)).toEqual([]);

    await logIn(page, { theme });
    await page.goto("/option-chain-new");
    const grid = gridOf(page);
    await grid.ready();
    expect(await faults(page)).toEqual([]);
    await page.getByRole("tab", { name: "OI Graph" }).click();
    await grid.ready();
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
}
