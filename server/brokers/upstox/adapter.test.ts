/** Upstox' own words: what became of a write, books in its shapes, its packed list of instruments. */
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { MARKET, STOP } from "#contract/domain/orders/order.ts";
import { epochMs } from "#contract/domain/units.ts";
import { OutboundError, type OutboundReply } from "../../platform/outbound.ts";
import { type Answer, type Answers, askedPort, NOW } from "../../testing/brokers/asked-port.ts";
import { childOrder, LISTED_CALL, TAG } from "../../testing/brokers/child-order.ts";
import type { BrokerSession } from "../port.ts";
import { createUpstox, eventOf } from "./adapter.ts";

/** As Upstox' document shows its list: expiries in ms, steps in paise. */
const CALL = {
  weekly: false,
  segment: "NSE_FO",
  name: "NIFTY",
  exchange: "NSE",
  expiry: Date.UTC(2026, 10, 24, 18, 29, 59),
  instrument_type: "CE",
  underlying_symbol: "NIFTY",
  instrument_key: "NSE_FO|44001",
  lot_size: 65,
  freeze_quantity: 1755,
  exchange_token: "44001",
  tick_size: 5,
  trading_symbol: "NIFTY 24600 CE 24 NOV 26",
  strike_price: 24_600,
};
const LIST = [
  { segment: "NSE_EQ", name: "3M INDIA", instrument_key: "NSE_EQ|INE470A01017", instrument_type: "EQ" },
  CALL,
  { ...CALL, instrument_key: "NSE_FO|44002", instrument_type: "FUT", strike_price: 0, tick_size: 10 },
  { ...CALL, instrument_key: "NSE_FO|44003", strike_price: 0 },
  { ...CALL, instrument_key: "NSE_FO|44004", tick_size: "five" },
  { ...CALL, instrument_key: "NSE_FO|44005", expiry: "2026-11-31" },
];
const SESSION: BrokerSession = {
  broker: "upstox",
  client: "key1",
  userId: "202251",
  name: "Ravi",
  endsAt: epochMs(NOW + 1),
  secrets: { accessToken: "token1" },
};
const ORDER = childOrder({ contract: LISTED_CALL, lot: 65, limitPrice: 6.6000000001 });
/** As Upstox' document shows it, but for contract and quantities. */
const ROW = {
  exchange: "NFO",
  product: "D",
  price: 6.95,
  quantity: 130,
  status: "Open",
  guid: null,
  tag: TAG,
  instrument_token: "NSE_FO|44001",
  placed_by: "200123",
  trading_symbol: "NIFTY 24600 CE 24 NOV 26",
  order_type: "LIMIT",
  validity: "DAY",
  trigger_price: 0,
  disclosed_quantity: 0,
  transaction_type: "SELL",
  average_price: 6.95,
  filled_quantity: 65,
  pending_quantity: 65,
  status_message: null,
  order_id: "221013001021541",
  variety: "SIMPLE",
  order_timestamp: "23-Apr-2021 14:22:06",
  is_amo: false,
};

const reply = (status: number, body: object): OutboundReply => ({ status, body: JSON.stringify(body) });
const ok = (data: unknown): OutboundReply => reply(200, { status: "success", data, metadata: { latency: 3 } });
const fail = (status: number, code: string, message: string): OutboundReply =>
  reply(status, { status: "error", errors: [{ errorCode: code, message, error_code: code, property_path: null }] });

const open = (answers: Answers, { isPractice = false } = {}) =>
  askedPort(createUpstox, answers, {
    isPractice,
    orders: "https://orders.example",
    list: () => gzipSync(JSON.stringify(LIST)),
  });

test("an order goes once, under Upstox' own key, whole and with its tag; the recorded answer is an order", async () => {
  const { port, asked, body, downloads } = open(() => ok({ order_ids: ["260402114232799"] }));
  expect(await port.place(SESSION, ORDER, TAG)).toEqual({ kind: "done", value: "260402114232799" });
  expect(asked).toMatchObject([
    { method: "POST", url: "https://orders.example/v3/order/place", headers: { Authorization: "Bearer token1" } },
  ]);
  // The fields of the recorded request, and no other.
  expect(body()).toEqual({
    quantity: 130,
    product: "D",
    validity: "DAY",
    price: 6.6,
    tag: TAG,
    instrument_token: "NSE_FO|44001",
    order_type: "LIMIT",
    transaction_type: "BUY",
    disclosed_quantity: 0,
    trigger_price: 0,
    is_amo: false,
    slice: false,
  });
  expect(downloads).toEqual(["https://lists.example/market-quote/instruments/exchange/complete.json.gz"]);
});

