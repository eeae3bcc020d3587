/**
 * What Alice Blue's open API sends, as schemas of the fields that the product reads. Field names are those that other open
 * implementations read from it; the codes of its failures are those of its documents.
 */
import { z } from "zod";
import { amount, id, jsonOf, price, sane, side, units, upper, whole, word, words } from "../wire-fields.ts";

export const ALICE_TYPES = ["LIMIT", "MARKET", "SL", "SLM"] as const;

const named = {
  exchange: word,
  instrumentId: id,
  tradingSymbol: words,
  formattedInstrumentName: words,
  product: upper,
};

export const AliceOrder = z
  .object({
    ...named,
    brokerOrderId: id,
    transactionType: side,
    orderType: upper.pipe(z.enum(ALICE_TYPES)),
    validity: words,
    quantity: units.pipe(z.number().positive()),
    filledQuantity: units,
    disclosedQuantity: units,
    price,
    slTriggerPrice: price,
    averageTradedPrice: price,
    /** 'OPEN', 'TRIGGER_PENDING', 'COMPLETE' */
    orderStatus: upper,
    rejectionReason: words,
    orderTime: words,
    /** '--' is how lists show that there is none. */
    orderTag: words.transform((tag) => (tag === "--" ? "" : tag)),
  })
  .superRefine(
    sane((order) => ({
      qty: order.quantity,
      filled: order.filledQuantity,
      average: order.averageTradedPrice,
      isFilled: order.orderStatus === "COMPLETE",
      isRejected: order.orderStatus === "REJECTED",
    })),
  );
export type AliceOrder = z.infer<typeof AliceOrder>;

export const AliceTrade = z.object({
  ...named,
  brokerOrderId: id,
  exchangeTradeId: id,
  transactionType: side,
  filledQuantity: units.pipe(z.number().positive()),
  tradedPrice: price.pipe(z.number().positive()),
  /** '27-07-2026 12:15:00', or the time alone. */
  fillTimestamp: words,
});
export type AliceTrade = z.infer<typeof AliceTrade>;

export const AlicePosition = z.object({
  ...named,
  netQuantity: whole,
  netAveragePrice: price,
  /** Of the day, as the prices are: what was carried over is not among them. */
  dayBuyQuantity: units,
  daySellQuantity: units,
  dayBuyPrice: price,
  daySellPrice: price,
  realizedPnl: amount,
  /** The documents' example has none, and no last price: then nobody knows what it gains. */
  unrealisedPnl: z
    .union([z.null(), z.undefined(), z.literal("")])
    .transform(() => undefined)
    .or(amount),
});
export type AlicePosition = z.infer<typeof AlicePosition>;

const AliceHolding = z.object({
  nseTradingSymbol: words,
  bseTradingSymbol: words,
  isin: words,
  totalQuantity: units,
  dpQuantity: units,
  t1Quantity: units,
  sellableQty: units,
  averageTradedPrice: price,
  ltp: price,
});
export type AliceHolding = z.infer<typeof AliceHolding>;

const Limit = z.object({ tradingLimit: amount, collateralMargin: amount, utilizedMargin: amount });
export type AliceLimit = z.infer<typeof Limit>;

export const ORDER_BOOK = z.array(AliceOrder);
export const TRADE_BOOK = z.array(AliceTrade);
export const POSITIONS = z.array(AlicePosition);
export const HOLDINGS = z.array(AliceHolding);
export const LIMITS = z.array(Limit);
/** One request, one order: what it was answered. */
export const WRITTEN = z.tuple([z.object({ brokerOrderId: id })]);
export const SOCKET_TOKEN = z.tuple([z.object({ orderToken: word })]);
/** Of the login, whose reply has a frame of its own. */
export const LOGIN = z.object({ clientId: word, userSession: z.string().min(1).max(4000) });

export interface AliceFailure {
  /** 'EC947'; '' where there is none. */
  readonly code: string;
  readonly message: string;
}

const CODE = /\bEC\d{3}\b/;
const failureOf = (message: string): AliceFailure => ({ code: CODE.exec(message)?.[0] ?? "", message });

const Failure = z.object({ status: z.string(), message: z.string() });
const Refused = z.object({ stat: z.string(), emsg: z.string() });
/** A frame that says yes may hold an order that was refused. */
const Item = z.tuple([z.object({ status: z.string(), message: z.string(), brokerOrderId: z.literal("").nullish() })]);

/** @returns the reply's result, what Alice Blue says is wrong, or undefined where it is neither. Never throws. */
export function readReply<Data>(
  body: string,
  schema: z.ZodType<Data>,
): { readonly data: Data } | { readonly failure: AliceFailure } | undefined {
  const json = jsonOf(body);
  const said = z.object({ status: z.literal("Ok"), result: z.unknown() }).safeParse(json);
  if (said.success) {
    const item = Item.safeParse(said.data.result);
    if (item.success && item.data[0].status !== "Ok") return { failure: failureOf(item.data[0].message) };
    const success = schema.safeParse(said.data.result);
    return success.success ? { data: success.data } : undefined;
  }
  const failed = Failure.safeParse(json);
  if (failed.success) return { failure: failureOf(failed.data.message) };
  const refused = Refused.safeParse(json);
  if (refused.success && refused.data.stat !== "Ok") return { failure: failureOf(refused.data.emsg) };
  const login = z.object({ stat: z.literal("Ok") }).safeParse(json);
  const success = login.success ? schema.safeParse(json) : undefined;
  return success?.success ? { data: success.data } : undefined;
}
