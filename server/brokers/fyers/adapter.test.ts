/** Fyers' own words: what became of a write, books in its shapes, its list of instruments. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { epochMs } from "#contract/domain/units.ts";
import { OutboundError, type OutboundReply } from "../../platform/outbound.ts";
import { type Answer, type Answers, askedPort, NOW } from "../../testing/brokers/asked-port.ts";
import { childOrder, LISTED_CALL, TAG } from "../../testing/brokers/child-order.ts";
import type { BrokerSession, InstrumentRow } from "../port.ts";
import { createFyers, eventOf } from "./adapter.ts";
import { readInstruments } from "./symbols.ts";

const LIST = `101126112444001,NIFTY 24 Nov 26 24600 CE,14,65,0.05,,0915-1530|1815-1915:,2026-11-23,1795514400,NSE:NIFTY26N2424600CE,10,11,44001,NIFTY,26000,24600,CE,101000000026000,None,0,0
101126112444002,NIFTY 24 Nov 26 FUT,11,65,0.05,,0915-1530|1815-1915:,2026-11-23,1795514400,NSE:NIFTY26NOVFUT,10,11,44002,NIFTY,26000,-1,XX,101000000026000,None,0,0
1,broken,14,0,0.05,,,2026-11-23,soon,NSE:NIFTY,10,11,1,NIFTY,26000,24600,CE,1,None,0,0
`;
const SESSION: BrokerSession = {
  broker: "fyers",
  client: "APP-100",
  userId: "FX0011",
  name: "Ravi",
  endsAt: epochMs(NOW + 1),
  secrets: { accessToken: "token1" },
};
const ORDER = childOrder({ contract: LISTED_CALL, lot: 65, limitPrice: 6.6000000001 });
/** As Fyers' documents show it, but for symbol and quantities. */
const ROW = {
  clientId: "X******",
  id: "23030900015105",
  exchOrdId: "1100000001089341",
  qty: 130,
  remainingQuantity: 65,
  filledQty: 65,
  discloseQty: 0,
  limitPrice: 6.95,
  stopPrice: 0,
  tradedPrice: 6.95,
  type: 1,
  fyToken: "101126112444001",
  exchange: 10,
  segment: 11,
  symbol: "NSE:NIFTY26N2424600CE",
  instrument: 14,
  message: "",
  offlineOrder: false,
  orderDateTime: "09-Mar-2023 09:34:38",
  orderValidity: "DAY",
  pan: "",
  productType: "INTRADAY",
  side: -1,
  status: 6,
  source: "W",
  slNo: 1,
  orderNumStatus: "23030900015105:6",
  orderTag: `1:${TAG}`,
};

const reply = (status: number, body: object): OutboundReply => ({ status, body: JSON.stringify(body) });
const fail = (status: number, code: number, message: string): OutboundReply =>
  reply(status, { s: "error", code, message });

const open = (answers: Answers) =>
  askedPort(createFyers, answers, {
    app: { key: "APP-100", secret: "secret1" },
    list: (url) => (url === "https://lists.example/sym_details/NSE_FO.csv" ? LIST : undefined),
  });

test("an order goes once, under Fyers' own ticker, whole and with its tag", async () => {
  const { port, asked, body } = open(() => reply(200, { s: "ok", code: 1101, message: "", id: "808058117761" }));
  expect(await port.place(SESSION, ORDER, TAG)).toEqual({ kind: "done", value: "808058117761" });
  expect(asked).toMatchObject([
    {
      method: "POST",
      url: "https://api.example/api/v3/orders/sync",
      headers: { Authorization: "APP-100:token1", "Content-Type": "application/json" },
    },
  ]);
  expect(body()).toEqual({
    symbol: "NSE:NIFTY26N2424600CE",
    qty: 130,
    type: 1,
    side: 1,
    productType: "MARGIN",
    limitPrice: 6.6,
    stopPrice: 0,
    disclosedQty: 0,
    validity: "DAY",
    offlineOrder: false,
    stopLoss: 0,
    takeProfit: 0,
    orderTag: TAG,
    isSliceOrder: false,
  });
});

