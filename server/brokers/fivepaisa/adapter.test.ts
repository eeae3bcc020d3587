/** 5paisa's own words: what became of a write, books in its shapes, its list of instruments. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { type BookOrder, LIMIT, MARKET, STOP } from "#contract/domain/orders/order.ts";
import { unrealizedPnl } from "#contract/domain/orders/pnl.ts";
import { epochMs } from "#contract/domain/units.ts";
import { OutboundError, type OutboundReply } from "../../platform/outbound.ts";
import { type Answer, type Answers, askedPort, NOW } from "../../testing/brokers/asked-port.ts";
import { childOrder, LISTED_CALL, TAG } from "../../testing/brokers/child-order.ts";
import type { BrokerSession } from "../port.ts";
import { createFivepaisa } from "./adapter.ts";

const LIST = `Exch,ExchType,ScripCode,Name,Expiry,ScripType,StrikeRate,FullName,TickSize,LotSize,QtyLimit,Multiplier,SymbolRoot,BOCOAllowed,ISIN,ScripData,Series
N,C,1660,ITC,1980-01-01 00:00:00,XX,0,ITC LTD,0.05,1,0,1,ITC,Y,INE154A01025,ITC_EQ,EQ
N,D,44001,NIFTY 24 Nov 2026 CE 24600.00 ,2026-11-24 14:30:00,CE,24600.00,x,0.05,65,0,1,NIFTY,Y,,NIFTY_20261124_CE_24600,XX
N,D,44002,NIFTY 24 Nov 2026,2026-11-24 14:30:00,XX,0.00,x,0.1,65,0,1,NIFTY,Y,,NIFTY_20261124,XX
N,D,44003,broken,2026-11-24 14:30:00,CE,24600.00,x,0.05,none,0,1,NIFTY,Y,,x,XX
N,D,44004,no day,2026-11-31 14:30:00,CE,24600.00,x,0.05,65,0,1,NIFTY,Y,,x,XX
`;
const SESSION: BrokerSession = {
  broker: "fivepaisa",
  client: "key1",
  userId: "50000091",
  name: "50000091",
  endsAt: epochMs(NOW + 1),
  secrets: { accessToken: "token1" },
};
const ORDER = childOrder({ contract: LISTED_CALL, lot: 65, limitPrice: 6.6000000001 });
const ROW = {
  ...{ BrokerOrderId: 636921589, ExchOrderID: "1100000017861430", RemoteOrderID: TAG, BuySell: "S", DelvIntra: "D" },
  ...{ Exch: "N", ExchType: "D", ScripCode: 44001, ScripName: "NIFTY 24 Nov 2026 CE 24600.00", AtMarket: "N" },
  ...{ OrderStatus: "Pending", OrderValidity: 0, Qty: 130, TradedQty: 65, DisClosedQty: 0, Rate: 6.95 },
  ...{ SLTriggerRate: 0, AveragePrice: 6.95, Reason: "", BrokerOrderTime: `/Date(${NOW}+0530)/` },
};
const MINE = { id: "636921589", side: -1, type: LIMIT, productType: "MARGIN", contract: LISTED_CALL } as BookOrder;

afterEach(() => void vi.useRealTimers());

const reply = (body: object, statusDescription = "Success"): OutboundReply => ({
  status: 200,
  body: JSON.stringify({ head: { responseCode: "5P", status: "0", statusDescription }, body }),
});
const ok = (body: object): OutboundReply => reply({ ...body, Status: 0, Message: "Success" });
/** As the documents show it where the head itself is wrong. */
const headFails = (status: string, statusDescription: string, rest: object = { body: null }): OutboundReply => ({
  status: 200,
  body: JSON.stringify({ head: { responseCode: "5P", status, statusDescription }, ...rest }),
});
const fail = (Status: number, Message: string): OutboundReply => reply({ BrokerOrderID: 0, Status, Message });

const open = (answers: Answers) =>
  askedPort(createFivepaisa, answers, { app: { key: "key1", secret: "encryption1|vendor1" }, list: () => LIST });

test("an order goes once, by scrip code, whole, with its tag and the app's key", async () => {
  const { port, asked, body } = open(() => ok({ BrokerOrderID: 636921589, ExchOrderID: "0" }));
  expect(await port.place(SESSION, ORDER, TAG)).toEqual({ kind: "done", value: "636921589" });
  expect(asked).toMatchObject([
    {
      method: "POST",
      url: "https://api.example/VendorsAPI/Service1.svc/V1/PlaceOrderRequest",
      headers: { Authorization: "bearer token1" },
    },
  ]);
  expect(body()).toEqual({
    head: { key: "key1" },
    body: {
      ClientCode: "50000091",
      Exchange: "N",
      ExchangeType: "D",
      ScripCode: 44001,
      OrderType: "B",
      Price: 6.6,
      Qty: 130,
      StopLossPrice: 0,
      DisQty: 0,
      IsIntraday: false,
      iOrderValidity: 0,
      AHPlaced: "N",
      RemoteOrderID: TAG,
    },
  });
});

