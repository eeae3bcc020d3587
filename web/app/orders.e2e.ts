/** From B on the chain to the broker and back: ticket, basket and dashboard, against the practice broker. */
import type { Locator, Page, Request } from "@playwright/test";
import type { OrderItem } from "#contract/domain/orders/order.ts";
import { faults } from "../testing/axe.ts";
import { expect, test } from "../testing/fixtures.ts";
import {
  backToChain,
  openConnectedChain,
  openTicket,
  pressUntil,
  submit,
  submitTwice,
  ticketOf,
  toDashboard,
} from "../testing/order-page.ts";
import { EXPIRY_DAY } from "../testing/product.ts";

test.use({ productEnv: EXPIRY_DAY });
test.describe.configure({ timeout: 120_000 });

const positionsOf = (page: Page): Locator => page.getByRole("region", { name: "Positions", exact: true });

/** Buys a lot of the call at the money, as it is. */
async function buy(page: Page): Promise<void> {
  const ticket = await openTicket(page);
  await ticket.getByText("Market", { exact: true }).click();
  await submit(ticket);
}

test("a call is bought at market, stands on the dashboard with its P&L, and is closed", async ({
  page,
  complaints,
}) => {
  await openConnectedChain(page);
  const ticket = await openTicket(page);
  await expect(ticket).toContainText("Practice broker");
  await expect(ticket).toContainText("LTP :");
  await expect(ticket.getByLabel("Qty", { exact: true })).toHaveValue("65");
  // This broker's protocol has no call for margins: the ticket says that it does not know.
  await expect(ticket).toContainText(
    /Basket margin Practice ?-Available ₹ 1,00,00,000left after this ?-Held now Intraday ?0held after this ?\+65/,
  );
  await expect(ticket).toContainText(/You pay, at [\d.]+ ₹ [\d,]+STT, stamp duty [\d.]+.*Charges [\d.]+/);
  expect(await faults(page)).toEqual([]);
  await ticket.getByText("Market", { exact: true }).click();
  await expect(ticket).toContainText("(protection 3 %)");
  await expect(ticket.getByLabel("Limit Price")).toBeDisabled();
  const sent: (string | null)[] = [];
  page.on("request", async (request) => {
    if (request.url().includes("place_multi_order")) sent.push(await request.headerValue("Idempotency-Key"));
  });
  await submitTwice(ticket, "Order Placed x 1");
  await expect(ticket).toBeHidden();
  await expect.poll(() => sent).toEqual([expect.stringMatching(/^[\w-]{36}\/0$/)]);

  await toDashboard(page);
  const positions = positionsOf(page);
  await expect(positions.getByRole("row")).toHaveCount(3); // headers, the position, totals
  await expect(positions).toContainText("+65");
  await expect(page.getByText(/^book \d s · prices \d\.\d s$/)).toBeVisible();
  await page.getByRole("tab", { name: "Orders" }).click();
  await expect(page.getByRole("region", { name: "Orders" })).toContainText("Filled");
  expect(await faults(page)).toEqual([]);
  await page.getByRole("tab", { name: /^Positions/ }).click();
  // Reversed: twice what is held, the other way. Rolled: its close, and the same in the next expiry.
  const more = positions.getByRole("button", { name: /^More for/ });
  await more.click();
  await page.getByRole("menuitem", { name: "Reverse…" }).click();
  await expect(ticket).toHaveAccessibleName(/^Sell .* CE/);
  await expect(ticket.getByLabel("Qty", { exact: true })).toHaveValue("130");
  await ticket.getByRole("button", { name: "Cancel" }).click();
  await more.click();
  await page.getByRole("menuitem", { name: "Roll to Aug 25…" }).click();
  const basket = page.getByRole("complementary", { name: "Basket" });
  await expect(basket.getByLabel("Qty", { exact: true })).toHaveCount(2);
  await expect(basket.getByRole("listitem")).toHaveText([/^1S.*18 AUG/i, /^2B.*25 AUG/i]);
  await basket.getByRole("button", { name: "Close the basket" }).click();
  await positions.getByRole("button", { name: /^Close/ }).click();
  await expect(ticketOf(page)).toContainText(/^Close Position.*Close position of .* 65 qty \?/s);
  await ticketOf(page).getByRole("button", { name: "Yes" }).click();
  await expect(positions).toContainText("There is no open position.");
  await expect(positions.getByRole("row").last()).toContainText("0.00");
  await expect(positions.locator("[data-tone]")).toHaveCount(0); // the sum of none has no colour
  await page.getByRole("tab", { name: "All Positions" }).click();
  await expect(page.getByRole("region", { name: "All Positions" }).getByRole("row")).toHaveCount(3);
  expect(complaints).toEqual([]);
});

