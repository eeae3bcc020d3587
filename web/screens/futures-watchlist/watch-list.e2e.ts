/** The watch list as a trader uses it: lists of one's own, sorting, and the row that turns the letter. */
import type { Locator, Page } from "@playwright/test";
import { futuresRoomName } from "#contract/domain/instruments.ts";
import { SECTOR_LISTS } from "#contract/domain/reference/sectors.ts";
import { isoDate } from "#contract/domain/units.ts";
import { dragHead, enterReplay, leaveReplay } from "../../testing/day-strip.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { figure, type Grid, gridOf } from "../../testing/grid.ts";
import { freshness, symbolSelect } from "../../testing/pane.ts";
import { logIn, stored, withoutAccountSettings } from "../../testing/session.ts";

const NIFTY = { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] } };
const OWN = { watchlist: { mine: ["TCS", "INFY"], banks: ["ICICIBANK"] } };

const list = (page: Page): Locator => page.getByLabel("Watchlist", { exact: true });
const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });
const dialog = (page: Page): Locator => page.getByRole("dialog");
const picks = (page: Page, which: "All" | "Selected"): Locator =>
  dialog(page).getByRole("group", { name: `${which} Futures` });
const header = (page: Page, index: number): Locator => page.getByRole("columnheader").nth(index);

async function open(page: Page, storage: Readonly<Record<string, unknown>> = {}): Promise<Grid> {
  await logIn(page, { ...NIFTY, ...storage });
  await page.goto("/futures-watchlist");
  return painted(page);
}

async function painted(page: Page): Promise<Grid> {
  const grid = gridOf(page);
  await expect.poll(() => grid.paintedVersion(), { timeout: 30_000 }).toBeGreaterThanOrEqual(0);
  return grid;
}

/** By the menu. */
async function show(page: Page, group: string, screen: string): Promise<void> {
  await button(page, group).click();
  await page.getByRole("menuitem", { name: screen, exact: true }).click();
}