test("nothing goes at the market: a limit beyond the last price, or beyond the trigger, takes its place", async () => {
  const { port, asked, body } = open(({ url }) =>
    url.endsWith("MarketFeed") ? ok({ Data: [{ LastRate: 100 }] }) : ok({ BrokerOrderID: 1 }),
  );
  await port.place(SESSION, { ...ORDER, type: MARKET, limitPrice: 0 }, TAG);
  expect(body()).toMatchObject({ body: { Price: 103, StopLossPrice: 0 } });
  await port.place(SESSION, { ...ORDER, type: STOP, stopPrice: 200, limitPrice: 0 }, TAG);
  expect(body()).toMatchObject({ body: { Price: 206, StopLossPrice: 200 } });
  expect(asked.filter(({ url }) => url.endsWith("PlaceOrderRequest"))).toHaveLength(2);
  const away = open(() => fail(-1, "x"));
  expect((await away.port.place(SESSION, { ...ORDER, type: MARKET }, TAG)).kind).toBe("not-sent");
  expect(away.asked).toHaveLength(1);
});

test("what is read first is read before the turn that the write waits for", async () => {
  const { port, asked } = open(({ url }) =>
    url.endsWith("MarketFeed") ? ok({ Data: [{ LastRate: 100 }] }) : ok({ BrokerOrderID: 1 }),
  );
  const before: string[] = [];
  const start = async (): Promise<void> => void before.push(...asked.map(({ url }) => url.split("/").at(-1) ?? ""));
  await port.place(SESSION, { ...ORDER, type: MARKET, limitPrice: 0 }, TAG, start);
  expect(before).toEqual(["MarketFeed"]);
  expect(asked).toHaveLength(2);
});

test("a change to the market waits once, with all that it needs, and its price is read anew where its turn came late", async () => {
  let price = 100;
  const { port, asked, body } = open(({ url }) => {
    if (url.endsWith("MarketFeed")) return ok({ Data: [{ LastRate: price++ }] });
    return url.endsWith("OrderBook") ? ok({ OrderBookDetail: [ROW] }) : ok({ BrokerOrderID: 636921589 });
  });
  const change = { qty: 195, type: MARKET, limitPrice: 0, stopPrice: 0, disclosedQty: 0 } as const;
  const turns: number[] = [];
  vi.useFakeTimers();
  const sent = port.modify(SESSION, { ...MINE, side: 1 }, change, async () => {
    turns.push(asked.length);
    if (turns.length === 1) await new Promise((resolve) => setTimeout(resolve, 2000));
  });
  await vi.advanceTimersByTimeAsync(2000);
  expect((await sent).kind).toBe("done");
  expect(turns).toEqual([2, 4]);
  expect(asked).toHaveLength(5);
  expect(body()).toMatchObject({ body: { ExchOrderID: "1100000017861430", Price: 104 } }); // 101 and 3 %
});

describe("what became of a write", () => {
  test.each<[string, string, Answer]>([
    ["not-sent", "", new OutboundError("no connection", { isUnsent: true })],
    ["unknown", "", new OutboundError("no answer")],
    ["unknown", "", ok({ BrokerOrderID: 0 })],
    ["unknown", "", ok({})],
    ["unknown", "", reply({ BrokerOrderID: 1, Status: 0, Message: "Success" }, "Invalid head parameters.")],
    ["unknown", "", fail(-1, "Quantity is wrong")],
    ["unknown", "", fail(2, "Error while saving the order for this symbol")],
    ["unknown", "", fail(2, "The order is being processed")],
    ["unknown", "", fail(2, "Something that nobody has written down")],
    ["unknown", "", fail(2, "The request for this quantity timed out")],
    ["unknown", "", { status: 502, body: "<html><h1>Bad Gateway</h1></html>" }],
    ["refused", "session", fail(9, "Invalid Session")],
    ["refused", "session", { status: 401, body: "Invalid Token" }],
    ["unknown", "", headFails("-1", "Server unable to process your request")],
    ["refused", "other", headFails("2", "Invalid Head Parameters")],
    ["refused", "other", headFails("2", "Invalid Head Parameters", {})],
    ["refused", "other", fail(2, "Invalid Input Parameters.")],
    ["refused", "closed", fail(1, "Exchange is closed. Cannot place your order.")],
    ["refused", "session", reply({ BrokerOrderID: 0, Status: 9, Message: "Authentication Fails" }, "Fail")],
    ["refused", "quantity", fail(2, "Quantity should be in multiples of the lot size")],
    ["refused", "margin", fail(1, "Margin shortfall")],
    ["refused", "rate", { status: 429, body: "" }],
  ])("%s %s", async (kind, code, answer) => {
    const { port, asked } = open(() => answer);
    const sent = await port.place(SESSION, ORDER, TAG);
    expect(sent).toMatchObject(code === "" ? { kind } : { kind, code });
    expect(asked).toHaveLength(1);
  });
});

