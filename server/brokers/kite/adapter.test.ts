import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { BookGtt, GttOrder } from "#contract/domain/orders/gtt.ts";
import { LIMIT, MARKET, SELL, STOP_LIMIT } from "#contract/domain/orders/order.ts";
import { epochMs, isoDate } from "#contract/domain/units.ts";
import { OutboundError, type OutboundReply } from "../../platform/outbound.ts";
import { type Answer, type Answers, askedPort, NOW } from "../../testing/brokers/asked-port.ts";
import { childOrder, LISTED_CALL, TAG } from "../../testing/brokers/child-order.ts";
import type { AdapterOptions } from "../adapter.ts";
import { BrokerError, type BrokerSession } from "../port.ts";
import { createKite } from "./adapter.ts";

const CSV = `instrument_token,exchange_token,tradingsymbol,name,last_price,expiry,strike,tick_size,lot_size,instrument_type,segment,exchange
1,1,NIFTY26N2424600CE,NIFTY,0,2026-11-24,24600,0.05,65,CE,NFO-OPT,NFO
2,2,NIFTY26NOVFUT,NIFTY,0,2026-11-24,0,0.05,65,FUT,NFO-FUT,NFO
3,3,USDINR26NOV84.5PE,USDINR,0,2026-11-26,84.5,0.0025,1,PE,CDS-OPT,CDS
4,4,broken,NIFTY,0,soon,24600,0.05,65,CE,NFO-OPT,NFO
6,6,no day,NIFTY,0,2026-11-31,24600,0.05,65,CE,NFO-OPT,NFO
5,5,GOLD26DECFUT,GOLD,0,2026-12-04,0,1,100,FUT,MCX-FUT,MCX
`;
const SESSION: BrokerSession = {
  broker: "zerodha",
  client: "key1",
  userId: "AB1234",
  name: "Ravi",
  endsAt: epochMs(NOW + 1),
  secrets: { accessToken: "token1" },
};
const ORDER = childOrder({ contract: LISTED_CALL, lot: 65, limitPrice: 6.6000000001 });

const ok = (data: unknown): OutboundReply => ({ status: 200, body: JSON.stringify({ status: "success", data }) });
const fail = (status: number, type: string, message: string): OutboundReply => ({
  status,
  body: JSON.stringify({ status: "error", message, data: null, error_type: type }),
});

function open(answers: Answers, csv = CSV) {
  const create = (options: AdapterOptions) => createKite({ ...options, login: "https://login.example" });
  const { port, asked } = askedPort(create, answers, {
    list(url, headers) {
      expect(url).toBe("https://api.example/instruments");
      expect(headers).toMatchObject({ Authorization: "token key1:token1", "X-Kite-Version": "3" });
      return csv;
    },
  });
  const fields = () => Object.fromEntries(new URLSearchParams(asked.at(-1)?.body ?? ""));
  return { port, asked, fields };
}

describe("an order", () => {
  const placed = open(() => ok({ order_id: "77" }));

  test("goes once, under Kite's own name of the contract, signed by the user's token", async () => {
    expect(await placed.port.place(SESSION, ORDER, TAG)).toEqual({ kind: "done", value: "77" });
    expect(placed.asked).toHaveLength(1);
    expect(placed.asked[0]).toMatchObject({ method: "POST", url: "https://api.example/orders/regular" });
    expect(placed.asked[0]?.headers).toMatchObject({ Authorization: "token key1:token1", "X-Kite-Version": "3" });
    expect(placed.fields()).toEqual({
      exchange: "NFO",
      tradingsymbol: "NIFTY26N2424600CE",
      transaction_type: "BUY",
      quantity: "130",
      product: "NRML",
      validity: "DAY",
      disclosed_quantity: "0",
      tag: TAG,
      order_type: "LIMIT",
      price: "6.6",
    });
  });

  test("at the market is protected, always", async () => {
    await placed.port.place(SESSION, { ...ORDER, type: MARKET, limitPrice: 0 }, TAG);
    expect(placed.fields()).toMatchObject({ order_type: "MARKET", market_protection: "3" });
    expect(placed.fields()).not.toHaveProperty("price");
  });

  test("of currency and with a stop goes on its own tick", async () => {
    const put = {
      ...LISTED_CALL,
      underlying: "USDINR",
      expiry: isoDate("2026-11-26"),
      strike: 84.5,
      type: "PE",
    } as const;
    const order = { ...ORDER, contract: put, type: STOP_LIMIT, limitPrice: 0.2525, stopPrice: 0.25, qty: 2 } as const;
    await placed.port.place(SESSION, order, TAG);
    expect(placed.fields()).toMatchObject({
      exchange: "CDS",
      tradingsymbol: "USDINR26NOV84.5PE",
      order_type: "SL",
      price: "0.2525",
      trigger_price: "0.25",
    });
  });

  test("that cannot be sent as it is meant is not sent", async () => {
    const { port, asked } = open(() => ok({ order_id: "77" }));
    const other = { ...ORDER, contract: { ...LISTED_CALL, strike: 99_900 } };
    for (const [order, tag] of [
      [other, TAG],
      [ORDER, "S".repeat(21)],
      [{ ...ORDER, productType: "BO" as const }, TAG],
      // Rounded to the step it would be another price than was asked for.
      [{ ...ORDER, limitPrice: 6.62 }, TAG],
    ] as const) {
      expect((await port.place(SESSION, order, tag)).kind).toBe("not-sent");
    }
    expect((await open(() => ok({}), "<html>").port.place(SESSION, ORDER, TAG)).kind).toBe("not-sent");
    expect(asked).toEqual([]);
  });
});

