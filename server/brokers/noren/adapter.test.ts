import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { LIMIT, MARKET, SELL, STOP } from "#contract/domain/orders/order.ts";
import { epochMs } from "#contract/domain/units.ts";
import { OutboundError, type OutboundReply } from "../../platform/outbound.ts";
import { type Answer, type Answers, askedPort, NOW } from "../../testing/brokers/asked-port.ts";
import { childOrder, LISTED_CALL, TAG } from "../../testing/brokers/child-order.ts";
import { BrokerError, type BrokerSession } from "../port.ts";
import { createNoren, eventOf } from "./adapter.ts";
import { FLATTRADE, SHOONYA } from "./dialect.ts";
import { norenSocket } from "./socket.ts";

/** Without a tick, as Flattrade's are. */
const LIST = `Exchange,Token,Lotsize,Symbol,Tradingsymbol,Instrument,Expiry,Strike,Optiontype
NFO,44001,65,NIFTY,NIFTY24NOV26C24600,OPTIDX,24-NOV-2026,24600,CE
NFO,44002,65,NIFTY,NIFTY24NOV26F,FUTIDX,24-NOV-2026,0,XX
NFO,44003,300,M&M,M&M24NOV26F,FUTSTK,24-NOV-2026,0,XX
NFO,44004,65,NIFTY,NIFTY31NOV26C24600,OPTIDX,31-NOV-2026,24600,CE
NFO,44005,none,NIFTY,NIFTY24NOV26C1,OPTIDX,24-NOV-2026,1,CE
MCX,44006,100,GOLD,GOLD04DEC26,FUTCOM,04-DEC-2026,0,XX
`;
const SESSION: BrokerSession = {
  broker: "flattrade",
  client: "key1",
  userId: "FT0011",
  name: "FT0011",
  endsAt: epochMs(NOW + 1),
  secrets: { accessToken: "token1" },
};
const ORDER = childOrder({ contract: LISTED_CALL, lot: 65, limitPrice: 6.6000000001 });
/** As Noren's documents show it, but for symbol and quantities. */
const ROW = {
  stat: "Ok",
  norenordno: "20121300065716",
  uid: "FT0011",
  exch: "NFO",
  tsym: "NIFTY24NOV26C24600",
  qty: "130",
  trantype: "B",
  prctyp: "LMT",
  ret: "DAY",
  token: "44001",
  prc: "6.95",
  avgprc: "6.95",
  dscqty: "0",
  prd: "M",
  status: "OPEN",
  fillshares: "65",
  norentm: "19:59:32 13-12-2020",
  remarks: TAG,
};

const reply = (body: unknown, status = 200): OutboundReply => ({ status, body: JSON.stringify(body) });
const no = (emsg: string, status = 200) => reply({ stat: "Not_Ok", emsg }, status);

function open(answers: (call: string, ...asked: Parameters<Answers>) => Answer, dialect = FLATTRADE) {
  const { port, asked } = askedPort(
    (options) => createNoren(dialect, options),
    (request) => answers(request.url.split("/").at(-1) ?? "", request),
    { list: (url) => (url.includes("Nfo_Index") ? LIST : LIST.split("\n")[0]) },
  );
  const fields = (): Record<string, string> =>
    JSON.parse(/^jData=(.*?)(?:&jKey=.*)?$/.exec(asked.at(-1)?.body ?? "")?.[1] ?? "{}") as Record<string, string>;
  return { port, asked, fields };
}

const placed = reply({ stat: "Ok", norenordno: "77" });