test("what is listed, in which order, the row that turns the letter, a replay, and a room that cannot be had", async ({
  page,
  complaints,
}) => {
  await withoutAccountSettings(page);
  const grid = await open(page, OWN);

  await test.step("title, lists, buttons and columns, verbatim", async () => {
    await expect(list(page).locator("option")).toHaveText([
      "mine",
      "banks",
      "ALL",
      "TOP WEIGHTAGE NIFTY50",
      "TOP WEIGHTAGE NIFTYBANK",
      ...Object.keys(SECTOR_LISTS),
    ]);
    await expect(list(page)).toHaveValue("ALL");
    await expect(button(page, "Add Watchlist")).toBeEnabled();
    await expect(button(page, "Edit Watchlist")).toBeDisabled();
    await expect(button(page, "Delete Watchlist")).toBeDisabled();
    const stretch = ["price%", "oi%", "vol%"];
    expect((await grid.headers()).map((text) => text.replace(/[↑↓]/, "").trim())).toEqual([
      "Sector",
      "Name",
      "LTP",
      ...Array.from({ length: 7 }, () => stretch).flat(),
    ]);
    for (const group of ["Current", "1min", "3min", "5min", "10min", "15min", "60min"])
      await expect(page.getByText(group, { exact: true })).toBeVisible();
    await expect(page.getByText(/^\d+ futures, expiry /)).toBeVisible();

    await page.getByLabel("Sector", { exact: true }).uncheck();
    await page.getByLabel("Percentage").uncheck();
    await expect
      .poll(async () => (await grid.headers()).map((text) => text.replace(/[↑↓]/, "").trim()).slice(0, 5))
      .toEqual(["Name", "LTP", "price", "oi(L)", "vol(L)"]);
    expect(await stored(page, "sector")).toBe("false");
    await page.getByLabel("Sector", { exact: true }).check();
    await page.getByLabel("Percentage").check();
    await expect.poll(async () => (await grid.headers()).slice(0, 3)).toEqual(["Sector", "Name", "LTP"]);
  });

  await test.step("a header sorts by its column, and again the other way; the letter's symbol is marked", async () => {
    await header(page, 1).getByRole("button").click();
    await expect.poll(async () => header(page, 1).getAttribute("aria-sort")).toBe("ascending");
    const sorted = (texts: readonly string[]): readonly string[] => [...texts].sort();
    await expect.poll(async () => (await grid.column("name")).texts).toEqual(sorted((await grid.column("name")).texts));
    await header(page, 1).getByRole("button").click();
    await expect(header(page, 1)).toHaveAttribute("aria-sort", "descending");
    await expect
      .poll(async () => (await grid.column("name")).texts)
      .toEqual([...sorted((await grid.column("name")).texts)].reverse());

    await header(page, 3).getByRole("button").click();
    await expect(header(page, 3)).toHaveAttribute("aria-sort", "descending");
    await expect(async () => {
      const figures = (await grid.column("0-price")).texts.map(figure);
      expect(figures).toEqual([...figures].sort((a, b) => b - a));
    }).toPass();
    const names = await grid.column("name");
    expect(names.cells.filter(({ ink }) => ink === "accent").map(({ text }) => text)).toEqual(["NIFTY"]);
  });

  await test.step("a click on a row turns the letter to its symbol", async () => {
    // By name, so that no tick moves the row before the click.
    await header(page, 1).getByRole("button").click();
    await expect.poll(async () => (await grid.column("name")).texts).toContain("INFY");
    await expect.poll(async () => header(page, 1).getAttribute("aria-sort")).toBe("ascending");
    await expect.poll(async () => (await grid.column("name")).texts.at(-1)).toBe("TCS");
    const row = (await grid.column("name")).texts.indexOf("INFY");
    const box = await grid.box(row, "name");
    await page.mouse.click(box.x + 20, box.y + box.height / 2);
    await expect.poll(async () => (await grid.cell(row, "name")).ink).toBe("accent");
    await page.mouse.move(5, 60);
    await expect
      .poll(async () => (await grid.column("name")).cells.filter(({ ink }) => ink === "accent").map(({ text }) => text))
      .toEqual(["INFY"]);
    await show(page, "Options", "Maxpain");
    await expect(symbolSelect(page)).toHaveValue("INFY");
    await show(page, "Futures", "Watch List");
    await painted(page);
  });

  await test.step("a replay steps forward and back over the whole market", async () => {
    await enterReplay(page);
    await dragHead(page, 11 * 60);
    const then = await grid.column("60-price");
    await dragHead(page, 11 * 60 + 40);
    await expect.poll(async () => (await grid.column("60-price")).texts).not.toEqual(then.texts);
    await dragHead(page, 11 * 60);
    await expect.poll(async () => (await grid.column("60-price")).texts).toEqual(then.texts);
    // Off the live market nothing is traded.
    const box = await grid.box(0, "ltp");
    await page.mouse.move(box.x + 60, box.y + 10);
    await expect(page.getByRole("button", { name: "B", exact: true, includeHidden: true })).toHaveCount(0);
    await leaveReplay(page);
  });

  await test.step("a room that cannot be had says why, and the nearest expiry is one press away", async () => {
    const expiry = page.getByLabel("Future expiry");
    const near = await expiry.inputValue();
    const far = (await expiry.locator("option").nth(1).getAttribute("value")) ?? "";
    const farRoom = futuresRoomName("NSE", isoDate(far));
    // This room alone, and to the end: a room that loads again takes the button away before it is pressed.
    await page.context().route(
      (url) => decodeURIComponent(url.pathname).replaceAll(":", "/").endsWith(`/dbOI/${farRoom}`),
      (route) => route.fulfill({ status: 404, json: { status: "fail", message: "No figures here" } }),
    );
    await expiry.selectOption(far);
    await expect(page.getByText("No figures here")).toBeVisible();
    await button(page, "Nearest expiry").click();
    await expect(expiry).toHaveValue(near);
    await expect(freshness(page)).toHaveAttribute("data-state", "fresh");
  });
  expect(complaints).toEqual([]);
});

/** TCS and INFY are selected in this order, and are so again in the end. */
async function orderByHand(page: Page, elsewhere: Locator): Promise<void> {
  const items = picks(page, "Selected").getByRole("listitem");
  const boxOf = async (place: number) => (await items.nth(place).boundingBox()) ?? { x: 0, y: 0, height: 0 };
  const [first, second] = [await boxOf(0), await boxOf(1)];
  await page.mouse.move(second.x + 60, second.y + second.height / 2);
  await page.mouse.down();
  await page.mouse.move(first.x + 60, first.y + 4, { steps: 4 });
  await expect(items.nth(0)).toHaveAttribute("data-landing", "before");
  await page.mouse.up();
  await expect(items).toHaveText(["INFY", "TCS"]); // moved, and none was taken out
  await items.nth(0).getByRole("button").focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect(items).toHaveText(["TCS", "INFY"]);
  await expect(items.nth(1).getByRole("button")).toBeFocused();
  await page.keyboard.press("Alt+ArrowDown"); // it is the last
  await page.keyboard.press("ArrowUp");
  await expect(items.nth(0).getByRole("button")).toBeFocused();
  await expect(items).toHaveText(["TCS", "INFY"]);
  await elsewhere.focus();
}