test("a change and a cancellation are those that were recorded", async () => {
  const { port, asked, body } = open(() => ok({ order_id: "260402114232799" }));
  const [order] = await open(() => ok([{ ...ROW, order_id: "260402114232799" }])).port.orders(SESSION);
  if (order === undefined) return expect.unreachable();
  const change = { qty: 65, type: 1, limitPrice: 1.5, stopPrice: 0, disclosedQty: 0 } as const;
  expect((await port.modify(SESSION, order, change)).kind).toBe("done");
  expect(body()).toEqual({
    quantity: 65,
    validity: "DAY",
    price: 1.5,
    order_id: "260402114232799",
    order_type: "LIMIT",
    disclosed_quantity: 0,
    trigger_price: 0,
  });
  expect((await port.cancel(SESSION, order)).kind).toBe("done");
  expect(asked.at(-1)).toMatchObject({
    method: "DELETE",
    url: "https://orders.example/v3/order/cancel?order_id=260402114232799",
  });
});

test("what has no limit names the protection that the ticket says, also in a change", async () => {
  const { port, body } = open(() => ok({ order_ids: ["1"], order_id: "1" }));
  await port.place(SESSION, { ...ORDER, type: MARKET, limitPrice: 0 }, TAG);
  expect(body()).toMatchObject({ order_type: "MARKET", price: 0, market_protection: 3 });
  await port.place(SESSION, { ...ORDER, type: STOP, limitPrice: 0, stopPrice: 6.5 }, TAG);
  expect(body()).toMatchObject({ order_type: "SL-M", price: 0, trigger_price: 6.5, market_protection: 3 });
  const [order] = await open(() => ok([ROW])).port.orders(SESSION);
  await port.modify(SESSION, order!, { qty: 130, type: MARKET, limitPrice: 0, stopPrice: 0, disclosedQty: 0 });
  expect(body()).toMatchObject({ order_type: "MARKET", market_protection: 3 });
});

describe("what became of a write", () => {
  test.each<[string, string, Answer]>([
    ["not-sent", "", new OutboundError("no connection", { isUnsent: true })],
    ["unknown", "", new OutboundError("no answer")],
    ["unknown", "", ok({ order_ids: [] })],
    ["unknown", "", ok({ order_ids: ["1", "2"] })],
    ["unknown", "", reply(200, { status: "partial_success", data: { order_ids: ["1"] } })],
    ["unknown", "", fail(400, "UDAPI100500", "Something went wrong... please contact us")],
    ["unknown", "", fail(400, "UDAPI100036", "The request timed out")],
    ["unknown", "", fail(400, "", "Something without a code")],
    ["unknown", "", fail(500, "UDAPI100036", "Invalid input")],
    ["unknown", "", { status: 502, body: "<html><h1>Bad Gateway</h1></html>" }],
    ["unknown", "", { status: 200, body: "<html>maintenance</html>" }],
    ["refused", "session", fail(401, "UDAPI100050", "Invalid token used to access API")],
    ["refused", "rate", fail(429, "UDAPI10005", "Too Many Request Sent")],
    ["refused", "instrument", fail(400, "UDAPI100011", "Invalid Instrument key")],
    ["refused", "margin", fail(400, "UDAPI100039", "Insufficient funds")],
    ["refused", "other", fail(423, "UDAPI1000999", "Something that nobody has written down")],
  ])("%s %s", async (kind, code, answer) => {
    const { port, asked } = open(() => answer);
    const sent = await port.place(SESSION, ORDER, TAG);
    expect(sent).toMatchObject(code === "" ? { kind } : { kind, code });
    expect(asked).toHaveLength(1);
  });
});

