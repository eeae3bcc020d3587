/** Alice Blue's own words: what became of a write, books in its shapes, its lists of instruments. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { STOP_LIMIT } from "#contract/domain/orders/order.ts";
import { epochMs } from "#contract/domain/units.ts";
import { OutboundError, type OutboundReply } from "../../platform/outbound.ts";
import { type Answer, type Answers, askedPort, NOW } from "../../testing/brokers/asked-port.ts";
import { childOrder, LISTED_CALL, TAG } from "../../testing/brokers/child-order.ts";
import type { BrokerSession } from "../port.ts";
import { createAliceBlue, eventOf } from "./adapter.ts";

const HEADER =
  "Exch,Exchange Segment,Symbol,Token,Instrument Type,Option Type,Strike Price,Instrument Name,Formatted Ins Name,Trading Symbol,Expiry Date,Lot Size,Tick Size";
const LISTS: Readonly<Record<string, string>> = {
  NFO: `${HEADER}
NFO,nse_fo,NIFTY,44001.0,OPTIDX,CE,24600,NIFTY,x,NIFTY24NOV26C24600,2026-11-24,65,0.05
NFO,nse_fo,NIFTY,44002,FUTIDX,,0,NIFTY,x,NIFTY24NOV26F,2026-11-24,65,0.1
NFO,nse_fo,NIFTY,44003,OPTIDX,CE,24600,NIFTY,x,broken,2026-11-24,none,0.05
NFO,nse_fo,NIFTY,44004,OPTIDX,CE,24600,NIFTY,x,no day,2026-11-31,65,0.05
`,
  BFO: `${HEADER}\n`,
  CDS: `${HEADER}\nCDS,cde_fo,USDINR,9001,OPTCUR,PE,84.25,USDINR,x,USDINR27NOV26P84.25,2026-11-27,1,0.0025\n`,
};
const SESSION: BrokerSession = {
  broker: "aliceblue",
  client: "app1",
  userId: "AB1234",
  name: "AB1234",
  endsAt: epochMs(NOW + 1),
  secrets: { accessToken: "token1", orderToken: "o1" },
};
const ORDER = childOrder({ contract: LISTED_CALL, lot: 65, limitPrice: 6.6000000001 });
const ROW = {
  ...{ brokerOrderId: "26072700000001", exchange: "NFO", tradingSymbol: "NIFTY24NOV26C24600", instrumentId: "44001" },
  ...{ transactionType: "SELL", product: "NRML", orderType: "LIMIT", validity: "DAY", quantity: 130 },
  ...{ filledQuantity: 65, disclosedQuantity: 0, price: "6.95", slTriggerPrice: "0", averageTradedPrice: "6.95" },
  ...{ orderStatus: "OPEN", rejectionReason: "", orderTime: "23-11-2026 11:29:30", orderTag: TAG },
};

const reply = (body: unknown, status = 200): OutboundReply => ({ status, body: JSON.stringify(body) });
const ok = (result: unknown): OutboundReply => reply({ status: "Ok", message: "Success", result });
const fail = (message: string, status = 200): OutboundReply => reply({ status: "Not_Ok", message, result: [] }, status);

const open = (answers: Answers) =>
  askedPort(createAliceBlue, answers, {
    tokens: "https://login.example",
    app: { key: "app1", secret: "secret1" },
    list: (url) => LISTS[/(\w+)\.csv$/.exec(url)?.[1] ?? ""],
  });

test("an order goes once, by exchange and number, whole and with its tag", async () => {
  const { port, asked, body } = open(() => ok([{ requestTime: "x", brokerOrderId: "26072700000001" }]));
  expect(await port.place(SESSION, { ...ORDER, type: STOP_LIMIT, stopPrice: 6.5 }, TAG)).toEqual({
    kind: "done",
    value: "26072700000001",
  });
  expect(asked).toMatchObject([
    {
      method: "POST",
      url: "https://api.example/open-api/od/v1/orders/placeorder",
      headers: { Authorization: "Bearer token1" },
    },
  ]);
  expect(body()).toEqual([
    {
      exchange: "NFO",
      instrumentId: "44001",
      transactionType: "BUY",
      product: "NRML",
      orderComplexity: "REGULAR",
      validity: "DAY",
      quantity: 130,
      orderType: "SL",
      price: "6.6",
      slTriggerPrice: "6.5",
      disclosedQuantity: "0",
      slLegPrice: "",
      targetLegPrice: "",
      trailingSlAmount: "",
      deviceId: "strikeboard",
      marketProtectionPercent: "",
      apiOrderSource: "",
      algoId: "",
      orderTag: TAG,
    },
  ]);
});

describe("what became of a write", () => {
  test.each<[string, string, Answer]>([
    ["not-sent", "", new OutboundError("no connection", { isUnsent: true })],
    ["unknown", "", new OutboundError("no answer")],
    ["unknown", "", ok([])],
    ["unknown", "", ok([{ brokerOrderId: "" }])],
    ["unknown", "", ok([{ brokerOrderId: "1" }, { brokerOrderId: "2" }])],
    ["unknown", "", fail("EC912")],
    ["unknown", "", fail("EC003")],
    ["unknown", "", fail("EC947", 502)],
    ["unknown", "", fail("Error while saving the order for this symbol")],
    ["unknown", "", fail("EC997")],
    ["unknown", "", fail("Something that nobody has written down")],
    ["unknown", "", { status: 502, body: "<html><h1>Bad Gateway</h1></html>" }],
    ["refused", "session", fail("EC087", 401)],
    ["refused", "quantity", fail("EC954")],
    ["refused", "instrument", fail("EC947")],
    ["refused", "order-type", fail("EC850")],
    ["refused", "quantity", fail("EC970")],
    ["refused", "margin", fail("RMS: insufficient funds")],
    ["refused", "quantity", ok([{ status: "Not_Ok", message: "EC990", brokerOrderId: "" }])],
    ["refused", "rate", fail("x", 429)],
  ])("%s %s", async (kind, code, answer) => {
    const { port, asked } = open(() => answer);
    const sent = await port.place(SESSION, ORDER, TAG);
    expect(sent).toMatchObject(code === "" ? { kind } : { kind, code });
    expect(asked).toHaveLength(1);
  });
});

test("the lists give each contract its number; what makes no sense is left out", async () => {
  const rows = [];
  for await (const row of open(() => ok([])).port.instruments(LISTED_CALL.expiry)) rows.push(row);
  expect(rows).toMatchObject([
    { contract: LISTED_CALL, exchange: "NFO", symbol: "NIFTY24NOV26C24600", token: "44001", lot: 65, tick: 0.05 },
    { contract: { ...LISTED_CALL, strike: 0, type: "FUT" }, token: "44002", tick: 0.1 },
    { contract: { underlying: "USDINR", strike: 84.25, type: "PE" }, exchange: "CDS", tick: 0.0025 },
  ]);
  expect(rows).toHaveLength(3);
});

test("a list with nothing in it has a code of its own; one that could not be had is no such list", async () => {
  const [order] = await open(() => ok([ROW])).port.orders(SESSION);
  expect(order).toMatchObject({
    ...{ contract: LISTED_CALL, status: 6, remainingQuantity: 65, side: -1, tag: TAG, productType: "MARGIN" },
    orderDateTime: "2026-11-23 11:29:30",
  });
  const [named] = await open(() => ok([{ ...ROW, orderTime: "23-Nov-2026 11:29:30" }])).port.orders(SESSION);
  expect(named?.orderDateTime).toBe("2026-11-23 11:29:30");
  expect(await open(() => fail("EC916")).port.orders(SESSION)).toEqual([]);
  await expect(open(() => fail("EC915")).port.orders(SESSION)).rejects.toMatchObject({ kind: "refused" });
  const wrong = { ...ROW, filledQuantity: 195 };
  await expect(open(() => ok([wrong])).port.orders(SESSION)).rejects.toMatchObject({ kind: "away" });
});

test("'--' is no tag: an order that has it may be any", async () => {
  const [order] = await open(() => ok([{ ...ROW, orderTag: "--" }])).port.orders(SESSION);
  expect(order?.tag).toBe("");
});

describe("a position", () => {
  /** The fields of the documents' example. */
  const row = {
    ...{ exchange: "NFO", instrumentId: "44001", tradingSymbol: "NIFTY24NOV26C24600", product: "NRML" },
    ...{ netQuantity: -65, netAveragePrice: 10, overnightQuantity: 0, overnightPrice: 0, previousDayClose: null },
    ...{ buyQuantity: 0, sellQuantity: 65, dayBuyQuantity: 0, daySellQuantity: 65, dayBuyPrice: 0, daySellPrice: 10 },
    ...{ multiplier: 1, realizedPnl: 0, buyPrice: 0, sellPrice: 0, dayBuyValue: 0, daySellValue: 650, validity: "" },
  };
  const positionOf = async (fields: object) =>
    (await open(() => ok([{ ...row, ...fields }])).port.positions(SESSION))[0] ?? expect.unreachable();

  test("has its last price from what it gains; where that is not told, none is made up", async () => {
    const told = { netQty: -65, side: -1, avgPrice: 10, contract: LISTED_CALL };
    expect(await positionOf({ unrealisedPnl: 130 })).toMatchObject({ ...told, ltp: 8 });
    expect(await positionOf({ unrealisedPnl: 0 })).toMatchObject({ ...told, ltp: 10 });
    expect(await positionOf({})).toMatchObject({ ...told, ltp: 0 });
    expect(await positionOf({ unrealisedPnl: null })).toMatchObject({ ...told, ltp: 0 });
  });

  test("has its product by any of Alice Blue's words: what leads out of it must name the same", async () => {
    for (const product of ["INTRADAY", "MIS"])
      expect(await positionOf({ product })).toMatchObject({ productType: "INTRADAY" });
    for (const product of ["NRML", "NORMAL"])
      expect(await positionOf({ product })).toMatchObject({ productType: "MARGIN" });
    expect(await positionOf({ product: "CNC" })).toMatchObject({ productType: "CNC" });
  });

  test("has what was carried over at its own average: the sums are the day's", async () => {
    const carried = { netQuantity: 65, netAveragePrice: 12, buyQuantity: 65, sellQuantity: 0, overnightQuantity: 65 };
    const position = await positionOf({ ...carried, daySellQuantity: 0, daySellPrice: 0, daySellValue: 0 });
    expect(position).toMatchObject({ avgPrice: 12, buyQty: 65, buyAvg: 12, sellQty: 0 });
  });
});