test("changes and cancellations go by the exchange's number, which the book has", async () => {
  const book = (rows: readonly object[]) =>
    open(({ url }) => (url.endsWith("OrderBook") ? ok({ OrderBookDetail: rows }) : ok({ BrokerOrderID: 636921589 })));
  const { port, body } = book([ROW]);
  expect((await port.cancel(SESSION, MINE)).kind).toBe("done");
  expect(body()).toMatchObject({ body: { ExchOrderID: "1100000017861430" } });
  const change = { qty: 195, type: LIMIT, limitPrice: 7, stopPrice: 0, disclosedQty: 0 } as const;
  expect((await port.modify(SESSION, MINE, change)).kind).toBe("done");
  expect(body()).toMatchObject({ body: { ExchOrderID: "1100000017861430", Qty: 195, Price: 7 } });
  const early = book([{ ...ROW, ExchOrderID: "" }]);
  expect((await early.port.cancel(SESSION, MINE)).kind).toBe("not-sent");
  const gone = book([]);
  expect(await gone.port.cancel(SESSION, MINE)).toMatchObject({ kind: "refused", code: "not-open" });
  for (const { asked } of [early, gone]) expect(asked).toHaveLength(1);
});

test.each([
  ["closed", "Exchange is closed. Cannot Modify your order."],
  ["not-open", "Order does not exist"],
])("a change is refused (%s) by the documents' words: %s", async (code, words) => {
  const { port } = open(({ url }) => (url.endsWith("OrderBook") ? ok({ OrderBookDetail: [ROW] }) : fail(1, words)));
  const change = { qty: 195, type: LIMIT, limitPrice: 7, stopPrice: 0, disclosedQty: 0 } as const;
  expect(await port.modify(SESSION, MINE, change)).toMatchObject({ kind: "refused", code });
});

describe("a position", () => {
  /** The documents' example, in another segment. */
  const row = {
    ...{ Exch: "N", ExchType: "D", ScripCode: 44001, ScripName: "NIFTY 24 Nov 2026 CE 24600.00", OrderFor: "D" },
    ...{ BODPositionPrice: 809.2514, BodQty: 5, BookedPL: 0, BuyAvgRate: 0, BuyQty: 0, BuyValue: 0, LTP: 818.6 },
    ...{ MTOM: 46.743, Multiplier: 1, NetQty: 5, PreviousClose: 814.6, SellAvgRate: 0, SellQty: 0, SellValue: 0 },
  };
  const positionOf = async (fields: object) => {
    const { port } = open(() => ok({ NetPositionDetail: [{ ...row, ...fields }] }));
    return (await port.positions(SESSION))[0] ?? expect.unreachable();
  };

  test("has what was carried over at the price by which 5paisa reckons its profit: the sums are the day's", async () => {
    const held = await positionOf({});
    expect(held).toMatchObject({ netQty: 5, avgPrice: 809.2514, buyQty: 5, buyAvg: 809.2514, sellQty: 0 });
    expect(unrealizedPnl(held, 818.6, 1)).toBeCloseTo(46.743, 6);
    const sold = await positionOf({ NetQty: 0, SellQty: 5, SellAvgRate: 820, BookedPL: 53.743 });
    expect(sold).toMatchObject({ netQty: 0, buyQty: 5, buyAvg: 809.2514, sellQty: 5, sellAvg: 820 });
    const short = await positionOf({ NetQty: -5, BodQty: -5 });
    expect(short).toMatchObject({ side: -1, avgPrice: 809.2514, sellQty: 5, buyQty: 0 });
    const day = await positionOf({ BodQty: 0, BuyQty: 5, BuyAvgRate: 800 });
    expect(day).toMatchObject({ avgPrice: 800, buyQty: 5, buyAvg: 800 });
  });

  test("of a bracket or cover order leaves the others readable", async () => {
    expect(await positionOf({ OrderFor: "S" })).toMatchObject({ productType: "BO" });
    expect(await positionOf({ OrderFor: "C" })).toMatchObject({ productType: "CO" });
  });
});

