/** The scanner as a trader uses it: ready-made scans, a formula of one's own, its errors, and what is kept with the account. */
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../../testing/fixtures.ts";
import { gridOf } from "../../testing/grid.ts";
import { figureLine } from "../../testing/pane.ts";
import { logIn } from "../../testing/session.ts";

const formula = (page: Page): Locator => page.getByLabel("Formula", { exact: true });
const scans = (page: Page): Locator => page.getByLabel("Scan", { exact: true });
const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });

async function open(page: Page): Promise<void> {
  await logIn(page);
  await page.goto("/scanner");
  await expect
    .poll(async () => (await gridOf(page).column("name")).texts.length, { timeout: 30_000 })
    .toBeGreaterThan(0);
}

test("ready-made scans, one of one's own, what cannot be scanned, and who leaves the list", async ({
  page,
  complaints,
  elsewhere,
}) => {
  await open(page);

  await test.step("a scan runs over every contract of the exchange, and says how many pass each condition", async () => {
    await expect(figureLine(page, "Matches")).toHaveText(/^Matches : \d+ of \d+$/);
    // The rail counts the other scans, one after the other; a press shows one.
    const rail = page.getByRole("navigation", { name: "Scans" });
    await expect(rail.getByRole("button", { name: /^Above vwap \d/ })).toHaveAttribute("aria-current", "true");
    await expect(rail.getByRole("button", { name: /^Below vwap \d/ })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole("figure", { name: /^Matches from \d\d:\d\d/ })).toBeVisible();
    await rail.getByRole("button", { name: /^Futures below the spot/ }).click();
    await expect(formula(page)).toHaveValue("Basis < 0");
    await page.getByLabel("Alert on a new match").check();
    await page.getByLabel("Universe").selectOption("all");
    await formula(page).fill("OI Chg% > 5 and Volume > 0 and LTP < Vwap");
    await formula(page).press("Enter");
    await expect(page.getByText(/^[\d,]+ pass$/)).toHaveCount(3);
    await expect(page.getByText(/= [\d,]+ match/)).toBeVisible();
    // The table may show the scan before for a moment.
    await expect
      .poll(async () => {
        const { texts } = await gridOf(page).column("oi");
        return texts.length > 0 && texts.every((text) => Number(text.replace(/[,+]/g, "")) >= 5); // as it is rounded
      })
      .toBe(true);
    await page.getByLabel("Alert on a new match").uncheck();
    // As in a tab of the workspace that is not in front: nothing is asked for.
    const body = page.locator("nav[aria-label=Scans]").locator(".."); // also where nobody sees it
    await body.evaluate(({ style }) => Object.assign(style, { position: "fixed", left: "-9999px" }));
    const asked = await page
      .waitForRequest((request) => request.url().endsWith("/scanner"), { timeout: 7000 })
      .catch(() => undefined);
    expect(asked).toBeUndefined();
    await body.evaluate((element) => element.removeAttribute("style"));
  });

  await test.step("who leaves the list is named, with the condition that it fails and its figures now", async () => {
    await page.getByLabel("Universe").selectOption("futures");
    // Quantities turn with every tick.
    await formula(page).fill("LTP > 0 and Bid Qty > Ask Qty");
    await formula(page).press("Enter");
    const left = page.getByRole("region", { name: "Left the list" }).getByRole("row").first();
    await expect(left).toContainText(/Bid Qty > Ask Qty no longer: Bid Qty [\d,]+, Ask Qty [\d,]+/, {
      timeout: 60_000,
    });
    await expect(left).toContainText(/left \d\d:\d\d/);
  });

  await test.step("what cannot be scanned is said, at its character, before anything is asked", async () => {
    await formula(page).fill("LTP > lag(LTP, 5)");
    await expect(page.getByText(/^Character 7: lag\( needs the minutes of the day/)).toBeVisible();
    await expect(button(page, "Scan")).toBeDisabled();
    await formula(page).fill("LTP >");
    await expect(page.getByText(/^Character 6: /)).toBeVisible();
    await button(page, "Fields").click();
    await button(page, "Vwap").click();
    await expect(formula(page)).toHaveValue("LTP > Vwap");
    await expect(button(page, "Scan")).toBeEnabled();
  });

  await test.step("a scan of one's own is kept with the account, and seen in another browser", async () => {
    await formula(page).fill("Net Chg% > 0.5");
    await formula(page).press("Enter");
    const saved = page.waitForResponse((reply) => reply.url().includes("settings/save") && reply.ok());
    await button(page, "Add Scan").click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByLabel("Formula")).toHaveValue("Net Chg% > 0.5");
    await dialog.getByLabel("Scan Name").fill("risers");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(scans(page)).toHaveValue("risers");
    await saved;

    const other = await (await elsewhere()).newPage();
    await open(other);
    await scans(other).selectOption("risers");
    await expect(formula(other)).toHaveValue("Net Chg% > 0.5");
    await button(other, "Delete Scan").click();
    await other.getByRole("button", { name: "Yes" }).click();
    await expect(scans(other).locator("option", { hasText: "risers" })).toHaveCount(0);
  });
  expect(complaints).toEqual([]);
});