describe("what became of a write", () => {
  test.each<[string, string, Answer]>([
    ["not-sent", "", new OutboundError("no connection", { isUnsent: true })],
    ["unknown", "", new OutboundError("no answer")],
    ["unknown", "", reply(200, { s: "ok", code: 201, message: "in transit", id: "8" })],
    ["unknown", "", reply(200, { s: "ok", code: 1101, message: "" })],
    ["unknown", "", fail(400, -99, "Request timed out")],
    ["unknown", "", fail(500, -99, "Something went wrong")],
    ["unknown", "", fail(400, -1234, "A code that nobody has written down")],
    ["unknown", "", { status: 502, body: "<html><h1>Bad Gateway</h1></html>" }],
    ["unknown", "", { status: 200, body: "<html>maintenance</html>" }],
    ["refused", "session", fail(401, -8, "Your token has expired. Please generate a token")],
    ["refused", "session", fail(401, -16, "Could not authenticate the user")],
    ["refused", "rate", fail(429, -429, "API rate limit exceeded")],
    ["refused", "margin", fail(400, -99, "RED:Margin Shortfall:INR 1,000.00")],
    ["refused", "tick", fail(400, -50, "limitPrice not a multiple of tick size 0.0500")],
    ["refused", "instrument", fail(400, -300, "Invalid symbol provided")],
    ["refused", "other", fail(400, -99, "Something that nobody has written down")],
  ])("%s %s", async (kind, code, answer) => {
    const { port, asked } = open(() => answer);
    const sent = await port.place(SESSION, ORDER, TAG);
    expect(sent).toMatchObject(code === "" ? { kind } : { kind, code });
    expect(asked).toHaveLength(1);
  });
});

test("what cannot be sent as it is meant is not sent", async () => {
  const { port, asked } = open(() => reply(200, { s: "ok", code: 1101, id: "8" }));
  expect(await port.place(SESSION, { ...ORDER, contract: { ...LISTED_CALL, strike: 99_900 } }, TAG)).toEqual({
    kind: "not-sent",
    why: "Fyers does not list this contract",
  });
  expect((await port.place(SESSION, ORDER, "S".repeat(31))).kind).toBe("not-sent");
  expect((await port.place(SESSION, { ...ORDER, productType: "BO" }, TAG)).kind).toBe("not-sent");
  expect(asked).toEqual([]);
});

test("the book is read in the product's words, tags without what Fyers puts before them", async () => {
  const book = [ROW, { ...ROW, id: "2", orderTag: "2:Untagged" }];
  const { port } = open(() => reply(200, { s: "ok", code: 200, message: "", orderBook: book }));
  const [order, foreign] = await port.orders(SESSION);
  expect(order).toMatchObject({
    id: "23030900015105",
    contract: LISTED_CALL,
    side: -1,
    status: 6,
    remainingQuantity: 65,
    tradedPrice: 6.95,
    orderDateTime: "2023-03-09 09:34:38",
    tag: TAG,
  });
  expect(foreign?.tag).toBe("");
});

test("pages stop before the minute's requests are used up, so that orders and what they are decided by still go", async () => {
  const { port, asked } = open(({ method }) =>
    method === "GET"
      ? reply(200, { s: "ok", code: 200, orderBook: [] })
      : reply(200, { s: "ok", code: 1103, message: "", id: "23030900015105" }),
  );
  const order = { id: "23030900015105" } as Parameters<typeof port.cancel>[1];
  const page = { ...SESSION, forPage: true };
  for (let read = 0; read < 160; read++) await port.orders(page);
  await expect(port.orders(page)).rejects.toThrow("its requests of this minute are used up");
  await expect(port.margin?.(page, [ORDER])).rejects.toThrow("used up"); // it is posted, and only asks
  expect(await port.orders({ ...page, userId: "FX0012" })).toEqual([]);
  for (let read = 0; read < 20; read++) await port.orders(SESSION);
  for (let write = 0; write < 20; write++) expect((await port.cancel(SESSION, order)).kind).toBe("done");
  expect((await port.cancel(SESSION, order)).kind).toBe("not-sent");
  expect(asked).toHaveLength(201);
});

test.each([
  ["claims more than it has", { filledQty: 195 }],
  ["was placed in no month", { orderDateTime: "09-Mai-2023 09:34:38" }],
])("an order that %s makes its whole book unusable", async (_, wrong) => {
  const { port } = open(() => reply(200, { s: "ok", code: 200, orderBook: [{ ...ROW, ...wrong }] }));
  await expect(port.orders(SESSION)).rejects.toMatchObject({ kind: "away" });
});

