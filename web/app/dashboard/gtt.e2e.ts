/** Orders that wait for a price at the broker, from a position and from a ticket, against the practice broker. */
import type { Locator, Page } from "@playwright/test";
import { faults } from "../../testing/axe.ts";
import { logInTrader } from "../../testing/broker.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { EXPIRY_DAY } from "../../testing/product.ts";

test.use({ productEnv: EXPIRY_DAY });
test.describe.configure({ timeout: 120_000 });

const SYMBOL = "NSE:NIFTY26082523300CE";
const dialogOf = (page: Page): Locator => page.getByRole("dialog");
const regionOf = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });
const tab = (page: Page, name: string): Locator => page.getByRole("tab", { name: new RegExp(`^${name}( \\d+)?$`) });

/** The dashboard of a user of the test's own, who has bought a lot of a call. @param broker one that keeps orders until a price is reached, or none */
async function openHolding(page: Page, email: string, broker: "zerodha" | "jainam" = "zerodha"): Promise<void> {
  await logInTrader(page, email, broker);
  await buy(page, broker);
  await page.goto("/broker-dashboard");
  await expect(regionOf(page, "Positions").getByRole("button", { name: /^More for/ })).toBeVisible();
}

async function buy(page: Page, broker = "zerodha"): Promise<void> {
  const none = { limitPrice: 0, stopPrice: 0, disclosedQty: 0, stopLoss: 0, takeProfit: 0 };
  const order = { ...none, symbol: SYMBOL, securityId: "", type: 2, side: 1, productType: "MARGIN", qty: 65 };
  const data = { data: [{ ...order, validity: "DAY", offlineOrder: false }] };
  const headers = { "Sec-Fetch-Site": "same-origin" };
  const reply = await page.request.post(`/api/v1/broker/${broker}/place_multi_order`, { data, headers });
  expect(await reply.text()).toContain('"state":"placed"');
}

/** Rows that can still fire: what an earlier test of the user left is over. */
const activeOf = (gtts: Locator): Locator => gtts.getByRole("row").filter({ hasText: "Active" });

/** The last price as the dialog has it, on the contract's tick after it was moved. */
async function away(dialog: Locator, share: number): Promise<string> {
  const words = (await dialog.locator("[data-ltp]").textContent()) ?? "";
  const ltp = Number(words.replace(/[^\d.]/g, ""));
  return (Math.round((ltp * share) / 0.05) * 0.05).toFixed(2);
}

async function chooseMove(page: Page, name: string): Promise<Locator> {
  await regionOf(page, "Positions")
    .getByRole("button", { name: /^More for/ })
    .click();
  await page.getByRole("menuitem", { name }).click();
  const dialog = dialogOf(page);
  await expect(dialog.locator("[data-ltp]")).toHaveText(/\d/);
  return dialog;
}

