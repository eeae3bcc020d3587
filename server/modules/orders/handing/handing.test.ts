/** Baskets that are handed over: what the form carries, what is written down, and what the practice page makes of it. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { BUY, LIMIT, SELL } from "#contract/domain/orders/order.ts";
import { createKiteHandoff, KITE_BASKET } from "../../../brokers/handoff/handoff.ts";
import { PRACTICE_BASKET } from "../../../brokers/handoff/practice-page.ts";
import { systemClock } from "../../../platform/clocks.ts";
import { createOutbound } from "../../../platform/outbound.ts";
import { asBrowser, type ConnectedUser } from "../../../testing/brokers/connected-user.ts";
import { LIMIT_ORDER } from "../../../testing/brokers/quoted-market.ts";
import { openSurface, type Surface } from "../../../testing/http/surface.ts";
import { onEachDatabase } from "../../../testing/processes/databases.ts";

test("Kite's form carries Kite's names of a basket, and leaves it open to change there", async () => {
  const { underlying, expiry, strike, type } = LIMIT_ORDER.contract;
  const list = `instrument_token,tradingsymbol,name,expiry,strike,tick_size,lot_size,instrument_type,exchange
1,KITENAME,${underlying},${expiry},${strike},0.05,${LIMIT_ORDER.lot},${type},NFO\n`;
  const asked: string[] = [];
  const outbound = createOutbound({
    origins: ["https://api.kite.trade"],
    fetch: async (url) => {
      asked.push(String(url));
      return new Response(list);
    },
  });
  const options = { outbound, api: "https://api.kite.trade", action: KITE_BASKET, key: "abc123", isPractice: false };
  const handoff = createKiteHandoff({ ...options, clock: systemClock });
  const fields = await handoff.fields([LIMIT_ORDER], "of the practice page");
  // Kite's own page is posted nothing that it does not know.
  expect(Object.keys(fields)).toEqual(["api_key", "data"]);
  expect(fields["api_key"]).toBe("abc123");
  expect(JSON.parse(fields["data"] ?? "")).toEqual([
    {
      ...{ variety: "regular", exchange: "NFO", tradingsymbol: "KITENAME", product: "NRML", order_type: "LIMIT" },
      ...{ transaction_type: LIMIT_ORDER.side === BUY ? "BUY" : "SELL", quantity: LIMIT_ORDER.qty },
      ...{ price: LIMIT_ORDER.limitPrice, trigger_price: 0, validity: "DAY", readonly: false },
    },
  ]);
  const other = { ...LIMIT_ORDER, contract: { ...LIMIT_ORDER.contract, strike: strike + 1 } };
  await expect(handoff.fields([other], "")).rejects.toThrow("Zerodha does not list one of these contracts");
  // The list is read once, without anybody's session.
  expect(asked).toEqual(["https://api.kite.trade/instruments"]);
});

onEachDatabase("baskets that are handed over", (database) => {
  let surface: Surface;
  let asha: ConnectedUser;
  let count = 0;
  beforeAll(async () => {
    surface = await openSurface(database(), { hasPractice: true });
  }, 240_000);
  afterAll(() => surface.stop());
  beforeEach(async () => {
    asha = asBrowser(surface, await surface.userOf("live", `hander${count++}@example.com`));
  });

  const item = (fields: object = {}) => {
    const [symbol, { token, lot }] = surface.listed();
    const prices = { limitPrice: 100, stopPrice: 0, stopLoss: 0, takeProfit: 0, disclosedQty: 0 };
    const terms = { type: LIMIT, side: BUY, productType: "MARGIN", validity: "DAY", offlineOrder: false };
    return { symbol, securityId: String(token), qty: lot, ...prices, ...terms, ...fields };
  };
  type Form = { data: { action: string; fields: { api_key: string; data: string; basket: string } } };
  const handOver = (items: readonly object[]) => asha.post("orders/hand-over", { data: items });
  const post = (form: Readonly<Record<string, string>>, cookie = asha.user.cookie) =>
    surface.app.fetch(PRACTICE_BASKET, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin", cookie },
      body: new URLSearchParams(form).toString(),
    });
  const intents = async () => {
    const text = "select count(*)::int as count from order_intent where account_id = $1";
    return (await database().pool.query(text, [asha.user.id])).rows[0]?.count;
  };

  test("the practice page shows the basket, places it in the practice account on one press, and counts it nowhere else", async () => {
    const { status, json } = await handOver([item(), item({ side: SELL, limitPrice: 120 })]);
    expect(status).toBe(200);
    const { action, fields } = (json as Form).data;
    expect(action).toBe(PRACTICE_BASKET);
    expect(JSON.parse(fields.data)).toMatchObject([
      { transaction_type: "BUY", order_type: "LIMIT", price: 100, product: "NRML", readonly: false },
      { transaction_type: "SELL", price: 120 },
    ]);
    const shown = await (await post(fields)).text();
    expect(shown).toMatch(
      /Practice: a basket in place of Kite.*BUY \d+ \w+ LIMIT 100 NRML.*SELL \d+ \w+ LIMIT 120 NRML/s,
    );
    expect(shown).toContain("Place in your practice account");
    const placed = await (await post({ ...fields, decision: "confirm" })).text();
    expect(placed.match(/(Placed, order \w+|Refused: [^<]+)/g)).toHaveLength(2);
    expect(placed).toMatch(/Placed, order \w+/);
    expect(await intents()).toBe(0);
  });

  test("a basket is placed once: presses beside and after the first are answered with what that one came to", async () => {
    const { fields } = ((await handOver([item(), item({ side: SELL, limitPrice: 120 })])).json as Form).data;
    const confirm = { ...fields, decision: "confirm" };
    const pages = await Promise.all([post(confirm), post(confirm)].map(async (reply) => (await reply).text()));
    expect(pages[0]).toMatch(/Placed, order \w+/);
    expect(pages[1]).toBe(pages[0]);
    expect(await (await post(confirm)).text()).toBe(pages[0]);
    // The browser's 'Back' posts what the basket did: there is nothing to press any more.
    expect(await (await post(fields)).text()).toBe(pages[0]);
    const { rows } = await database().pool.query("select id from practice_order where account_id = $1", [asha.user.id]);
    expect(rows.length).toBe(pages[0]?.match(/, order \w+/g)?.length);
    const other = JSON.stringify(JSON.parse(fields.data).slice(1));
    expect((await post({ ...confirm, data: other })).status).toBe(409);
    // What was handed over anew is another basket.
    const again = ((await handOver([item(), item({ side: SELL, limitPrice: 120 })])).json as Form).data.fields;
    expect(await (await post({ ...again, decision: "confirm" })).text()).not.toBe(pages[0]);
  });

  test("what was handed over is in the audit and in the export, as that and nothing more", async () => {
    await handOver([item()]);
    const { rows } = await database().pool.query("select action, detail from audit where account_id = $1", [
      asha.user.id,
    ]);
    expect(rows).toContainEqual({
      action: "orders.handed-over",
      detail: { broker: "zerodha", orders: 1, practice: true },
    });
    const { json } = await asha.get("users/export");
    expect(json).toMatchObject({
      data: { orderHandoffs: [{ broker: "zerodha", state: "handed over", orders: [{ limitPrice: 100 }] }] },
    });
  });

  test("what may not be sent is not handed over either", async () => {
    expect(await handOver([item({ qty: 1 })])).toMatchObject({
      status: 400,
      json: { message: expect.stringMatching(/^NSE:.*: The quantity is not in lots of/) },
    });
    expect((await handOver([item({ symbol: "NSE:NOTHING26072824600CE" })])).status).toBe(400);
    expect((await handOver(Array.from({ length: 11 }, () => item()))).status).toBe(400);
    const limits = { orderValue: 1, lots: null, ordersPerDay: null, lossPerDay: null, inPractice: true };
    await asha.post("orders/guards", limits);
    expect(await handOver([item()])).toMatchObject({
      status: 400,
      json: { message: expect.stringContaining("limit") },
    });
    await asha.post("orders/stop", { stopped: true });
    expect((await handOver([item()])).status).toBe(403);
    const { rows } = await database().pool.query("select * from order_handoff where account_id = $1", [asha.user.id]);
    expect(rows).toEqual([]);
  });

  test("the page takes no basket of nobody, and nothing that is none", async () => {
    const { fields } = ((await handOver([item()])).json as Form).data;
    expect((await post(fields, "")).status).toBe(401);
    expect((await post({ ...fields, data: "[]" })).status).toBe(400);
    expect((await post({ ...fields, basket: "" })).status).toBe(400);
    expect((await post({ ...fields, data: "x".repeat(20_000) })).status).toBe(413);
    const marked = JSON.stringify([{ ...JSON.parse(fields.data)[0], tradingsymbol: "<script>" }]);
    expect(await (await post({ ...fields, data: marked })).text()).not.toContain("<script>");
  });
});
