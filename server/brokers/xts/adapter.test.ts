import { describe, expect, test } from "vitest";
import { LIMIT, MARKET, SELL, STOP_LIMIT } from "#contract/domain/orders/order.ts";
import { epochMs } from "#contract/domain/units.ts";
import { OutboundError, type OutboundReply } from "../../platform/outbound.ts";
import { type Answer, type Answers, askedPort, NOW } from "../../testing/brokers/asked-port.ts";
import { childOrder, LISTED_CALL, TAG } from "../../testing/brokers/child-order.ts";
import type { AdapterOptions } from "../adapter.ts";
import { BrokerError, type BrokerSession } from "../port.ts";
import { createXts, eventOf } from "./adapter.ts";
import { xtsSocket } from "./socket.ts";

const option = (id: number, kind: number, tail: string): string =>
  `NSEFO|${id}|${kind}|NIFTY|NIFTY26N${id}|OPTIDX|NIFTY-OPTIDX|1|900|0.05|1801|0.05|65|1|-1|Nifty 50|${tail}`;
const LIST = [
  option(44001, 2, "2026-11-24T14:30:00|24600|3|NIFTY 24NOV2026 CE 24600|1|1|x"),
  option(44002, 2, "2026-11-24T14:30:00|24600|4|NIFTY 24NOV2026 PE 24600|1|1|x"),
  // A future: neither strike nor type, and a figure of another field in the type's place.
  option(44003, 1, "2026-11-24T14:30:00|NIFTY 24NOV2026 FUT|1|3|x"),
  // A spread, and lines that make no sense.
  option(44004, 4, "2026-11-24T14:30:00|24600|3|x|1|1|x"),
  option(44005, 2, "soon|24600|3|x|1|1|x"),
  option(44006, 2, "2026-11-24T14:30:00|24700|9|x|1|1|x"),
].join("\n");
const SESSION: BrokerSession = {
  broker: "iifl",
  client: "key1",
  userId: "IIFL24",
  name: "IIFL24",
  endsAt: epochMs(NOW + 1),
  secrets: { accessToken: "token1" },
};
const ORDER = childOrder({ contract: LISTED_CALL, lot: 65, limitPrice: 6.6000000001 });
/** As a recorded book has it, but for instrument and quantities. */
const ROW = {
  LoginID: "IIFL24",
  ClientID: "IIFL24",
  AppOrderID: 10026335,
  ExchangeOrderID: "X_30698353",
  ExchangeSegment: "NSEFO",
  ExchangeInstrumentID: 44001,
  OrderSide: "Buy",
  OrderType: "Limit",
  ProductType: "MIS",
  TimeInForce: "DAY",
  OrderPrice: 24,
  OrderQuantity: 130,
  OrderStopPrice: 0,
  OrderStatus: "PartiallyFilled",
  OrderAverageTradedPrice: "23.90",
  LeavesQuantity: 65,
  CumulativeQuantity: 65,
  OrderDisclosedQuantity: 0,
  OrderGeneratedDateTime: "2020-12-21T14:59:41.1535468",
  CancelRejectReason: "",
  OrderUniqueIdentifier: TAG,
};

const ok = (result: unknown): OutboundReply => ({
  status: 200,
  body: JSON.stringify({ type: "success", code: "s-orders-0001", description: "Request sent", result }),
});
const no = (status: number, code: string, description: string): OutboundReply => ({
  status,
  body: JSON.stringify({ type: "error", code, description }),
});

function open(answers: Answers) {
  const create = ({ outbound, ...options }: AdapterOptions) =>
    createXts("iifl", {
      ...options,
      outbound: {
        download: () => expect.unreachable("no list is packed"),
        request: async (url, request) =>
          url.endsWith("/instruments/master")
            ? ok(request.body?.includes("NSEFO") ? LIST : "")
            : outbound.request(url, request),
      },
    });
  const { port, asked } = askedPort(create, answers, { tickOf: () => expect.unreachable("lists tell ticks") });
  const sent = () => JSON.parse(asked.at(-1)?.body ?? "{}") as Record<string, unknown>;
  return { port, asked, sent };
}