test("a limit far below waits in the book, is changed there, and taken back", async ({ page, complaints }) => {
  await openConnectedChain(page);
  const ticket = await openTicket(page);
  const limit = ticket.getByLabel("Limit Price");
  await expect(limit).not.toHaveValue("");
  const ltp = Number(await limit.inputValue());
  await limit.fill(String((Math.floor((ltp * 0.8) / 0.05) * 0.05).toFixed(2)));
  await submit(ticket);
  await toDashboard(page);
  await page.getByRole("tab", { name: "Orders" }).click();
  const orders = page.getByRole("region", { name: "Orders" });
  await orders.getByRole("button", { name: /^Edit/ }).click();
  await expect(ticket.getByText("BUY", { exact: true })).toBeVisible();
  await expect(ticket.getByRole("radio", { name: "Intraday" })).toBeDisabled();
  const size = page.viewportSize()!;
  for (const [width, share] of [
    [1366, 0.4],
    [1250, 0.45],
    [1100, 0.5],
    [960, 0.6],
  ] as const) {
    await page.setViewportSize({ width, height: size.height });
    await expect.poll(() => ticket.evaluate((box) => box.clientWidth / innerWidth)).toBeCloseTo(share, 2);
  }
  await page.setViewportSize(size);
  await ticket.getByLabel("Qty", { exact: true }).fill("130");
  await submit(ticket);
  await expect(orders).toContainText("130");
  await orders.getByRole("button", { name: /^Cancel/ }).click();
  await expect(ticketOf(page)).toContainText(/Are you sure to cancel Buy order of 130 qty .* \?/);
  await ticketOf(page).getByRole("button", { name: "Yes" }).click();
  await expect(orders).toContainText("Cancelled");
  await expect(orders.getByRole("button", { name: /^Cancel/ })).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test("what a press may come to: a second look, no answer that is found out, or the session's end; nothing is sent twice", async ({
  page,
}) => {
  await openConnectedChain(page);
  const toasts = page.getByRole("region", { name: "Notifications" });
  let calls = 0;
  page.on("request", (request) => {
    if (request.url().includes("place_multi_order")) calls++;
  });

  await test.step("a double click does not pass the look that so many orders ask for", async () => {
    const ticket = await openTicket(page);
    await ticket.getByLabel("Qty", { exact: true }).fill(String(1755 * 41));
    await expect(ticket).toContainText("41 orders in one press: you are asked once more");
    await ticket.getByRole("button", { name: "Submit" }).dblclick();
    await expect(ticket).toContainText("Confirm, second press of two");
    await ticket.getByRole("button", { name: "Back" }).click();
    await ticket.getByRole("button", { name: "Cancel" }).click();
    await expect(ticket).toBeHidden();
    expect(calls).toBe(0);
  });

  let isHeld = true;
  await page.route("**/place_multi_order", async (route) => {
    await route.fetch(); // it is done, and the answer is lost
    await route.abort("connectionreset");
  });
  await page.route("**/orders/submissions/**", (route) => (isHeld ? route.abort() : route.continue()));
  await test.step("an answer that does not come is 'Not confirmed', and found out", async () => {
    const ticket = await openTicket(page);
    await submitTwice(ticket, "Not confirmed x 1");
    await expect(ticket).not.toContainText("Order Rejected");
    isHeld = false;
    await expect(ticket).toContainText("Order Placed x 1", { timeout: 15_000 });
    await expect(ticket).toBeHidden();
    // The ticket's words are gone, and whoever looked away meanwhile still reads what became of it.
    await expect(toasts).toContainText(/Buy NIFTY .* CE: Order Placed x 1/);
    expect(calls).toBe(1);
    await toasts.getByRole("button", { name: "Close" }).click();
  });
  await test.step("a ticket that is closed in doubt leaves a message, which goes when the order is found", async () => {
    isHeld = true;
    const ticket = await openTicket(page);
    await submitTwice(ticket, "Not confirmed x 1");
    await ticket.getByRole("button", { name: "Close", exact: true }).last().click();
    await expect(ticket).toBeHidden();
    await expect(toasts).toContainText("Not confirmed x 1");
    isHeld = false;
    await expect(toasts).toContainText("Order Placed x 1", { timeout: 40_000 });
    await expect(toasts).not.toContainText("Not confirmed");
    expect(calls).toBe(2);
  });
  await test.step("a session that ends at the press: the ticket says what became of the order", async () => {
    await page.unrouteAll();
    await page.route("**/place_multi_order", (route) =>
      route.fulfill({
        status: 403,
        json: { status: "fail", message: "Your token has expired. Please generate a token" },
      }),
    );
    const ticket = await openTicket(page);
    await submitTwice(ticket, "Order Rejected x 1");
    await expect(ticket).toContainText("Your token has expired");
    await expect(ticket).toContainText("No broker is connected.");
    await expect(ticket.getByRole("button", { name: "Submit" })).toBeDisabled();
    await ticket.getByRole("button", { name: "Cancel" }).click();
    await expect(toasts).toContainText("Your broker session has ended.");
  });
});

test("two legs of a basket: the buy goes first, the sell a second after it", async ({ page, complaints }) => {
  await openConnectedChain(page);
  const basket = page.getByRole("complementary", { name: "Basket" });
  await pressUntil(page, { away: 0, key: "Shift+S" }, basket.getByText("1 leg", { exact: true }));
  await pressUntil(page, { away: 2, key: "Shift+B" }, basket.getByText("2 legs", { exact: true })); // the sheet narrows the board
  await expect(basket.getByLabel("Qty", { exact: true })).toHaveCount(2);
  await expect(basket).toContainText(/Net (credit|debit)/);
  expect(await faults(page)).toEqual([]);
  // Kept under a name, it is filled in again from the dashboard, at the prices of then.
  await basket.getByRole("button", { name: "Save…" }).click();
  await page.getByLabel("Basket Name").fill("Spread");
  const kept = page.waitForResponse("**/settings/save?field=baskets");
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  expect((await kept).ok()).toBe(true);
  await page.evaluate(() => localStorage.removeItem("baskets")); // it is the account's
  await page.goto("/broker-dashboard");
  await page.getByRole("button", { name: "Basket", exact: true }).click();
  await expect(basket.getByLabel("Saved basket")).toHaveValue("Spread");
  await basket.getByRole("button", { name: "Load" }).click();
  await expect(basket.getByRole("listitem")).toHaveText([/^1S.*CE/, /^2B.*CE/]);
  await expect(basket.getByLabel("Qty", { exact: true })).toHaveCount(2);
  expect(await faults(page)).toEqual([]);
  const sent: Request[] = [];
  page.on("request", (request) => {
    if (request.url().includes("place_multi_order")) sent.push(request);
  });
  await basket.getByText("Market", { exact: true }).click();
  await basket.getByRole("button", { name: "Place all orders" }).dblclick();
  await expect(basket.getByText("2 filled")).toBeVisible();
  await expect(basket.getByRole("listitem").getByText("Filled", { exact: true })).toHaveCount(2);
  await expect(basket).toContainText(/65 @ market65 at [\d,.]+ · \d\d:\d\d:\d\d · order \w+/);
  await expect(basket.getByLabel("What is held")).toHaveText(
    /^Held now−65 .* CE\+65 .* CENet .*(Paid|Received) so far₹ /,
  );
  expect(sent.flatMap((request) => request.postDataJSON().data.map(({ side }: OrderItem) => side))).toEqual([1, -1]);
  const [bought = Number.NaN, sold = Number.NaN] = sent.map((request) => request.timing().startTime);
  expect(sold - bought).toBeGreaterThanOrEqual(1000); // by the browser's clock: a busy machine tells the test late
  await basket.getByRole("button", { name: "Close", exact: true }).click();
  await expect(basket).toBeHidden();
  await page.getByRole("button", { name: "Basket", exact: true }).click();
  await basket.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Yes" }).click();
  await expect(basket.getByLabel("Saved basket")).toBeDisabled();
  expect(complaints).toEqual([]);
});

test("while the board looks at a past day the dashboard stays live and says so; without a broker it leads on", async ({
  page,
}) => {
  await openConnectedChain(page);
  await buy(page);
  await page.getByText("History", { exact: true }).click();
  await expect(page.getByRole("button", { name: "Go", exact: true })).toBeVisible();
  await toDashboard(page);
  await expect(page.getByText("Live, though the board looks at a past day")).toBeVisible();
  await expect(page.getByText(/^book \d s · prices \d\.\d s$/)).toBeVisible();
  await page.evaluate(() => localStorage.removeItem("broker"));
  await page.goto("/broker-dashboard");
  await expect(page).toHaveURL(/\/broker-login$/);
});

test("limits and the kill switch hold new orders, are said on the ticket, and let exits go", async ({
  page,
  complaints,
}) => {
  await openConnectedChain(page);
  await buy(page);
  await toDashboard(page);
  await expect(positionsOf(page)).toContainText(/\+\d/); // other tests of this broker may have left some
  await page.getByRole("button", { name: "Limits" }).click();
  const limits = page.getByRole("dialog", { name: "Limits" });
  const words = limits.getByText(/^An empty field is no limit/);
  expect(await words.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true); // all of them can be read
  await limits.getByLabel("Largest order, lots").fill("0");
  await expect(limits.getByRole("button", { name: "Save" })).toBeDisabled();
  await limits.getByLabel("Largest order, lots").fill("1");
  await limits.getByLabel("Hold me to them in practice, too").check();
  expect(await faults(page)).toEqual([]);
  await limits.getByRole("button", { name: "Save" }).click();
  await expect(limits).toBeHidden();

  await backToChain(page);
  const ticket = await openTicket(page);
  await ticket.getByLabel("Qty", { exact: true }).fill("130");
  await expect(ticket).toContainText("Your limit is 1 lot an order");
  await expect(ticket.getByRole("button", { name: "Submit" })).toBeDisabled();
  await ticket.getByLabel("Qty", { exact: true }).fill("65");
  await expect(ticket).toContainText("Guard: lots 1 of 1");
  await expect(ticket.getByRole("button", { name: "Submit" })).toBeEnabled();
  await ticket.getByRole("button", { name: "Cancel" }).click();

  await toDashboard(page);
  await page.getByRole("button", { name: "Stop trading" }).click();
  // The broker's book may take its time: the question stands, and shows that it is being done.
  let answer = (): void => undefined;
  const waited = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/orders/stop", async (route) => {
    await waited;
    await route.continue();
  });
  const yes = page.getByRole("button", { name: "Yes" });
  await yes.click();
  await expect(yes).toHaveAttribute("aria-busy", "true");
  answer();
  await expect(page.getByText("You have stopped trading")).toBeVisible();
  await backToChain(page);
  await expect(await openTicket(page)).toContainText("You have stopped trading");
  await expect(ticket.getByRole("button", { name: "Submit" })).toBeDisabled();
  await ticket.getByRole("button", { name: "Cancel" }).click();

  await toDashboard(page);
  await page.getByRole("button", { name: "Close All Positions" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Submit" }).click();
  await expect(positionsOf(page)).toContainText("There is no open position.");
  await page.getByRole("button", { name: "Release the switch" }).click();
  await expect(page.getByText("You have stopped trading")).toBeHidden();
  await expect(page.getByRole("button", { name: "Stop trading" })).toBeVisible();
  expect(complaints).toEqual([]);
});
