/** A kept strategy's orders go to a broker: the practice broker stands for one. */

import { expect, test } from "../../testing/fixtures.ts";
import { logIn, NIFTY, stored } from "../../testing/session.ts";
import { atm, figure, legs, sellStraddle } from "../../testing/strategies/builder-page.ts";

test("trade: a kept strategy's orders go to the practice broker on margin, and take its prices", async ({ page }) => {
  test.setTimeout(180_000);
  await logIn(page, { ...NIFTY, isDisclaimer: true });
  await page.goto("/broker-login");
  await page.locator("a[href*='/practice/fyers/']").click();
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect.poll(() => stored(page, "broker")).toContain("fyers");
  await page.goto("/strategy-builderv3");
  await expect(atm(page)).toBeVisible();
  await sellStraddle(page);
  // The first question to a broker waits for its list of contracts. Where the user holds what is sold, nothing is asked.
  await expect(figure(page, "Basket margin")).toHaveText(/^[\d,]+ Practice$/, { timeout: 60_000 });
  await expect(page.getByRole("button", { name: "Sync" })).toHaveCount(0);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const panel = page.getByRole("region", { name: "Save Strategies" });
  await panel.getByLabel("New Strategy Name").fill("Traded");
  await panel.getByRole("button", { name: "Save", exact: true }).click();
  await expect(panel.getByRole("status")).toHaveText("Strategy saved successfully");
  await expect(page.getByRole("button", { name: "Sync" })).toBeDisabled(); // nothing is traded yet

  const entries = page.getByRole("spinbutton", { name: /^Entry price/ });
  for (const entry of await entries.all()) await entry.fill("1");
  await page.getByRole("button", { name: "Trade", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("radio", { name: "Margin" })).toBeChecked();
  for (const [width, share] of [
    [1366, 0.5],
    [1250, 0.6],
    [1100, 0.7],
    [960, 0.8],
  ] as const) {
    await page.setViewportSize({ width, height: 768 });
    await expect.poll(async () => ((await dialog.boundingBox())?.width ?? 0) / width).toBeCloseTo(share, 2);
  }
  await page.setViewportSize({ width: 1366, height: 768 });
  await dialog.getByRole("radiogroup", { name: "Order type of all orders" }).getByText("Market").click();
  const saved = page.waitForRequest("**/strategies/saveas");
  const place = dialog.getByRole("button", { name: "Place all orders" });
  const confirm = dialog.getByRole("button", { name: /^Confirm/ });
  await expect(async () => {
    if (await confirm.isVisible()) await confirm.click({ timeout: 2000 });
    else if (await place.isEnabled()) await place.click({ timeout: 2000 });
    await expect(place).toHaveAttribute("title", "The orders are sent", { timeout: 3000 });
  }).toPass({ timeout: 60_000 });
  await expect(async () => {
    await dialog.getByRole("button", { name: "Close", exact: true }).last().click({ timeout: 2000 });
    await expect(dialog).toBeHidden({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });
  await saved;
  await expect(entries).toHaveCount(0); // a broker's price cannot be typed over
  const entry = legs(page).nth(1).getByTitle("A broker's price");
  await expect(entry).toHaveText("1.00");
  await page.getByRole("button", { name: "Sync" }).click();
  await expect.poll(async () => Number((await entry.textContent())?.replaceAll(",", ""))).toBeGreaterThan(1);
  await expect(page.getByRole("button", { name: "Trade", exact: true })).toBeDisabled();
});
