/**
 * What Noren sends, as schemas of the fields that the product reads: every number is text. What is read is checked for sense as
 * well: an order that claims more than it has is no order, and its whole reply is not used.
 */
import { z } from "zod";
import { jsonOf, sane, word, words } from "../wire-fields.ts";

/** A number as text; what is left out is 0. */
const amount = z
  .union([z.string().regex(/^-?\d+(?:\.\d+)?$/), z.number()])
  .nullish()
  .transform((value) => Number(value ?? 0));
const whole = amount.pipe(z.number().int());
const units = whole.pipe(z.number().nonnegative().max(Number.MAX_SAFE_INTEGER));
const price = amount.pipe(z.number().nonnegative());

export const NOREN_TYPES = ["LMT", "MKT", "SL-LMT", "SL-MKT"] as const;
const side = z.enum(["B", "S"]);

/** 'HH:MM:SS DD-MM-YYYY', IST. */
const stamp = z
  .string()
  .regex(/^\d{2}:\d{2}:\d{2} \d{2}-\d{2}-\d{4}$/)
  .nullish()
  .transform((value) => value ?? "");

/** 'TRIGGER_PENDING' and 'Trigger Pending' are one. */
const status = word.transform((value) => value.toLowerCase().replaceAll("_", " "));
export const COMPLETE = "complete";
export const REJECTIONS: readonly string[] = ["rejected", "reject"];

export const NorenOrder = z
  .object({
    norenordno: word,
    exch: word,
    tsym: word,
    qty: units.pipe(z.number().positive()),
    prc: price,
    trgprc: price,
    dscqty: units,
    avgprc: price,
    fillshares: units,
    prctyp: z.enum(NOREN_TYPES),
    trantype: side,
    prd: word,
    ret: word,
    status,
    rejreason: words,
    norentm: stamp,
    remarks: words,
  })
  .superRefine(
    sane((order) => ({
      qty: order.qty,
      filled: order.fillshares,
      average: order.avgprc,
      isFilled: order.status === COMPLETE,
      isRejected: REJECTIONS.includes(order.status),
    })),
  );
export type NorenOrder = z.infer<typeof NorenOrder>;

export const NorenTrade = z.object({
  flid: word,
  norenordno: word,
  exch: word,
  tsym: word,
  trantype: side,
  flqty: units.pipe(z.number().positive()),
  flprc: price.pipe(z.number().positive()),
  norentm: stamp,
});
export type NorenTrade = z.infer<typeof NorenTrade>;

export const NorenPosition = z.object({
  exch: word,
  tsym: word,
  prd: word,
  netqty: whole,
  netavgprc: price,
  /** As {@link netavgprc}, but with what was carried over at its entry. */
  netupldprc: price,
  lp: price,
  rpnl: amount,
  daybuyqty: units,
  daybuyamt: price,
  daysellqty: units,
  daysellamt: price,
  cfbuyqty: units,
  cfbuyamt: price,
  cfsellqty: units,
  cfsellamt: price,
});
export type NorenPosition = z.infer<typeof NorenPosition>;

export const NorenHolding = z.object({
  exch_tsym: z.array(z.object({ exch: word, tsym: word })).min(1),
  holdqty: whole,
  btstqty: whole,
  brkcolqty: whole,
  unplgdqty: whole,
  benqty: whole,
  npoadqty: whole,
  dpqty: whole,
  usedqty: whole,
  upldprc: price,
});
export type NorenHolding = z.infer<typeof NorenHolding>;

export const LIMITS = z.object({
  cash: amount,
  payin: amount,
  payout: amount,
  brkcollamt: amount,
  collateral: amount,
  marginused: amount,
  rpnl: amount,
  urmtom: amount,
  span: amount,
  expo: amount,
  premium: amount,
});
export type NorenLimits = z.infer<typeof LIMITS>;

export const ORDER_BOOK = z.array(NorenOrder);
export const TRADE_BOOK = z.array(NorenTrade);
export const POSITION_BOOK = z.array(NorenPosition);
export const HOLDINGS = z.array(NorenHolding);
export const QUOTE = z.object({ lp: price.pipe(z.number().positive()) });
/** marginused: of the legs one by one; marginusedtrade: of all together; marginusedprev: of what is held already. */
export const BASKET_MARGIN = z.object({
  marginused: price,
  marginusedtrade: price,
  marginusedprev: price,
});
export const PLACED = z.object({ norenordno: word });
export const CHANGED = z.object({ result: word });
export const DONE = z.object({});
export const QUICK_AUTH = z.object({ susertoken: word, actid: word, uid: word.optional(), uname: words });
export const ACCESS_TOKEN = z.object({ access_token: word, USERID: word, actid: word.optional(), uname: words });
export const API_TOKEN = z.object({ token: word, client: word });

const Failure = z.object({ stat: z.literal("Not_Ok"), emsg: z.string() });

/** Lists come as arrays, all else with `stat` (or `status`) 'Ok'; an empty list is refused for want of data. */
const Said = z.object({ stat: z.string().optional(), status: z.string().optional() });

/** @returns the reply, what Noren says is wrong, or undefined where it is neither. Never throws. */
export function readReply<Data>(
  body: string,
  schema: z.ZodType<Data>,
): { readonly data: Data } | { readonly failure: string } | undefined {
  const json = jsonOf(body);
  const failed = Failure.safeParse(json);
  if (failed.success) return { failure: failed.data.emsg };
  if (!Array.isArray(json)) {
    const said = Said.safeParse(json);
    if (!said.success || (said.data.stat ?? said.data.status) !== "Ok") return undefined;
  }
  const success = schema.safeParse(json);
  return success.success ? { data: success.data } : undefined;
}
