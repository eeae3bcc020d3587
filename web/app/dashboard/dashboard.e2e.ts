/** The dashboard over books that a practice broker has only on bad days: every status, both signs, errors, sessions that end. */
import type { Locator } from "@playwright/test";
import { faults } from "../../testing/axe.ts";
import { dialogOf, ORDERS, openDashboard, order, POSITIONS, panel, rowOf, tab } from "../../testing/dashboard-page.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { stored } from "../../testing/session.ts";

test.describe.configure({ timeout: 120_000 });

test("orders of every status: columns, words, colours, what can be changed, and the two filters", async ({
  page,
  complaints,
}) => {
  const desk = await openDashboard(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Broker Dashboard");
  await expect(tab(page, "Positions")).toHaveAttribute("aria-selected", "true");
  await tab(page, "Orders").click();
  await expect.poll(() => desk.read.at(-1)).toBe("orders");
  const table = panel(page, "Orders");
  await expect(table.getByRole("columnheader")).toHaveText(
    "Symbol,actions,Buy/Sell,Type,Product,Qty,Rem Qty,LimitPrice,StopPrice,Traded Price,Status,Traded Time,Message".split(
      ",",
    ),
  );
  const words = { "TAKEN BACK": "Cancelled", "NIFTY 24 Nov 24,450 CE": "Filled", "ON ITS WAY": "Transit" };
  const more = { "REFUSED ONE": "Rejected", WAITS: "Pending", "RUN OUT": "Expired" };
  for (const [name, status] of Object.entries({ ...words, ...more }))
    await expect(rowOf(table, name)).toContainText(status);
  await expect(rowOf(table, "NIFTY 24 Nov 24,450 CE")).toContainText("FILLED ONE"); // the broker's own symbol
  for (const [status, tone] of Object.entries({ Filled: "up", Rejected: "down", Cancelled: "quiet" }))
    await expect(table.getByText(status, { exact: true })).toHaveAttribute("data-tone", tone);
  await expect(table.getByRole("button")).toHaveCount(3);
  await expect(rowOf(table, "WAITS").getByRole("button")).toHaveCount(3);
  await expect(rowOf(table, "WAITS").getByTitle("Can be changed at the broker only")).toBeDisabled();
  await expect(rowOf(table, "REFUSED ONE")).toContainText("RMS: Margin Exceeds");
  expect(await faults(page)).toEqual([]);

  const field = page.getByLabel("Filter Orders");
  await expect(field.getByRole("option")).toHaveText(["All ( 6 )", "Symbols", "Buy/Sell", "Type", "Product", "Status"]);
  for (const [filter, values] of Object.entries({
    Symbols: ["BANKNIFTY", "NIFTY"],
    "Buy/Sell": ["Buy", "Sell"],
    Product: ["CNC", "Intraday", "CO", "BO", "Margin"],
  })) {
    await field.selectOption(filter);
    await expect(page.getByLabel(filter, { exact: true }).getByRole("option")).toHaveText(values);
  }
  await page.getByLabel("Product", { exact: true }).selectOption("BO");
  await expect(table.getByRole("row")).toHaveCount(2);
  await tab(page, "Positions").click();
  await tab(page, "Orders").click();
  await expect(field).toHaveValue("All");

  // One click arms a limit, the row says how far it is, another click ends it; why it ended is said, too.
  const follow = { orderId: "WAITS", worst: 10.5, changes: 2, armed: true, words: "" };
  desk.follows = [follow];
  await table.getByRole("button", { name: "Follow the quotes: WAITS" }).click();
  await expect(rowOf(table, "WAITS")).toContainText("Follows: 2 of 5 changes, up to 10.50");
  await expect(rowOf(table, "WAITS")).toContainText("Pending 2/5");
  desk.follows = [{ ...follow, armed: false, words: "The server was restarted: the limit follows no more" }];
  await table.getByRole("button", { name: "Stop following: WAITS" }).click();
  await expect(rowOf(table, "WAITS")).toContainText("The server was restarted");
  expect(desk.sent.splice(0)).toEqual([
    { what: "follow_order", body: { id: "WAITS", follow: true } },
    { what: "follow_order", body: { id: "WAITS", follow: false } },
  ]);

  desk.answer = { s: "error", m: "Taken; the book does not show it yet", state: "unknown" };
  await rowOf(table, "WAITS")
    .getByRole("button", { name: /^Cancel/ })
    .click();
  await expect(dialogOf(page)).toContainText("Are you sure to cancel Buy order of 65 qty WAITS ?");
  await dialogOf(page).getByRole("button", { name: "Yes" }).click();
  await expect
    .poll(() => desk.sent)
    .toEqual([{ what: "cancel_order", body: { data: { id: "WAITS" }, editOrder: ORDERS[4] } }]);
  await expect(dialogOf(page)).toBeHidden();
  await expect(page.getByText(desk.answer.m)).toBeVisible();
  expect(complaints).toEqual([]);
});

test("a cancellation that hangs neither holds the next one up nor closes its question", async ({ page }) => {
  const desk = await openDashboard(page);
  let orderBook = ["FIRST", "SECOND"].map((id) => order(id, { status: 6, remainingQuantity: 65 }));
  await page.route("**/get_orders", (route) =>
    route.fulfill({ json: { s: "ok", at: Date.now(), isPractice: true, orderBook } }),
  );
  const asked: string[] = [];
  let answer = (): void => undefined;
  const hangs = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/cancel_order", async (route) => {
    const { id } = route.request().postDataJSON().data;
    asked.push(id);
    if (id === "FIRST") await hangs;
    await route.fulfill({ json: { s: "error", m: `${id} has traded`, state: "refused" } });
  });
  await tab(page, "Orders").click();
  const cancel = (name: string): Promise<void> =>
    rowOf(panel(page, "Orders"), name)
      .getByRole("button", { name: /^Cancel/ })
      .click();
  await cancel("FIRST");
  await dialogOf(page).getByRole("button", { name: "Yes" }).click();
  await expect.poll(() => asked).toEqual(["FIRST"]);
  await page.keyboard.press("Escape");
  await cancel("SECOND");
  answer();
  await expect(page.getByText("FIRST has traded")).toBeVisible();
  await expect(dialogOf(page)).toContainText("65 qty SECOND ?");
  await dialogOf(page).getByRole("button", { name: "Yes" }).click();
  await expect(page.getByText("SECOND has traded")).toBeVisible();
  expect(asked).toEqual(["FIRST", "SECOND"]);
  await expect(dialogOf(page)).toBeHidden();

  // The last pending one has traded: what has traded is not shown in its place.
  const field = page.getByLabel("Filter Orders");
  await field.selectOption("Status");
  orderBook = orderBook.map((one) => ({ ...one, status: 2 }));
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(panel(page, "Orders")).toContainText("No order is left of these.");
  await expect(page.getByLabel("Status", { exact: true })).toHaveValue("Pending");
  await field.selectOption("All");
  await expect(rowOf(panel(page, "Orders"), "FIRST")).toContainText("Filled");

  await test.step("a change that is answered with the session's end forgets the broker", async () => {
    desk.answer = { s: "error", m: "Could not authenticate the user", state: "refused" };
    await tab(page, "Positions").click();
    await rowOf(panel(page, "Positions"), "LONG")
      .getByRole("button", { name: /^Close/ })
      .click();
    await expect(dialogOf(page)).toContainText("Close position of LONG 130 qty ?");
    await dialogOf(page).getByRole("button", { name: "Yes" }).click();
    await expect(page).toHaveURL(/\/broker-login$/);
    expect(await stored(page, "broker")).toBeNull();
    await expect(page.getByRole("region", { name: "Notifications" })).toContainText("Your broker session has ended.");
  });
});