test("the list gives each contract its key, steps in rupees; what makes no sense is left out", async () => {
  const rows = [];
  for await (const row of open(() => ok([])).port.instruments(LISTED_CALL.expiry)) rows.push(row);
  const future = { ...LISTED_CALL, strike: 0, type: "FUT" };
  expect(rows).toEqual([
    { contract: LISTED_CALL, symbol: CALL.trading_symbol, token: "NSE_FO|44001", lot: 65, tick: 0.05 },
    { contract: future, symbol: CALL.trading_symbol, token: "NSE_FO|44002", lot: 65, tick: 0.1 },
  ]);
});

test("the book is read in the product's words, whichever letters and dates it has", async () => {
  const book = [ROW, { ...ROW, order_id: "2", status: "put order req received", tag: null }];
  const [order, fresh] = await open(() => ok(book)).port.orders(SESSION);
  expect(order).toMatchObject({
    id: "221013001021541",
    contract: LISTED_CALL,
    symbol: "NFO:NIFTY 24600 CE 24 NOV 26",
    side: -1,
    status: 6,
    productType: "MARGIN",
    remainingQuantity: 65,
    tradedPrice: 6.95,
    orderDateTime: "2021-04-23 14:22:06",
    tag: TAG,
  });
  expect(fresh).toMatchObject({ status: 4, tag: "" });
  for (const wrong of [{ filled_quantity: 195 }, { status: "complete" }, { average_price: 0 }]) {
    await expect(open(() => ok([{ ...ROW, ...wrong }])).port.orders(SESSION)).rejects.toMatchObject({ kind: "away" });
  }
});

test("orders stop where Upstox' limit of a minute is, reads go on; in practice nothing is counted", async () => {
  const order = { id: "221013001021541" } as Parameters<(typeof port)["cancel"]>[1];
  const { port, asked } = open(({ method }) => (method === "GET" ? ok([]) : ok({ order_id: "221013001021541" })));
  for (let write = 0; write < 500; write++) await port.cancel(SESSION, order);
  expect(await port.cancel(SESSION, order)).toEqual({
    kind: "not-sent",
    why: "its requests of this minute are used up",
  });
  expect(await port.orders(SESSION)).toEqual([]);
  expect((await port.cancel({ ...SESSION, userId: "another" }, order)).kind).toBe("done");
  expect(asked).toHaveLength(502);
  const practised = open(() => ok({ order_id: "1" }), { isPractice: true });
  for (let write = 0; write < 501; write++) await practised.port.cancel(SESSION, order);
  expect(practised.asked).toHaveLength(501);
});

test("a login goes with the user's own app, and ends at half past three in the morning", async () => {
  const { port, asked } = open(() =>
    reply(200, { user_id: "202251", user_name: "client", access_token: "token1", is_active: true }),
  );
  const attempt = {
    accountId: "u",
    id: "a",
    broker: "upstox",
    redirect: "https://us/api/v1/broker/upstox",
    credentials: ["key1", "secret1"],
  };
  expect(await port.begin(attempt)).toContain(
    "client_id=key1&redirect_uri=https%3A%2F%2Fus%2Fapi%2Fv1%2Fbroker%2Fupstox",
  );
  const connected = await port.connect(["code1", "remembered"], attempt);
  expect(Object.fromEntries(new URLSearchParams(asked[0]?.body))).toEqual({
    code: "code1",
    client_id: "key1",
    client_secret: "secret1",
    redirect_uri: "https://us/api/v1/broker/upstox",
    grant_type: "authorization_code",
  });
  expect(connected).toMatchObject({ userId: "202251", client: "key1", secrets: { accessToken: "token1" } });
  expect(new Date(connected.endsAt).toISOString()).toBe("2026-11-23T22:00:00.000Z");
  const refusing = open(() => fail(401, "UDAPI100057", "Invalid Auth code"));
  await expect(refusing.port.connect("wrong", attempt)).rejects.toMatchObject({ kind: "refused" });
});

test("a frame names its order, or says that something changed", () => {
  expect(eventOf(JSON.stringify({ update_type: "order", ...ROW }))).toEqual({ type: "order", id: "221013001021541" });
  expect(eventOf('{"update_type":"position"}')).toEqual({ type: "changed" });
  expect(eventOf("garbage")).toEqual({ type: "changed" });
});