describe("what became of a write", () => {
  test.each<[string, string, Answer]>([
    ["not-sent", "", new OutboundError("no connection", { isUnsent: true })],
    ["unknown", "", new OutboundError("no answer")],
    ["unknown", "", fail(400, "OrderException", "Your order request timed out. Check the order book.")],
    ["unknown", "", fail(400, "NetworkException", "OMS is not reachable")],
    ["unknown", "", fail(500, "GeneralException", "Something went wrong")],
    ["unknown", "", { status: 502, body: "<html><h1>Bad Gateway</h1></html>" }],
    ["unknown", "", { status: 200, body: "<html>maintenance</html>" }],
    ["unknown", "", ok({ order: "77" })],
    ["unknown", "", { status: 400, body: "Bad Request" }],
    ["unknown", "", { status: 403, body: "<html>Forbidden</html>" }],
    ["refused", "session", fail(403, "TokenException", "Incorrect `api_key` or `access_token`.")],
    ["refused", "address", fail(403, "PermissionException", "IP 1.2.3.4 is not allowed to place orders for this app")],
    ["refused", "rate", { status: 429, body: "Too many requests" }],
    ["refused", "margin", fail(400, "MarginException", "Insufficient funds. Required margin is 95417.84")],
    ["refused", "tick", fail(400, "InputException", "Tick size for this script is 5.00 paise")],
    ["refused", "quantity", fail(400, "InputException", "Quantity should be in multiple of lot size 65")],
    ["refused", "price-band", fail(400, "OrderException", "Price is outside the current execution range")],
    ["refused", "closed", fail(400, "OrderException", "Markets are closed right now: market is closed")],
    ["refused", "other", fail(400, "OrderException", "Something that nobody has written down")],
  ])("%s %s", async (kind, code, answer) => {
    const { port, asked } = open(() => answer);
    const sent = await port.place(SESSION, ORDER, TAG);
    expect(sent).toMatchObject(code === "" ? { kind } : { kind, code });
    expect(asked).toHaveLength(1);
  });
});

const ROW = {
  order_id: "9",
  status: "OPEN",
  status_message: null,
  order_timestamp: "2026-11-23 11:00:00",
  variety: "iceberg",
  exchange: "NFO",
  tradingsymbol: "NIFTY26N2424600CE",
  order_type: "LIMIT",
  transaction_type: "SELL",
  validity: "DAY",
  product: "MIS",
  quantity: 130,
  disclosed_quantity: 0,
  price: 7,
  trigger_price: 0,
  average_price: 6.5,
  filled_quantity: 65,
  pending_quantity: 65,
  cancelled_quantity: 0,
  tag: TAG,
};

test("changes and cancellations name the order and its variety", async () => {
  const { port, asked, fields } = open(({ method }) => ok(method === "GET" ? [ROW] : { order_id: "9" }));
  const [order] = await port.orders(SESSION);
  expect(order).toMatchObject({
    contract: LISTED_CALL,
    side: -1,
    status: 6,
    remainingQuantity: 65,
    tradedPrice: 6.5,
    tag: TAG,
  });
  const change = { qty: 195, type: LIMIT, limitPrice: 7.05, stopPrice: 0, disclosedQty: 0 } as const;
  expect(await port.modify(SESSION, order ?? expect.unreachable(), change)).toEqual({ kind: "done", value: undefined });
  expect(asked.at(-1)).toMatchObject({ method: "PUT", url: "https://api.example/orders/iceberg/9" });
  expect(fields()).toMatchObject({ quantity: "195", price: "7.05", order_type: "LIMIT" });
  expect((await port.cancel(SESSION, order ?? expect.unreachable())).kind).toBe("done");
  expect(asked.at(-1)).toMatchObject({ method: "DELETE", url: "https://api.example/orders/iceberg/9" });
});