test("orders that wait: from the ticket, lost in between, closed along with their position, and one that fires", async ({
  page,
  complaints,
}) => {
  await openHolding(page, "gtt@example.in");
  const dialog = dialogOf(page);
  const gtts = regionOf(page, "GTT");

  await test.step("one from the ticket waits for a single price, and is deleted", async () => {
    await chooseMove(page, "Reverse…");
    await dialog.getByText("GTT", { exact: true }).click();
    await expect(dialog).toHaveAccessibleName(/^GTT: Sell NIFTY/);
    await dialog.getByText("Regular", { exact: true }).click();
    await expect(dialog).toHaveAccessibleName(/^Sell NIFTY/);
    await dialog.getByText("GTT", { exact: true }).click();
    await dialog.getByText("BUY", { exact: true }).click();
    await expect(dialog).toHaveAccessibleName(/^GTT: Buy NIFTY/);
    const trigger = await away(dialog, 0.5);
    await dialog.getByLabel("Qty").fill("100");
    await dialog.getByLabel("If it falls to").fill(trigger);
    await expect(dialog).toContainText("Qty should be a multiple of the lot size 65");
    await dialog.getByLabel("Qty").fill("65");
    await dialog.getByRole("button", { name: "Submit" }).click();
    await expect(dialog).toBeHidden();
    await tab(page, "GTT").click();
    await expect(gtts).toContainText(/Buy ?Single ?Margin/);
    await gtts.getByRole("button", { name: /^Delete/ }).click();
    await expect(dialogOf(page)).toContainText(`Are you sure to delete Buy 65 NIFTY 25 Aug 23,300 CE at ${trigger}`);
    await dialogOf(page).getByRole("button", { name: "Yes" }).click();
    await expect(gtts).toContainText("Deleted");
    await expect(gtts.getByRole("button")).toHaveCount(0);
    await tab(page, "Positions").click();
  });

  await test.step("an answer that is lost closes the form, and what it placed stands in the tab, once", async () => {
    let calls = 0;
    await page.route("**/place_gtt", async (route) => {
      calls++;
      await route.fetch(); // it is done, and the answer is lost
      await route.abort("connectionreset");
    });
    await chooseMove(page, "Stop and target…");
    await dialog.getByLabel("Stop, if it falls to").fill(await away(dialog, 0.5));
    await dialog.getByRole("button", { name: "Submit" }).click();
    await expect(page.getByRole("region", { name: "Notifications" })).toContainText("Not confirmed");
    await expect(dialog).toBeHidden();
    await tab(page, "GTT").click();
    await expect(activeOf(gtts)).toHaveCount(1);
    expect(calls).toBe(1);
    await page.unroute("**/place_gtt");
    await gtts.getByRole("button", { name: /^Delete/ }).click();
    await dialog.getByRole("button", { name: "Yes" }).click();
    await expect(activeOf(gtts)).toHaveCount(0);
    await tab(page, "Positions").click();
  });

  await test.step("a position that is closed takes its GTT along; one that is kept is said to open a position", async () => {
    /** Guards the position, and asks to close it. */
    async function close(): Promise<Locator> {
      await chooseMove(page, "Stop and target…");
      await dialog.getByLabel("Stop, if it falls to").fill(await away(dialog, 0.5));
      await dialog.getByRole("button", { name: "Submit" }).click();
      await expect(dialog).toBeHidden();
      await regionOf(page, "Positions")
        .getByRole("button", { name: /^Close NIFTY/ })
        .click();
      await expect(dialog).toContainText(/Sell \d+ NIFTY 25 Aug 23,300 CE at /);
      return dialog.getByLabel("Delete this GTT too");
    }
    await expect(await close()).toBeChecked();
    expect(await faults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "No", exact: true }).click();
    await chooseMove(page, "Reverse…");
    await expect(page.getByRole("region", { name: "Notifications" })).toContainText(
      "A GTT guards this position and stays",
    );
    await dialog.getByRole("button", { name: "Close", exact: true }).click();
    await regionOf(page, "Positions")
      .getByRole("button", { name: /^Close NIFTY/ })
      .click();
    await dialog.getByRole("button", { name: "Yes" }).click();
    await expect(dialog).toBeHidden({ timeout: 10_000 });
    await tab(page, "GTT").click();
    await expect(gtts).toContainText("Deleted");
    await expect(activeOf(gtts)).toHaveCount(0);

    await buy(page);
    await tab(page, "Positions").click();
    await (await close()).uncheck();
    await dialog.getByRole("button", { name: "Yes" }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole("tab", { name: /^GTT \d+ no position$/ }).click();
    await expect(activeOf(gtts)).toContainText("No position: would open one");
    expect(await faults(page)).toEqual([]);
    await activeOf(gtts)
      .getByRole("button", { name: /^Delete/ })
      .click();
    await dialog.getByRole("button", { name: "Yes" }).click();
    await expect(activeOf(gtts)).toHaveCount(0);
    await expect(page.getByRole("tab", { name: "GTT", exact: true })).toBeVisible();
  });

  await test.step("a stop and a target of a position: they wait at the broker, are changed, and one of them closes it, or rests where the market turns: it is the last", async () => {
    await buy(page);
    await tab(page, "Positions").click();
    await chooseMove(page, "Stop and target…");
    await expect(dialog).toHaveAccessibleName(/^GTT: Sell NIFTY/);
    await expect(dialog.getByLabel("Qty")).toHaveValue("65");
    await expect(dialog.getByRole("button", { name: "Submit" })).toBeDisabled();
    await dialog.getByLabel("Stop, if it falls to").fill(await away(dialog, 1.3));
    await expect(dialog).toContainText("The last price is there already");
    const stop = await away(dialog, 0.6);
    const target = await away(dialog, 1.6);
    await dialog.getByLabel("Stop, if it falls to").fill(stop);
    await dialog.getByLabel("Target, if it rises to").fill(target);
    // A stop goes with room to trade, a target at its own price.
    await expect(dialog.getByLabel("Limit when risen")).toHaveValue(target);
    expect(Number(await dialog.getByLabel("Limit when fallen").inputValue())).toBeLessThan(Number(stop));
    expect(await faults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Submit" }).click();
    await expect(dialog).toBeHidden();

    await tab(page, "GTT").click();
    const active = activeOf(gtts);
    await expect(active).toHaveCount(1);
    await expect(active).toContainText(`${stop} | ${target}`);
    await expect(active).toContainText(/Sell ?OCO ?Margin/);
    await expect(active).toContainText(/−\d\d\.\d+% \| \+\d\d\.\d+%/);
    expect(await faults(page)).toEqual([]);
    await gtts.getByRole("button", { name: /^Change/ }).click();
    await expect(dialog).toHaveAccessibleName(/^Change the GTT: Sell NIFTY/);
    await expect(dialog.getByLabel("Stop, if it falls to")).toHaveValue(stop);
    // So near that the market reaches one of them soon.
    await expect(async () => {
      await dialog.getByLabel("Stop, if it falls to").fill(await away(dialog, 0.994));
      await dialog.getByLabel("Target, if it rises to").fill(await away(dialog, 1.006));
      await dialog.getByRole("button", { name: "Submit" }).click({ timeout: 1000 });
      await expect(dialog).toBeHidden({ timeout: 2000 });
    }).toPass();
    await expect(gtts).toContainText("Triggered", { timeout: 60_000 });
    await expect(gtts.getByRole("button")).toHaveCount(0);
    const id = /Order (\d+)/.exec((await gtts.textContent()) ?? "")?.[1];
    expect(id).toBeDefined();
    await tab(page, "Orders").click();
    await expect(regionOf(page, "Orders").getByRole("row")).toHaveCount(7); // three times bought and sold, and the heads
    await expect(regionOf(page, "Orders")).toContainText("Limit");
  });
  expect(complaints).toEqual([]);
});

test("at a real broker it is looked at once more before it is sent", async ({ page }) => {
  await openHolding(page, "real@example.in");
  const sent: unknown[] = [];
  await page.route("**/users/broker", async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = await response.json();
    await route.fulfill({ response, json: { ...rest, data: { ...data, isPractice: false } } });
  });
  await page.route("**/place_gtt", async (route) => {
    sent.push(route.request().postDataJSON());
    await route.fulfill({ json: { s: "error", m: "Insufficient funds", state: "refused" } });
  });
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem("broker") ?? "{}") as object;
    localStorage.setItem("broker", JSON.stringify({ ...stored, isPractice: false }));
  });
  await page.reload();
  const dialog = await chooseMove(page, "Stop and target…");
  const stop = await away(dialog, 0.5);
  await dialog.getByLabel("Stop, if it falls to").fill(stop);
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(dialog).toContainText(new RegExp(`Sell \\d+ NIFTY 25 Aug 23,300 CE at ${stop} with limit`));
  expect(sent).toEqual([]);
  await dialog.getByRole("button", { name: "Back" }).click();
  await dialog.getByRole("button", { name: "Submit" }).click();
  await dialog.getByRole("button", { name: /^Confirm SELL \d+$/ }).click();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("Insufficient funds");
  // What is refused stays to be put right.
  await expect(dialog.getByLabel("Stop, if it falls to")).toHaveValue(stop);
  expect(sent).toMatchObject([{ data: { side: -1, legs: [{ trigger: Number(stop) }] } }]);
});

test("a broker that keeps none says so, and offers none", async ({ page }) => {
  await openHolding(page, "none@example.in", "jainam");
  await tab(page, "GTT").click();
  await expect(regionOf(page, "GTT")).toContainText("Jainam keeps no orders that wait for a price (GTT).");
  await tab(page, "Positions").click();
  await regionOf(page, "Positions")
    .getByRole("button", { name: /^More for/ })
    .click();
  await expect(page.getByRole("menuitem", { name: "Stop and target…" })).toBeDisabled();
});