describe("an order", () => {
  test("goes once, under the number of XTS' own list, with the user's token", async () => {
    const { port, asked, sent } = open(() => ok({ AppOrderID: 77 }));
    expect(await port.place(SESSION, ORDER, TAG)).toEqual({ kind: "done", value: "77" });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ method: "POST", url: "https://api.example/interactive/orders" });
    expect(asked[0]?.headers).toMatchObject({ Authorization: "token1" });
    expect(sent()).toEqual({
      exchangeSegment: "NSEFO",
      exchangeInstrumentID: 44001,
      productType: "NRML",
      orderType: "LIMIT",
      orderSide: "BUY",
      timeInForce: "DAY",
      disclosedQuantity: 0,
      orderQuantity: 130,
      limitPrice: 6.6,
      stopPrice: 0,
      orderUniqueIdentifier: TAG,
    });
    await port.place(SESSION, { ...ORDER, side: SELL, type: STOP_LIMIT, stopPrice: 7, limitPrice: 6.5 }, TAG);
    expect(sent()).toMatchObject({ orderSide: "SELL", orderType: "STOPLIMIT", stopPrice: 7, limitPrice: 6.5 });
    await port.place(SESSION, { ...ORDER, type: MARKET, limitPrice: 0 }, TAG);
    expect(sent()).toMatchObject({ orderType: "MARKET", limitPrice: 0, stopPrice: 0 });
  });

  test("that cannot be sent as it is meant is not sent", async () => {
    const { port, asked } = open(() => ok({ AppOrderID: 77 }));
    for (const [order, tag] of [
      [{ ...ORDER, contract: { ...LISTED_CALL, strike: 24_700 } }, TAG],
      [ORDER, "S".repeat(21)],
      [{ ...ORDER, productType: "BO" as const }, TAG],
      [{ ...ORDER, limitPrice: 6.62 }, TAG],
    ] as const) {
      expect((await port.place(SESSION, order, tag)).kind).toBe("not-sent");
    }
    expect(asked).toEqual([]);
  });
});

test("of a list, options and futures are read, and what makes no sense is left out", async () => {
  const rows = [];
  for await (const row of open(() => ok({})).port.instruments("2026-11-23" as never)) rows.push(row);
  expect(rows.map(({ contract, token }) => [token, contract.type, contract.strike])).toEqual([
    ["44001", "CE", 24_600],
    ["44002", "PE", 24_600],
    ["44003", "FUT", 0],
  ]);
  expect(rows[0]).toMatchObject({ contract: LISTED_CALL, lot: 65, tick: 0.05 });
});

test.each<[string, string, Answer]>([
  ["not-sent", "", new OutboundError("no connection", { isUnsent: true })],
  ["unknown", "", new OutboundError("no answer")],
  ["unknown", "", no(400, "e-orders-0001", "The request has timed out")],
  ["unknown", "", no(400, "e-orders-0001", "Error while saving the order for this symbol")],
  ["unknown", "", no(400, "e-app-001", "Something that nobody has written down")],
  ["unknown", "", no(500, "e-orders-0001", "Quantity")],
  ["unknown", "", { status: 502, body: "<html><h1>Bad Gateway</h1></html>" }],
  ["unknown", "", ok({})],
  ["unknown", "", { status: 200, body: JSON.stringify({ result: { AppOrderID: 77 } }) }],
  ["refused", "session", no(401, "e-session-0007", "Invalid Token")],
  ["refused", "rate", no(400, "e-apirl-0004", "Orders Limit Exceeded")],
  ["refused", "rate", { status: 429, body: "Too many requests" }],
  ["refused", "margin", no(400, "e-orders-0001", "RMS : Margin Exceeds : Margin Shortfall[556.83]")],
  ["refused", "other", no(400, "e-orders-0002", "Market order Or Price 0 is not allowed for ALGO enabled orders.")],
  ["refused", "quantity", no(400, "e-property-validation-failed", "orderQuantity is no multiple of the lot size")],
])("what became of a write: %s %s", async (kind, code, answer) => {
  const { port, asked } = open(() => answer);
  expect(await port.place(SESSION, ORDER, TAG)).toMatchObject(code === "" ? { kind } : { kind, code });
  expect(asked).toHaveLength(1);
});

