/** Saved strategies as a trader watches them: profits, closing and taking it back, stops that are hit on another screen. */
import type { Locator, Page } from "@playwright/test";
import { createSealer } from "#contract/wire/sealed.ts";
import { PORTFOLIO_PURPOSE } from "#contract/wire/sealed-purposes.ts";
import { BROWSER_SEALING } from "../../state/saved/sealed-store.ts";
import { faults } from "../../testing/axe.ts";
import { connectBroker } from "../../testing/broker.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { logIn, NIFTY, store, stored } from "../../testing/session.ts";

const rowOf = (page: Page, name: string): Locator => page.getByRole("row").filter({ hasText: name }).first();
const cell = (row: Locator, index: number): Locator => row.getByRole("cell").nth(index);
const REALISED = 4;
const UNREALISED = 5;
const TOTAL = 6;
const amount = async (row: Locator, index: number): Promise<number> =>
  Number(((await cell(row, index).textContent()) ?? "").replaceAll(",", "").replace("−", "-"));

/** A short straddle at the money, saved under this name in the builder. */
async function saveStraddle(page: Page, name: string): Promise<void> {
  await page.goto("/strategy-builderv3");
  const atm = page.locator("[data-atm]");
  await expect(atm).toBeVisible();
  for (const side of ["CE", "PE"]) await atm.getByRole("button", { name: new RegExp(`^Sell .* ${side}$`) }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const panel = page.getByRole("region", { name: "Save Strategies" });
  await panel.getByLabel("New Strategy Name").fill(name);
  await panel.getByRole("button", { name: "Save", exact: true }).click();
  await expect(panel.getByRole("status")).toHaveText("Strategy saved successfully");
}

// Many steps of one user: on a busy machine they take longer than a test has.
test.describe.configure({ timeout: 180_000 });

const saveAll = (page: Page): Locator => page.getByRole("button", { name: /^Save All/ });

/** The chosen portfolio is remembered; a list that cannot be had ends the loading, and is asked for again by itself. */
async function choosePortfolio(page: Page): Promise<void> {
  const chosen = page.getByRole("combobox", { name: "Portfolio" });
  await store(page, { selectedPortfolio: "Weekly" });
  await page.route("**/strategies/loadall", (route) => route.abort());
  await page.goto("/portfolio");
  await expect(page.getByText("The portfolio could not be loaded.")).toBeVisible();
  await page.unroute("**/strategies/loadall");
  await expect(page.getByText(/^This portfolio is empty/)).toBeVisible({ timeout: 30_000 });
  await expect(chosen).toHaveValue("Weekly");
  await chosen.selectOption("My Portfolio");
  await expect(rowOf(page, "First - NIFTY")).toBeVisible();
  expect(await stored(page, "selectedPortfolio")).toBe("My Portfolio");
}

/** What a reply with the strategies of a portfolio holds, opened as the browser opens it. */
async function openedPortfolio(page: Page): Promise<unknown> {
  const reply = page.waitForResponse("**/strategies/portfolio");
  await page.goto("/portfolio");
  const { strategies } = await (await reply).json();
  const { key } = JSON.parse((await stored(page, "user")) ?? "{}");
  return createSealer(BROWSER_SEALING, key).open(PORTFOLIO_PURPOSE, strategies);
}

test("strategies, their profits, closing, undo, saving, and a stop that is hit on another screen", async ({
  page,
  complaints,
}) => {
  await logIn(page, NIFTY);
  await saveStraddle(page, "First");
  await saveStraddle(page, "Second");

  await choosePortfolio(page);
  const legsOfStraddle = [expect.objectContaining({ type: "CE" }), expect.objectContaining({ type: "PE" })];
  expect(await openedPortfolio(page)).toContainEqual(
    expect.objectContaining({
      _id: expect.any(String),
      name: expect.stringMatching(/^First - NIFTY/),
      symbolName: "NIFTY",
      expiry: expect.stringMatching(/^\d{1,2}:\d{1,2}:\d{4}$/),
      strategy: legsOfStraddle,
    }),
  );
  const first = rowOf(page, "First - NIFTY");
  const total = rowOf(page, "Total Portfolio");
  await expect(first).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Portfolio" })).toHaveValue("My Portfolio");
  await expect(cell(first, 3)).toHaveText("Not Traded");
  await expect(cell(first, UNREALISED)).toHaveText(/^[+−]?[\d,]+\.\d\d$/);
  await expect(page.getByRole("button", { name: "Save All" })).toBeDisabled();

  // What is found is listed; the total stays that of all.
  await page.getByRole("searchbox", { name: "Find strategies" }).fill("second");
  await expect(first).toHaveCount(0);
  await expect(rowOf(page, "Second - NIFTY")).toBeVisible();
  await expect(total).toContainText("2 strategies, 4 legs");
  await page.getByRole("searchbox", { name: "Find strategies" }).press("Escape");
  await expect(first).toBeVisible();

  await page.getByRole("button", { name: "Expand All" }).click();
  const legs = page.locator("[data-leg]");
  await expect(legs).toHaveCount(4);
  const call = legs.first();
  await expect(call).toContainText(/−65\s*S\s*NIFTY \w{3} \d\d [\d,]+ CE/);
  await expect(cell(call, 2)).toHaveText(/^[\d,]+\.\d\d\s*[\d,]+\.\d\d$/);
  await expect(cell(call, TOTAL)).toHaveText(/^[+−]?[\d,]+\.\d\d$/);
  // Headings are the first row, the total is the last: a strategy, the heading of its legs and both of them, twice.
  await expect(total).toHaveAttribute("aria-rowindex", "10");
  expect(await faults(page)).toEqual([]);
  await page.getByRole("button", { name: "Collapse All" }).click();
  await expect(legs).toHaveCount(0);

  // Closed at the last price: all profit is realised, and stands still.
  await page.getByRole("button", { name: /^Close First/ }).click();
  await expect(cell(first, UNREALISED)).toHaveText("0.00");
  const realised = await amount(first, REALISED);
  expect(await amount(first, TOTAL)).toBe(realised);
  for (const act of [/^Close/, /^Undo closing/]) // of the total, where something is open and something is closed
    await expect(total.getByRole("button", { name: act })).toBeInViewport({ ratio: 1 });
  // In a narrow pane, too.
  const size = page.viewportSize()!;
  await page.setViewportSize({ ...size, width: 800 });
  await expect(cell(total, TOTAL)).toBeInViewport({ ratio: 1 });
  await expect(total.getByRole("button", { name: /^Close/ })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(size);
  await page.getByRole("button", { name: /^Undo closing First/ }).click();
  await expect(cell(first, REALISED)).toHaveText("0.00");
  await expect(page.getByRole("button", { name: "Save All" })).toBeDisabled();

  // What could not be saved is still to be saved.
  await page.getByRole("button", { name: /^Close First/ }).click();
  await page.route("**/strategies/saveportfolio", (route) => route.abort());
  await saveAll(page).click();
  await expect(saveAll(page)).toHaveText("Save All (not saved)");
  await page.unroute("**/strategies/saveportfolio");
  await page.route("**/strategies/saveportfolio", (route) => route.fulfill({ json: { status: "fail" } }));
  const refused = page.waitForResponse("**/strategies/saveportfolio");
  await saveAll(page).click();
  await refused;
  await expect(saveAll(page)).toHaveText("Save All (not saved)");
  await page.unroute("**/strategies/saveportfolio");
  const saving = page.waitForResponse("**/strategies/saveportfolio");
  await saveAll(page).click();
  expect(await (await saving).json()).toMatchObject({
    status: "success",
    isSaved: [expect.stringMatching(/^First - NIFTY/)],
  });
  await expect(saveAll(page)).toBeDisabled();
  await page.reload();
  await expect(cell(first, UNREALISED)).toHaveText("0.00");
  expect(await amount(first, REALISED)).not.toBeNaN();
  await expect(page.getByRole("button", { name: /^Undo closing First/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Stop and target of First/ })).toHaveCount(0);

  // The closing orders go to the broker; one that knows no intraday orders gets margin orders.
  await store(page, { broker: await connectBroker(page, "iifl") });
  await page.goto("/portfolio");
  await page.getByRole("button", { name: "Trade", exact: true }).click();
  await expect(page.getByRole("dialog").getByRole("radio", { name: "Margin" })).toBeChecked();
  await expect(page.getByRole("dialog").getByRole("radio", { name: "Intraday" })).toHaveCount(0);
  await store(page, { broker: await connectBroker(page) });
  await page.goto("/portfolio");
  await page.getByRole("button", { name: "Trade", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Futures/Calls");
  await expect(dialog.getByRole("radio", { name: "Intraday" })).toBeChecked();
  await expect(dialog).toContainText(/Nothing of First .* was traded: these orders open a position\./);
  await dialog.getByRole("button", { name: "Place all orders" }).click();
  // Another test of this broker may hold them as Margin: then it is asked once more.
  const [confirm, placed] = [dialog.getByRole("button", { name: /^Confirm/ }), dialog.getByText("Order Placed x 2")];
  await expect(confirm.or(placed).first()).toBeVisible({ timeout: 20_000 });
  if (await confirm.isVisible()) await confirm.click();
  await expect(placed).toBeVisible({ timeout: 20_000 });
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(cell(first, 3)).toHaveText("Partially Traded");
  await expect(page.getByRole("button", { name: /^Undo closing First/ })).toHaveCount(0);
  // Saved as it was traded, without a press.
  await expect(page.getByRole("button", { name: "Save All" })).toBeDisabled();

  // A target that is passed already is hit at once, on whatever screen.
  await page.getByRole("button", { name: /^Stop and target of Second/ }).click();
  await expect(dialog).toContainText("a negative sign (-) must be included");
  await dialog.getByRole("checkbox", { name: "Stop" }).check();
  await dialog.getByLabel("Stop value").fill("-900000");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(rowOf(page, "Second - NIFTY")).toContainText("SL: -900000");
  await page.getByRole("button", { name: "Stop and target of Total Portfolio" }).click();
  await dialog.getByRole("checkbox", { name: "Target" }).check();
  await dialog.getByLabel("Target value").fill("-900000");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await page.keyboard.press("Escape");
  await expect(dialog).toContainText(/Total Portfolio.*Target hit @ -?[\d.]+/);
  await dialog.getByRole("button", { name: "Ok" }).click();
  await expect(total).toContainText("Target hit @");

  await page.getByRole("button", { name: /^Stop and target of Second/ }).click();
  await dialog.getByLabel("Stop value").fill("900000");
  await expect(dialog).toContainText("This stop has no negative sign (-)");
  await dialog.getByRole("button", { name: "Apply" }).click();
  // It is above the profit, and so hit at once.
  await expect(dialog).toContainText(/Second.*Stop price hit @ -?[\d.]+/);
  await page.goto("/pcr");
  await expect(dialog).toContainText(/Second.*Stop price hit @ -?[\d.]+/);
  await dialog.getByRole("button", { name: "Close Strategy" }).click();
  await expect(dialog).toBeHidden();
  expect(complaints).toEqual([]);
});

test("closing orders that were sent before a reload are asked for, and not sent again", async ({ page }) => {
  await logIn(page, NIFTY);
  await saveStraddle(page, "Lost");
  await store(page, { broker: await connectBroker(page), selectedPortfolio: "My Portfolio" });
  await page.goto("/portfolio");
  const row = rowOf(page, "Lost - NIFTY");
  await row.getByRole("button", { name: /^Close Lost/ }).click();
  await saveAll(page).click();
  await expect(saveAll(page)).toBeDisabled();

  const placed: string[] = [];
  await page.route("**/place_multi_order", async (route) => {
    placed.push(...route.request().postDataJSON().orderId);
    await route.fetch();
    await route.abort("connectionreset");
  });
  await page.route("**/orders/submissions/**", (route) => route.abort());
  await page.getByRole("button", { name: "Trade", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const send = dialog.getByRole("button", { name: /^(Place all orders|Confirm)/ });
  await expect(async () => {
    if (await send.isEnabled()) await send.click();
    await expect(dialog).toContainText("Not confirmed", { timeout: 2000 });
  }).toPass();

  // The page goes, and the next one has them as not traded.
  await page.reload();
  await expect(row).toBeVisible();
  await page.getByRole("button", { name: /^Undo closing Lost/ }).click();
  await expect(page.getByText("These orders were sent before")).toBeVisible();
  await page.getByRole("button", { name: "Trade", exact: true }).click();
  const told = /Sent at \d\d:\d\d:\d\d: Buy NIFTY .* CE, Buy NIFTY .* PE\. What became of it is being asked/;
  await expect(dialog).toContainText(told);
  await expect(send).toBeDisabled();

  // Where the server does not know it either, the trader looks at his broker's book. Who says so at once is not asked.
  const ask = dialog.getByRole("button", { name: "The broker does not have it…" });
  await expect(ask).toHaveCount(0);
  const body = { s: "error", m: "Not confirmed", state: "unknown", reads: 3 };
  await page.route("**/orders/submissions/**", (route) =>
    route.fulfill({ json: { data: [0, 1].map((item) => ({ batch: 0, item, kind: "place", body })) } }),
  );
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((one) => one.startsWith("press ")) ?? "";
    const press = JSON.parse(localStorage.getItem(key) ?? "");
    localStorage.setItem(key, JSON.stringify({ ...press, at: press.at - 180_000 }));
  });
  await ask.click({ timeout: 40_000 });
  const question = page.getByRole("dialog", { name: "Is it not at the broker?" });
  await expect(question).toContainText(/Nobody knows what became of Buy NIFTY .*sending it again doubles it/);
  expect(await faults(page)).toEqual([]);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toContainText(told);
  await expect(send).toBeDisabled();
  await page.unroute("**/orders/submissions/**");
  await expect(page.getByText("Trade portfolio: Order Placed x 2")).toBeVisible({ timeout: 40_000 });
  await expect(dialog).not.toContainText("What became of it");
  await expect(send).toBeDisabled();
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(page.getByRole("button", { name: /^Undo closing Lost/ })).toHaveCount(0);
  await expect(saveAll(page)).toBeDisabled();
  expect(placed).toHaveLength(2);
});

/** The browser asks about what is not saved, and the user stays. */
async function closeAndStay(page: Page): Promise<void> {
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
}

test("builder and portfolio of one page: neither overwrites the other, and what is not saved is asked about on any screen", async ({
  page,
}) => {
  const show = async (screen: string): Promise<void> => {
    await page.getByRole("navigation", { name: "Screens" }).getByRole("button", { name: "Options" }).click();
    await page.getByRole("menuitem", { name: screen, exact: true }).click();
  };
  await logIn(page, NIFTY);
  await saveStraddle(page, "Shared");
  await page.getByLabel("Auto Save").check();
  await show("Portfolio");
  const shared = rowOf(page, "Shared - NIFTY");
  const close = page.getByRole("button", { name: /^Close Shared/ });
  await close.click();
  await expect(cell(shared, UNREALISED)).toHaveText("0.00");
  await show("PCR Chart");
  await closeAndStay(page);

  // What the builder saves meanwhile is not overwritten: the user takes it, or leaves it.
  await show("Strategy Builder");
  const price = page.getByRole("spinbutton", { name: /^Entry price/ }).first();
  const saved = page.waitForResponse("**/strategies/saveas");
  await price.fill("99");
  expect((await saved).ok()).toBe(true);
  await show("Portfolio");
  const problem = page.getByRole("status").filter({ hasText: "Changed here and elsewhere" });
  await expect(problem).toContainText("Shared");
  await saveAll(page).click();
  await expect(saveAll(page)).toHaveText("Save All (not saved)");
  await problem.getByRole("button", { name: "Reload" }).click();
  await expect(saveAll(page)).toBeDisabled();
  await expect(problem).toHaveCount(0);

  // Nor does the builder overwrite what was closed here.
  await close.click();
  await saveAll(page).click();
  await expect(saveAll(page)).toBeDisabled();
  await show("Strategy Builder");
  await price.fill("98");
  await expect(page.getByText("Auto Save: This strategy was changed elsewhere")).toBeVisible();
  await show("PCR Chart");
  await closeAndStay(page);
});