describe("an order", () => {
  test("goes once, under the broker's own name of the contract, with the user's session", async () => {
    const { port, asked, fields } = open(() => placed);
    expect(await port.place(SESSION, ORDER, TAG)).toEqual({ kind: "done", value: "77" });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ method: "POST", url: "https://api.example/PiConnectAPI/PlaceOrder" });
    expect(asked[0]?.body).toMatch(/&jKey=token1$/);
    expect(fields()).toEqual({
      uid: "FT0011",
      actid: "FT0011",
      exch: "NFO",
      tsym: "NIFTY24NOV26C24600",
      qty: "130",
      prd: "M",
      trantype: "B",
      prctyp: "LMT",
      prc: "6.6",
      dscqty: "0",
      ret: "DAY",
      remarks: TAG,
      ordersource: "API",
    });
  });

  test("at the market is a limit beyond the last price, and is not sent where there is none", async () => {
    const quoted = open((call) => (call === "GetQuotes" ? reply({ stat: "Ok", lp: "100.00" }) : placed));
    const market = { ...ORDER, type: MARKET, limitPrice: 0 } as const;
    expect((await quoted.port.place(SESSION, market, TAG)).kind).toBe("done");
    expect(quoted.fields()).toMatchObject({ prctyp: "LMT", prc: "103" });
    await quoted.port.place(SESSION, { ...market, side: SELL }, TAG);
    expect(quoted.fields()).toMatchObject({ prctyp: "LMT", prc: "97" });
    await quoted.port.place(SESSION, { ...market, type: STOP, stopPrice: 110 }, TAG);
    expect(quoted.fields()).toMatchObject({ prctyp: "SL-LMT", trgprc: "110", prc: "113.3" });
    const silent = open(() => no('Error Occurred : 5 "no data"'));
    expect((await silent.port.place(SESSION, market, TAG)).kind).toBe("not-sent");
    expect(silent.asked.map(({ url }) => url.split("/").at(-1))).toEqual(["GetQuotes"]);
  });

  test("of a share whose name has an '&' is still one request", async () => {
    const { port, fields } = open(() => placed);
    const contract = { ...LISTED_CALL, underlying: "M&M", strike: 0, type: "FUT" } as const;
    await port.place(SESSION, { ...ORDER, contract, lot: 300, qty: 300 }, TAG);
    expect(fields()["tsym"]).toBe("M%26M24NOV26F");
  });

  test("that cannot be sent as it is meant is not sent", async () => {
    const { port, asked } = open(() => placed);
    for (const [order, tag] of [
      [{ ...ORDER, contract: { ...LISTED_CALL, strike: 1 } }, TAG],
      [ORDER, "S".repeat(21)],
      [{ ...ORDER, productType: "BO" as const }, TAG],
      [{ ...ORDER, limitPrice: 6.62 }, TAG],
    ] as const) {
      expect((await port.place(SESSION, order, tag)).kind).toBe("not-sent");
    }
    expect(asked).toEqual([]);
  });
});

test.each<[string, string, Answer]>([
  ["not-sent", "", new OutboundError("no connection", { isUnsent: true })],
  ["unknown", "", new OutboundError("no answer")],
  ["unknown", "", no("Server Timeout :  ")],
  ["unknown", "", no("Rejected : ORA:RMS:timed out")],
  ["unknown", "", no("Invalid Input : x", 500)],
  ["unknown", "", no("Words that nobody has written down")],
  ["unknown", "", { status: 200, body: "<html>maintenance</html>" }],
  ["unknown", "", reply({ norenordno: "77" })],
  ["unknown", "", reply({ stat: "Ok" })],
  ["refused", "session", no("Session Expired :  Invalid Session Key", 401)],
  ["refused", "rate", { status: 429, body: "Too many requests" }],
  ["refused", "address", no("Invalid Input : IP 1.2.3.4 is not registered")],
  ["refused", "margin", no("Rejected : RMS:Margin Exceeds,Required:95417.84")],
  ["refused", "other", no('Error Occurred : 2 "invalid input"')],
])("what became of a write: %s %s", async (kind, code, answer) => {
  const { port, asked } = open(() => answer);
  const sent = await port.place(SESSION, ORDER, TAG);
  expect(sent).toMatchObject(code === "" ? { kind } : { kind, code });
  expect(asked).toHaveLength(1);
});

describe("books", () => {
  test("mean what they say, and an empty one is empty", async () => {
    const rows = [
      ROW,
      { ...ROW, norenordno: "2", status: "Trigger_Pending", prctyp: "SL-LMT", trgprc: "7", fillshares: undefined },
      { ...ROW, norenordno: "3", status: "REJECT", fillshares: "0", rejreason: "Insufficient funds" },
      { ...ROW, norenordno: "4", status: "SOMETHING_NEW", remarks: undefined },
    ];
    const orders = await open(() => reply(rows)).port.orders(SESSION);
    expect(orders[0]).toMatchObject({
      contract: LISTED_CALL,
      status: 6,
      remainingQuantity: 65,
      tradedPrice: 6.95,
      orderDateTime: "2020-12-13 19:59:32",
      tag: TAG,
    });
    expect(orders.map(({ status, type }) => [status, type])).toEqual([
      [6, 1],
      [6, 4],
      [5, 1],
      [4, 1],
    ]);
    expect(orders[2]?.message).toBe("Insufficient funds");
    expect(await open(() => no('Error Occurred : 5 "no data"')).port.orders(SESSION)).toEqual([]);
  });

  test("of holdings have no price: none is made from their cost", async () => {
    const held = {
      ...{ exch_tsym: [{ exch: "NSE", tsym: "INFY-EQ" }], holdqty: "10", btstqty: "0", brkcolqty: "0", unplgdqty: "0" },
      ...{ benqty: "0", npoadqty: "0", dpqty: "0", usedqty: "0", upldprc: "1500" },
    };
    const { holdings } = await open(() => reply([held])).port.holdings(SESSION);
    expect(holdings).toMatchObject([{ symbol: "NSE:INFY-EQ", quantity: 10, costPrice: 1500, ltp: 0, marketVal: 0 }]);
  });

  test.each([
    { ...ROW, fillshares: "195" },
    { ...ROW, avgprc: "0" },
    { ...ROW, status: "COMPLETE" },
    { ...ROW, qty: "1e3" },
  ])("that make no sense are not used: %#", async (row) => {
    await expect(open(() => reply([row])).port.orders(SESSION)).rejects.toMatchObject({ kind: "away" });
  });

  test("that fail say which way", async () => {
    const kindOf = async (answer: Answer): Promise<string> => {
      const error: unknown = await open(() => answer)
        .port.orders(SESSION)
        .catch((failure: unknown) => failure);
      return error instanceof BrokerError ? error.kind : String(error);
    };
    expect(await kindOf(no("Session Expired : Invalid Session Key", 401))).toBe("session");
    expect(await kindOf(new OutboundError("no answer"))).toBe("away");
    expect(await kindOf(no("Server Timeout :  "))).toBe("away");
    expect(await kindOf(no("Invalid Input : Missing uid"))).toBe("refused");
    expect(await kindOf(reply({ stat: "Ok" }))).toBe("away");
  });
});