describe("books", () => {
  test("mean what they say, and an empty one is empty", async () => {
    const rows = [
      ROW,
      { ...ROW, OrderSide: "SELL", OrderType: "STOPLIMIT", OrderStatus: "New", OrderAverageTradedPrice: "" },
      { ...ROW, OrderStatus: "SomethingNew", OrderGeneratedDateTime: "Jun 18 2026 09:20:15" },
    ];
    const [first, second, third] = await open(() =>
      ok(rows.map((row, i) => (i === 1 ? { ...row, CumulativeQuantity: 0 } : row))),
    ).port.orders(SESSION);
    expect(first).toMatchObject({
      id: "10026335",
      contract: LISTED_CALL,
      side: 1,
      status: 6,
      remainingQuantity: 65,
      tradedPrice: 23.9,
      productType: "INTRADAY",
      orderDateTime: "2020-12-21 14:59:41",
      tag: TAG,
    });
    expect(second).toMatchObject({ side: -1, type: STOP_LIMIT, status: 6, tradedPrice: 0 });
    expect(third).toMatchObject({ status: 4, orderDateTime: "2026-06-18 09:20:15" });
    expect(await open(() => no(400, "e-orders-0005", "Data Not Available")).port.orders(SESSION)).toEqual([]);
  });

  test.each([
    { ...ROW, CumulativeQuantity: 195 },
    { ...ROW, OrderAverageTradedPrice: "0" },
    { ...ROW, OrderStatus: "Filled" },
    { ...ROW, OrderStatus: "Rejected" },
    { ...ROW, AppOrderID: 1e20 },
  ])("that make no sense are not used: %#", async (row) => {
    await expect(open(() => ok([row])).port.orders(SESSION)).rejects.toMatchObject({ kind: "away" });
  });

  test("that fail say which way", async () => {
    const kindOf = async (answer: Answer): Promise<string> => {
      const error: unknown = await open(() => answer)
        .port.orders(SESSION)
        .catch((failure: unknown) => failure);
      return error instanceof BrokerError ? error.kind : String(error);
    };
    expect(await kindOf(no(401, "e-session-0007", "Invalid Token"))).toBe("session");
    expect(await kindOf(new OutboundError("no answer"))).toBe("away");
    expect(await kindOf(no(500, "e-app-001", "Data Not Available"))).toBe("away");
    expect(await kindOf(no(400, "e-orders-0001", "No such client"))).toBe("refused");
  });

  test("of holdings have no price: none is made from their cost", async () => {
    const Holdings = { INE009A01021: { HoldingQuantity: 10, UsedQuantity: 4, BuyAvgPrice: 1500 } };
    const { holdings } = await open(() => ok({ RMSHoldings: { Holdings } })).port.holdings(SESSION);
    expect(holdings).toMatchObject([{ quantity: 10, remainingQuantity: 6, costPrice: 1500, ltp: 0, marketVal: 0 }]);
  });

  test("positions have the last price that their gain tells", async () => {
    // Recorded, but for the instrument.
    const position = {
      TradingSymbol: "NIFTY 31DEC2020 CE 13900",
      ExchangeSegment: "NSEFO",
      ExchangeInstrumentId: "44001",
      ProductType: "MIS",
      BuyAveragePrice: "0.00",
      SellAveragePrice: "82.70",
      OpenBuyQuantity: "0",
      OpenSellQuantity: "75",
      Quantity: "-75",
      UnrealizedMTM: "1,485.00",
      RealizedMTM: "0.00",
    };
    expect(await open(() => ok({ positionList: [position] })).port.positions(SESSION)).toMatchObject([
      { contract: LISTED_CALL, netQty: -75, avgPrice: 82.7, ltp: 62.9, side: -1, productType: "INTRADAY" },
    ]);
  });
});

test("changes and cancellations name the order, and its tag", async () => {
  const { port, asked, sent } = open(({ method }) => ok(method === "GET" ? [ROW] : {}));
  const [order = expect.unreachable()] = await port.orders(SESSION);
  const change = { qty: 195, type: LIMIT, limitPrice: 7.05, stopPrice: 0, disclosedQty: 0 } as const;
  expect((await port.modify(SESSION, order, change)).kind).toBe("done");
  expect(sent()).toMatchObject({ appOrderID: 10026335, modifiedOrderQuantity: 195, modifiedLimitPrice: 7.05 });
  expect((await port.cancel(SESSION, order)).kind).toBe("done");
  expect(asked.at(-1)).toMatchObject({
    method: "DELETE",
    url: `https://api.example/interactive/orders?appOrderID=10026335&orderUniqueIdentifier=${TAG}`,
  });
});

test("a login needs no page: keys make a session", async () => {
  const attempt = { accountId: "u", id: "a", broker: "iifl", redirect: "https://us", credentials: ["key1", "secret1"] };
  const { port, sent } = open(() => ok({ token: "token1", userID: "IIFL24", isInvestorClient: true }));
  expect(await port.begin(attempt)).toBeUndefined();
  expect(await port.connect(["secret1", "key1", "iifl"], attempt)).toMatchObject({
    userId: "IIFL24",
    client: "key1",
    secrets: { accessToken: "token1" },
  });
  expect(sent()).toEqual({ appKey: "key1", secretKey: "secret1", source: "WebAPI" });
  const refusing = open(() => no(400, "e-user-0001", "Invalid Credentials"));
  await expect(refusing.port.connect(["s", "k", "iifl"], attempt)).rejects.toThrow("Invalid Credentials");
});

test("the socket's messages tell orders; its own frames tell nothing", () => {
  expect(xtsSocket("wss://x")(SESSION).url).toBe(
    "wss://x/interactive/socket.io/?EIO=3&transport=websocket&token=token1&userID=IIFL24&apiType=INTERACTIVE",
  );
  expect(eventOf('42["order","{\\"AppOrderID\\":77,\\"OrderStatus\\":\\"New\\"}"]')).toEqual({
    type: "order",
    id: "77",
  });
  expect(eventOf('42["trade",{"AppOrderID":77}]')).toEqual({ type: "changed" });
  expect(eventOf('42["order",null]')).toEqual({ type: "changed" });
  for (const own of ['0{"sid":"a"}', "40", "3"]) expect(eventOf(own)).toBeUndefined();
  expect(eventOf("")).toEqual({ type: "changed" });
});
