/**
 * What Upstox' API sends, as schemas of the fields that the product reads. What is read is checked for sense as well: an order
 * that claims more than it has is no order, and its whole reply is not used.
 */
import { z } from "zod";
import { money, price, STAMP, units } from "../number-fields.ts";
import { DAY_MONTH_YEAR } from "../stamps.ts";
import { jsonOf, sane, text, word, words } from "../wire-fields.ts";

/** Some figures are missing where they are nothing. */
const sum = money.nullish().transform((value) => value ?? 0);

export const SIDES = ["BUY", "SELL"] as const;
export const UPSTOX_TYPES = ["MARKET", "LIMIT", "SL", "SL-M"] as const;

/** 'DD-MMM-YYYY HH:MM:SS' or 'YYYY-MM-DD HH:MM:SS', IST: the documents show both. */
const stamp = z
  .string()
  .refine((told) => DAY_MONTH_YEAR.test(told) || STAMP.test(told))
  .nullish()
  .transform((value) => value ?? "");

export const UpstoxOrder = z
  .object({
    order_id: word,
    exchange: word,
    trading_symbol: word,
    instrument_token: word,
    status: word,
    status_message: words,
    product: word,
    order_type: z.enum(UPSTOX_TYPES),
    transaction_type: z.enum(SIDES),
    validity: word,
    quantity: units.positive(),
    disclosed_quantity: units,
    filled_quantity: units,
    pending_quantity: units,
    price,
    trigger_price: price,
    average_price: price,
    order_timestamp: stamp,
    tag: words,
  })
  .superRefine(
    sane((order) => ({
      qty: order.quantity,
      filled: order.filled_quantity,
      left: order.pending_quantity,
      average: order.average_price,
      isFilled: order.status.toLowerCase() === "complete",
      isRejected: order.status.toLowerCase() === "rejected",
    })),
  );
export type UpstoxOrder = z.infer<typeof UpstoxOrder>;

export const UpstoxTrade = z.object({
  trade_id: word,
  order_id: word,
  exchange: word,
  trading_symbol: word,
  instrument_token: word,
  transaction_type: z.enum(SIDES),
  quantity: units.positive(),
  average_price: price.positive(),
  exchange_timestamp: stamp,
});
export type UpstoxTrade = z.infer<typeof UpstoxTrade>;

export const UpstoxPosition = z.object({
  exchange: word,
  trading_symbol: word,
  instrument_token: word,
  product: word,
  multiplier: z.number().positive(),
  quantity: z.number().int(),
  average_price: sum,
  last_price: sum,
  buy_price: sum,
  sell_price: sum,
  day_buy_quantity: units,
  day_sell_quantity: units,
  overnight_buy_quantity: units.nullish().transform((value) => value ?? 0),
  overnight_sell_quantity: units.nullish().transform((value) => value ?? 0),
  realised: sum,
});
export type UpstoxPosition = z.infer<typeof UpstoxPosition>;

export const UpstoxHolding = z.object({
  exchange: word,
  trading_symbol: word,
  product: word,
  quantity: z.number().int(),
  t1_quantity: units,
  cnc_used_quantity: units,
  average_price: money,
  last_price: money,
  pnl: money,
});
export type UpstoxHolding = z.infer<typeof UpstoxHolding>;

export const FUNDS = z.object({
  available_to_trade: z.object({
    total: money,
    cash_available_to_trade: z.object({
      total: money,
      cash: z.object({ opening_balance: sum, added_today: sum, withdrawn_today: sum }),
      margin_used: z.object({ total: sum, span_exposure: sum, premium_present: sum }),
    }),
    pledge_available_to_trade: z.object({ margin_from_pledge: z.object({ total: sum }) }),
  }),
});
export type UpstoxFunds = z.infer<typeof FUNDS>["available_to_trade"];

export const ORDER_BOOK = z.array(UpstoxOrder);
export const TRADE_BOOK = z.array(UpstoxTrade);
export const POSITIONS = z.array(UpstoxPosition);
export const HOLDINGS = z.array(UpstoxHolding);
export const MARGIN = z.object({ required_margin: money.nonnegative(), final_margin: money.nonnegative() });
/** Slicing is never asked for: one request is one order. */
export const PLACED = z.object({ order_ids: z.tuple([word]) });
export const CHANGED = z.object({ order_id: word });
export const CONVERTED = z.object({ status: z.string() });
/** Of the login, which has no frame. */
export const TOKEN = z.object({ access_token: word, user_id: word, user_name: text });

const Problem = z.object({ error_code: z.string().optional(), errorCode: z.string().optional(), message: z.string() });
const Failure = z.object({ status: z.literal("error"), errors: z.tuple([Problem], Problem) });

export interface UpstoxFailure {
  /** 'UDAPI100050'; '' where there is none. */
  readonly code: string;
  readonly message: string;
}

/** @returns the reply's data, what Upstox says is wrong, or undefined where it is neither. Never throws. */
export function readReply<Data>(
  body: string,
  schema: z.ZodType<Data>,
  isFramed = true,
): { readonly data: Data } | { readonly failure: UpstoxFailure } | undefined {
  const json = jsonOf(body);
  const failed = Failure.safeParse(json);
  if (failed.success) {
    const [{ error_code: code, errorCode, message }] = failed.data.errors;
    return { failure: { code: code ?? errorCode ?? "", message } };
  }
  if (!isFramed) {
    const bare = schema.safeParse(json);
    return bare.success ? { data: bare.data } : undefined;
  }
  const success = z.object({ status: z.literal("success"), data: schema }).safeParse(json);
  return success.success ? { data: success.data.data } : undefined;
}
