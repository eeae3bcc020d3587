/** The chain's settings as a trader uses them: views, custom columns, and what the account keeps of both. */
import type { Locator, Page, Response } from "@playwright/test";
import { createSealer } from "#contract/wire/sealed.ts";
import { type SettingField, settingsPurpose } from "#contract/wire/sealed-purposes.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { figure, gridOf } from "../../testing/grid.ts";
import { logIn, stored } from "../../testing/session.ts";
import { storedBoard } from "../../testing/wall.ts";

const NIFTY = { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] } };
const button = (page: Page | Locator, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const tab = (page: Page, name: string | RegExp) => page.getByRole("tab", { name, exact: typeof name === "string" });
const press = (page: Page, group: string, name: string) =>
  page.getByRole("group", { name: group }).getByRole("button", { name, exact: true }).click();
const saved = (page: Page, field: string) =>
  page.waitForResponse((reply) => reply.url().includes(`settings/save?field=${field}`) && reply.ok());

/** What a save carried to the server, opened with the user's own key. */
async function opened(page: Page, reply: Response, field: SettingField): Promise<unknown> {
  const { key } = JSON.parse((await stored(page, "user")) ?? "{}") as { readonly key: string };
  const sealing = {
    subtle: crypto.subtle,
    random: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
    encode: (text: string) => new TextEncoder().encode(text),
    decode: (bytes: Uint8Array) => new TextDecoder().decode(bytes),
  };
  const { data } = reply.request().postDataJSON() as { readonly data: string };
  expect(data).toMatch(/^[0-9a-f]+$/);
  return createSealer(sealing, key).open(settingsPurpose([field]), data);
}

async function open(page: Page, storage: Readonly<Record<string, unknown>> = {}) {
  await logIn(page, { ...NIFTY, ...storage });
  await page.goto("/option-chain-new");
  const grid = gridOf(page);
  await grid.ready();
  return grid;
}
const openSettings = (page: Page) => button(page, "Option Chain settings").click();

test("a custom column is built, shown in a view, and seen at a second login; then both are deleted", async ({
  page,
  elsewhere,
}) => {
  const grid = await open(page);
  await openSettings(page);
  await tab(page, /^Custom Column/).click();
  const save = button(page, "Save Column");
  const formula = page.getByLabel("Formula", { exact: true });
  await expect(save).toBeDisabled();
  await page.getByLabel("Name", { exact: true }).fill("Gain");
  for (const [group, name] of [
    ["Operators", "("],
    ["Fields", "Prev Close"],
    ["Operators", "-"],
    ["Operators", ")"],
  ] as const)
    await press(page, group, name);
  await expect(page.getByText("Character 16: a field or '(' is missing between - and )")).toBeVisible();
  await expect(page.getByRole("img", { name: "Invalid" })).toBeVisible();
  await expect(save).toBeDisabled();
  await press(page, "Operators", "del");
  // The keyboard does the same: letters filter the fields, Enter takes the first.
  await page.getByRole("region", { name: "Formula builder" }).focus();
  for (const key of ["l", "t", "p", "Enter", ")", "*", "o", "i", "Enter"]) await page.keyboard.press(key);
  await expect(formula).toHaveText("( Prev Close - LTP ) * OI");
  await expect(page.getByRole("img", { name: "Valid", exact: true })).toBeVisible();
  await page.getByLabel("In Lakhs").check();
  await page.getByLabel("In Crores").check();
  await expect(page.getByLabel("In Lakhs")).not.toBeChecked();
  await page.getByLabel("Color (+ve Green & -ve Red)").check();
  const preview = page.getByRole("table", { name: "Preview" });
  await expect(preview).toContainText("Gain, Cr");
  await expect(preview.getByRole("row", { name: /^CALL/ })).toContainText(/\d/);
  const columnSaved = saved(page, "userColumns");
  await save.click();
  expect(await opened(page, await columnSaved, "userColumns")).toMatchObject({
    "Gain#": {
      column: "(  Prev Close  -  LTP  )  *  OI",
      color: true,
      lakhs: false,
      crores: true,
      isValid: true,
    },
  });

  await expect(page.getByText("'Gain' is saved: tick it under Columns to put it into a view")).toBeVisible();
  await tab(page, /^My Columns 1/).click();
  await button(page, "Gain").click();
  await expect(page.getByText("( Prev Close - LTP ) * OI")).toBeVisible();
  await page.getByLabel("Create View").fill("writers");
  await button(page, "Create").click();
  await tab(page, "Columns").click();
  for (const name of ["OI Lakh", "Prev Close", "LTP", "Gain#"]) await page.getByLabel(name, { exact: true }).check();
  await expect(page.getByLabel("Columns left")).toHaveText("3 column(s) left");
  const viewSaved = saved(page, "userSettingViews");
  await button(page, "Save").click();
  const { writers } = (await opened(page, await viewSaved, "userSettingViews")) as { readonly writers: unknown };
  expect(writers).toMatchObject({
    columns: ["OI Lakh", "Prev Close", "LTP", "Gain#"],
    strikeRange: expect.any(Number),
    pcr: false,
    pcrVol: false,
    pcrOIChg: false,
    straddle: false,
    vegatop3: false,
    analysisCalc: "prevClose",
    volBar: expect.any(String),
    oiBar: expect.any(String),
    custom: ["Gain"],
  });
  await tab(page, "writers").click();
  await expect.poll(() => grid.columnIds()).toContain("ce:Gain#");
  await expect(async () => {
    const [row, texts] = [await grid.atmRow(), await grid.atmTexts()];
    const value = (id: string): number => figure(texts[id] ?? "");
    const gain = ((value("ce:Prev Close") - value("ce:LTP")) * value("ce:OI Lakh")) / 100;
    expect(Math.abs(value("ce:Gain#") - gain)).toBeLessThan(0.02);
    expect((await grid.cell(row, "ce:Gain#")).ink).toBe(gain < 0 ? "down" : "up");
  }).toPass();

  // Another browser, the same account: in a workspace, which it opens first, and on the chain.
  const other = await (await elsewhere()).newPage();
  await logIn(other, { ...NIFTY, ...storedBoard({ name: "First", rows: [["pcr"]] }) });
  await other.goto("/workspace");
  await button(other, "New workspace").click();
  await other.getByRole("menuitem", { name: "Empty" }).click();
  await button(other, "Add a pane").click();
  await button(other.getByRole("dialog"), "Option Chain (new)").click();
  await tab(other, "writers").click();
  const board = other.locator("[data-workspace]:not([data-aside])");
  await expect(board.getByRole("columnheader", { name: /^Gain/ })).toHaveCount(2);
  await openSettings(other);
  await expect(other.getByRole("list", { name: "Views" })).toContainText("writers");
  await tab(other, /^My Columns 1/).click();
  await button(other, "Delete").click();
  await button(other, "Cancel").first().click();
  await button(other, "Delete").click();
  const gone = saved(other, "userColumns");
  await button(other, "Confirm").click();
  await gone;
  await expect(other.getByText("No columns of your own yet.")).toBeVisible();
  // Deleting the view that is shown shows the one before it, whatever view is pressed while the question stands.
  await button(other, "Delete writers").click();
  await button(other.getByRole("list", { name: "Views" }), /^chain/).click();
  const viewGone = saved(other, "userSettingViews");
  await button(other, "Confirm").click();
  await viewGone;
  await expect(tab(other, "OI Graph")).toHaveAttribute("aria-selected", "true");
  await expect(tab(other, "writers")).toHaveCount(0);
});

test("views of the browser move to the account once; columns and tabs are put in order; the rest of the dialog", async ({
  page,
}) => {
  const moved = saved(page, "userSettingViews");
  const own = { mine: { columns: ["OI", "IV", "LTP"], strikeRange: 5 } };
  const grid = await open(page, { optionChainView: own });
  await moved;
  await expect.poll(() => stored(page, "optionChainView")).toBeNull();
  expect(await stored(page, "isExport")).toBe("true");
  await tab(page, "mine").click();

  await openSettings(page);
  await expect(button(page, "Reset to Default")).toHaveCount(0);
  await expect(page.getByLabel("Edit view").locator("option", { hasText: "OI Graph" })).toBeDisabled();
  // By keys: IV before OI, and the view before all others.
  const moveMine = async () => {
    await page.getByLabel("Edit view").selectOption("mine");
    await page.getByRole("list", { name: "Columns of mine" }).getByRole("button", { name: "IV", exact: true }).focus();
    await page.keyboard.press("Alt+ArrowUp");
    await page.getByRole("list", { name: "Views" }).getByRole("button", { name: "mine", exact: true }).focus();
    for (let i = 0; i < 4; i++) await page.keyboard.press("Alt+ArrowUp");
  };
  await moveMine();
  await expect(page.getByText("Unsaved: order of the tabs · order of columns in mine")).toBeVisible();
  // Full: the eighth is refused, and said for a second.
  await page.getByLabel("Edit view").selectOption("chain");
  await expect(page.getByLabel("Columns left")).toHaveText("0 column(s) left");
  await page.getByLabel("Vega", { exact: true }).click();
  await expect(page.getByText("No column left: take one out first")).toBeVisible();
  await expect(page.getByText("No column left: take one out first")).toBeHidden();
  await expect(page.getByLabel("Vega", { exact: true })).not.toBeChecked();
  await button(page, "Clear").click();
  await expect(page.getByLabel("Columns left")).toHaveText("7 column(s) left");
  await button(page, "Reset to Default").click();
  // Back takes back all that is not saved; then it is done again.
  const unsaved = page.getByText(/^Unsaved: order of the tabs/);
  await button(page, "Back").click();
  await expect(unsaved).toHaveCount(0);
  await expect(button(page, "Back")).toBeDisabled();
  await moveMine();
  await expect(unsaved).toBeVisible();
  await page.getByLabel("Edit view").selectOption("mine");
  await tab(page, "Options").click();
  await page.getByRole("radiogroup", { name: "Analysis basis" }).getByText("Open Price").click();
  await page.getByLabel("Straddle").check();
  const done = saved(page, "userSettingViews");
  await button(page, "Save").click();
  await done;
  await expect(page.getByRole("tab")).toHaveText(["mine", "chain", "greeks", "bid ask", "OI Graph"]);
  await expect
    .poll(() => grid.columnIds())
    .toEqual(["ce:IV", "ce:OI", "ce:LTP", "straddle", "strike", "pe:LTP", "pe:OI", "pe:IV"]);

  // Highlights are the browser's, and show at once.
  await openSettings(page);
  await tab(page, "Highlight").click();
  await page.getByRole("radiogroup", { name: "Highlight style" }).getByText("Border").click();
  await expect(page.getByLabel("Top 3")).toHaveValue("#1d3765");
  const show = (theme: string) =>
    page.evaluate((one) => document.documentElement.setAttribute("data-theme", one), theme);
  await show("light");
  await expect(page.getByLabel("Top 3")).toHaveValue("#dce9fc");
  await show("dark");
  await page.getByLabel("Top 1").fill("#ff8800");
  const words = () =>
    page.getByText(/^\s*(CALLS|PUTS)\s*$/).evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
  const before = await words();
  expect(new Set(before).size).toBe(2);
  await button(page, "Switch Bar Color").click();
  expect(await words()).toEqual(before.toReversed()); // as the bars below them
  expect(await stored(page, "topColorsStyleBackground")).toBe("false");
  expect(JSON.parse((await stored(page, "topColors")) ?? "")).toEqual(["#ff8800", "#234a8e", "#1d3765"]);
  await page.keyboard.press("Escape");
  await openSettings(page);
  for (const name of ["chain", "greeks"]) {
    await page.getByLabel("Edit view").selectOption(name);
    await expect(button(page, `Delete ${name}`)).toBeDisabled();
  }
});

test("settings that cannot be saved are logged only, and stay", async ({ page, complaints }) => {
  const warnings: string[] = [];
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  await open(page);
  await page.route("**/api/v1/settings/save**", (route) => route.fulfill({ status: 500, body: "{}" }));
  await openSettings(page);
  await page.getByLabel("Create View").fill("kept");
  await button(page, "Create").click();
  await page.getByLabel("LTP", { exact: true }).check();
  await button(page, "Save").click();
  await expect(tab(page, "kept")).toBeVisible();
  await expect.poll(() => warnings.some((text) => text.includes("userSettingViews is not saved"))).toBe(true);
  expect(complaints).toEqual([]);
  // The next start takes it to the account.
  await page.unroute("**/api/v1/settings/save**");
  const again = saved(page, "userSettingViews");
  await page.reload();
  await again;
  await expect(tab(page, "kept")).toBeVisible();
});