test("the profit of holdings is Fyers' own sum, and made of them where it tells none", async () => {
  const holding = {
    ...{ id: 0, symbol: "NSE:ITC-EQ", holdingType: "HLD", quantity: 5, remainingQuantity: 5, costPrice: 400 },
    ...{ ltp: 410, marketVal: 2050 },
  };
  const totalOf = async (more: object) =>
    (await open(() => reply(200, { s: "ok", code: 200, holdings: [holding], ...more })).port.holdings(SESSION)).totalPl;
  expect(await totalOf({ overall: { total_pl: 49.5 } })).toBe(49.5);
  expect(await totalOf({})).toBe(50);
});

test("what was carried over is converted as such", async () => {
  const held = {
    ...{ id: "NSE:NIFTY26N2424600CE-MARGIN", symbol: "NSE:NIFTY26N2424600CE", productType: "MARGIN", segment: 11 },
    ...{ netQty: -65, netAvg: 5, side: -1, ltp: 5, buyQty: 0, buyAvg: 0, sellQty: 65, sellAvg: 5, realized_profit: 0 },
    ...{ cfBuyQty: 0, cfSellQty: 65 },
  };
  const { port, body } = open(({ method }) =>
    method === "GET"
      ? reply(200, { s: "ok", code: 200, netPositions: [held] })
      : reply(200, { s: "ok", code: 200, message: "Position Converted Successfully!!", positionDetails: 1101 }),
  );
  const conversion = {
    contract: LISTED_CALL,
    symbol: "",
    side: -1,
    qty: 65,
    lot: 65,
    from: "MARGIN",
    to: "INTRADAY",
  } as const;
  expect((await port.convert?.(SESSION, conversion))?.kind).toBe("done");
  expect(body()).toMatchObject({ symbol: "NSE:NIFTY26N2424600CE-MARGIN", positionSide: -1, overnight: 1 });
});

test("a login is signed with the operator's secret, which does not leave, and ends in the morning", async () => {
  const { port, asked } = open(({ url }) =>
    url.endsWith("/profile")
      ? reply(200, { s: "ok", code: 200, message: "", data: { name: "XASHXX G H", fy_id: "FX0011" } })
      : reply(200, { s: "ok", code: 200, message: "", access_token: "token1", refresh_token: "r" }),
  );
  const attempt = {
    accountId: "u",
    id: "a",
    broker: "fyers",
    redirect: "https://us/api/v1/broker/fyers",
    credentials: [],
  };
  const redirect = encodeURIComponent("https://us/api/v1/broker/fyers");
  expect(await port.begin(attempt)).toBe(
    `https://api-t1.fyers.in/api/v3/generate-authcode?client_id=APP-100&redirect_uri=${redirect}&response_type=code&state=OD`,
  );
  const connected = await port.connect("code1", attempt);
  expect(JSON.parse(asked[0]?.body ?? "")).toEqual({
    grant_type: "authorization_code",
    appIdHash: createHash("sha256").update("APP-100:secret1").digest("hex"),
    code: "code1",
  });
  expect(connected).toMatchObject({ userId: "FX0011", client: "APP-100", secrets: { accessToken: "token1" } });
  expect(new Date(connected.endsAt).toISOString()).toBe("2026-11-24T00:30:00.000Z");
});

async function rowsOf(csv: string): Promise<InstrumentRow[]> {
  const rows: InstrumentRow[] = [];
  for await (const row of readInstruments(csv)) rows.push(row);
  return rows;
}

test("the list gives each contract its ticker; what makes no sense is left out", async () => {
  const rows = await rowsOf(LIST);
  expect(rows).toEqual([
    { contract: LISTED_CALL, symbol: "NSE:NIFTY26N2424600CE", token: "101126112444001", lot: 65, tick: 0.05 },
    {
      contract: { ...LISTED_CALL, strike: 0, type: "FUT" },
      symbol: "NSE:NIFTY26NOVFUT",
      token: "101126112444002",
      lot: 65,
      tick: 0.05,
    },
  ]);
  await expect(rowsOf("<html>")).rejects.toThrow("no list of instruments");
});

test("a frame names its order, says that something changed, or says nothing", () => {
  expect(eventOf('{"s":"ok","orders":{"id":"8","status":2}}')).toEqual({ type: "order", id: "8" });
  expect(eventOf('{"s":"ok","positions":{}}')).toEqual({ type: "changed" });
  expect(eventOf("garbage")).toEqual({ type: "changed" });
  expect(eventOf('{"s":"ok","code":1605,"message":"Successfully subscribed"}')).toBeUndefined();
  expect(eventOf("pong")).toBeUndefined();
});
