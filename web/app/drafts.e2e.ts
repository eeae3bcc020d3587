/** From a charting site's alert to the broker: a draft, one press, the basket, and only then an order. */
import { faults } from "../testing/axe.ts";
import { logInTrader } from "../testing/broker.ts";
import { expect, test } from "../testing/fixtures.ts";
import { EXPIRY_DAY } from "../testing/product.ts";

test.use({ productEnv: EXPIRY_DAY });
test.describe.configure({ timeout: 120_000 });

test("an alert's draft waits, is opened by one press and sent by the user; a revoked address takes none", async ({
  page,
  playwright,
  complaints,
}) => {
  await logInTrader(page, "drafts@example.in");
  await page.goto("/account");
  const section = page.getByRole("region", { name: "Webhook drafts" });
  await section.getByLabel("Name of the address").fill("Breakouts");
  await section.getByRole("button", { name: "Make an address" }).click();
  const url = (await section.getByText(/\/api\/v1\/hooks\//).textContent()) ?? "";
  await expect(section).toContainText(/Breakouts made .*, not used yet/);
  expect(await faults(page)).toEqual([]);

  await page.goto("/broker-dashboard");
  await expect(page.getByRole("tab", { name: /^Positions/ })).toBeVisible();
  // As a charting site does: no cookie, whatever type.
  const site = await playwright.request.newContext();
  const order = { symbol: "NIFTY", expiry: "nearest", type: "FUT", side: "buy", lots: "2", note: "Over 24,600" };
  const post = (data: object) =>
    site.post(url, { data: JSON.stringify(data), headers: { "content-type": "text/plain" } });
  const refused = await post({ ...order, expiry: "2026-08-19" });
  expect(refused.status()).toBe(400);
  expect((await refused.json()).message).toMatch(/^expiry: NIFTY has no FUT of 2026-08-19 today; the closest is 2026-/);
  const placing: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("place_multi_order")) placing.push(request.url());
  });
  expect((await post(order)).status()).toBe(200);
  const toast = page.locator("[data-toast]");
  await expect(toast).toContainText('Breakouts: a draft waits, "Over 24,600". Nothing is sent before you do.');
  expect(await faults(page)).toEqual([]);
  await toast.getByRole("button", { name: "Open" }).click();

  const basket = page.getByRole("complementary", { name: "Basket" });
  await expect(basket.getByRole("list", { name: "Webhook drafts" })).toContainText(
    /Breakouts \d\d:\d\d, opened \d\d:\d\d/,
  );
  await expect(basket.getByLabel("Qty", { exact: true })).toHaveValue("130");
  await expect(basket.getByLabel("Limit Price")).not.toHaveValue("0");
  await expect(basket).toContainText(/B 130 NIFTY \d+ \w+ FUT · Over 24,600/);
  expect(await faults(page)).toEqual([]);
  expect(placing).toEqual([]);
  await basket.getByText("Market", { exact: true }).click();
  await basket.getByRole("button", { name: "Place all orders" }).click();
  await expect.poll(() => placing.length).toBe(1);
  await basket.getByRole("button", { name: "Close", exact: true }).click();

  // It stays until it is dismissed.
  await page.getByRole("button", { name: "Basket" }).click();
  await basket.getByRole("button", { name: "Dismiss" }).click();
  await expect(basket.getByRole("list", { name: "Webhook drafts" })).toHaveCount(0);

  // One that comes while no page is open is told by the next page.
  await page.goto("about:blank");
  expect((await post(order)).status()).toBe(200);
  await page.goto("/maxpain");
  await expect(page.getByText(/Breakouts: a draft waits/)).toBeVisible();
  await page.goto("/account");
  await section.getByRole("button", { name: "Revoke" }).click();
  await expect(section).not.toContainText("Breakouts");
  expect((await post(order)).status()).toBe(404);
  await site.dispose();
  expect(complaints).toEqual([]);
});
