/** A straddle as a trader uses it: the pair, the series, and a rule that fires. */
import type { Page } from "@playwright/test";
import { faults } from "../../testing/axe.ts";
import { connectBroker } from "../../testing/broker.ts";
import { chartOf } from "../../testing/chart.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { expirySelect, figureLine } from "../../testing/pane.ts";
import { logIn, NIFTY, store, stored } from "../../testing/session.ts";

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

test("the pair, its series, untraded contracts, and a rule that fires", async ({ page, complaints }) => {
  const chart = await open(page);

  await test.step("eleven series; the last one that is switched off brings the pair back; choices are kept", async () => {
    // A point a minute.
    const { x } = await chart.data();
    expect(x.length).toBeGreaterThan(100);
    expect(x.slice(1).every((minute, i) => minute - (x[i] ?? 0) === 1)).toBe(true);
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
    for (const label of ["Combined Vwap", "Spot"]) await series(page).getByLabel(label, { exact: true }).check();
  });

  await test.step("the chart names the day's high and low, and shows where a rule that is being made would have fired", async () => {
    const extremes = async () =>
      (await chart.drawn()).tags.filter((text) => /^(High|Low) [\d,.]+ at \d\d:\d\d$/.test(text));
    await expect.poll(extremes).toHaveLength(2);
    await page.getByRole("button", { name: /^Alerts/ }).click();
    await expect(popup(page).getByRole("button", { name: "Create Alert" })).toBeDisabled();
    await expect(popup(page).getByLabel("First Value").locator("option:not([disabled])")).toHaveText([
      "Straddle",
      "Cmbd Vwap",
      "Spot",
    ]);
    await popup(page).getByLabel("First Value").selectOption("main");
    await popup(page).getByLabel("Condition").selectOption("cross_below");
    const prices = (await chart.data()).columns[0] ?? [];
    const middle = prices.filter((price) => price !== null).toSorted((a, b) => a - b)[prices.length >> 1];
    await popup(page).getByPlaceholder("Enter value").fill(String(middle));
    const said = popup(page).getByText(/^Today this would have fired \d+ times?, first/);
    const first = (await said.textContent())?.slice(-5);
    await expect.poll(async () => (await chart.drawn()).tags).toContain(first);
    await popup(page).getByRole("button", { name: "Close Alerts" }).click();
    await expect.poll(async () => (await chart.drawn()).tags).not.toContain(first);
  });

  await test.step("a rule is made, kept over a reload, fires once, and goes", async () => {
    const alerts = page.getByRole("button", { name: /^Alerts/ });
    await alerts.click();
    const create = popup(page).getByRole("button", { name: "Create Alert" });
    const make = async (condition: string, value: number) => {
      await popup(page).getByRole("tab", { name: "New Alert" }).click();
      await popup(page).getByLabel("First Value").selectOption("main");
      await popup(page).getByLabel("Condition").selectOption(condition);
      await popup(page).getByPlaceholder("Enter value").fill(String(value));
      await create.click();
    };
    await make("cross_below", 0.01);
    await expect(popup(page).getByRole("tab", { name: "Active Alerts (1)" })).toHaveAttribute("aria-selected", "true");
    await expect(popup(page).getByText("Straddle cross below 0.01")).toBeVisible();
    await expect(alerts).toHaveText("Alerts (1) (Beta)");
    await page.reload();
    await alerts.click();
    await popup(page)
      .getByRole("tab", { name: /Active/ })
      .click();
    await popup(page).getByRole("button", { name: "Remove" }).click();
    await expect(popup(page).getByText("No active alerts.")).toBeVisible();

    // The price crosses where it stands, sooner or later: one of the two fires, and is gone. It is watched on every page.
    const fired = page.getByText(/Alert triggered: Straddle cross (above|below) [\d.]+/).first();
    const priceNow = async () => {
      const text = (await figureLine(page, "Straddle").textContent()) ?? "";
      return Number(text.replace(/[^\d.]/g, ""));
    };
    await expect(async () => {
      if (!(await popup(page).isVisible())) await alerts.click();
      const price = await priceNow();
      await make("cross_below", price);
      await expect(popup(page).getByText(/would( not)? have fired/)).toHaveCount(0);
      await make("cross_above", price);
      await page.getByRole("button", { name: /^Account/ }).click();
      await page.getByRole("menuitem", { name: "Account Details" }).click();
      await expect(page).toHaveURL(/\/account/);
      try {
        await expect(fired).toBeVisible({ timeout: 10_000 });
      } finally {
        await page.goBack();
      }
    }).toPass({ timeout: 60_000 });

    // So does one of two conditions.
    const held = page.getByText(/Alert triggered: Straddle [<>] [\d.]+/).first();
    await expect(async () => {
      if (!(await popup(page).isVisible())) await alerts.click();
      const price = await priceNow();
      for (const sign of ["<", ">"]) {
        await popup(page).getByRole("tab", { name: "New Alert" }).click();
        await popup(page).getByRole("radio", { name: "Formula", exact: true }).check();
        await popup(page).getByLabel("Fires when this comes to hold").fill(`Straddle ${sign} ${price}`);
        await create.click();
      }
      await expect(held).toBeVisible({ timeout: 10_000 });
    }).toPass({ timeout: 60_000 });
    await popup(page).getByRole("button", { name: "Close Alerts" }).click();
  });

  await test.step("the pair: one strike or two, following the money or not", async () => {
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
    await header(page, "Straddle").check();
  });

  await test.step("a contract that has not traded today is named with its last price, and part of no straddle unless the board prices it", async () => {
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
  expect(complaints).toEqual([]);
});

test("the pair is saved without a trade and with one, which is sent in one press", async ({ page, complaints }) => {
  await open(page);

  await test.step("without a trade the dialog saves the pair itself; what the server refuses is said", async () => {
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const dialog = page.getByRole("dialog");
    const legs = dialog.getByRole("list", { name: "Legs" }).getByRole("listitem");
    await expect(legs).toHaveText([/Sell1 lot x .* CE/, /Sell1 lot x .* PE/]);
    await dialog.getByText("Buy", { exact: true }).click();
    await dialog.getByLabel("Lot", { exact: true }).fill("2");
    await expect(legs).toHaveText([/Buy2 lot x .* CE/, /Buy2 lot x .* PE/]);
    await dialog.getByLabel("New Strategy Name").fill("refused");
    await page.route("**/strategies/save", (route) =>
      route.fulfill({ status: 400, json: { status: "fail", message: "Too many strategies" } }),
    );
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await expect(dialog.getByRole("status")).toHaveText("fail: Too many strategies");
    await page.unroute("**/strategies/save");
    // Whoever has no answer saves again: it is the same strategy.
    const ids: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/strategies/save")) ids.push(request.postDataJSON().id);
    });
    await page.route("**/strategies/save", (route) => route.abort());
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await expect(dialog.getByRole("button", { name: "Save", exact: true })).toBeEnabled();
    await page.unroute("**/strategies/save");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await expect(dialog.getByLabel("Existing strategy").locator("option", { hasText: /refused/ })).toHaveCount(1);
    expect([...new Set(ids)]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    // It is saved, whatever becomes of the list after it.
    await page.route("**/strategies/loadall", (route) => route.fulfill({ status: 500, json: { message: "No list" } }));
    await dialog.getByLabel("New Strategy Name").fill("unlisted");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await expect(dialog.getByRole("status")).toHaveText("Strategy saved successfully");
    await page.unroute("**/strategies/loadall");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

  await test.step("the pair is sent in one press, what the broker took is kept, and saved under a name", async () => {
    const trade = page.getByRole("button", { name: "Trade", exact: true });
    await trade.click();
    await expect(page).toHaveURL(/\/broker-login$/);

    await store(page, { broker: await connectBroker(page) });
    await page.goto("/straddle-strangle");
    await page.getByRole("button", { name: /^Account/ }).click();
    await page.getByRole("menuitem", { name: "Account Details" }).click();
    await expect(page).toHaveURL(/\/account/);
    await page.goBack();
    await page.getByRole("button", { name: "Trade", exact: true }).click();
    const dialog = page.getByRole("dialog");
    const place = dialog.getByRole("button", { name: "Place all orders" });
    await expect(dialog).toContainText("Practice broker");
    await expect(place).toBeEnabled();
    expect(await faults(page)).toEqual([]);
    const size = page.viewportSize()!;
    for (const [width, share] of [
      [1366, 0.55],
      [1250, 0.65],
      [1100, 0.75],
      [960, 0.85],
    ] as const) {
      await page.setViewportSize({ width, height: size.height });
      await expect.poll(() => dialog.evaluate((box) => box.clientWidth / innerWidth)).toBeCloseTo(share, 2);
    }
    await page.setViewportSize(size);
    for (const label of ["Calls Limit Price", "Puts Limit Price"])
      await expect(dialog.getByLabel(label)).toHaveAttribute("step", "0.05");

    // 30 lots of 65 are more than the exchange takes in one order: two orders a leg, of which one is left out.
    await dialog.getByLabel("Lot", { exact: true }).fill("30");
    const exclude = dialog.getByRole("checkbox", { name: "Exclude Order" });
    await expect(exclude).toHaveCount(4);
    await exclude.first().check();
    await dialog.getByText("Buy", { exact: true }).click();
    await dialog.getByRole("radiogroup", { name: "Order type of all orders" }).getByText("Market").click();
    type Sent = { readonly qty: number; readonly type: number; readonly side: number; readonly strategy: string };
    const sent: { readonly data: readonly Sent[] }[] = [];
    page.on("request", (request) => {
      if (request.url().includes("place_multi_order")) sent.push(request.postDataJSON());
    });
    await place.dblclick();
    await expect(dialog).toContainText("Order Placed x 3");
    await expect(place).toBeDisabled();
    expect(sent.flatMap(({ data }) => data).map(({ qty, type, side }) => [qty, type, side])).toEqual([
      [195, 2, 1],
      [1755, 2, 1],
      [195, 2, 1],
    ]);
    expect(sent).toMatchObject([{ orderId: [1, 2, 3].map(() => expect.stringMatching(/^[0-9a-f]{10}$/)) }]);
    // Before the page is left the browser asks; another page of the board, by the browser's buttons, loses nothing.
    const asked = page.waitForEvent("dialog");
    await page.evaluate(() => setTimeout(() => location.reload()));
    const question = await asked;
    expect(question.type()).toBe("beforeunload");
    await question.dismiss();
    await page.goForward();
    await expect(page).toHaveURL(/\/account/);
    await page.goBack();

    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(dialog.getByRole("list", { name: "Legs" }).getByRole("listitem")).toHaveText([
      /Buy30 lot x .* CE/,
      /Buy30 lot x .* PE/,
    ]);
    const save = dialog.getByRole("button", { name: "Save", exact: true });
    await expect(save).toBeDisabled();
    const name = `pair ${Date.now()}`;
    await dialog.getByLabel("New Strategy Name").fill(name);
    const kept = page.waitForResponse("**/strategies/save");
    await save.click();
    await expect(dialog.getByLabel("Existing strategy").locator("option", { hasText: name })).toHaveCount(1);
    // What was sent before the strategy was kept is of it, too.
    const { saveDetails } = await (await kept).json();
    expect(new Set(sent.flatMap(({ data }) => data).map(({ strategy }) => strategy))).toEqual(
      new Set([saveDetails.id]),
    );
  });
  expect(complaints).toEqual([]);
});