test("a list of one's own: added, edited, renamed, deleted, and kept with the account for another browser", async ({
  page,
  elsewhere,
}) => {
  const withoutAccount = await withoutAccountSettings(page);
  const grid = await open(page);
  await button(page, "Add Watchlist").click();
  const save = dialog(page).getByRole("button", { name: "Save" });
  const clear = dialog(page).getByRole("button", { name: "Clear" });
  const name = dialog(page).getByLabel("Watchlist Name");
  await expect(save).toBeDisabled();
  await expect(clear).toBeDisabled();
  await name.fill("pharma");
  await expect(save).toBeDisabled(); // nothing is selected
  await picks(page, "All").getByRole("button", { name: "TCS" }).click();
  await picks(page, "All").getByRole("button", { name: "TCS" }).click();
  await picks(page, "All").getByRole("button", { name: "INFY" }).click();
  await expect(picks(page, "Selected").getByRole("listitem")).toHaveText(["TCS", "INFY"]);
  await expect(save).toBeEnabled();
  await orderByHand(page, save);
  await name.fill("ALL");
  await expect(save).toBeDisabled(); // the name exists
  await name.fill(" ");
  await expect(save).toBeDisabled();
  await clear.click();
  await expect(picks(page, "Selected").getByRole("listitem")).toHaveCount(0);
  await picks(page, "All").getByRole("button", { name: "TCS" }).click();
  await picks(page, "All").getByRole("button", { name: "INFY" }).click();
  await picks(page, "Selected").getByRole("button", { name: "TCS" }).click();
  await name.fill("mine");
  await save.click();
  await expect(list(page)).toHaveValue("mine");
  await expect.poll(async () => (await grid.column("name")).texts).toEqual(["INFY"]);
  await page.reload();
  await expect(list(page)).toHaveValue("mine");
  expect(await stored(page, "currentWatch")).toBe("mine");
  expect(await stored(page, "watchlist")).toBe('{"mine":["INFY"]}');

  await button(page, "Edit Watchlist").click();
  await name.fill("renamed");
  await picks(page, "All").getByRole("button", { name: "TCS" }).click();
  await save.click();
  await expect(list(page)).toHaveValue("renamed");
  await expect(list(page).locator("option").nth(0)).toHaveText("mine");
  expect(JSON.parse((await stored(page, "watchlist")) ?? "")).toEqual({ mine: ["INFY"], renamed: ["INFY", "TCS"] });

  await button(page, "Delete Watchlist").click();
  await expect(dialog(page)).toContainText('Are you sure you want to delete watchlist "renamed" ?');
  await dialog(page).getByRole("button", { name: "No" }).click();
  await expect(list(page)).toHaveValue("renamed");
  await button(page, "Delete Watchlist").click();
  await dialog(page).getByRole("button", { name: "Yes" }).click();
  await expect(list(page)).toHaveValue("mine");
  await button(page, "Delete Watchlist").click();
  await dialog(page).getByRole("button", { name: "Yes" }).click();
  await expect(list(page)).toHaveValue("ALL");
  await expect.poll(() => grid.rows()).toBeGreaterThan(5);

  await withoutAccount.dispose();
  await page.reload();
  await painted(page);
  const saved = page.waitForResponse((reply) => reply.url().includes("settings/save?field=watchlist") && reply.ok());
  await button(page, "Add Watchlist").click();
  await dialog(page).getByLabel("Watchlist Name").fill("of the account");
  await picks(page, "All").getByRole("button", { name: "INFY" }).click();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await saved;

  const other = await (await elsewhere()).newPage();
  await open(other);
  await list(other).selectOption("of the account");
  await expect.poll(async () => (await gridOf(other).column("name")).texts).toEqual(["INFY"]);
  const emptied = other.waitForResponse((reply) => reply.url().includes("settings/save") && reply.ok());
  await button(other, "Delete Watchlist").click();
  await dialog(other).getByRole("button", { name: "Yes" }).click();
  await expect(list(other).locator("option", { hasText: "of the account" })).toHaveCount(0);
  await emptied;
});
