/**
 * What Kite Connect 3 sends, as schemas of the fields that the product reads. Anything else in a reply may come and go. What
 * is read is checked for sense as well: an order that claims more than it has is no order, and its whole reply is not used.
 */
import { z } from "zod";
import { GTT_STATUSES } from "#contract/domain/orders/gtt.ts";
import { money, price, stamp, units } from "../number-fields.ts";
import { jsonOf, sane, text, word, words } from "../wire-fields.ts";

export const SIDES = ["BUY", "SELL"] as const;
export const KITE_TYPES = ["MARKET", "LIMIT", "SL", "SL-M"] as const;

/** An order of the book, or of a postback. */
export const KiteOrder = z
  .object({
    order_id: word,
    status: word,
    status_message: words,
    order_timestamp: stamp,
    variety: word,
    exchange: word,
    tradingsymbol: word,
    order_type: z.enum(KITE_TYPES),
    transaction_type: z.enum(SIDES),
    validity: word,
    product: word,
    quantity: units.positive(),
    disclosed_quantity: units,
    price,
    trigger_price: price,
    average_price: price,
    filled_quantity: units,
    pending_quantity: units,
    cancelled_quantity: units,
    tag: words,
  })
  .superRefine(
    sane((order) => ({
      qty: order.quantity,
      filled: order.filled_quantity,
      left: order.pending_quantity,
      average: order.average_price,
      isFilled: order.status === "COMPLETE",
      isRejected: order.status === "REJECTED",
    })),
  );
export type KiteOrder = z.infer<typeof KiteOrder>;

export const KiteTrade = z.object({
  trade_id: word,
  order_id: word,
  exchange: word,
  tradingsymbol: word,
  average_price: price.positive(),
  quantity: units.positive(),
  transaction_type: z.enum(SIDES),
  fill_timestamp: stamp,
});
export type KiteTrade = z.infer<typeof KiteTrade>;

export const KitePosition = z.object({
  tradingsymbol: word,
  exchange: word,
  product: word,
  quantity: z.number().int(),
  /** As the day began: what was sold of it today is in `quantity` alone. */
  overnight_quantity: z.number().int(),
  multiplier: z.number().positive(),
  average_price: money,
  /** Of the day before; 0 where there is none. */
  close_price: money.default(0),
  last_price: money,
  realised: money,
  buy_quantity: units,
  buy_price: money,
  buy_value: money,
  buy_m2m: money.optional(),
  sell_quantity: units,
  sell_price: money,
  sell_value: money,
  sell_m2m: money.optional(),
});
export type KitePosition = z.infer<typeof KitePosition>;

export const KiteHolding = z.object({
  tradingsymbol: word,
  exchange: word,
  product: word,
  quantity: z.number().int(),
  used_quantity: units.optional(),
  t1_quantity: units,
  average_price: money,
  last_price: money,
  pnl: money,
});
export type KiteHolding = z.infer<typeof KiteHolding>;

export const KiteSegmentMargin = z.object({
  enabled: z.boolean(),
  net: money,
  available: z.object({
    adhoc_margin: money,
    cash: money,
    opening_balance: money,
    live_balance: money,
    collateral: money,
    intraday_payin: money,
  }),
  utilised: z.object({
    debits: money,
    exposure: money,
    m2m_realised: money,
    m2m_unrealised: money,
    option_premium: money,
    payout: money,
    span: money,
  }),
});
export type KiteSegmentMargin = z.infer<typeof KiteSegmentMargin>;

export const KiteSession = z.object({
  user_id: word,
  user_name: text,
  access_token: word,
  api_key: word,
});

/** What came of the order that a trigger has fired. */
const KiteFiring = z.object({
  order_result: z.object({ status: word, order_id: words, rejection_reason: words }).nullish(),
});

/** An order that rests until a price is reached. */
export const KiteGtt = z
  .object({
    id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
    type: z.enum(["single", "two-leg"]),
    created_at: stamp,
    expires_at: stamp,
    status: z.enum(GTT_STATUSES),
    condition: z.object({
      exchange: word,
      tradingsymbol: word,
      last_price: price,
      trigger_values: z.array(price.positive()).min(1).max(2),
    }),
    orders: z
      .array(
        z.object({
          product: word,
          order_type: word,
          transaction_type: z.enum(SIDES),
          quantity: units.positive(),
          price,
          result: KiteFiring.nullish(),
        }),
      )
      .min(1)
      .max(2),
  })
  .refine(
    ({ type, condition, orders }) =>
      orders.length === (type === "single" ? 1 : 2) && condition.trigger_values.length === orders.length,
    { message: "has not the legs of its type" },
  );
export type KiteGtt = z.infer<typeof KiteGtt>;

export const GTT_LIST = z.array(KiteGtt);
export const GTT_WRITTEN = z.object({ trigger_id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER) });

export const ORDER_BOOK = z.array(KiteOrder);
export const TRADE_BOOK = z.array(KiteTrade);
export const POSITIONS = z.object({ net: z.array(KitePosition) });
export const HOLDINGS = z.array(KiteHolding);
export const BASKET_MARGIN = z.object({
  initial: z.object({ total: money.nonnegative() }),
  final: z.object({ total: money.nonnegative() }),
});
export const PLACED = z.object({ order_id: word });
export const YES = z.literal(true);

/** The frame of every JSON reply. */
const Failure = z.object({ status: z.literal("error"), message: z.string(), error_type: z.string().optional() });
export type KiteFailure = z.infer<typeof Failure>;

/** @returns the reply's data, what Kite says is wrong, or undefined where it is neither. Never throws. */
export function readReply<Data>(
  body: string,
  schema: z.ZodType<Data>,
): { readonly data: Data } | { readonly failure: KiteFailure } | undefined {
  const json = jsonOf(body);
  const failed = Failure.safeParse(json);
  if (failed.success) return { failure: failed.data };
  const success = z.object({ status: z.literal("success"), data: schema }).safeParse(json);
  return success.success ? { data: success.data.data } : undefined;
}
