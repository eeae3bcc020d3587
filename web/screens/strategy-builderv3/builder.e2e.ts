/** A strategy as a trader builds it: from the ladder to payoff, legs and figures. */
import type { Page, Route } from "@playwright/test";
import { chartOf } from "../../testing/chart.ts";
import { strip, stripReady } from "../../testing/day-strip.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { freshness } from "../../testing/pane.ts";
import { logIn, NIFTY } from "../../testing/session.ts";
import {
  editAndClose,
  editUnansweredAndClose,
  keepStrategy,
  loadedPrice,
  openKept,
} from "../../testing/strategies/auto-save.ts";
import { atm, figure, legs, openBuilder, sellStraddle } from "../../testing/strategies/builder-page.ts";

test("a straddle: legs, payoff, figures; the same press takes a leg away, the other side replaces it; the ladder", async ({
  page,
  complaints,
}) => {
  await openBuilder(page);
  await expect(page.getByText("Press B or S beside a strike to begin")).toBeVisible();
  const row = await sellStraddle(page);
  await expect(legs(page)).toHaveCount(3);
  // Its class is composed of another one's rules: it has those, too.
  await expect(page.getByRole("spinbutton", { name: /^Entry price/ }).first()).toHaveCSS("appearance", "textfield");
  await expect(figure(page, "Max Loss")).toHaveText(/^Unlimited\s*$/);
  await expect(figure(page, "Break Even")).toHaveText(/^[\d,]+ - [\d,]+\s*$/);
  await expect(figure(page, "RR")).toHaveText(/^NA\s*$/);
  await expect(figure(page, "Net Credit")).toBeVisible();
  await expect(figure(page, "Estimated Margin")).toHaveText(/\d,\d{3}/);
  const chart = chartOf(page, "Payoff over the spot");
  await chart.ready();
  const { columns } = await chart.data();
  expect(columns).toHaveLength(2);
  await page.getByRole("button", { name: "Greeks" }).click();
  await expect(figure(page, "PoP")).toHaveText(/^\d+%/);
  await page.setViewportSize({ width: 700, height: 640 });
  await expect(page.getByRole("button", { name: "Trade", exact: true })).toBeInViewport({ ratio: 1 });
  for (const [width, height, part] of [
    [1000, 900, 0.8],
    [1366, 650, 0.6],
    [1366, 768, 0.6],
  ] as const) {
    await page.setViewportSize({ width, height });
    const size = () =>
      page.getByLabel("Figures", { exact: true }).evaluate(({ parentElement: foot }) => {
        const { width, height } = foot?.previousElementSibling?.getBoundingClientRect() ?? new DOMRect();
        return [Math.round(width), Math.round(height)];
      });
    await expect.poll(size).toEqual([Math.round(width * part), Math.round(0.65 * height - 100)]);
  }

  const call = row.getByRole("button", { name: /CE$/ });
  await call.filter({ hasText: "S" }).click();
  await expect(legs(page)).toHaveCount(2);
  await row.getByRole("button", { name: /^Buy .* PE$/ }).click();
  await expect(legs(page)).toHaveCount(2);
  await expect(legs(page).nth(1)).toContainText("+1x");
  await page.getByRole("button", { name: "Clear All" }).click();
  await expect(page.getByText("Press B or S beside a strike to begin")).toBeVisible();
  expect(complaints).toEqual([]);

  await test.step("only rows that can be seen are in the page; the arrows and scrolling bring the others, with their prices", async () => {
    const rows = page.getByRole("toolbar", { name: "Contracts" });
    const focused = async (): Promise<number> =>
      Number(await rows.locator("[data-row]:focus-within").getAttribute("data-row"));
    expect(await rows.locator("[data-row]").count()).toBeLessThan(50);
    await atm(page)
      .getByRole("button", { name: /^Buy .* CE$/ })
      .focus();
    const from = await focused();
    for (let step = 1; step <= 20; step++) await page.keyboard.press("ArrowDown");
    await expect.poll(focused).toBe(from + 20);
    await rows.evaluate((element) => element.scrollTo({ top: 0 }));
    const first = rows.locator('[data-row="0"]');
    await expect(first).toBeInViewport();
    await expect(first).toHaveText(/\d\.\d\d/);
    // The row with the focus stays, so that the keyboard is not lost.
    expect(await focused()).toBe(from + 20);
  });

  await test.step("without a broker a press of Trade leads to where one is connected, of a future as of an option", async () => {
    await page.getByLabel("Options or futures").selectOption("Futures");
    await page.getByRole("region", { name: "Futures" }).getByRole("button", { name: /^Buy/ }).click();
    await page.getByRole("button", { name: "Trade", exact: true }).click();
    await expect(page).toHaveURL(/\/broker-login$/);
  });
});