test("changes name the order's whole quantity, and conversions whether it was carried over", async () => {
  const held = { exch: "NFO", tsym: "NIFTY24NOV26C24600", prd: "M", netqty: "65", cfbuyqty: "65", lp: "1" };
  const { port, fields } = open((call) => {
    if (call === "OrderBook") return reply([ROW]);
    return call === "PositionBook" ? reply([held]) : reply({ stat: "Ok", result: "20121300065716" });
  });
  const [order = expect.unreachable()] = await port.orders(SESSION);
  const change = { qty: 195, type: LIMIT, limitPrice: 7.05, stopPrice: 0, disclosedQty: 0 } as const;
  expect(await port.modify(SESSION, order, change)).toEqual({ kind: "done", value: undefined });
  expect(fields()).toMatchObject({ norenordno: "20121300065716", qty: "195", prc: "7.05", prctyp: "LMT" });
  expect((await port.cancel(SESSION, order)).kind).toBe("done");
  const conversion = { contract: LISTED_CALL, symbol: "", side: 1, qty: 65, lot: 65, from: "MARGIN", to: "INTRADAY" };
  await port.convert?.(SESSION, conversion as never);
  expect(fields()).toMatchObject({ prd: "I", prevprd: "M", postype: "CF", trantype: "B", qty: "65" });
});

test("a login is signed with the secret, which does not leave: by the app's token, or by Noren's", async () => {
  const attempt = { accountId: "u", id: "a", broker: "x", redirect: "https://us/x", credentials: ["key1", "secret1"] };
  const sign = (text: string) => createHash("sha256").update(text).digest("hex");
  const pi = open(() => reply({ token: "token1", client: "FT0011", status: "Ok", emsg: "" }));
  expect(await pi.port.begin(attempt)).toBe("https://auth.flattrade.in/?app_key=key1&state=OD");
  expect(await pi.port.connect(["code1", "remembered"], attempt)).toMatchObject({
    userId: "FT0011",
    client: "key1",
    secrets: { accessToken: "token1" },
  });
  expect(pi.asked[0]?.url).toBe("https://tokens.example/trade/apitoken");
  expect(JSON.parse(pi.asked[0]?.body ?? "")).toEqual({
    api_key: "key1",
    request_code: "code1",
    api_secret: sign("key1code1secret1"),
  });
  const noren = open(() => reply({ stat: "Ok", access_token: "token2", USERID: "FA1" }), SHOONYA);
  expect(await noren.port.begin(attempt)).toMatch(/^https:\/\/trade\.shoonya\.com\/.*api_key=key1$/);
  expect(await noren.port.connect("code1", attempt)).toMatchObject({
    userId: "FA1",
    secrets: { accessToken: "token2" },
  });
  expect(noren.fields()).toEqual({ code: "code1", checksum: sign("key1secret1code1") });
  await expect(open(() => no("Invalid Input : x")).port.connect("c", attempt)).rejects.toThrow("Invalid Input");
});

test("the socket is asked for orders when it has let one in; its own answers tell nothing", () => {
  const { greeting, answer } = norenSocket("wss://x")(SESSION);
  expect(greeting).toHaveLength(1);
  expect(answer?.('{"t":"ak","uid":"FT0011","s":"OK"}')).toBe('{"t":"o","actid":"FT0011"}');
  expect(answer?.('{"t":"ak","s":"NOT_OK"}')).toBeUndefined();
  expect(answer?.("not JSON")).toBeUndefined();
  expect(eventOf('{"t":"om","norenordno":"7","status":"OPEN"}')).toEqual({ type: "order", id: "7" });
  expect(eventOf('{"t":"hk"}')).toBeUndefined();
  expect(eventOf("")).toEqual({ type: "changed" });
});
