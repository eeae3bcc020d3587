/** A basket without any connection: handed over to the broker's own page, in practice to ours, and confirmed there. */
import { faults } from "../testing/axe.ts";
import { expect, test } from "../testing/fixtures.ts";
import { gridOf } from "../testing/grid.ts";
import { EXPIRY_DAY } from "../testing/product.ts";
import { logIn } from "../testing/session.ts";

test.use({
  productEnv: { ...EXPIRY_DAY, BROKER_MODES: "zerodha:handoff", BROKER_ZERODHA_PUBLISHER: "publisher1" },
});
test.describe.configure({ timeout: 120_000 });

test("the basket is opened on the practice page in a new tab, and counts as handed over and nothing more", async ({
  page,
  complaints,
}) => {
  await logIn(page, { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] } });
  await page.goto("/option-chain-new");
  const grid = gridOf(page);
  await grid.ready();
  await expect(page.locator("[aria-keyshortcuts='B S']")).toBeVisible();
  const basket = page.getByRole("complementary", { name: "Basket" });
  await expect(async () => {
    if (await basket.isVisible()) return;
    const { x, y, width, height } = await grid.box(await grid.atmRow(), "ce:LTP");
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.keyboard.press("Shift+B");
    await expect(basket).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await expect(basket.getByLabel("Qty", { exact: true })).toHaveValue("65");
  await expect(basket.getByRole("button", { name: "Place all orders" })).toHaveCount(0);
  expect(await faults(page)).toEqual([]);
  const opened = page.waitForEvent("popup");
  await basket.getByRole("button", { name: "Hand over to Kite (Practice)" }).click();
  const kite = await opened;
  await expect(kite.getByRole("heading", { name: "Practice: a basket in place of Kite" })).toBeVisible();
  await expect(kite.getByRole("listitem")).toHaveText([/^BUY 65 NIFTY\w+CE LIMIT [\d.]+ MIS$/]);
  await expect(basket.getByRole("status")).toHaveText(
    "Handed over: confirm on Kite (Practice). Nothing is watched here.",
  );
  await kite.getByRole("button", { name: "Place in your practice account" }).click();
  await expect(kite.getByRole("listitem")).toContainText(/Placed, order \w+/);
  const kept = await (await page.request.get("/api/v1/users/export")).json();
  expect(kept.data.orderHandoffs).toMatchObject([{ broker: "zerodha", state: "handed over" }]);
  expect(kept.data.orders ?? []).toEqual([]);
  expect(complaints).toEqual([]);
});
