/** Damaged replies of protocols that have no recorded ones: nothing breaks, and no order, fill or yes is made up. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { damages } from "../testing/brokers/damages.ts";
import * as aliceblue from "./aliceblue/answers.ts";
import { orderOf as aliceOrder } from "./aliceblue/map.ts";
import { ORDER_BOOK as ALICE_BOOK, WRITTEN as ALICE_WRITTEN } from "./aliceblue/wire.ts";
import * as angelone from "./angelone/answers.ts";
import { orderOf as angelOrder } from "./angelone/map.ts";
import { ORDER_BOOK as ANGEL_BOOK, PLACED as ANGEL_PLACED } from "./angelone/wire.ts";
import type { Exchanged } from "./asking.ts";
import * as dhan from "./dhan/answers.ts";
import { orderOf as dhanOrder } from "./dhan/map.ts";
import { ORDER_BOOK as DHAN_BOOK, WRITTEN as DHAN_WRITTEN } from "./dhan/wire.ts";
import * as fivepaisa from "./fivepaisa/answers.ts";
import { orderOf as paisaOrder } from "./fivepaisa/map.ts";
import { ORDER_BOOK as PAISA_BOOK, PLACED as PAISA_PLACED } from "./fivepaisa/wire.ts";
import * as fyers from "./fyers/answers.ts";
import { orderOf as fyersOrder } from "./fyers/map.ts";
import { ORDER_BOOK as FYERS_BOOK, WRITTEN as FYERS_WRITTEN } from "./fyers/wire.ts";
import * as noren from "./noren/answers.ts";
import { orderOf as norenOrder } from "./noren/map.ts";
import { ORDER_BOOK as NOREN_BOOK, PLACED as NOREN_PLACED } from "./noren/wire.ts";
import { BrokerError, type Sent } from "./port.ts";
import type { ProfileId } from "./profiles.ts";
import * as upstox from "./upstox/answers.ts";
import { orderOf as upstoxOrder } from "./upstox/map.ts";
import { ORDER_BOOK as UPSTOX_BOOK, PLACED as UPSTOX_PLACED } from "./upstox/wire.ts";
import * as xts from "./xts/answers.ts";
import { orderOf as xtsOrder } from "./xts/map.ts";
import { ORDER_BOOK as XTS_BOOK, PLACED as XTS_PLACED } from "./xts/wire.ts";

const MUTATED = Number(process.env["MUTATED_REPLIES"] ?? 5000);
const NO_NAMES = { contractOf: () => undefined };
const NAME = "Broker";

const NOREN_ROW = {
  ...{ stat: "Ok", norenordno: "20121300065716", exch: "NFO", tsym: "NIFTY24NOV26C24600", qty: "130", prc: "6.95" },
  ...{ trantype: "B", prctyp: "LMT", ret: "DAY", prd: "M", status: "COMPLETE", fillshares: "130", avgprc: "6.95" },
  ...{ dscqty: "0", norentm: "19:59:32 13-12-2020", remarks: "SABCDEFGHIJKLM" },
};
const XTS_ROW = {
  ...{ AppOrderID: 10026335, ExchangeSegment: "NSEFO", ExchangeInstrumentID: 39972, OrderSide: "Buy" },
  ...{ OrderType: "Market", ProductType: "MIS", TimeInForce: "DAY", OrderPrice: 0, OrderQuantity: 75 },
  ...{ OrderStopPrice: 0, OrderStatus: "Filled", OrderAverageTradedPrice: "23.90", CumulativeQuantity: 75 },
  ...{ OrderDisclosedQuantity: 0, OrderGeneratedDateTime: "2020-12-21T14:59:41.1535468", CancelRejectReason: "" },
  OrderUniqueIdentifier: "123777",
};
const ANGEL_ROW = {
  ...{ orderid: "201020000000080", exchange: "NFO", tradingsymbol: "NIFTY24NOV2624600CE", producttype: "CARRYFORWARD" },
  ...{
    transactiontype: "BUY",
    ordertype: "LIMIT",
    duration: "DAY",
    quantity: "130",
    disclosedquantity: "0",
    price: 6.95,
  },
  ...{ triggerprice: 0, averageprice: 6.95, filledshares: "130", orderstatus: "complete", text: "", ordertag: "" },
  updatetime: "20-Oct-2020 13:10:59",
};
const ALICE_ROW = {
  ...{ brokerOrderId: "26072700000001", exchange: "NFO", tradingSymbol: "NIFTY24NOV26C24600", instrumentId: "44001" },
  ...{
    transactionType: "BUY",
    product: "NRML",
    orderType: "LIMIT",
    validity: "DAY",
    quantity: 130,
    filledQuantity: 130,
  },
  ...{ disclosedQuantity: 0, price: "6.95", slTriggerPrice: "0", averageTradedPrice: "6.95", orderStatus: "COMPLETE" },
  ...{ rejectionReason: "", orderTime: "23-11-2026 11:29:30", orderTag: "" },
};
const TODAY = isoDate("2026-11-23");
const alice = (result: unknown): object => ({ status: "Ok", message: "Success", result });
const PAISA_ROW = {
  ...{
    BrokerOrderId: 636921589,
    ExchOrderID: "1100000017861430",
    BuySell: "B",
    DelvIntra: "D",
    Exch: "N",
    ExchType: "D",
  },
  ...{ ScripCode: 44001, ScripName: "NIFTY", AtMarket: "N", OrderStatus: "Fully Executed", OrderValidity: 0, Qty: 130 },
  ...{ TradedQty: 130, DisClosedQty: 0, Rate: 6.95, SLTriggerRate: 0, AveragePrice: 6.95, Reason: "" },
  ...{ RemoteOrderID: "", BrokerOrderTime: "/Date(1795413600000+0530)/" },
};
const paisa = (body: object): object => ({
  head: { statusDescription: "Success" },
  body: { ...body, Status: 0, Message: "Success" },
});
const FYERS_ROW = {
  ...{ id: "23030900015105", symbol: "NSE:NIFTY26N2424600CE", qty: 130, remainingQuantity: 0, filledQty: 130 },
  ...{ discloseQty: 0, limitPrice: 6.95, stopPrice: 0, tradedPrice: 6.95, type: 1, side: 1, productType: "MARGIN" },
  ...{ status: 2, message: "", orderDateTime: "09-Mar-2023 09:34:38", orderValidity: "DAY", orderTag: "1:SABCDEF" },
};
const fyersOk = (body: object): object => ({ s: "ok", code: 200, message: "", ...body });
const UPSTOX_ROW = {
  ...{ order_id: "240108010445130", exchange: "NFO", trading_symbol: "NIFTY 24600 CE 24 NOV 26", product: "D" },
  ...{ instrument_token: "NSE_FO|44001", status: "complete", status_message: null, order_type: "LIMIT" },
  ...{ transaction_type: "BUY", validity: "DAY", quantity: 130, disclosed_quantity: 0, filled_quantity: 130 },
  ...{ pending_quantity: 0, price: 6.95, trigger_price: 0, average_price: 6.95, tag: "SABCDEFGHIJKLM" },
  order_timestamp: "2026-11-23 11:29:30",
};
const upstoxOk = (data: unknown): object => ({ status: "success", data, metadata: { latency: 54 } });
const DHAN_ROW = {
  ...{ orderId: "112111182198", correlationId: "SABCDEFGHIJKLM", orderStatus: "TRADED", transactionType: "BUY" },
  ...{ exchangeSegment: "NSE_FNO", productType: "MARGIN", orderType: "LIMIT", validity: "DAY", securityId: "44001" },
  ...{ tradingSymbol: "NIFTY-Nov2026-24600-CE", quantity: 130, disclosedQuantity: 0, price: 6.95, triggerPrice: 0 },
  ...{ createTime: "2026-11-23 11:29:30", omsErrorDescription: "", averageTradedPrice: 6.95, filledQty: 130 },
};
const success = (result: unknown): object => ({ type: "success", code: "s-orders-0001", description: "x", result });

interface Protocol {
  readonly placed: object;
  readonly book: unknown;
  sent(exchanged: Exchanged): Sent<string>;
  orders(exchanged: Exchanged): readonly { readonly qty: number; readonly remainingQuantity: number }[];
  /** What the reply itself says was placed. */
  said(json: unknown): unknown;
}

