/** Dhan's own words: what became of a write, books in its shapes, its list of instruments. */
import { describe, expect, test } from "vitest";
import { STOP, STOP_LIMIT } from "#contract/domain/orders/order.ts";
import { epochMs } from "#contract/domain/units.ts";
import { OutboundError, type OutboundReply } from "../../platform/outbound.ts";
import { type Answer, type Answers, askedPort, NOW } from "../../testing/brokers/asked-port.ts";
import { childOrder, LISTED_CALL, TAG } from "../../testing/brokers/child-order.ts";
import type { BrokerSession } from "../port.ts";
import { createDhan, eventOf } from "./adapter.ts";

const LIST = `EXCH_ID,SEGMENT,SECURITY_ID,ISIN,INSTRUMENT,UNDERLYING_SYMBOL,SYMBOL_NAME,LOT_SIZE,SM_EXPIRY_DATE,STRIKE_PRICE,OPTION_TYPE,TICK_SIZE
NSE,E,1333,INE040A01034,EQUITY,HDFCBANK,HDFCBANK,1,,,,5
NSE,D,44001,NA,OPTIDX,NIFTY,NIFTY-Nov2026-24600-CE,65,2026-11-24,24600.00000,CE,5.0000
NSE,D,44002,NA,FUTIDX,NIFTY,NIFTY-Nov2026-FUT,65,2026-11-24,-0.01000,XX,10.0000
NSE,D,44003,NA,OPTIDX,NIFTY,broken,none,2026-11-24,24600,CE,5
NSE,D,44004,NA,OPTIDX,NIFTY,no day,65,2026-11-31,24600,CE,5
`;
const SESSION: BrokerSession = {
  broker: "dhan",
  client: "partner1",
  userId: "1000000009",
  name: "Ravi",
  endsAt: epochMs(NOW + 1),
  secrets: { accessToken: "token1", clientId: "1000000009" },
};
const ORDER = childOrder({ contract: LISTED_CALL, lot: 65, limitPrice: 6.6000000001 });
/** The fields of Dhan's own test data. */
const ROW = {
  dhanClientId: "1000000009",
  orderId: "112111182045",
  correlationId: TAG,
  orderStatus: "PART_TRADED",
  transactionType: "SELL",
  exchangeSegment: "NSE_FNO",
  productType: "MARGIN",
  orderType: "LIMIT",
  validity: "DAY",
  tradingSymbol: "NIFTY-Nov2026-24600-CE",
  securityId: "44001",
  quantity: 130,
  disclosedQuantity: 0,
  price: 6.95,
  triggerPrice: 0,
  createTime: "2021-11-24 13:33:03",
  omsErrorDescription: null,
  remainingQuantity: 65,
  averageTradedPrice: 6.95,
  filledQty: 65,
};

const reply = (status: number, body: unknown): OutboundReply => ({ status, body: JSON.stringify(body) });
const fail = (status: number, errorCode: string, errorMessage: string): OutboundReply =>
  reply(status, { errorType: "Order_Error", errorCode, errorMessage });

const open = (answers: Answers) =>
  askedPort(createDhan, answers, {
    tokens: "https://auth.example",
    app: { key: "partner1", secret: "secret1" },
    list: () => LIST,
  });

test("an order goes once, by segment and security id, whole and with its tag", async () => {
  const { port, asked, body } = open(() => reply(200, { orderId: "112111182045", orderStatus: "PENDING" }));
  expect(await port.place(SESSION, ORDER, TAG)).toEqual({ kind: "done", value: "112111182045" });
  expect(asked).toMatchObject([
    { method: "POST", url: "https://api.example/v2/orders", headers: { "access-token": "token1" } },
  ]);
  expect(body()).toEqual({
    dhanClientId: "1000000009",
    correlationId: TAG,
    transactionType: "BUY",
    exchangeSegment: "NSE_FNO",
    productType: "MARGIN",
    orderType: "LIMIT",
    validity: "DAY",
    securityId: "44001",
    quantity: 130,
    disclosedQuantity: 0,
    price: 6.6,
    triggerPrice: 0,
    afterMarketOrder: false,
  });
});

