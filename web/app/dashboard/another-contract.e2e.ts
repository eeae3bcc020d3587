/** The dashboard's prices when the set of its positions changes. */
import type { Page } from "@playwright/test";
import { connectBroker } from "../../testing/broker.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { watchRooms } from "../../testing/room-traffic.ts";
import { logIn, NIFTY, store } from "../../testing/session.ts";

test.describe.configure({ timeout: 120_000 });

async function buy(page: Page, symbol: string): Promise<void> {
  const none = { limitPrice: 0, stopPrice: 0, disclosedQty: 0, stopLoss: 0, takeProfit: 0 };
  const order = { ...none, symbol, securityId: "", type: 2, side: 1, productType: "MARGIN", qty: 65 };
  const data = { data: [{ ...order, validity: "DAY", offlineOrder: false }] };
  const headers = { "Sec-Fetch-Site": "same-origin" };
  const reply = await page.request.post("/api/v1/broker/zerodha/place_multi_order", { data, headers });
  expect(await reply.text()).toContain('"state":"placed"');
}

test("a position in another contract comes with its price, over the connection that there is", async ({ page }) => {
  await logIn(page, NIFTY);
  await store(page, { broker: await connectBroker(page, "zerodha") });
  await buy(page, "NSE:NIFTY26112323900CE");
  const traffic = watchRooms(page);
  await page.goto("/broker-dashboard");
  const positions = page.getByRole("region", { name: "Positions", exact: true });
  const rows = positions.getByRole("row").filter({ has: page.getByRole("button", { name: /^More for/ }) });
  await expect(rows).toHaveCount(1);
  await expect.poll(() => traffic.namespaces()).toContain("/singlelive");
  for (const strike of [23_950, 24_000, 24_050]) {
    await buy(page, `NSE:NIFTY261123${strike}CE`);
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(rows.filter({ hasText: new RegExp(`${strike}|${strike.toLocaleString("en-IN")}`) })).toHaveCount(1);
  }
  // As long as a namespace that nobody needs stays open, and the way back of a connection that broke.
  await page.waitForTimeout(2500);
  expect(traffic.sockets()).toBe(1);
});