test("positions, holdings and funds: what stands in them, in which colour, and what their sums are", async ({
  page,
  complaints,
}) => {
  const desk = await openDashboard(page);
  const held = panel(page, "Positions");
  const exit = page.getByRole("button", { name: "Close All Positions" });
  await expect(exit).toBeVisible();
  const columnsAre = (table: Locator, names: string): Promise<void> =>
    expect(table.getByRole("columnheader")).toHaveText(names.split(","));
  const shared = "Buy/Sell,Product,Net Qty,Avg price,LTP,Realized P&L,Unrealized P&L,Total P&L";
  await columnsAre(held, `Symbol,close,${shared},against the largest,Convert Position`);
  await expect(rowOf(held, "LONG")).toContainText("+130");
  await expect(rowOf(held, "LONG")).toContainText("+1,300");
  await expect(rowOf(held, "SHORT")).toContainText("−650");
  await expect(rowOf(held, "DOLLARS")).toContainText("83.000082.5000");
  await expect(rowOf(held, "DOLLARS")).toContainText("−1,000"); // half a rupee of 2 contracts of 1,000
  await expect(held.getByRole("row").last()).toContainText("−350");
  // Beside the tabs: the profit of the day, that of the closed positions included, counts, and the funds in use.
  const sums = page.getByLabel("Profit of the day");
  await expect(sums).toHaveText(/^Realized−1,300\.00Unrealized−350\.00Total P&L−1,650\.00$/);
  await expect(tab(page, "Positions")).toHaveText("Positions 3");
  await expect(tab(page, "Orders")).toHaveText("Orders 6");
  await expect(page.getByText("Available ₹ 800", { exact: true })).toBeVisible();
  await expect(page.getByText("20% used", { exact: true })).toBeVisible();

  await page.waitForResponse("**/get_positions"); // the next one that comes by itself is three seconds away
  const reading = page.waitForRequest("**/get_positions", { timeout: 2000 });
  await tab(page, "All Positions").click();
  await reading;
  await expect(exit).toBeHidden();
  const all = panel(page, "All Positions");
  await expect(all.getByRole("row")).toHaveCount(7);
  await columnsAre(all, `Symbol,${shared},Buy Qty,Buy Avg,Sell Qty,Sell Avg,Net Avg`);
  await expect(all.getByTitle("NSE:NIFTY26N2424450CE")).toHaveText("NIFTY 24 Nov 24,450 CE");
  await expect(rowOf(all, "CLOSED")).toContainText("−1,300");
  await expect(rowOf(all, "CLOSED")).not.toContainText("Buy");

  await tab(page, "Holdings").click();
  const holdings = panel(page, "Holdings");
  const ofHoldings = "Quantity,Rem Quantity,Avg price,LTP,Market Value,Unrealized P&L,Unrealized P&L %,Holding Type";
  await columnsAre(holdings, `Symbol,${ofHoldings}`);
  await expect(rowOf(holdings, "INFY NSE EQ")).toContainText("10.00%");
  await expect(holdings).toContainText(/Holding P&L : −25\.50?/);

  await tab(page, "Funds").click();
  const funds = panel(page, "Funds");
  await columnsAre(funds, "Details,Amount");
  await expect(funds.getByText("1,000.00")).toHaveAttribute("data-tone", "up");
  await expect(funds.getByText("−40.00")).toHaveAttribute("data-tone", "down");
  const books = desk.read.length;
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect.poll(() => desk.read.length).toBeGreaterThan(books);
  expect(await faults(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test("positions are closed by side, segment and product, and converted by whole lots", async ({ page, complaints }) => {
  const desk = await openDashboard(page);
  const [long, short, dollars] = POSITIONS;
  const dialog = dialogOf(page);
  const box = (name: string | RegExp, place = 0): Locator =>
    dialog.getByRole("checkbox", { name, exact: true }).nth(place);
  await page.getByRole("button", { name: "Close All Positions" }).click();
  await expect(dialog.getByRole("checkbox")).toHaveCount(13); // all, three groups of three, three positions
  for (const one of await dialog.getByRole("checkbox").all()) await expect(one).toBeChecked();
  expect(await faults(page)).toEqual([]);
  await box("Exit All Positions").uncheck();
  for (const one of await dialog.getByRole("checkbox").all()) await expect(one).not.toBeChecked();
  await expect(dialog.getByRole("button", { name: "Submit" })).toBeDisabled();
  await box("Exit All Positions").check();
  await box("Short").uncheck();
  await expect(box(/^SHORT/)).not.toBeChecked();
  await expect(box("All")).not.toBeChecked();
  await expect(box("Exit All Positions")).not.toBeChecked();
  await expect(box("All", 1)).toBeChecked();
  await box("Short").check();
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect
    .poll(() => desk.sent)
    .toEqual([{ what: "exit_position", body: { dataSell: [short], dataBuy: [long, dollars] } }]);
  await expect(dialog).toBeHidden();

  await rowOf(panel(page, "Positions"), "SHORT").getByRole("button", { name: "Convert" }).click();
  await expect(dialog.getByLabel("Type")).toHaveValue("SELL");
  await expect(dialog.getByLabel("New Product")).toHaveValue("Intraday");
  const quantity = dialog.getByLabel("Quantity");
  await expect(quantity).toHaveAttribute("min", "65");
  await expect(quantity).toHaveAttribute("step", "65");
  await quantity.fill("64");
  await expect(dialog).toContainText("Quantity should be a multiple of the lot size 65");
  await quantity.fill("650"); // no more than is held
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect
    .poll(() => desk.sent.at(-1))
    .toEqual({
      what: "convert_position",
      body: {
        data: {
          symbol: "NSE:SHORT",
          positionSide: -1,
          convertQty: 65,
          convertFrom: "MARGIN",
          convertTo: "INTRADAY",
          securityId: "1",
        },
        extras: { side: -1 },
      },
    });
  await expect(dialog).toBeHidden();

  // A strategy is closed by its share of each position; a position of the other side stays. Two are told apart.
  const bought = { strategy: "fly-1", buyQty: 65, buyAvg: 100, sellQty: 0, sellAvg: 0 };
  desk.parts = [
    { ...bought, symbol: "NSE:LONG", productType: "INTRADAY" },
    { ...bought, symbol: "NSE:SHORT", productType: "MARGIN" },
    { ...bought, symbol: "NSE:CLOSED", productType: "INTRADAY", sellQty: 65, sellAvg: 90 },
    { ...bought, strategy: "fly-2", symbol: "NSE:LONG", productType: "INTRADAY" },
  ];
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByText("By strategy", { exact: true }).click();
  // What its closed position lost is of it, too: 650 a leg won, 650 lost.
  await expect(page.getByText("A strategy that is not saved (ly-1) +650.00")).toBeVisible();
  await expect(
    page.getByRole("button", { name: "Exit A strategy that is not saved (ly-2)", exact: true }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Exit A strategy that is not saved (ly-1)", exact: true }).click();
  await expect(dialog).toContainText("Close 1 position of it at the market? Short ones are covered first. 1 stays:");
  await dialog.getByRole("button", { name: "Yes" }).click();
  await expect
    .poll(() => desk.sent.at(-1))
    .toEqual({
      what: "exit_position",
      body: { dataSell: [], dataBuy: [{ ...long, netQty: 65 }], strategy: "fly-1" },
    });
  await expect(dialog).toBeHidden();

  // A strategy's own switch: said above every tab until it is released; its exit stays.
  await page.getByRole("button", { name: "Stop trading of A strategy that is not saved (ly-1)", exact: true }).click();
  await expect(dialog).toContainText("New orders for it are refused from now on");
  await dialog.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByText("Stopped", { exact: true })).toBeVisible();
  await expect(
    page.getByRole("button", { name: "Stop trading of A strategy that is not saved (ly-1)", exact: true }),
  ).toBeHidden();
  await expect(
    page.getByRole("button", { name: "Exit A strategy that is not saved (ly-1)", exact: true }),
  ).toBeVisible();
  await tab(page, "Orders").click();
  await page.getByRole("button", { name: "Release A strategy that is not saved (ly-1)" }).click();
  await expect(page.getByText("The strategy goes on")).toBeVisible();
  await expect(page.getByText("Stopped strategies:")).toBeHidden();
  expect(complaints).toEqual([]);
});

test("a broker that answers later than it is asked again is shown all the same", async ({ page }) => {
  await openDashboard(page);
  const [long] = POSITIONS;
  await page.route("**/get_positions", async (route) => {
    await page.waitForTimeout(4000); // it is asked every three seconds
    await route.fulfill({ json: { s: "ok", at: Date.now(), isPractice: true, netPositions: [long] } });
  });
  await expect(panel(page, "Positions").getByRole("row")).toHaveCount(3, { timeout: 15_000 });
  await page.unrouteAll({ behavior: "ignoreErrors" }); // there is always one under way
});

test("a book that cannot be read says nothing but its age; a session that is over leads to the brokers", async ({
  page,
}) => {
  const desk = await openDashboard(page);
  desk.refusal = { status: 500, message: "The broker is away" };
  await expect(page.getByText(/^book ([4-9]|\d\d) s/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("The broker is away")).toHaveCount(0);
  await expect(rowOf(panel(page, "Positions"), "LONG")).toBeVisible();
  // Nothing was read yet: the page says since when it asks, and asks at once where that is wanted.
  await page.reload();
  await expect(page.getByText(/^Jainam has not answered since \d\d:\d\d:\d\d\./)).toBeVisible({ timeout: 20_000 });
  desk.refusal = undefined;
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(rowOf(panel(page, "Positions"), "LONG")).toBeVisible();
  desk.refusal = { status: 401, message: "Your token has expired. Please generate a token" };
  await expect(page).toHaveURL(/\/broker-login$/);
  expect(await stored(page, "broker")).toBeNull();
});
