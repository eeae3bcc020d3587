/** SmartAPI's own words: what became of a write, books in its shapes, its list of instruments. */
import { describe, expect, test } from "vitest";
import { type BookOrder, STOP_LIMIT } from "#contract/domain/orders/order.ts";
import { epochMs } from "#contract/domain/units.ts";
import { OutboundError, type OutboundReply } from "../../platform/outbound.ts";
import { type Answer, type Answers, askedPort, NOW } from "../../testing/brokers/asked-port.ts";
import { childOrder, LISTED_CALL, TAG } from "../../testing/brokers/child-order.ts";
import type { BrokerSession } from "../port.ts";
import { createAngelOne, eventOf } from "./adapter.ts";

const OPTION = {
  ...{ token: "44001", symbol: "NIFTY24NOV2624600CE", name: "NIFTY", expiry: "24NOV2026", strike: "2460000.000000" },
  ...{ lotsize: "65", instrumenttype: "OPTIDX", exch_seg: "NFO", tick_size: "5.000000" },
};
const LIST = JSON.stringify([
  {
    ...OPTION,
    token: "2885",
    symbol: "RELIANCE-EQ",
    name: "RELIANCE",
    expiry: "",
    instrumenttype: "",
    exch_seg: "NSE",
  },
  OPTION,
  {
    ...{ ...OPTION, token: "44002", symbol: "NIFTY24NOV26FUT", strike: "-1.000000", instrumenttype: "FUTIDX" },
    tick_size: "10.000000",
  },
  {
    ...{
      token: "9001",
      symbol: "USDINR27NOV2684.25PE",
      name: "USDINR",
      expiry: "27NOV2026",
      strike: "842500000.000000",
    },
    ...{ lotsize: "1", instrumenttype: "OPTCUR", exch_seg: "CDS", tick_size: "25000.000000" },
  },
  { ...OPTION, token: "44003", lotsize: "none" },
  { ...OPTION, token: "44004", expiry: "31NOV2026" },
]);
const SESSION: BrokerSession = {
  broker: "angelone",
  client: "key1",
  userId: "R100001",
  name: "Ravi",
  endsAt: epochMs(NOW + 1),
  secrets: { accessToken: "token1" },
};
const ORDER = childOrder({ contract: LISTED_CALL, lot: 65, limitPrice: 6.6000000001 });
/** The fields of the forum's sample of the book. */
const ROW = {
  ...{
    variety: "NORMAL",
    ordertype: "LIMIT",
    producttype: "CARRYFORWARD",
    duration: "DAY",
    price: 6.95,
    triggerprice: 0,
  },
  ...{ quantity: "130", disclosedquantity: "0", tradingsymbol: "NIFTY24NOV2624600CE", transactiontype: "SELL" },
  ...{ exchange: "NFO", symboltoken: "44001", averageprice: 6.95, filledshares: "65", unfilledshares: "65" },
  ...{ orderid: "201020000000080", text: "", status: "modified", orderstatus: "open", ordertag: TAG },
  updatetime: "20-Oct-2020 13:10:59",
};

const reply = (body: unknown, status = 200): OutboundReply => ({ status, body: JSON.stringify(body) });
const ok = (data: unknown): OutboundReply => reply({ status: true, message: "SUCCESS", errorcode: "", data });
const fail = (errorcode: string, message: string, status = 200): OutboundReply =>
  reply({ status: false, message, errorcode, data: null }, status);

const open = (answers: Answers) =>
  askedPort(createAngelOne, answers, { app: { key: "key1", secret: "" }, tickOf: () => 0.0025, list: () => LIST });

