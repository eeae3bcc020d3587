/** A straddle as a trader uses it: the pair, the series, and a rule that fires. */
import type { Page } from "@playwright/test";
import { chartOf } from "../../testing/chart.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { expirySelect, figureLine } from "../../testing/pane.ts";
import { logIn, NIFTY, stored } from "../../testing/session.ts";

const BOXES = [
  "Straddle",
  "Extrinsic",
  "Call Price",
  "Put Price",
  "Call Vwap",
  "Put Vwap",
  "Combined Vwap",
  "Call IV",
  "Put IV",
  "Combined IV",
  "Spot",
];
const series = (page: Page) => page.getByRole("group", { name: "Chart series" });
const strike = (page: Page, side: "CE" | "PE") => page.getByLabel(side, { exact: true });
const header = (page: Page, label: string) => page.locator("header").getByLabel(label, { exact: true });
const popup = (page: Page) => page.getByRole("region", { name: "Alerts" });

async function open(page: Page) {
  await logIn(page, NIFTY);
  await page.goto("/straddle-strangle");
  const chart = chartOf(page, "Straddle through the day");
  await chart.ready();
  return chart;
}

test("the pair: one strike or two, following the money or not", async ({ page, complaints }) => {
  await open(page);
  await expect(page.getByRole("heading", { level: 1, name: "Straddle" })).toBeVisible();
  const first = Number(await strike(page, "CE").inputValue());
  await strike(page, "CE").selectOption(String(first + 100));
  await expect(strike(page, "PE")).toHaveValue(String(first + 100));
  await header(page, "Auto ATM").check();
  await expect(strike(page, "CE")).toHaveValue(await strike(page, "PE").inputValue());
  await header(page, "Auto ATM").uncheck();
  await header(page, "Straddle").uncheck();
  const ce = Number(await strike(page, "CE").inputValue());
  await strike(page, "PE").selectOption(String(ce - 100));
  await expect(strike(page, "CE")).toHaveValue(String(ce));
  await expect(header(page, "Auto ATM")).toBeDisabled();
  await expect(figureLine(page, "Strangle")).toBeVisible();
  await expect(series(page).getByLabel("Strangle")).toBeVisible();
  await expect(figureLine(page, "Delta")).toHaveText(/CE: -?\d\.\d{3} PE: .\d\.\d{3} Position: .?\d\.\d{3}/);
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  expect(complaints).toEqual([]);
});

test("eleven series; the last one that is switched off brings the pair back; choices are kept", async ({ page }) => {
  const chart = await open(page);
  await expect(series(page).locator("label")).toHaveText(BOXES);
  for (const label of BOXES) await series(page).getByLabel(label, { exact: true }).check();
  await expect.poll(async () => (await chart.data()).columns.length).toBe(10);
  for (const label of BOXES.slice(1)) await series(page).getByLabel(label, { exact: true }).uncheck();
  await expect(series(page).getByLabel("Straddle", { exact: true })).toBeDisabled();
  await series(page).getByLabel("Spot", { exact: true }).check();
  await series(page).getByLabel("Straddle", { exact: true }).uncheck();
  await series(page).getByLabel("Spot", { exact: true }).uncheck();
  await expect(series(page).getByLabel("Straddle", { exact: true })).toBeChecked();
  expect(JSON.parse((await stored(page, "straddleOptions")) ?? "")).toMatchObject({ main: true, spot: false });
});

test("a rule is made, kept over a reload, fires once, and goes", async ({ page }) => {
  await open(page);
  const alerts = page.getByRole("button", { name: /^Alerts/ });
  await alerts.click();
  const create = popup(page).getByRole("button", { name: "Create Alert" });
  await expect(create).toBeDisabled();
  await expect(popup(page).getByLabel("First Value").locator("option:not([disabled])")).toHaveText([
    "Straddle",
    "Cmbd Vwap",
    "Spot",
  ]);
  const make = async (condition: string, value: number) => {
    await popup(page).getByRole("tab", { name: "New Alert" }).click();
    await popup(page).getByLabel("First Value").selectOption("main");
    await popup(page).getByLabel("Condition").selectOption(condition);
    await popup(page).getByPlaceholder("Enter value").fill(String(value));
    await create.click();
  };
  await make("cross_below", 0.01);
  await expect(popup(page).getByText("Straddle cross below 0.01")).toBeVisible();
  await expect(alerts).toHaveText("Alerts (1) (Beta)");
  await page.reload();
  await alerts.click();
  await popup(page)
    .getByRole("tab", { name: /Active/ })
    .click();
  await popup(page).getByRole("button", { name: "Remove" }).click();
  await expect(popup(page).getByText("No active alerts.")).toBeVisible();

  // The price crosses where it stands, sooner or later: one of the two fires, and is gone.
  const fired = page.getByText(/Alert triggered: Straddle cross (above|below) [\d.]+/).first();
  await expect(async () => {
    const text = (await figureLine(page, "Straddle").textContent()) ?? "";
    const price = Number(text.replace(/[^\d.]/g, ""));
    await make("cross_below", price);
    await expect(popup(page).getByText(/would( not)? have fired/)).toHaveCount(0);
    await make("cross_above", price);
    await expect(fired).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: 60_000 });
});

test("a contract that has not traded today is named with its last price, and part of no straddle unless the board prices it", async ({
  page,
}) => {
  await open(page);
  const expiries = expirySelect(page).locator("option");
  await expirySelect(page).selectOption({ index: (await expiries.count()) - 1 });
  const note = page.getByText(/^[\d,]+ [CP]E not traded today: [\d,.]+, |^2 contracts not traded today$/);
  // Of the farthest expiry most have not.
  const strikes = await strike(page, "CE").locator("option").count();
  await expect(async () => {
    for (let i = 0; i < strikes && (await note.count()) === 0; i++) {
      await strike(page, "CE").selectOption({ index: i });
      await page.waitForTimeout(500);
    }
    await expect(note).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 30_000 });
  await expect(figureLine(page, "Straddle")).toHaveText(/: -$/);
  await page.getByRole("button", { name: /^Priced on/ }).click();
  await page.getByRole("menuitem", { name: "Price untraded contracts, too" }).click();
  await expect(figureLine(page, "Straddle")).toHaveText(/: [\d,]+\.\d\d$/);
  await expect(note).toHaveAttribute("title", /Priced all the same$/);
});