test("a book that another user reads leaves the varieties of this one's orders as they are", async () => {
  const other = { ...SESSION, userId: "CD5678", secrets: { accessToken: "token2" } };
  const { port, asked } = open(({ method, headers }) => {
    if (method !== "GET") return ok({ order_id: "9" });
    return ok(headers?.["Authorization"] === "token key1:token1" ? [ROW] : []);
  });
  const [order] = await port.orders(SESSION);
  expect(await port.orders(other)).toEqual([]);
  await port.cancel(SESSION, order ?? expect.unreachable());
  expect(asked.at(-1)).toMatchObject({ method: "DELETE", url: "https://api.example/orders/iceberg/9" });
  await port.cancel(other, order ?? expect.unreachable());
  expect(asked.at(-1)?.url).toBe("https://api.example/orders/regular/9");
});

test.each([
  ["AMO REQ RECEIVED", "amo"],
  ["MODIFY AMO REQ RECEIVED", "amo"],
  ["OPEN", "regular"],
])("an order from after the market that is %s is cancelled as a %s one", async (status, variety) => {
  const row = { ...ROW, status, variety: "amo" };
  const { port, asked } = open(({ method }) => ok(method === "GET" ? [row] : { order_id: "9" }));
  const [order] = await port.orders(SESSION);
  await port.cancel(SESSION, order ?? expect.unreachable());
  expect(asked.at(-1)?.url).toBe(`https://api.example/orders/${variety}/9`);
});

describe("a conversion", () => {
  const held = {
    ...{ tradingsymbol: "NIFTY26N2424600CE", exchange: "NFO", product: "NRML", quantity: -65, multiplier: 1 },
    ...{ overnight_quantity: -130, average_price: 7, last_price: 7, realised: 0 },
    ...{ buy_quantity: 65, buy_price: 7, buy_value: 455, sell_quantity: 130, sell_price: 7, sell_value: 910 },
  };
  const conversion = {
    ...{ contract: LISTED_CALL, symbol: "NFO:NIFTY26N2424600CE", qty: 65, lot: 65 },
    side: SELL,
    from: "MARGIN",
    to: "INTRADAY",
  } as const;

  test.each([
    ["what was carried over", held, "overnight"],
    ["what was sold today", { ...held, overnight_quantity: 0 }, "day"],
    ["what was sold today beyond what was carried over", { ...held, overnight_quantity: 65 }, "day"],
    ["the other product's", { ...held, product: "MIS" }, "day"],
  ])("of %s", async (_, row, type) => {
    const { port, asked, fields } = open(({ method }) => ok(method === "GET" ? { net: [row] } : true));
    const before: number[] = [];
    const start = async (): Promise<void> => void before.push(asked.length);
    expect((await port.convert?.(SESSION, conversion, start))?.kind).toBe("done");
    // The positions are read before the turn, and nothing is between that and the conversion.
    expect([before, asked.length]).toEqual([[1], 2]);
    expect(asked.at(-1)).toMatchObject({ method: "PUT", url: "https://api.example/portfolio/positions" });
    expect(fields()).toEqual({
      ...{ exchange: "NFO", tradingsymbol: "NIFTY26N2424600CE", transaction_type: "SELL", position_type: type },
      ...{ quantity: "65", old_product: "NRML", new_product: "MIS" },
    });
  });

  test("of what was carried over and of what was sold today goes in two", async () => {
    const row = { ...held, quantity: -130, overnight_quantity: -65 };
    const { port, asked } = open(() => ok({ net: [row] }));
    const why = "What was carried over is converted apart from what was traded today: convert 65 and 65 separately";
    expect(await port.convert?.(SESSION, { ...conversion, qty: 130 })).toEqual({ kind: "not-sent", why });
    expect(asked).toHaveLength(1);
  });

  test("is not sent where the positions cannot be read", async () => {
    const { port, asked } = open(() => new OutboundError("no answer"));
    expect((await port.convert?.(SESSION, conversion))?.kind).toBe("not-sent");
    expect(asked).toHaveLength(1);
  });
});