test("the list gives each contract its code; what makes no sense is left out", async () => {
  const rows = [];
  for await (const row of open(() => ok({})).port.instruments(LISTED_CALL.expiry)) rows.push(row);
  expect(rows).toMatchObject([
    { contract: LISTED_CALL, symbol: "NIFTY 24 Nov 2026 CE 24600.00", token: "44001", lot: 65, tick: 0.05 },
    { contract: { ...LISTED_CALL, strike: 0, type: "FUT" }, token: "44002", tick: 0.1 },
  ]);
  expect(rows).toHaveLength(2);
});

test("books are read in the product's words; trades find their order by the exchange's number", async () => {
  const [order] = await open(() => ok({ OrderBookDetail: [ROW] })).port.orders(SESSION);
  expect(order).toMatchObject({
    ...{ id: "636921589", contract: LISTED_CALL, status: 6, remainingQuantity: 65, side: -1, type: LIMIT, tag: TAG },
    orderDateTime: "2026-11-23 11:30:00",
  });
  const none = open(() => fail(1, "No orders found for this Client."));
  expect(await none.port.orders(SESSION)).toEqual([]);
  const over = open(() => ({ status: 401, body: '"Invalid Token"' }));
  await expect(over.port.orders(SESSION)).rejects.toMatchObject({ kind: "session" });
  const wrong = { ...ROW, TradedQty: 195 };
  await expect(open(() => ok({ OrderBookDetail: [wrong] })).port.orders(SESSION)).rejects.toMatchObject({
    kind: "away",
  });
  const trade = {
    ...{ Exch: "N", ExchType: "D", ScripCode: 44001, ScripName: "x", ExchOrderID: "1100000017861430" },
    ...{ ExchangeTradeID: "71", BuySell: "S", Qty: 65, Rate: 6.95, ExchangeTradeTime: `/Date(${NOW}+0530)/` },
  };
  const { port } = open(({ url }) =>
    ok(url.endsWith("TradeBook") ? { TradeBookDetail: [trade] } : { OrderBookDetail: [ROW] }),
  );
  expect(await port.trades(SESSION)).toMatchObject([
    { orderId: "636921589", qty: 65, price: 6.95, contract: LISTED_CALL },
  ]);
});

test("a basket's margin is that of all its legs with what is held; one at the market has a price of 0", async () => {
  const { port, asked, body } = open(() => ok({ AvailableMargin: 293657.29, TotalMarginRequired: 142.33 }));
  const basket = [ORDER, { ...ORDER, side: -1, type: MARKET, limitPrice: 0, productType: "INTRADAY" }] as const;
  expect(await port.margin?.(SESSION, basket)).toEqual({ required: 142.33 });
  const scrip = { Exch: "N", ExchType: "D", ScripCode: 44001, PlaceModifyCancel: "P", Qty: 130 };
  expect(asked.map(({ url }) => url.split("/").at(-1))).toEqual(["MultiOrderMargin"]);
  expect(body()).toMatchObject({
    body: {
      CoverPositions: "Y",
      Orders: [
        { ...scrip, OrderType: "B", Price: 6.6, IsIntraday: false },
        { ...scrip, OrderType: "S", Price: 0, IsIntraday: true },
      ],
    },
  });
  const none = open(() => reply({ Message: "One Time PreOrderMarginCalc Limit Exceed.", Status: 1 }));
  await expect(none.port.margin?.(SESSION, basket)).rejects.toMatchObject({ kind: "refused" });
});

test("a login is signed with the operator's app; a token that was ended is not used again", async () => {
  const { port, asked, body } = open(() => ({
    status: 200,
    // Its head alone has capitals.
    body: JSON.stringify({
      head: { Status: 0, StatusDescription: "Success" },
      body: { AccessToken: "token1", ClientCode: "50000091", Message: "Success", Status: 0 },
    }),
  }));
  const redirect = "https://us/api/v1/broker/fivepaisa";
  const attempt = { accountId: "u", id: "a", broker: "fivepaisa", redirect, credentials: [] };
  expect(await port.begin(attempt)).toContain("VendorKey=key1");
  const session = await port.connect("request1", attempt);
  expect(session).toMatchObject({ userId: "50000091", client: "key1", secrets: { accessToken: "token1" } });
  expect(body()).toEqual({
    head: { Key: "key1" },
    body: { RequestToken: "request1", EncryKey: "encryption1", UserId: "vendor1" },
  });
  await port.end(session);
  await expect(port.orders(session)).rejects.toMatchObject({ kind: "session" });
  expect(asked).toHaveLength(1);
});
