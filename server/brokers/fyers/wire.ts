/**
 * What Fyers API v3 sends, as schemas of the fields that the product reads. What is read is checked for sense as well: an order
 * that claims more than it has is no order, and its whole reply is not used.
 */
import { z } from "zod";
import { ORDER_STATUSES, ORDER_TYPES } from "#contract/domain/orders/order.ts";
import { money, price, units } from "../number-fields.ts";
import { DAY_MONTH_YEAR } from "../stamps.ts";
import { jsonOf, sane, text, word, words } from "../wire-fields.ts";

const side = z.union([z.literal(1), z.literal(-1)]);

/** 'DD-MMM-YYYY HH:MM:SS', IST. */
const stamp = z.string().regex(DAY_MONTH_YEAR);

export const FyersOrder = z
  .object({
    id: word,
    symbol: word,
    qty: units.positive(),
    remainingQuantity: units,
    filledQty: units,
    discloseQty: units,
    limitPrice: price,
    stopPrice: price,
    tradedPrice: price,
    type: z.literal(ORDER_TYPES),
    side,
    productType: word,
    status: z.union([z.literal(ORDER_STATUSES), z.literal(3)]),
    message: words,
    orderDateTime: stamp,
    orderValidity: word,
    orderTag: words,
  })
  .superRefine(
    sane((order) => ({
      qty: order.qty,
      filled: order.filledQty,
      left: order.remainingQuantity,
      average: order.tradedPrice,
      isFilled: order.status === 2,
      isRejected: order.status === 5,
    })),
  );
export type FyersOrder = z.infer<typeof FyersOrder>;

export const FyersTrade = z.object({
  tradeNumber: word,
  orderNumber: word,
  symbol: word,
  side,
  tradedQty: units.positive(),
  tradePrice: price.positive(),
  orderDateTime: stamp,
});
export type FyersTrade = z.infer<typeof FyersTrade>;

export const FyersPosition = z.object({
  id: word,
  symbol: word,
  productType: word,
  segment: z.number().int(),
  netQty: z.number().int(),
  avgPrice: money.optional(),
  netAvg: money,
  side: z.number().int(),
  ltp: money,
  buyQty: units,
  buyAvg: money,
  sellQty: units,
  sellAvg: money,
  realized_profit: money,
  /** Carried over from the day before. */
  cfBuyQty: units.default(0),
  cfSellQty: units.default(0),
});
export type FyersPosition = z.infer<typeof FyersPosition>;

export const FyersHolding = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  symbol: word,
  holdingType: text,
  quantity: z.number().int(),
  remainingQuantity: z.number().int(),
  costPrice: money,
  ltp: money,
  marketVal: money,
});
export type FyersHolding = z.infer<typeof FyersHolding>;

const FyersFund = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  title: text,
  equityAmount: money,
});
export type FyersFund = z.infer<typeof FyersFund>;

export const ORDER_BOOK = z.object({ orderBook: z.array(FyersOrder) });
export const TRADE_BOOK = z.object({ tradeBook: z.array(FyersTrade) });
export const POSITIONS = z.object({ netPositions: z.array(FyersPosition) });
export const HOLDINGS = z.object({
  holdings: z.array(FyersHolding),
  overall: z.object({ total_pl: money }).optional(),
});
export const FUNDS = z.object({ fund_limit: z.array(FyersFund) });
export const MARGIN = z.object({ data: z.object({ margin_total: money.nonnegative() }) });
export const TOKEN = z.object({ access_token: word });
export const PROFILE = z.object({ data: z.object({ fy_id: word, name: text }) });
/** What was asked for has an acknowledgement: `code` 201 is the one that has none. */
export const WRITTEN = z.object({ code: z.number().int(), id: word });
export const DONE = z.object({ code: z.number().int() });

const Failure = z.object({ s: z.literal("error"), code: z.number().int(), message: z.string() });
export type FyersFailure = z.infer<typeof Failure>;

/** "The request has been made, but no acknowledgement has been received: check the order book." */
const UNACKNOWLEDGED = 201;
const Said = z.object({
  s: z.literal("ok"),
  code: z.unknown().refine((code) => code !== UNACKNOWLEDGED),
});

/** @returns the reply, what Fyers says is wrong, or undefined where it is neither. Never throws. */
export function readReply<Data>(
  body: string,
  schema: z.ZodType<Data>,
): { readonly data: Data } | { readonly failure: FyersFailure } | undefined {
  const json = jsonOf(body);
  const failed = Failure.safeParse(json);
  if (failed.success) return { failure: failed.data };
  if (!Said.safeParse(json).success) return undefined;
  const success = schema.safeParse(json);
  return success.success ? { data: success.data } : undefined;
}
