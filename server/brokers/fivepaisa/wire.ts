/**
 * What 5paisa sends, as schemas of the fields that the product reads: every reply has a head and a body, and the body says what became of the
 * request. Field names are those of its documents and of what other open implementations read.
 */
import { z } from "zod";
import { amount, id, jsonOf, price, sane, units, whole, word, words } from "../wire-fields.ts";

const side = z.enum(["B", "S"]);
const named = { Exch: word, ExchType: word, ScripCode: id, ScripName: words };
/** 'I' intraday, 'D' delivery, which of derivatives is carried over; 'S' bracket and 'C' cover orders, which are not sent. */
const product = z.enum(["I", "D", "S", "C"]);
/** '/Date(1785134700000+0530)/' */
const moment = z
  .string()
  .regex(/^\/Date\(\d+[+-]\d{4}\)\/$/)
  .nullish()
  .transform((text) => (text ? Number(/\d+/.exec(text)?.[0]) : 0));

export const FULLY_EXECUTED = "fully executed";
const REJECTED = /^rejected/;
/** 'Rejected By 5P' */
const status = word.transform((text) => text.trim().toLowerCase());

export const PaisaOrder = z
  .object({
    ...named,
    BrokerOrderId: id,
    /** '' or '0' before the exchange has it. */
    ExchOrderID: z
      .union([z.string(), z.number()])
      .nullish()
      .transform((text) => String(text ?? "")),
    RemoteOrderID: words,
    BuySell: side,
    DelvIntra: product,
    AtMarket: z.enum(["Y", "N"]),
    OrderStatus: status,
    OrderValidity: z
      .union([z.number(), z.string()])
      .nullish()
      .transform((text) => Number(text ?? 0)),
    Qty: units.pipe(z.number().positive()),
    TradedQty: units,
    DisClosedQty: units,
    Rate: price,
    SLTriggerRate: price,
    AveragePrice: price,
    Reason: words,
    BrokerOrderTime: moment,
  })
  .superRefine(
    sane((order) => ({
      qty: order.Qty,
      filled: order.TradedQty,
      average: order.AveragePrice,
      isFilled: order.OrderStatus === FULLY_EXECUTED,
      isRejected: REJECTED.test(order.OrderStatus),
    })),
  );
export type PaisaOrder = z.infer<typeof PaisaOrder>;

export const PaisaTrade = z.object({
  ...named,
  /** Of the exchange: trades do not name the broker's. */
  ExchOrderID: id,
  ExchangeTradeID: id,
  BuySell: side,
  Qty: units.pipe(z.number().positive()),
  Rate: price.pipe(z.number().positive()),
  ExchangeTradeTime: moment,
});
export type PaisaTrade = z.infer<typeof PaisaTrade>;

export const PaisaPosition = z.object({
  ...named,
  OrderFor: product,
  NetQty: whole,
  BuyQty: units,
  BuyAvgRate: price,
  SellQty: units,
  SellAvgRate: price,
  /** At which what was carried over stands; 0 where it is not told. */
  BODPositionPrice: price,
  LTP: price,
  BookedPL: amount,
});
export type PaisaPosition = z.infer<typeof PaisaPosition>;

const PaisaHolding = z.object({
  Exch: word,
  Symbol: word,
  Quantity: units,
  PoolQty: units,
  AvgRate: price,
  CurrentPrice: price,
});
export type PaisaHolding = z.infer<typeof PaisaHolding>;

const PaisaMargin = z.object({ NetAvailableMargin: amount, MarginUtilized: amount, TotalCollateralValue: amount });
export type PaisaMargin = z.infer<typeof PaisaMargin>;

/** An empty list is null. */
const listOf = <Row>(row: z.ZodType<Row>) =>
  z
    .array(row)
    .nullish()
    .transform((rows) => rows ?? []);

export const ORDER_BOOK = z.object({ OrderBookDetail: listOf(PaisaOrder) });
export const TRADE_BOOK = z.object({ TradeBookDetail: listOf(PaisaTrade) });
export const POSITIONS = z.object({ NetPositionDetail: listOf(PaisaPosition) });
export const HOLDINGS = z.object({ Data: listOf(PaisaHolding) });
export const FUNDS = z.object({ EquityMargin: listOf(PaisaMargin) });
export const QUOTE = z.object({ Data: z.tuple([z.object({ LastRate: price.pipe(z.number().positive()) })]) });
export const TOKEN = z.object({ AccessToken: z.string().min(1).max(4000), ClientCode: word });
/** Of a basket, as a whole. */
export const MARGIN = z.object({ TotalMarginRequired: price });
export const PLACED = z.object({ BrokerOrderID: id.refine((text) => text !== "0") });
export const DONE = z.object({});

export interface PaisaFailure {
  /** The body's: 1 where there is nothing, 9 where the session is none; -1 where it says nothing. */
  readonly status: number;
  readonly message: string;
}

/** The login's has capitals. */
const Head = z
  .object({ status: amount, statusDescription: words, Status: amount, StatusDescription: words })
  .transform((head) => ({
    status: head.status || head.Status,
    description: head.statusDescription || head.StatusDescription,
  }));

const Reply = z.object({
  head: Head,
  /** null, or not there, where the head could not be read. */
  body: z.object({ Status: z.number().int().nullish(), Message: words }).loose().nullish(),
});

/** Of the body's status, where the session is none. */
export const NO_SESSION = 9;
/** Where the token itself is wrong there is no JSON. */
const NO_TOKEN = /^\s*"?invalid token"?\s*$/i;

/** @returns the reply's body, what 5paisa says is wrong, or undefined where it is neither. Never throws. */
export function readReply<Data>(
  body: string,
  schema: z.ZodType<Data>,
): { readonly data: Data } | { readonly failure: PaisaFailure } | undefined {
  if (NO_TOKEN.test(body)) return { failure: { status: NO_SESSION, message: body } };
  const json = jsonOf(body);
  const reply = Reply.safeParse(json);
  if (!reply.success) return undefined;
  const { head, body: said } = reply.data;
  if (!said) return { failure: { status: head.status || -1, message: head.description } };
  // The login's body has no status of its own.
  const status = said.Status ?? (said.Message === "Success" ? 0 : -1);
  if (status !== 0 || head.description !== "Success") {
    return { failure: { status: status === 0 ? -1 : status, message: said.Message || head.description } };
  }
  const success = schema.safeParse(said);
  return success.success ? { data: success.data } : undefined;
}