test("a stop goes with its limit, or not at all", async () => {
  const { port, asked, body } = open(() => reply(200, { orderId: "1", orderStatus: "PENDING" }));
  await port.place(SESSION, { ...ORDER, type: STOP_LIMIT, stopPrice: 6.5 }, TAG);
  expect(body()).toMatchObject({ orderType: "STOP_LOSS", price: 6.6, triggerPrice: 6.5 });
  expect((await port.place(SESSION, { ...ORDER, type: STOP, stopPrice: 6.5 }, TAG)).kind).toBe("not-sent");
  expect(asked).toHaveLength(1);
});

describe("what became of a write", () => {
  test.each<[string, string, Answer]>([
    ["not-sent", "", new OutboundError("no connection", { isUnsent: true })],
    ["unknown", "", new OutboundError("no answer")],
    ["unknown", "", reply(200, { status: "success" })],
    ["unknown", "", { status: 202, body: "" }],
    ["unknown", "", fail(400, "DH-908", "Server was not able to process the request")],
    ["unknown", "", fail(400, "DH-909", "Network error")],
    ["unknown", "", fail(500, "DH-906", "Order error")],
    ["unknown", "", fail(400, "DH-906", "The request timed out")],
    ["unknown", "", { status: 502, body: "<html><h1>Bad Gateway</h1></html>" }],
    ["refused", "session", fail(401, "DH-901", "Client ID or access token is invalid or expired")],
    ["refused", "session", fail(400, "DH-906", "Invalid Token")],
    ["refused", "address", fail(400, "DH-905", "Invalid IP")],
    ["refused", "address", fail(403, "DH-911", "Something that nobody has written down")],
    ["refused", "rate", fail(429, "DH-904", "Too many requests")],
    ["refused", "margin", fail(400, "DH-906", "Insufficient funds")],
    ["refused", "other", fail(400, "DH-905", "Something that nobody has written down")],
  ])("%s %s", async (kind, code, answer) => {
    const { port, asked } = open(() => answer);
    const sent = await port.place(SESSION, ORDER, TAG);
    expect(sent).toMatchObject(code === "" ? { kind } : { kind, code });
    expect(asked).toHaveLength(1);
  });
});

test("the list gives each contract its number, steps in rupees; what makes no sense is left out", async () => {
  const rows = [];
  for await (const row of open(() => reply(200, [])).port.instruments(LISTED_CALL.expiry)) rows.push(row);
  expect(rows).toMatchObject([
    { contract: LISTED_CALL, segment: "NSE_FNO", token: "44001", lot: 65, tick: 0.05 },
    { contract: { ...LISTED_CALL, strike: 0, type: "FUT" }, token: "44002", tick: 0.1 },
  ]);
  expect(rows).toHaveLength(2);
});

test("the book is read in the product's words; one that makes no sense is not used", async () => {
  const [order] = await open(() => reply(200, [ROW])).port.orders(SESSION);
  expect(order).toMatchObject({ contract: LISTED_CALL, status: 6, remainingQuantity: 65, side: -1, tag: TAG });
  const wrong = { ...ROW, filledQty: 195 };
  await expect(open(() => reply(200, [wrong])).port.orders(SESSION)).rejects.toMatchObject({ kind: "away" });
});

test("an order that is well has nothing to say, whatever Dhan calls that", async () => {
  const rows = [
    { ...ROW, omsErrorDescription: "CONFIRMED" },
    { ...ROW, orderId: "2", orderStatus: "REJECTED", filledQty: 0, omsErrorDescription: "RMS: no margin" },
  ];
  const orders = await open(() => reply(200, rows)).port.orders(SESSION);
  expect(orders.map(({ message }) => message)).toEqual(["", "RMS: no margin"]);
});

test("who holds no shares is told so by HTTP 500; another error is no empty list", async () => {
  const none = open(() => fail(500, "DH-1111", "No holdings available")).port;
  expect(await none.holdings(SESSION)).toEqual({ holdings: [], totalPl: 0 });
  const away = open(() => fail(500, "DH-908", "Server was not able to process the request")).port;
  await expect(away.holdings(SESSION)).rejects.toMatchObject({ kind: "away" });
  await expect(open(() => fail(500, "DH-1111", "x")).port.orders(SESSION)).rejects.toMatchObject({ kind: "away" });
});

