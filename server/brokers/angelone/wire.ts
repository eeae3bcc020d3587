/**
 * What SmartAPI sends, as schemas of the fields that the product reads. Its documents have numbers as text, and replies seen by users
 * have them as numbers, too. Field names are those of the documents' examples and of the official SDKs.
 */
import { z } from "zod";
import { amount, id, jsonOf, price, sane, side, units, upper, whole, word, words } from "../wire-fields.ts";

export const ANGEL_TYPES = ["LIMIT", "MARKET", "STOPLOSS_LIMIT", "STOPLOSS_MARKET"] as const;

const named = { exchange: word, tradingsymbol: word, producttype: word };

export const AngelOrder = z
  .object({
    ...named,
    orderid: id,
    ordertag: words,
    variety: words.transform((text) => text.toUpperCase()),
    transactiontype: side,
    ordertype: upper.pipe(z.enum(ANGEL_TYPES)),
    duration: word,
    quantity: units.pipe(z.number().positive()),
    disclosedquantity: units,
    price,
    triggerprice: price,
    averageprice: price,
    filledshares: units,
    /** 'open', 'trigger pending', 'complete'; `status` has 'modified' and others beside it. */
    orderstatus: word.transform((text) => text.toLowerCase()),
    text: words,
    updatetime: words,
  })
  .superRefine(
    sane((order) => ({
      qty: order.quantity,
      filled: order.filledshares,
      average: order.averageprice,
      isFilled: order.orderstatus === "complete",
      isRejected: order.orderstatus === "rejected",
    })),
  );
export type AngelOrder = z.infer<typeof AngelOrder>;

export const AngelTrade = z.object({
  exchange: word,
  tradingsymbol: word,
  orderid: id,
  fillid: id,
  transactiontype: side,
  fillprice: price.pipe(z.number().positive()),
  fillsize: units.pipe(z.number().positive()),
  /** '13:27:53', of today. */
  filltime: z.string().regex(/^\d{2}:\d{2}:\d{2}$/),
});
export type AngelTrade = z.infer<typeof AngelTrade>;

export const AngelPosition = z.object({
  ...named,
  netqty: whole,
  /** Of today; what was carried over stands beside it. */
  buyqty: units,
  sellqty: units,
  cfbuyqty: units,
  cfsellqty: units,
  totalbuyavgprice: price,
  totalsellavgprice: price,
  ltp: price,
  realised: amount,
});
export type AngelPosition = z.infer<typeof AngelPosition>;

const AngelHolding = z.object({
  tradingsymbol: word,
  exchange: word,
  product: words,
  quantity: units,
  t1quantity: units,
  averageprice: price,
  ltp: price,
});
export type AngelHolding = z.infer<typeof AngelHolding>;

export const FUNDS = z.object({
  net: amount,
  availablecash: amount,
  collateral: amount,
  utiliseddebits: amount,
  m2mrealized: amount,
  m2munrealized: amount,
});
export type AngelFunds = z.infer<typeof FUNDS>;

/** An empty list is null. */
const listOf = <Row>(row: z.ZodType<Row>) =>
  z
    .array(row)
    .nullable()
    .transform((rows) => rows ?? []);

export const ORDER_BOOK = listOf(AngelOrder);
export const TRADE_BOOK = listOf(AngelTrade);
export const POSITIONS = listOf(AngelPosition);
export const HOLDINGS = z
  .object({ holdings: listOf(AngelHolding) })
  .nullable()
  .transform((all) => all?.holdings ?? []);
export const PROFILE = z.object({ clientcode: word, name: z.string().max(500) });
export const PLACED = z.object({ orderid: id });
export const DONE = z.unknown();
export const MARGIN = z.object({ totalMarginRequired: amount.pipe(z.number().nonnegative()) });

/** Failures of orders have `status`, those at the door (tokens) have `success`; the code is spelled in both ways. */
const Failure = z.object({
  status: z.union([z.literal(false), z.literal("false")]).optional(),
  success: z.literal(false).optional(),
  message: z.string(),
  errorcode: z.string().optional(),
  errorCode: z.string().optional(),
});

export interface AngelFailure {
  /** 'AB1013'; '' where there is none. */
  readonly code: string;
  readonly message: string;
}

/** @returns the reply's data, what Angel One says is wrong, or undefined where it is neither. Never throws. */
export function readReply<Data>(
  body: string,
  schema: z.ZodType<Data>,
): { readonly data: Data } | { readonly failure: AngelFailure } | undefined {
  const json = jsonOf(body);
  const failed = Failure.safeParse(json);
  if (failed.success && (failed.data.status !== undefined || failed.data.success !== undefined)) {
    const { message, errorcode, errorCode } = failed.data;
    return { failure: { code: errorcode ?? errorCode ?? "", message } };
  }
  const said = z.object({ status: z.literal(true), data: z.unknown() }).safeParse(json);
  const success = said.success ? schema.safeParse(said.data.data) : undefined;
  return success?.success ? { data: success.data } : undefined;
}
