/** The older builder: its own way of saving, adjusting and pricing anew, on the newer one's engine. */
import type { Page, Route } from "@playwright/test";
import { logInTrader } from "../../testing/broker.ts";
import { chartOf } from "../../testing/chart.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { stored } from "../../testing/session.ts";

const legs = (page: Page) => page.getByRole("region", { name: "Legs" }).getByRole("row");
const atm = (page: Page) => page.locator("[data-atm]");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function sellStraddle(page: Page): Promise<void> {
  for (const type of ["CE", "PE"])
    await atm(page)
      .getByRole("button", { name: new RegExp(`^Sell .* ${type}$`) })
      .click();
  await expect(legs(page)).toHaveCount(3);
}

test("a straddle is adjusted and priced anew, saved in the browser and with the account", async ({
  page,
  complaints,
}) => {
  await logInTrader(page, "older@example.in");
  await page.goto("/strategy-builder");
  await expect(atm(page)).toBeVisible();

  await test.step("a straddle: figures with the older margin, prices of now, the other chart, adjusting locks the leg", async () => {
    await sellStraddle(page);
    await expect(page.getByText("Estimated Margin (beta)")).toBeVisible();
    await chartOf(page, "Payoff over the spot").ready();
    const entry = page.getByRole("spinbutton", { name: /^Entry price of .* CE$/ });
    await entry.fill("1");
    await button(page, "Update Price").click();
    await expect.poll(async () => Number(await entry.inputValue())).toBeGreaterThan(1);
    await button(page, "Strategy Chart").click();
    await chartOf(page, "Price of all legs through the day").ready();
    await button(page, "PayOff Chart").click();

    // The future of a monthly expiry, in the ladder's place.
    await page.getByLabel("Options or futures").selectOption("Futures");
    await expect(page.getByRole("region", { name: "Futures" })).toContainText(/[A-Z][a-z]{2} \d\d Futures/);
    await page.getByLabel("Options or futures").selectOption("Options");

    await button(page, "Trade").click();
    const trade = page.getByRole("dialog");
    for (const [place, head] of ["Calls", "Puts"].entries())
      await expect(trade.locator("section").nth(place)).toHaveText(new RegExp(`^${head}`));
    await expect(trade.getByRole("listitem").first()).toContainText(/CE.*SELL 65 @[\d,]+\.\d\d/);
    await trade.getByRole("radiogroup", { name: "Order type of all orders" }).getByText("Market").click();
    await expect(trade.getByRole("listitem").last()).toContainText(/PE.*SELL 65 @Market/);
    await trade.getByRole("button", { name: "Close", exact: true }).last().click();

    await button(page, "Adjust Strategy").click();
    const row = page.getByRole("dialog").getByRole("row").nth(1); // the call was sold first
    await expect(row.getByRole("button", { name: "Submit" })).toBeDisabled();
    await row.getByRole("button", { name: /^Buy/ }).click();
    await row.getByLabel(/^Price of/).fill("0");
    await row.getByLabel(/^Lots to adjust/).fill("3");
    await row.getByRole("button", { name: "Submit" }).click();
    await expect(row).toContainText("BUY");
    await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();
    await expect(
      page
        .getByRole("toolbar", { name: "Contracts" })
        .locator("button[title='This leg was traded or adjusted: adjust it']"),
    ).toHaveCount(2);
    // No broker has seen it.
    await expect(legs(page).getByTitle("Of an adjusted leg")).toHaveCount(1);
    await button(page, "Clear All").click();
    await expect(legs(page)).toHaveCount(1);
  });

  await test.step("saved in the browser twice, and with the account; loaded, deleted, closed to another symbol", async () => {
    await sellStraddle(page);
    await button(page, "Save Strategy").click();
    const panel = page.getByRole("region", { name: "Save Strategy" });
    await expect(panel.getByRole("button", { name: "Save Locally" })).toBeDisabled();
    await panel.getByLabel("Strategy Name").fill("Old");
    await panel.getByRole("button", { name: "Save Locally" }).click();
    await expect(panel.getByRole("status")).toHaveText("Strategy saved successfully");
    await panel.getByRole("button", { name: "Save Locally" }).click();
    const names = async () =>
      JSON.parse((await stored(page, "savedstrategies")) ?? "[]").map((one: { name: string }) => one.name);
    await expect
      .poll(names)
      .toEqual([expect.stringMatching(/^Old \(1\) - NIFTY-/), expect.stringMatching(/^Old - NIFTY-/)]);
    const saved = page.waitForResponse("**/users/savestrategies");
    await panel.getByRole("button", { name: "Save on Cloud" }).click();
    expect((await saved).status()).toBe(200);

    await button(page, "Clear All").click();
    await button(page, "Load Strategy").click();
    const list = page.getByRole("region", { name: "Load Strategy" });
    await expect(list.getByRole("listitem")).toHaveCount(2);
    await page.route("**/users/loadstrategies", (route) => route.abort());
    await list.getByRole("tab", { name: "Cloud" }).click();
    await expect(list.getByRole("alert")).toContainText("Your account did not answer.");
    await page.unroute("**/users/loadstrategies");
    await page.route(
      "**/users/loadstrategies",
      async (route) => {
        const response = await route.fetch();
        const { strategies } = await response.json();
        const [sealed] = strategies;
        await route.fulfill({ response, json: { strategies: [{ ...sealed, private: {} }] } });
      },
      { times: 1 },
    );
    const asked: Route[] = [];
    await page.route("**/privacy/key", (route) => void asked.push(route));
    await list.getByRole("button", { name: "Retry" }).click();
    await expect(list.getByRole("listitem")).toHaveCount(1);
    // What is private by choice takes a while to open: its own line says so, until it is open or is not.
    const first = list.getByRole("listitem").getByRole("button").first();
    await first.click();
    await expect(first).toHaveText("Loading...");
    await expect(first).toBeDisabled();
    for (const route of asked) await route.abort();
    await expect(first).toHaveText(/^Old - NIFTY-/);
    await expect(legs(page)).toHaveCount(1);
    // What is asked of one is not asked of another that is kept elsewhere under its name.
    await list.getByRole("button", { name: /^Delete Old - NIFTY-/ }).click();
    await list.getByRole("tab", { name: "Local" }).click();
    await expect(list.getByRole("button", { name: /^Delete Old/ })).toHaveCount(2);
    await list.getByRole("tab", { name: "Cloud" }).click();
    await list.getByRole("button", { name: /^Old - NIFTY-/ }).click();
    await expect(legs(page)).toHaveCount(3);

    await page.getByLabel("Symbol").selectOption("BANKNIFTY");
    await expect(atm(page)).toBeVisible();
    await expect(legs(page)).toHaveCount(1);
    await button(page, "Load Strategy").click();
    await expect(list.getByRole("button", { name: /^Old - NIFTY-/ })).toBeDisabled();
    await list.getByRole("tab", { name: "Cloud" }).click();
    const cloud = list.getByRole("listitem");
    await expect(cloud).toHaveCount(1);
    await cloud.getByRole("button", { name: /^Delete/ }).click();
    await cloud.getByRole("button", { name: "No", exact: true }).click();
    await cloud.getByRole("button", { name: /^Delete/ }).click();
    await cloud.getByRole("button", { name: "Yes", exact: true }).click();
    await expect(list.getByText("Nothing is saved yet.")).toBeVisible();
  });
  expect(complaints).toEqual([]);
});