describe("an order that waits for a price", () => {
  const OCO: GttOrder = {
    ...{ contract: LISTED_CALL, lot: 65, tick: 0.05, side: SELL, qty: 130, productType: "MARGIN", lastPrice: 101.35 },
    legs: [
      { trigger: 90, limit: 88.0000000001 },
      { trigger: 120, limit: 120 },
    ],
  };
  const form = (fields: Record<string, string>): object => ({
    ...fields,
    condition: JSON.parse(fields["condition"] ?? ""),
    orders: JSON.parse(fields["orders"] ?? ""),
  });
  const leg = (price: number): object => ({
    ...{ exchange: "NFO", tradingsymbol: "NIFTY26N2424600CE", transaction_type: "SELL", quantity: 130 },
    ...{ order_type: "LIMIT", product: "NRML", price },
  });

  test("goes as a form whose legs are JSON, is changed whole, and deleted by its number", async () => {
    const { port, asked, fields } = open(() => ok({ trigger_id: 123 }));
    const gtt = port.gtt ?? expect.unreachable();
    expect(await gtt.place(SESSION, OCO)).toEqual({ kind: "done", value: "123" });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ method: "POST", url: "https://api.example/gtt/triggers" });
    const condition = { exchange: "NFO", tradingsymbol: "NIFTY26N2424600CE", last_price: 101.35 };
    expect(form(fields())).toEqual({
      type: "two-leg",
      condition: { ...condition, trigger_values: [90, 120] },
      orders: [leg(88), leg(120)],
    });
    const rest = { id: "123", symbol: "", status: "active", createdAt: "", expiresAt: "", isChangeable: true } as const;
    const kept: BookGtt = { ...OCO, ...rest, message: "" };
    const change = { qty: 130, lastPrice: 99, legs: [{ trigger: 95, limit: 94 }] };
    expect(await gtt.modify(SESSION, kept, change)).toEqual({ kind: "done", value: undefined });
    expect(asked.at(-1)).toMatchObject({ method: "PUT", url: "https://api.example/gtt/triggers/123" });
    expect(form(fields())).toEqual({
      type: "single",
      condition: { ...condition, last_price: 99, trigger_values: [95] },
      orders: [leg(94)],
    });
    expect((await gtt.delete(SESSION, kept)).kind).toBe("done");
    expect(asked.at(-1)).toMatchObject({ method: "DELETE", url: "https://api.example/gtt/triggers/123" });
  });

  test.each<[string, Answer]>([
    ["not-sent", new OutboundError("no connection", { isUnsent: true })],
    ["unknown", new OutboundError("no answer")],
    ["unknown", fail(500, "GeneralException", "Something went wrong")],
    ["unknown", ok({ trigger_id: "none" })],
    [
      "refused",
      fail(400, "InputException", "Trigger cannot be created with one of the trigger values equal to the last price."),
    ],
  ])("%s, as an order would be", async (kind, answer) => {
    const { port, asked } = open(() => answer);
    expect((await port.gtt?.place(SESSION, OCO))?.kind).toBe(kind);
    expect(asked).toHaveLength(1);
  });
});

test("a login is signed with the secret, which does not leave, and ends in the morning", async () => {
  const session = { user_id: "AB1234", user_name: "Ravi", access_token: "token1", api_key: "key1" };
  const { port, fields } = open(() => ok(session));
  const attempt = {
    accountId: "u",
    id: "a",
    broker: "zerodha",
    redirect: "https://us",
    credentials: ["key1", "secret1"],
  };
  expect(await port.begin(attempt)).toBe("https://login.example/connect/login?v=3&api_key=key1");
  const connected = await port.connect("request1", attempt);
  expect(fields()).toEqual({
    api_key: "key1",
    request_token: "request1",
    checksum: createHash("sha256").update("key1request1secret1").digest("hex"),
  });
  expect(connected).toMatchObject({ userId: "AB1234", client: "key1", secrets: { accessToken: "token1" } });
  expect(new Date(connected.endsAt).toISOString()).toBe("2026-11-24T00:30:00.000Z");
});

test("a read that fails says which way", async () => {
  const kindOf = async (answer: Answer): Promise<string> => {
    const error: unknown = await open(() => answer)
      .port.orders(SESSION)
      .catch((failure: unknown) => failure);
    return error instanceof BrokerError ? error.kind : String(error);
  };
  expect(await kindOf(fail(403, "TokenException", "over"))).toBe("session");
  expect(await kindOf(new OutboundError("no answer"))).toBe("away");
  expect(await kindOf({ status: 502, body: "<html>" })).toBe("away");
  expect(await kindOf(ok([{ order_id: "9" }]))).toBe("away");
  expect(await kindOf(fail(400, "InputException", "no"))).toBe("refused");
});