/** Kite's replies are recorded ones (kite/recorded.test.ts); Flattrade speaks as Shoonya does, Jainam as IIFL. */
type Tried = Exclude<ProfileId, "zerodha" | "flattrade" | "jainam">;

const PROTOCOLS: Readonly<Record<Tried, Protocol>> = {
  fyers: {
    placed: fyersOk({ code: 1101, id: "23030900015105" }),
    book: fyersOk({
      orderBook: [FYERS_ROW, { ...FYERS_ROW, id: "2", status: 6, filledQty: 65, remainingQuantity: 65 }],
    }),
    sent: (exchanged) => fyers.sentOf(NAME, exchanged, FYERS_WRITTEN, ({ id }) => id),
    orders: (exchanged) => fyers.dataOf(NAME, exchanged, FYERS_BOOK).orderBook.map((row) => fyersOrder(row, NO_NAMES)),
    said: (json) => (json as { id?: unknown }).id,
  },
  upstox: {
    placed: upstoxOk({ order_ids: ["240108010445130"] }),
    book: upstoxOk([
      UPSTOX_ROW,
      { ...UPSTOX_ROW, order_id: "2", status: "open", filled_quantity: 65, pending_quantity: 65 },
    ]),
    sent: (exchanged) => upstox.sentOf(NAME, exchanged, UPSTOX_PLACED, ({ order_ids: [id] }) => id),
    orders: (exchanged) => upstox.dataOf(NAME, exchanged, UPSTOX_BOOK).map((row) => upstoxOrder(row, NO_NAMES)),
    said: (json) => (json as { data?: { order_ids?: readonly unknown[] } }).data?.order_ids?.[0],
  },
  dhan: {
    placed: { orderId: "112111182198", orderStatus: "PENDING" },
    book: [DHAN_ROW, { ...DHAN_ROW, orderId: "2", orderStatus: "PART_TRADED", filledQty: 65 }],
    sent: (exchanged) => dhan.sentOf(NAME, exchanged, DHAN_WRITTEN, ({ orderId }) => orderId),
    orders: (exchanged) => dhan.dataOf(NAME, exchanged, DHAN_BOOK).map((row) => dhanOrder(row, NO_NAMES)),
    said: (json) => (json as { orderId?: unknown }).orderId,
  },
  shoonya: {
    placed: { request_time: "10:48:03 20-05-2020", stat: "Ok", norenordno: "20052000000017" },
    book: [NOREN_ROW, { ...NOREN_ROW, norenordno: "2", status: "OPEN", fillshares: "65" }],
    sent: (exchanged) => noren.placedOf(NAME, exchanged, NOREN_PLACED, ({ norenordno }) => norenordno),
    orders: (exchanged) =>
      noren.dataOf(NAME, exchanged, NOREN_BOOK, { empty: [] }).map((row) => norenOrder(row, NO_NAMES)),
    said: (json) => (json as { norenordno?: unknown }).norenordno,
  },
  angelone: {
    placed: { status: true, message: "SUCCESS", errorcode: "", data: { script: "x", orderid: "201020000000080" } },
    book: {
      ...{ status: true, message: "SUCCESS", errorcode: "" },
      data: [ANGEL_ROW, { ...ANGEL_ROW, orderid: "2", orderstatus: "open", filledshares: "65" }],
    },
    sent: (exchanged) => angelone.placedOf(NAME, exchanged, ANGEL_PLACED, ({ orderid }) => orderid),
    orders: (exchanged) => angelone.dataOf(NAME, exchanged, ANGEL_BOOK).map((row) => angelOrder(row, NO_NAMES)),
    said: (json) => (json as { data?: { orderid?: unknown } }).data?.orderid,
  },
  aliceblue: {
    placed: alice([{ requestTime: "x", brokerOrderId: "26072700000001" }]),
    book: alice([ALICE_ROW, { ...ALICE_ROW, brokerOrderId: "2", orderStatus: "OPEN", filledQuantity: 65 }]),
    sent: (exchanged) => aliceblue.placedOf(NAME, exchanged, ALICE_WRITTEN, ([{ brokerOrderId }]) => brokerOrderId),
    orders: (exchanged) =>
      aliceblue.dataOf(NAME, exchanged, ALICE_BOOK, { empty: [] }).map((row) => aliceOrder(row, NO_NAMES, TODAY)),
    said: (json) => (json as { result?: readonly { brokerOrderId?: unknown }[] }).result?.[0]?.brokerOrderId,
  },
  fivepaisa: {
    placed: paisa({ BrokerOrderID: 636921589, ExchOrderID: "0" }),
    book: paisa({
      OrderBookDetail: [PAISA_ROW, { ...PAISA_ROW, BrokerOrderId: 2, OrderStatus: "Pending", TradedQty: 65 }],
    }),
    sent: (exchanged) => fivepaisa.placedOf(NAME, exchanged, PAISA_PLACED, ({ BrokerOrderID }) => BrokerOrderID),
    orders: (exchanged) =>
      fivepaisa
        .dataOf(NAME, exchanged, PAISA_BOOK, { empty: { OrderBookDetail: [] } })
        .OrderBookDetail.map((row) => paisaOrder(row, NO_NAMES)),
    said: (json) => (json as { body?: { BrokerOrderID?: unknown } }).body?.BrokerOrderID,
  },
  iifl: {
    placed: success({ AppOrderID: 10026325, OrderUniqueIdentifier: "123777", ClientID: "IIFL24" }),
    book: success([XTS_ROW, { ...XTS_ROW, AppOrderID: 2, OrderStatus: "New", CumulativeQuantity: 0 }]),
    sent: (exchanged) => xts.placedOf(NAME, exchanged, XTS_PLACED, ({ AppOrderID }) => AppOrderID),
    orders: (exchanged) => xts.dataOf(NAME, exchanged, XTS_BOOK, { empty: [] }).map((row) => xtsOrder(row, NO_NAMES)),
    said: (json) => (json as { result?: { AppOrderID?: unknown } }).result?.AppOrderID,
  },
};

