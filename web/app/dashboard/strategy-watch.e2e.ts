/** A stop and a target that act: armed on the dashboard, watched by the server, in practice. */
import { faults } from "../../testing/axe.ts";
import { logInTrader } from "../../testing/broker.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { EXPIRY_DAY } from "../../testing/product.ts";

test.use({ productEnv: EXPIRY_DAY });
test.describe.configure({ timeout: 180_000 });

const ORDER = {
  ...{ symbol: "NSE:NIFTY26AUGFUT", securityId: "", type: 2, side: 1, productType: "MARGIN", qty: 1300 },
  ...{ limitPrice: 0, stopPrice: 0, disclosedQty: 0, validity: "DAY", offlineOrder: false, stopLoss: 0, takeProfit: 0 },
};

test("a strategy is closed by the server at the crossing, once, and every page says so", async ({
  page,
  complaints,
}) => {
  await logInTrader(page, "watched@example.in");
  const placed = await page.request.post("/api/v1/broker/jainam/place_multi_order", {
    data: { data: [{ ...ORDER, strategy: "fly-1" }] },
    headers: { "Sec-Fetch-Site": "same-origin", "Idempotency-Key": `${crypto.randomUUID()}/0` },
  });
  expect((await placed.json()).data.data).toMatchObject([{ body: { s: "ok" } }]);
  await page.goto("/broker-dashboard");
  const net = page.getByRole("region", { name: /^Positions/ });
  await expect(net).toContainText("+1,300");
  await page.getByText("By strategy", { exact: true }).click();
  const open = page.getByRole("button", { name: /^Stop and target of/ });
  const dialog = page.getByRole("dialog", { name: /^Stop and target of/ });
  // A rupee of the price is 1,300: whatever way it goes, one of the two is reached soon. What is reached already is refused.
  await expect(async () => {
    await open.click();
    await dialog.getByLabel("Close at a loss of, ₹").fill("2500");
    await dialog.getByLabel("Close at a profit of, ₹").fill("2500");
    expect(await faults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Arm", exact: true }).click();
    await expect(dialog).toBeHidden({ timeout: 3000 });
  }).toPass();
  const toast = page.locator("[data-toast=info]").filter({ hasText: "was reached" });
  await expect(toast).toContainText(
    /^(Stop|Target) reachedThe (stop|target) was reached: a (loss|profit) of ₹[\d,]+\. All .* is being closed/,
    {
      timeout: 90_000,
    },
  );
  // It stands until it is read: what stops trading can be pressed beside it.
  await page.getByRole("button", { name: "Stop trading", exact: true }).click({ trial: true });
  await expect(net).not.toContainText("+1,300");
  await expect(
    page.getByText("There is no open position.").or(page.getByText("Nothing was traded today.")),
  ).toBeVisible();
  const { data } = await (await page.request.get("/api/v1/users/export")).json();
  expect(data.strategyWatches).toMatchObject([{ strategy: "fly-1", ended: expect.stringContaining("was reached") }]);
  expect(complaints).toEqual([]);
});
