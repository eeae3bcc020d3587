/** The palette and the keys, as somebody without a mouse uses them. */
import type { Locator, Page } from "@playwright/test";
import { faults } from "../../testing/axe.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { logIn, NIFTY, withoutAccountSettings } from "../../testing/session.ts";
import { storedBoard } from "../../testing/wall.ts";

const box = (page: Page): Locator => page.getByRole("combobox", { name: /^Find a symbol/ });
const found = (page: Page): Locator => page.getByRole("dialog").getByRole("option");
const chosen = (page: Page): Locator => page.getByRole("dialog").getByRole("option", { selected: true });
const symbol = (page: Page): Locator => page.getByLabel("Symbol").first();

/** '/' may come before what hears it: it is pressed until the box is there. */
async function open(page: Page, key = "Control+k"): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key);
    await expect(box(page)).toBeFocused({ timeout: 1000 });
  }).toPass();
}

test("Ctrl+K that comes before what hears it opens the palette with it", async ({ page }) => {
  await logIn(page, NIFTY);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/BarMenus-/, (route) => held.then(() => route.continue()));
  await page.goto("/pcr");
  await expect(symbol(page)).toHaveValue("NIFTY", { timeout: 30_000 });
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("button", { name: "Find" })).toHaveCount(0);
  release();
  await expect(box(page)).toBeFocused({ timeout: 15_000 });
});

test("a screen's symbol, another screen, a day and the list of keys are found by keys alone", async ({
  page,
  complaints,
}) => {
  await logIn(page, NIFTY);
  await page.goto("/pcr");
  await expect(symbol(page)).toHaveValue("NIFTY", { timeout: 30_000 });

  await open(page);
  await box(page).fill("bankn");
  await expect(chosen(page)).toContainText("BANKNIFTY");
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(box(page)).toHaveCount(0);
  await expect(symbol(page)).toHaveValue("BANKNIFTY");

  // Without a modifier, where nothing is being typed.
  await open(page, "/");
  await box(page).fill("mx pain");
  await expect(found(page)).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: "Nothing is called" })).toBeVisible();
  await box(page).fill("maxp");
  await expect(chosen(page)).toContainText("Maxpain");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/maxpain$/);

  // A contract of another symbol: the letter turns to it, and the chart of one strike shows it.
  await open(page);
  await box(page).fill("nifty 23000 ce");
  await expect(page.getByRole("group", { name: "Contracts" }).getByRole("option")).toHaveText(/NIFTY .* 23,000 CE/);
  await expect(chosen(page)).toContainText("23,000 CE");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/iv-price-oi$/);
  await expect(symbol(page)).toHaveValue("NIFTY");
  for (const side of ["CE", "PE"])
    await expect(page.getByLabel(`${side} strike`, { exact: true })).toHaveValue("23000", { timeout: 30_000 });

  await open(page);
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys" });
  await expect(keys.getByRole("region", { name: "Everywhere" })).toContainText("Ctrl K");
  await expect(keys).toContainText("Play or pause");
  await expect(keys.getByRole("definition").filter({ hasText: "Go to a pane" })).toHaveCount(0);
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(keys).toHaveCount(0);

  await open(page);
  await box(page).fill("2026-11");
  const day = chosen(page);
  await expect(day).toContainText(/Nov 2026/);
  const date = /\d+ Nov 2026/.exec(await day.innerText())?.[0] ?? "";
  await page.keyboard.press("Enter");
  await expect(
    page
      .getByText(`${date} · Simulated`)
      .or(page.getByText(`Simulated · ${date}`))
      .first(),
  ).toBeVisible({
    timeout: 30_000,
  });
  expect(complaints).toEqual([]);
});

test("'nifty chain' is a new pane of the workspace, whose letter looks at it; Enter changes the active pane", async ({
  page,
}) => {
  await withoutAccountSettings(page);
  const board = storedBoard({ name: "Expiry day", rows: [["maxpain", ["maxpain", "B"]]] });
  await logIn(page, { lastExSymbol: { NSE: ["BANKNIFTY", 30, 100, 0] }, ...board });
  await page.goto("/maxpain");
  await open(page);
  await box(page).fill("expiry day");
  await expect(chosen(page)).toContainText("Expiry day");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/workspace$/);
  const panes = page.locator("[data-workspace]:not([data-aside]) > [data-place]");
  await expect(panes).toHaveCount(2);

  await open(page);
  await box(page).fill("nifty pcr");
  await expect(page.getByRole("group", { name: "Panes" }).getByRole("option").first()).toHaveText(/NIFTY PCR/);
  await page.keyboard.press("Enter");
  await expect(panes).toHaveCount(3);
  // A and B have panes, so C is the first letter that is free.
  const letter = page.getByRole("group", { name: "Link group C" });
  await expect(letter.getByLabel("Symbol")).toHaveValue("NIFTY");
  await expect(letter).toContainText("1 pane");

  await page.keyboard.press("Alt+1");
  await open(page);
  await box(page).fill("hviv");
  await expect(chosen(page)).toContainText("in the active pane");
  await page.keyboard.press("Enter");
  await expect(panes).toHaveCount(3);
  await expect(panes.first().getByRole("region", { name: "HV-IV" })).toBeVisible();

  // Alt and a letter send a symbol to that letter.
  await open(page);
  await box(page).fill("banknifty");
  await page.keyboard.press("Alt+c");
  await expect(letter.getByLabel("Symbol")).toHaveValue("BANKNIFTY");
  await page.keyboard.press("Shift+?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toContainText("Go to a pane");
});