test("an order goes once, by symbol and token, whole, with its tag, its numbers as text", async () => {
  const { port, asked, body } = open(() => ok({ script: "x", orderid: "201020000000080", uniqueorderid: "u" }));
  expect(await port.place(SESSION, ORDER, TAG)).toEqual({ kind: "done", value: "201020000000080" });
  expect(asked).toMatchObject([
    {
      method: "POST",
      url: "https://api.example/rest/secure/angelbroking/order/v1/placeOrder",
      headers: { Authorization: "Bearer token1", "X-PrivateKey": "key1", "X-ClientPublicIP": expect.any(String) },
    },
  ]);
  expect(body()).toEqual({
    variety: "NORMAL",
    exchange: "NFO",
    tradingsymbol: "NIFTY24NOV2624600CE",
    symboltoken: "44001",
    transactiontype: "BUY",
    producttype: "CARRYFORWARD",
    duration: "DAY",
    ordertype: "LIMIT",
    price: "6.6",
    triggerprice: "0",
    quantity: "130",
    disclosedquantity: "0",
    squareoff: "0",
    stoploss: "0",
    ordertag: TAG,
  });
});

test("an order with a trigger keeps its variety in its change and its cancellation", async () => {
  const { port, body } = open(() => ok({ orderid: "8" }));
  await port.place(SESSION, { ...ORDER, type: STOP_LIMIT, stopPrice: 6.5 }, TAG);
  expect(body()).toMatchObject({ variety: "STOPLOSS", ordertype: "STOPLOSS_LIMIT", price: "6.6", triggerprice: "6.5" });
  const stop = { id: "8", type: STOP_LIMIT, productType: "MARGIN", orderValidity: "DAY", contract: LISTED_CALL };
  const change = { qty: 65, type: STOP_LIMIT, limitPrice: 6.7, stopPrice: 6.6, disclosedQty: 0 } as const;
  await port.modify(SESSION, stop as BookOrder, change);
  expect(body()).toMatchObject({ variety: "STOPLOSS", orderid: "8", quantity: "65", triggerprice: "6.6" });
  await port.cancel(SESSION, stop as BookOrder);
  expect(body()).toEqual({ variety: "STOPLOSS", orderid: "8" });
});

test("changes and cancellations name the variety that the book has, but for AMO, which no request takes", async () => {
  const rows = [
    { ...ROW, orderid: "1", variety: "AMO", orderstatus: "after market order req received" },
    { ...ROW, orderid: "2", variety: "AMO", ordertype: "STOPLOSS_LIMIT", triggerprice: 6.9 },
    // A stop that was changed to a limit.
    { ...ROW, orderid: "3", variety: "STOPLOSS" },
    { ...ROW, orderid: "4", variety: "ROBO", producttype: "BO" },
  ].map((row) => ({ ...row, filledshares: "0", averageprice: 0 }));
  const { port, body } = open(({ url }) => ok(url.endsWith("/getOrderBook") ? rows : { orderid: "1" }));
  const orders = await port.orders(SESSION);
  const [limit, , stop] = orders;
  expect(limit).toMatchObject({ status: 4, remainingQuantity: 130 });
  const named = [];
  for (const order of orders) {
    await port.cancel(SESSION, order);
    named.push((body() as { variety: string }).variety);
  }
  expect(named).toEqual(["NORMAL", "STOPLOSS", "STOPLOSS", "ROBO"]);
  await port.modify(SESSION, stop!, { qty: 130, type: 1, limitPrice: 6.9, stopPrice: 0, disclosedQty: 0 });
  expect(body()).toMatchObject({ variety: "STOPLOSS", orderid: "3", ordertype: "LIMIT" });
});