test("the session is claimed by a hash; without a token of its socket there is one all the same", async () => {
  const { port, asked } = open(({ url }) =>
    url.startsWith("https://login.example")
      ? reply({ stat: "Ok", clientId: "AB1234", userSession: "token1" })
      : fail("no such call", 404),
  );
  const redirect = "https://us/api/v1/broker/aliceblue";
  const attempt = { accountId: "u", id: "a", broker: "aliceblue", redirect, credentials: [] };
  expect(await port.begin(attempt)).toBe("https://ant.aliceblueonline.com/?appcode=app1");
  const session = await port.connect(["code1", "AB1234"], attempt);
  expect(session).toMatchObject({ userId: "AB1234", secrets: { accessToken: "token1", orderToken: "" } });
  const checkSum = createHash("sha256").update("AB1234code1secret1").digest("hex");
  expect(JSON.parse(asked[0]?.body ?? "")).toEqual({ checkSum });
  await port.end(session);
  await expect(port.orders(session)).rejects.toMatchObject({ kind: "session" });
});

test("a frame names its order, or says that something changed; the socket's own say nothing", () => {
  expect(eventOf('{"t":"om","norenordno":"8"}')).toEqual({ type: "order", id: "8" });
  expect(eventOf('{"t":"om"}')).toEqual({ type: "changed" });
  expect(eventOf('{"t":"ck","s":"OK"}')).toBeUndefined();
  expect(eventOf("garbage")).toEqual({ type: "changed" });
});