test("expiries of one month, which share Dhan's name, are told apart in every book alike", async () => {
  const name = { tradingSymbol: "NIFTY-Nov2026-24600-CE", exchangeSegment: "NSE_FNO" };
  const place = (securityId: string) => ({ ...name, securityId, transactionType: "BUY", productType: "MARGIN" });
  const order = (securityId: string) => ({ ...ROW, securityId });
  const trade = (securityId: string) => ({
    ...{ ...place(securityId), orderId: "1", exchangeTradeId: securityId, exchangeTime: null },
    ...{ tradedQuantity: 65, tradedPrice: 10 },
  });
  const position = (securityId: string) => ({
    ...{ ...place(securityId), netQty: 65, costPrice: 10, buyAvg: 10, buyQty: 65, sellAvg: 0, sellQty: 0 },
    ...{ realizedProfit: 0, unrealizedProfit: 0, multiplier: 1 },
  });
  const resting = (securityId: string) => ({
    ...{ ...place(securityId), orderId: securityId, orderStatus: "PENDING", orderType: "SINGLE", quantity: 65 },
    ...{ price: 6, triggerPrice: 7, legName: "ENTRY_LEG", createTime: null },
  });
  const both = <Row>(rowOf: (securityId: string) => Row): Row[] => [rowOf("44001"), rowOf("44009")];
  const { port } = open(({ url }) => {
    if (url.endsWith("/forever/orders")) return reply(200, both(resting));
    if (url.endsWith("/orders")) return reply(200, both(order));
    return reply(200, url.endsWith("/trades") ? both(trade) : both(position));
  });
  const positions = await port.positions(SESSION);
  expect(new Set(positions.map(({ id }) => id)).size).toBe(2);
  const symbols = ["NSE_FNO:NIFTY-Nov2026-24600-CE 44001", "NSE_FNO:NIFTY-Nov2026-24600-CE 44009"];
  const books = [positions, await port.orders(SESSION), await port.trades(SESSION), await port.gtt?.list(SESSION)];
  for (const book of books) expect(book?.map(({ symbol }) => symbol)).toEqual(symbols);
});

test("a margin is that of the whole basket, by either name of the figure; nothing is made of neither", async () => {
  const { port, body } = open(() => reply(200, { total_margin: "161250.50", span_margin: "1" }));
  const sell = { ...ORDER, side: -1 } as const;
  expect(await port.margin?.(SESSION, [ORDER, sell])).toEqual({ required: 161_250.5 });
  expect(body()).toMatchObject({
    ...{ dhanClientId: "1000000009", includePosition: true, includeOrder: true },
    scripList: [
      { securityId: "44001", exchangeSegment: "NSE_FNO", transactionType: "BUY", quantity: 130, price: 6.6 },
      { transactionType: "SELL", productType: "MARGIN" },
    ],
  });
  const other = open(() => reply(200, { totalMargin: 12 }));
  expect(await other.port.margin?.(SESSION, [ORDER])).toEqual({ required: 12 });
  const neither = open(() => reply(200, { status: "success" }));
  await expect(neither.port.margin?.(SESSION, [ORDER])).rejects.toMatchObject({ kind: "away" });
  const stop = { ...ORDER, type: STOP, stopPrice: 6.5 } as const;
  await expect(neither.port.margin?.(SESSION, [stop])).rejects.toMatchObject({ kind: "refused" });
  expect(neither.asked).toHaveLength(1);
});

test("a login is signed with the operator's app; a token that was ended is not used again", async () => {
  const { port, asked } = open(({ url }) =>
    url.includes("generate")
      ? reply(200, { consentId: "c1", consentStatus: "GENERATED" })
      : reply(200, { dhanClientId: "1000000009", dhanClientName: "RAVI", accessToken: "token1" }),
  );
  const attempt = {
    accountId: "u",
    id: "a",
    broker: "dhan",
    redirect: "https://us/api/v1/broker/dhan",
    credentials: [],
  };
  expect(await port.begin(attempt)).toBe("https://auth.example/consent-login?consentId=c1");
  const session = await port.connect("token id", attempt);
  expect(asked.at(-1)).toMatchObject({
    url: "https://auth.example/partner/consume-consent?tokenId=token%20id",
    headers: { partner_id: "partner1", partner_secret: "secret1" },
  });
  expect(session).toMatchObject({ userId: "1000000009", client: "partner1", secrets: { accessToken: "token1" } });
  await port.end(session);
  await expect(port.orders(session)).rejects.toMatchObject({ kind: "session" });
  expect(asked).toHaveLength(2);
});

test("a frame names its order, or says that something changed", () => {
  expect(eventOf('{"Type":"order_alert","Data":{"OrderNo":"8"}}')).toEqual({ type: "order", id: "8" });
  expect(eventOf("garbage")).toEqual({ type: "changed" });
});