test.each(Object.keys(PROTOCOLS) as Tried[])(
  "%s: damaged replies",
  { timeout: Math.max(120_000, MUTATED * 6) },
  (name) => {
    const { placed, book, sent, orders, said } = PROTOCOLS[name];
    const seen = { used: 0, unused: 0 };
    const status = fc.constantFrom(200, 200, 200, 400, 401, 429, 500, 502);
    fc.assert(
      fc.property(damages, status, (damage, code) => {
        const reply = (body: unknown): Exchanged => ({
          kind: "reply",
          reply: { status: code, body: damage(JSON.stringify(body)) },
        });
        const answer = sent(reply(placed));
        if (answer.kind === "done") {
          seen.used++;
          expect(code).toBe(200);
          expect(answer.value).toBe(String(said(JSON.parse(damage(JSON.stringify(placed))))));
        } else seen.unused++;
        try {
          for (const { qty, remainingQuantity } of orders(reply(book))) {
            expect(remainingQuantity).toBeGreaterThanOrEqual(0);
            expect(remainingQuantity).toBeLessThanOrEqual(qty);
          }
        } catch (error) {
          if (!(error instanceof BrokerError)) throw error;
        }
      }),
      { numRuns: MUTATED, seed: 6 },
    );
    // Replies are short, so that most damage hits what is read.
    expect(seen.used).toBeGreaterThan(MUTATED / 100);
    expect(seen.unused).toBeGreaterThan(MUTATED / 4);
  },
);
