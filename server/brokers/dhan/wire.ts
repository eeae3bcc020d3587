/**
 * What DhanHQ v2 sends, as schemas of the fields that the product reads: replies have no frame, failures have one. What is read is
 * checked for sense as well: an order that claims more than it has is no order, and its whole reply is not used.
 */
import { z } from "zod";
import { money, price, stamp, units } from "../number-fields.ts";
import { jsonOf, sane, text, word, words } from "../wire-fields.ts";

export const SIDES = ["BUY", "SELL"] as const;
export const DHAN_TYPES = ["LIMIT", "MARKET", "STOP_LOSS", "STOP_LOSS_MARKET"] as const;

export const DhanOrder = z
  .object({
    orderId: word,
    correlationId: words,
    orderStatus: word,
    transactionType: z.enum(SIDES),
    exchangeSegment: word,
    productType: word,
    orderType: z.enum(DHAN_TYPES),
    validity: word,
    tradingSymbol: words,
    securityId: word,
    quantity: units.positive(),
    disclosedQuantity: units,
    price,
    triggerPrice: price,
    createTime: stamp,
    omsErrorDescription: words,
    averageTradedPrice: price,
    filledQty: units,
  })
  .superRefine(
    sane((order) => ({
      qty: order.quantity,
      filled: order.filledQty,
      average: order.averageTradedPrice,
      isFilled: order.orderStatus === "TRADED",
      isRejected: order.orderStatus === "REJECTED",
    })),
  );
export type DhanOrder = z.infer<typeof DhanOrder>;

/** A leg of an order that rests until a price is reached; two of an OCO have one `orderId`. */
export const DhanForever = z.object({
  orderId: word,
  orderStatus: z.enum(["TRANSIT", "PENDING", "CONFIRM", "TRADED", "TRIGGERED", "EXPIRED", "CANCELLED", "REJECTED"]),
  transactionType: z.enum(SIDES),
  exchangeSegment: word,
  productType: word,
  /** Of the whole, not of the order that is sent. */
  orderType: z.enum(["SINGLE", "OCO"]),
  tradingSymbol: words,
  securityId: word,
  quantity: units.positive(),
  price,
  triggerPrice: price.positive(),
  legName: word,
  createTime: stamp,
});
export type DhanForever = z.infer<typeof DhanForever>;

export const DhanTrade = z.object({
  orderId: word,
  exchangeTradeId: word,
  transactionType: z.enum(SIDES),
  exchangeSegment: word,
  tradingSymbol: words,
  securityId: word,
  tradedQuantity: units.positive(),
  tradedPrice: price.positive(),
  exchangeTime: stamp,
});
export type DhanTrade = z.infer<typeof DhanTrade>;

export const DhanPosition = z.object({
  tradingSymbol: words,
  securityId: word,
  exchangeSegment: word,
  productType: word,
  netQty: z.number().int(),
  costPrice: money,
  buyAvg: money,
  buyQty: units,
  sellAvg: money,
  sellQty: units,
  realizedProfit: money,
  unrealizedProfit: money,
  multiplier: z.number().positive(),
});
export type DhanPosition = z.infer<typeof DhanPosition>;

export const DhanHolding = z.object({
  exchange: word,
  tradingSymbol: word,
  totalQty: units,
  t1Qty: units,
  availableQty: units,
  avgCostPrice: money,
  lastTradedPrice: money.nullish().transform((value) => value ?? 0),
});
export type DhanHolding = z.infer<typeof DhanHolding>;

export const FUNDS = z.object({
  // As Dhan writes it.
  availabelBalance: money,
  sodLimit: money,
  collateralAmount: money,
  receiveableAmount: money,
  utilizedAmount: money,
});
export type DhanFunds = z.infer<typeof FUNDS>;

const figure = z.union([z.number(), z.string().regex(/^\d+(?:\.\d+)?$/)]).transform(Number);
/** Of a basket: documents have one name of the figure, replies that users have seen the other. */
export const MARGIN = z
  .union([z.object({ total_margin: figure }), z.object({ totalMargin: figure })])
  .transform((told) => ("total_margin" in told ? told.total_margin : told.totalMargin))
  .pipe(z.number().nonnegative());
export const ORDER_BOOK = z.array(DhanOrder);
export const TRADE_BOOK = z.array(DhanTrade);
export const POSITIONS = z.array(DhanPosition);
export const HOLDINGS = z.array(DhanHolding);
/** An OCO may be shown by the leg that is left; no other number of legs makes sense. */
export const FOREVER_LIST = z.array(DhanForever).superRefine((rows, context) => {
  const counts = new Map<string, number>();
  for (const { orderId, orderType } of rows) {
    const count = (counts.get(orderId) ?? 0) + 1;
    counts.set(orderId, count);
    if (count > (orderType === "OCO" ? 2 : 1)) context.addIssue({ code: "custom", message: "has too many legs" });
  }
});
export const WRITTEN = z.object({ orderId: word, orderStatus: word });
export const TOKEN = z.object({ dhanClientId: word, dhanClientName: text, accessToken: word });
export const CONSENT = z.object({ consentId: word });

const Failure = z.object({ errorType: z.string().optional(), errorCode: z.string(), errorMessage: z.string() });
export type DhanFailure = z.infer<typeof Failure>;

/** @returns the reply, what Dhan says is wrong, or undefined where it is neither. Never throws. */
export function readReply<Data>(
  body: string,
  schema: z.ZodType<Data>,
): { readonly data: Data } | { readonly failure: DhanFailure } | undefined {
  const json = body === "" ? null : jsonOf(body);
  const failed = Failure.safeParse(json);
  if (failed.success) return { failure: failed.data };
  const success = schema.safeParse(json);
  return success.success ? { data: success.data } : undefined;
}