describe("what became of a write", () => {
  test.each<[string, string, Answer]>([
    ["not-sent", "", new OutboundError("no connection", { isUnsent: true })],
    ["unknown", "", new OutboundError("no answer")],
    ["unknown", "", ok(null)],
    ["unknown", "", fail("AB1007", "AMX Error")],
    ["unknown", "", fail("AB2001", "Internal Error, Please try after sometime")],
    ["unknown", "", fail("AB9999", "Something that nobody has written down")],
    ["unknown", "", fail("AB1013", "Order not found", 502)],
    ["unknown", "", fail("AB9999", "Error while saving the order for this symbol")],
    ["unknown", "", fail("AB9999", "The order is being processed: its price is invalid")],
    ["unknown", "", { status: 429, body: "Access denied because of exceeding access rate" }],
    ["unknown", "", fail("AB1021", "Too many requests", 429)],
    ["unknown", "", { status: 403, body: "Access denied because of exceeding access rate" }],
    ["unknown", "", { status: 502, body: "<html><h1>Bad Gateway</h1></html>" }],
    ["refused", "session", reply({ success: false, message: "Invalid Token", errorCode: "AG8001", data: "" })],
    ["refused", "session", fail("AB1010", "AMX Session Expired")],
    ["refused", "product", fail("AB1012", "Invalid Product Type")],
    ["refused", "price-band", fail("AB4000", "Order price is beyond the Limit Price Protection (LPP) range")],
  ])("%s %s", async (kind, code, answer) => {
    const { port, asked } = open(() => answer);
    const sent = await port.place(SESSION, ORDER, TAG);
    expect(sent).toMatchObject(code === "" ? { kind } : { kind, code });
    expect(asked).toHaveLength(1);
  });
});

test("the list gives each contract its symbol, strikes and steps in rupees; what makes no sense is left out", async () => {
  const rows = [];
  for await (const row of open(() => ok(null)).port.instruments(LISTED_CALL.expiry)) rows.push(row);
  expect(rows).toMatchObject([
    { contract: LISTED_CALL, exchange: "NFO", symbol: "NIFTY24NOV2624600CE", token: "44001", lot: 65, tick: 0.05 },
    { contract: { ...LISTED_CALL, strike: 0, type: "FUT" }, token: "44002", tick: 0.1 },
    { contract: { underlying: "USDINR", strike: 84.25, type: "PE" }, exchange: "CDS", tick: 0.0025 },
  ]);
  expect(rows).toHaveLength(3);
});

test("books are read in the product's words; empty ones are null, and one that makes no sense is not used", async () => {
  const [order] = await open(() => ok([ROW])).port.orders(SESSION);
  expect(order).toMatchObject({
    ...{ contract: LISTED_CALL, status: 6, remainingQuantity: 65, side: -1, tag: TAG, productType: "MARGIN" },
    orderDateTime: "2020-10-20 13:10:59",
  });
  expect(await open(() => ok(null)).port.orders(SESSION)).toEqual([]);
  await expect(open(() => ok([{ ...ROW, filledshares: "195" }])).port.orders(SESSION)).rejects.toMatchObject({
    kind: "away",
  });
  const fill = {
    ...{ exchange: "NFO", tradingsymbol: "NIFTY24NOV2624600CE", producttype: "CARRYFORWARD", orderid: "1" },
    ...{ transactiontype: "BUY", fillprice: "6.95", fillsize: "65", fillid: "50005750", filltime: "13:27:53" },
  };
  expect(await open(() => ok([fill])).port.trades(SESSION)).toMatchObject([{ qty: 65, at: "2026-11-23 13:27:53" }]);
});

test("the page leads back with the token; the profile says whose it is, and sessions end at midnight", async () => {
  const { port, asked } = open(() => ok({ clientcode: "R100001", name: "RAVI" }));
  const redirect = "https://us/api/v1/broker/angelone";
  const attempt = { accountId: "u", id: "a", broker: "angelone", redirect, credentials: [] };
  expect(await port.begin(attempt)).toBe("https://smartapi.angelone.in/publisher-login?api_key=key1");
  expect(await port.connect("token1", attempt)).toMatchObject({
    ...{ userId: "R100001", client: "key1", secrets: { accessToken: "token1" } },
    endsAt: Date.UTC(2026, 10, 23, 18, 30),
  });
  expect(asked.at(-1)).toMatchObject({ method: "GET", headers: { Authorization: "Bearer token1" } });
});

test("a frame names its order, or says that something changed; greetings say nothing", () => {
  expect(eventOf('{"order-status":"AB01","orderData":{"orderid":"8"}}')).toEqual({ type: "order", id: "8" });
  expect(eventOf('{"order-status":"AB00","orderData":{}}')).toBeUndefined();
  expect(eventOf("pong")).toBeUndefined();
  expect(eventOf("garbage")).toEqual({ type: "changed" });
});
