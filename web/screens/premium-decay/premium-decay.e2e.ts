/** Premium decay as a trader uses it: which strikes, which side of them, the overlays, and what is kept. */
import type { Page } from "@playwright/test";
import { chartOf } from "../../testing/chart.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { expirySelect, figureLine, symbolSelect } from "../../testing/pane.ts";
import { logIn, NIFTY, stored } from "../../testing/session.ts";

const strip = (page: Page) => page.getByRole("list", { name: "Strikes, CE and PE" });
const dots = (page: Page, side: "CE" | "PE", on: boolean) =>
  strip(page).getByRole("button", { name: new RegExp(`${side}$`), pressed: on });
const picker = (page: Page) => page.getByRole("region", { name: "Strikes" });
const strikesButton = (page: Page) => page.getByRole("button", { name: "Strikes", exact: true });

async function open(page: Page) {
  await logIn(page, NIFTY);
  await page.goto("/premium-decay");
  const chart = chartOf(page, "Premium Decay through the day");
  await chart.ready();
  await expect(dots(page, "CE", true)).toHaveCount(1);
  return chart;
}

test("which strikes, which side of them, the overlays, and what is kept", async ({ page, complaints }) => {
  const chart = await open(page);

  await test.step("a fresh board: eleven strikes, the money on; both sums with tags, crosshair and legend", async () => {
    await expect(strip(page).getByRole("listitem")).toHaveCount(11);
    await expect(strip(page).locator("[data-atm] [aria-pressed=true]")).toHaveCount(2);
    await expect(figureLine(page, "Base")).toHaveText("Base : 09:16 2 of 2 priced");
    await expect(page.getByRole("group", { name: "Series" }).getByRole("button")).toHaveText([
      "CE",
      "PE",
      "CE + PE",
      "Spot",
      "Future",
    ]);
    const { x, columns } = await chart.data();
    expect([columns[0]?.[0], columns[0]?.[1], columns[3]?.[0]]).toEqual([null, 0, null]);
    const readings = await chart.cursor(x[30] as number);
    expect(readings.map(({ label }) => label)).toEqual(["CE", "PE", "CE + PE", "Spot"]);
    expect((await chart.drawn()).tags).toHaveLength(4);
  });

  await test.step("Spot and Future are boxes and legend entries of one setting, and are kept", async () => {
    const legend = page.getByRole("group", { name: "Series" });
    await page.getByLabel("Future", { exact: true }).check();
    await expect(legend.getByRole("button", { name: "Future" })).toHaveAttribute("aria-pressed", "true");
    await legend.getByRole("button", { name: "Spot" }).click();
    await expect(page.getByLabel("Spot", { exact: true })).not.toBeChecked();
    await expect.poll(async () => (await chart.drawn()).tags.length).toBe(4);

    await page.reload();
    await expect(dots(page, "CE", true)).toHaveCount(1); // the strikes last as long as the page
    await expect(page.getByLabel("Future", { exact: true })).toBeChecked();
    await expect(page.getByLabel("Spot", { exact: true })).not.toBeChecked();
    const kept = { spot: false, future: true, ceextrinsic: false, peextrinsic: false };
    expect(JSON.parse((await stored(page, "premiumDecayOptions")) ?? "")).toEqual(kept);
  });

  await test.step("dots switch a side; a label switches both when they are equal", async () => {
    const money = strip(page).locator("[data-atm]");
    await money.getByRole("button", { name: / CE$/ }).click();
    await expect(money.locator("[aria-pressed=true]")).toHaveCount(1);
    await money.getByTitle("Both sides").click();
    await expect(money.locator("[aria-pressed=true]")).toHaveCount(1); // mixed: nothing
    await money.getByRole("button", { name: / PE$/ }).click();
    await expect(money.locator("[aria-pressed=true]")).toHaveCount(0);
    await money.getByTitle("Both sides").click();
    await expect(money.locator("[aria-pressed=true]")).toHaveCount(2);
    await money.getByTitle("Both sides").click();
    await expect(money.locator("[aria-pressed=true]")).toHaveCount(0);
  });

  await test.step("Ok keeps the strikes with a side on, fifteen in the strip; another symbol begins anew", async () => {
    await strikesButton(page).click();
    const box = await picker(page).boundingBox();
    expect(Math.abs((box?.height ?? 0) / (page.viewportSize()?.height ?? 1) - 0.7)).toBeLessThan(0.01);
    await picker(page).getByRole("button", { name: "Select All" }).click();
    await picker(page).getByRole("button", { name: "Ok", exact: true }).click();
    await expect(dots(page, "PE", true)).toHaveCount(15);
    await expect(strip(page).getByText("...", { exact: true })).toBeVisible();

    await expirySelect(page).selectOption({ index: 1 });
    await expect(dots(page, "PE", true)).toHaveCount(15);
    await strikesButton(page).click();
    await picker(page).getByRole("button", { name: "Clear All" }).click();
    await picker(page).locator("[data-atm]").getByTitle("Both sides").click();
    await picker(page).getByRole("button", { name: "Ok", exact: true }).click();
    await expect(strip(page).getByRole("listitem")).toHaveCount(1);

    await symbolSelect(page).selectOption("BANKNIFTY");
    await expect(strip(page).getByRole("listitem")).toHaveCount(11);
    await expect(dots(page, "CE", true)).toHaveCount(1);
  });
  expect(complaints).toEqual([]);
});