test("adjust: an order is added, edited, excluded and the leg left; the price chart; another symbol begins anew", async ({
  page,
}) => {
  await openBuilder(page);
  await atm(page)
    .getByLabel(/^Lots of .* CE$/)
    .fill("3");
  await atm(page)
    .getByRole("button", { name: /^Sell .* CE$/ })
    .click();
  await expect(legs(page).nth(1)).toContainText("−3x");
  await page.getByRole("spinbutton", { name: /^Entry price/ }).fill("100");
  await page.getByRole("button", { name: "Adjust" }).click();
  const panel = page.getByRole("region", { name: "Adjust Strategies" });
  await panel.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("button", { name: "Add New Order" }).click();
  const form = page.getByRole("dialog").last();
  await form.getByLabel("Price").fill("60");
  await form.getByLabel("Lots").fill("20000");
  await expect(form.getByLabel("Lots")).toHaveValue("10000");
  await form.getByLabel("Lots").fill("1");
  await form.getByText("Buy", { exact: true }).click();
  await form.getByRole("button", { name: "Add" }).click();
  const orders = page.getByRole("dialog").getByRole("row");
  await expect(orders).toHaveCount(3);
  await orders.nth(2).getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText(/^Are you sure you want to delete .* CE 1 lot\(s\) BUY order\?$/)).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await orders.nth(1).getByLabel("Exclude Order").check();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(panel.getByText("Realized P&L").first().locator("..")).toContainText("+2,600");
  await panel.getByRole("button", { name: "Exit" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Exit" }).click();
  await expect(panel.getByRole("button", { name: "Exit" })).toBeDisabled();
  await expect(panel.getByText("Ltp").locator("..")).toHaveText(/\d\.\d\d/);
  await page.getByRole("button", { name: "← Builder" }).click();
  await sellStraddle(page);
  await page.getByText("Chart", { exact: true }).click();
  await chartOf(page, "Price of all legs through the day").ready();
  await expect(page.getByRole("heading", { name: "Price by Time" })).toBeInViewport({ ratio: 1 });
  await expect(page.getByText(/Entry Value : [\d.,]+\s+Current Value : [\d.,]+/)).toBeVisible();
  await page.getByRole("button", { name: "Adjust" }).click();
  const held = await legs(page).count();
  await page.getByLabel("Symbol").selectOption("BANKNIFTY");
  await expect(page.getByText("Press B or S beside a strike to begin")).toBeVisible();
  await expect(panel).toHaveCount(0); // there is nothing to adjust
  await expect(atm(page)).toBeVisible();
  // They do not come back by themselves with their symbol; asked to, they do.
  await expect(page.getByText(`${held - 1} legs of NIFTY are put away`)).toBeVisible();
  await page.getByLabel("Symbol").selectOption("NIFTY");
  await expect(atm(page)).toBeVisible();
  await expect(legs(page)).toHaveCount(1);
  await page.getByLabel("Symbol").selectOption("BANKNIFTY");
  await page.getByRole("button", { name: "Bring back" }).click();
  await expect(page.getByLabel("Symbol")).toHaveValue("NIFTY");
  await expect(legs(page)).toHaveCount(held);
});

test("what-if, heat map, charges, a ready-made strategy and a roll", async ({ page, complaints }) => {
  await openBuilder(page);
  const near = await atm(page)
    .getByRole("button", { name: /^Sell / })
    .first()
    .getAttribute("aria-label");
  await page.getByLabel("Expiry").selectOption({ index: 1 });
  // The ladder of the near expiry stands until that of the chosen one has come.
  await expect(page.getByRole("button", { name: near ?? "", exact: true })).toHaveCount(0);
  await expect(atm(page)).toBeVisible();
  await sellStraddle(page);
  await expect(legs(page)).toHaveCount(3);
  await page.getByRole("button", { name: "What-if" }).click();
  const panel = page.getByRole("region", { name: "What-if" });
  const target = panel.getByRole("region", { name: "Target" });
  await expect(target.getByRole("row")).toHaveCount(3);
  const spot = panel.getByLabel("Spot", { exact: true });
  const moved = String(Math.round(Number(await spot.inputValue())) + 150);
  await spot.fill(moved);
  await panel.getByLabel("Date, slider").press("End");
  await expect(panel.getByText("What-if · 2 changed")).toBeVisible();
  await expect(target.getByText(/^P&L at [\d,]+ on \d+ \w{3} \d\d:\d\d$/)).toBeVisible();

  const handle = page.getByRole("slider", { name: "Target spot" });
  const box = await handle.boundingBox();
  if (!box) throw new Error("the handle is not drawn");
  await page.mouse.move(box.x + 7, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x - 60, box.y + 10, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => Number(await spot.inputValue())).toBeLessThan(Number(moved) - 10);
  await handle.press("End");
  await expect(handle).toHaveAttribute("aria-valuenow", await handle.getAttribute("aria-valuemax").then(String));
  await handle.press("Escape");
  await expect(panel.getByText("What-if · 1 changed")).toBeVisible();
  await spot.fill(moved);

  await page.getByText("Heat map", { exact: true }).click();
  const map = page.getByRole("img", { name: /^Heat map/ });
  await map.focus();
  for (const key of ["Home", "ArrowDown", "ArrowDown", "ArrowLeft", "Enter"]) await map.press(key);
  await expect(spot).not.toHaveValue(moved); // the cell is the what-if now
  await panel.getByRole("button", { name: "Reset" }).click();
  await expect(panel.getByRole("button", { name: "Reset" })).toBeDisabled();

  await page.getByText("Net", { exact: true }).click();
  await expect(page.getByText("Net P&L", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Charges" }).click();
  const total = page.getByRole("region", { name: "Figures" }).getByRole("row", { name: /^Total/ });
  const before = await total.innerText();
  await page.getByLabel(/^Brokerage an order/).fill("0");
  await expect(total).not.toHaveText(before);

  await page.getByRole("button", { name: "Ready-made" }).click();
  await page.getByText("Neutral", { exact: true }).click();
  await page.getByRole("button", { name: /^Iron Condor\s*4 legs$/ }).click();
  await expect(legs(page)).toHaveCount(5);

  await page.getByRole("button", { name: "Adjust" }).click();
  await page.getByRole("button", { name: "Roll or shift" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Strike").selectOption("-1");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(legs(page)).toHaveCount(6);
  // And back: the leg that was closed by it is opened again.
  await page.getByRole("button", { name: "Roll or shift" }).last().click();
  await dialog.getByLabel("Strike").selectOption("1");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(dialog).toBeHidden();
  await expect(legs(page)).toHaveCount(6);
  expect(complaints).toEqual([]);
});

test("a strategy is saved, warned of, loaded on a fresh page, saved by itself and deleted", async ({ page }) => {
  await openBuilder(page);
  await sellStraddle(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const panel = page.getByRole("region", { name: "Save Strategies" });
  await expect(panel.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  const save = panel.getByRole("button", { name: "Save", exact: true });
  await panel.getByLabel("New Strategy Name").fill("Straddle");
  await panel.getByLabel("New Portfolio Name").fill("Hedges");
  await panel.getByRole("button", { name: "Create" }).click();
  // The server has it, and the answer is lost: pressed again, it is there once.
  const loseAnswer = async (route: Route): Promise<void> => {
    await route.fetch();
    await route.abort();
  };
  await page.route("**/strategies/save", loseAnswer, { times: 1 });
  const lost = page.waitForEvent("requestfailed");
  await save.click();
  await lost;
  await expect(save).toBeEnabled();
  await save.click();
  await expect(panel.getByRole("status")).toHaveText("Strategy saved successfully");
  await expect(panel.getByLabel("Existing strategy").getByRole("option", { name: /^Straddle/ })).toHaveCount(1);
  await page.reload(); // nothing is unsaved: the browser does not ask
  await expect(atm(page)).toBeVisible();
  await expect(legs(page)).toHaveCount(1);
  // Other legs in its place stay in its portfolio.
  await sellStraddle(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await panel.getByLabel("Existing strategy").selectOption({ index: 1 });
  await expect(panel.getByLabel("Select Portfolio")).toHaveValue("Hedges");
  await page.getByRole("button", { name: "Clear All" }).click();
  await page.getByRole("button", { name: "Load", exact: true }).click();
  const list = page.getByRole("region", { name: "Load Strategies" });
  const name = /^Straddle - NIFTY \( \w{3}-\d\d \) - Exp - [\d:]+ - Created on [\d-]+$/;
  const kept = list.getByRole("button", { name });
  // One that cannot be loaded changes nothing, and can be pressed again.
  const answer = { status: 500, json: { status: "error", message: "broken" } };
  await page.route("**/strategies/load", (route) => route.fulfill(answer), { times: 1 });
  const refused = page.waitForResponse("**/strategies/load");
  await kept.click();
  await refused;
  await expect(kept).toBeEnabled();
  await expect(legs(page)).toHaveCount(1);
  await kept.click();
  await expect(legs(page)).toHaveCount(3);
  // From another symbol, of another exchange: the board turns to the strategy's own.
  await page.getByText("BSE", { exact: true }).click();
  await expect(page.getByLabel("Symbol")).toHaveValue("SENSEX");
  await expect(legs(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Load", exact: true }).click();
  await kept.click();
  await expect(page.getByLabel("Symbol")).toHaveValue("NIFTY");
  await expect(page.getByRole("region", { name: "Legs" }).getByRole("cell", { name: /^IV: \d/ })).toHaveCount(2);
  // Legs that are not saved end after a question alone.
  const remove = page.getByRole("button", { name: /^Remove/ }).first();
  await remove.click();
  await page.getByRole("button", { name: "Load", exact: true }).click();
  await kept.click();
  const question = page.getByRole("dialog", { name: "Load a strategy" });
  await question.getByRole("button", { name: "Keep my legs" }).click();
  await expect(legs(page)).toHaveCount(2);
  await kept.click();
  await question.getByRole("button", { name: "Load it" }).click();
  await expect(legs(page)).toHaveCount(3);
  await page.getByLabel("Auto Save").check();
  const saved = page.waitForRequest("**/strategies/saveas");
  await remove.click();
  await saved;
  await page.getByRole("button", { name: "Load", exact: true }).click();
  await list.getByRole("button", { name: "Delete Multiple" }).click();
  await list.getByLabel("Select all").check();
  await list.getByRole("button", { name: "Delete Selected" }).click();
  const deleted = page.waitForRequest("**/strategies/delete-multiple");
  await page.route("**/strategies/delete-multiple", (route) => route.fulfill(answer), { times: 1 });
  await page.getByRole("button", { name: "Confirm Delete" }).click();
  expect(Object.keys((await deleted).postDataJSON())).toEqual(["ids"]);
  await expect(list.getByRole("alert")).toContainText("could not be deleted");
  await expect(kept).toBeVisible();
  await list.getByRole("button", { name: "Retry" }).click();
  await expect(list.getByText("Nothing is saved yet.")).toBeVisible();
  await expect(page.getByLabel("Auto Save")).toHaveCount(0); // what is open is kept no more
});

test("Auto Save: what is edited last is sent, whatever becomes of the strategy or of its tab", async ({
  page,
  context,
}) => {
  test.setTimeout(180_000);
  await logIn(page, NIFTY);
  await keepStrategy(page, "Left");
  await keepStrategy(page, "Other");
  const entry = page.getByRole("spinbutton", { name: /^Entry price/ });

  await test.step("another strategy is opened without a question, and the edit before it is sent", async () => {
    const load = page.getByRole("button", { name: "Load", exact: true });
    const kept = (name: string) => page.getByRole("button", { name: new RegExp(`^${name} - `) });
    await load.click();
    await kept("Left").click();
    await expect(page.getByRole("region", { name: "Load Strategies" })).toHaveCount(0);
    await load.click();
    await expect(kept("Other")).toBeEnabled();
    await entry.fill("111");
    const saved = page.waitForResponse("**/strategies/saveas");
    await kept("Other").click();
    await expect(entry).not.toHaveValue(/^111/);
    expect((await saved).ok()).toBe(true);
    await load.click();
    await kept("Left").click();
    await expect(entry).toHaveValue("111.00");
    // The same one, loaded anew, would end the edit.
    await load.click();
    await expect(kept("Left")).toBeEnabled();
    const last = page.waitForResponse("**/strategies/saveas");
    await entry.fill("112");
    await kept("Left").click();
    await page.getByRole("dialog", { name: "Load a strategy" }).getByRole("button", { name: "Keep my legs" }).click();
    await expect(entry).toHaveValue(/^112/);
    expect((await last).ok()).toBe(true);
  });

  await test.step("a tab that closes before an edit is sent by itself sends it", async () => {
    let tab = await openKept(context, "Left");
    const loads = async (next: Promise<Page>, price: number): Promise<void> => {
      tab = await next;
      expect(await loadedPrice(tab)).toBe(price);
    };
    await loads(editAndClose(tab, "Left", 121, 100), 121);
    await loads(editAndClose(tab, "Left", 122, 1500), 122);
    await loads(editUnansweredAndClose(tab, "Left", 123, 124), 124);
    // The first tab's legs are older than all of these.
    await entry.fill("99");
    await expect(page.getByText("This strategy was changed elsewhere")).toBeVisible();
    await loads(editAndClose(tab, "Left", 125, 100), 125);
  });
});

test("simulator: legs end with the day, and go along where they are kept", async ({ page }) => {
  await openBuilder(page);
  await stripReady(page);
  await page.getByRole("button", { name: "Simulator" }).click();
  await expect(freshness(page)).toHaveAttribute("data-state", "replay", { timeout: 30_000 });
  await expect(atm(page)).toBeVisible();
  await sellStraddle(page);
  await expect(legs(page)).toHaveCount(3);
  await expect(page.getByRole("button", { name: "Trade", exact: true })).toBeDisabled();
  const priced = page.getByRole("region", { name: "Legs" }).getByRole("cell", { name: /^IV: \d/ });
  await expect(priced).toHaveCount(2);
  await page.getByLabel("Keep legs").check();
  await strip(page).getByLabel("Jump", { exact: true }).selectOption("Day");
  await strip(page).getByRole("button", { name: "Previous day" }).click();
  await expect(freshness(page)).toContainText("19 Nov 2026", { timeout: 60_000 });
  await expect(legs(page)).toHaveCount(3);
  await expect(priced).toHaveCount(2);
  // Another order of the call, of this day: what is typed over its price leaves that of the day before.
  await page.getByRole("button", { name: "Adjust" }).click();
  await page.getByRole("button", { name: "Edit" }).first().click();
  await page.getByRole("button", { name: "Add New Order" }).click();
  await page.getByRole("dialog").last().getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).first().click();
  await page.getByRole("button", { name: "← Builder" }).click();
  const day = page.getByLabel("Traded day");
  const entry = page.getByRole("spinbutton", { name: /^Entry price of .* CE$/ });
  await expect(entry).toHaveCount(0); // not over both days
  await day.selectOption("2026-11-19");
  await entry.fill("1.25");
  await day.selectOption("2026-11-20");
  await expect(entry).toHaveValue(/^\d+\.\d\d$/);
  await expect(entry).not.toHaveValue("1.25");
  await day.selectOption("Total P&L");
  await page.getByLabel("Keep legs").uncheck();
  await expect(legs(page)).toHaveCount(3);
  await strip(page).getByRole("button", { name: "Previous day" }).click();
  await expect(freshness(page)).toContainText("18 Nov 2026", { timeout: 60_000 });
  await expect(legs(page)).toHaveCount(1);
});
