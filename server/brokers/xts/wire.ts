/**
 * What XTS sends, as schemas of the fields that the product reads; numbers come as numbers or as text. What is read is checked for
 * sense as well: an order that claims more than it has is no order, and its whole reply is not used.
 */
import { z } from "zod";

const text = z.string().max(500);
const word = z.string().min(1).max(120);
const words = text.nullish().transform((value) => value ?? "");
/** 6202.5, '6,202.50', '' or 'NaN' where there is none. */
const amount = z
  .union([z.number(), z.string().regex(/^(?:-?[\d,]+(?:\.\d+)?|NaN)?$/)])
  .nullish()
  .transform((value) => {
    const number = typeof value === "string" ? Number(value.replaceAll(",", "")) : (value ?? 0);
    return Number.isNaN(number) ? 0 : number;
  });
const whole = amount.pipe(z.number().int());
const units = whole.pipe(z.number().nonnegative().max(Number.MAX_SAFE_INTEGER));
const price = amount.pipe(z.number().nonnegative());
const id = z.union([z.number().int().positive().max(Number.MAX_SAFE_INTEGER), word]).transform(String);

/** 'Buy' and 'BUY' are one, and so are 'StopLimit' and 'STOPLIMIT'. */
const upper = word.transform((value) => value.toUpperCase());
const side = upper.pipe(z.enum(["BUY", "SELL"]));
export const XTS_TYPES = ["LIMIT", "MARKET", "STOPLIMIT", "STOPMARKET"] as const;

const order = {
  AppOrderID: id,
  ExchangeSegment: word,
  ExchangeInstrumentID: id,
  TradingSymbol: words,
  OrderSide: side,
  OrderType: upper.pipe(z.enum(XTS_TYPES)),
  ProductType: word,
  OrderQuantity: units.pipe(z.number().positive()),
  OrderUniqueIdentifier: words,
};

export const XtsOrder = z
  .object({
    ...order,
    TimeInForce: word,
    OrderPrice: price,
    OrderStopPrice: price,
    OrderStatus: word,
    OrderAverageTradedPrice: price,
    CumulativeQuantity: units,
    OrderDisclosedQuantity: units,
    OrderGeneratedDateTime: words,
    CancelRejectReason: words,
  })
  .refine((row) => row.CumulativeQuantity <= row.OrderQuantity, { message: "has more units than it asked for" })
  .refine((row) => row.CumulativeQuantity === 0 || row.OrderAverageTradedPrice > 0, {
    message: "is filled at no price",
  })
  .refine((row) => row.OrderStatus !== "Filled" || row.CumulativeQuantity === row.OrderQuantity, {
    message: "is filled and is not",
  })
  .refine((row) => row.OrderStatus !== "Rejected" || row.CumulativeQuantity === 0, {
    message: "is rejected and filled",
  });
export type XtsOrder = z.infer<typeof XtsOrder>;

export const XtsTrade = z.object({
  ...order,
  ExecutionID: id,
  LastTradedPrice: price.pipe(z.number().positive()),
  LastTradedQuantity: units.pipe(z.number().positive()),
  LastExecutionTransactTime: words,
});
export type XtsTrade = z.infer<typeof XtsTrade>;

export const XtsPosition = z.object({
  TradingSymbol: words,
  ExchangeSegment: word,
  ExchangeInstrumentId: id,
  ProductType: word,
  Quantity: whole,
  BuyAveragePrice: price,
  SellAveragePrice: price,
  OpenBuyQuantity: units,
  OpenSellQuantity: units,
  UnrealizedMTM: amount,
  RealizedMTM: amount,
});
export type XtsPosition = z.infer<typeof XtsPosition>;

const XtsHolding = z.object({ HoldingQuantity: whole, UsedQuantity: whole, BuyAvgPrice: price });
export type XtsHoldings = Readonly<Record<string, z.infer<typeof XtsHolding>>>;

const XtsLimits = z.object({
  cashAvailable: amount,
  collateral: amount,
  marginUtilized: amount,
  netMarginAvailable: amount,
  RealizedMTM: amount,
  UnrealizedMTM: amount,
});
export type XtsLimits = z.infer<typeof XtsLimits>;

export const ORDER_BOOK = z.array(XtsOrder);
export const TRADE_BOOK = z.array(XtsTrade);
export const POSITIONS = z.object({ positionList: z.array(XtsPosition) });
/** By ISIN. */
export const HOLDINGS = z.object({ RMSHoldings: z.object({ Holdings: z.record(z.string(), XtsHolding) }) });
export const BALANCE = z.object({
  BalanceList: z.array(z.object({ limitObject: z.object({ RMSSubLimits: XtsLimits }) })).min(1),
});
export const SESSION = z.object({ token: word, userID: word, clientCodes: z.array(word).optional() });
export const PLACED = z.object({ AppOrderID: id });
export const DONE = z.unknown();
/** Lines of a list, with '|' between their fields. */
export const MASTER = z.string();

const Failure = z.object({ type: z.literal("error"), code: z.string(), description: z.string() });
export type XtsFailure = z.infer<typeof Failure>;

/** @returns the reply's result, what XTS says is wrong, or undefined where it is neither. Never throws. */
export function readReply<Data>(
  body: string,
  schema: z.ZodType<Data>,
): { readonly data: Data } | { readonly failure: XtsFailure } | undefined {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return undefined;
  }
  const failed = Failure.safeParse(json);
  if (failed.success) return { failure: failed.data };
  const said = z.object({ type: z.literal("success"), result: z.unknown() }).safeParse(json);
  const success = said.success ? schema.safeParse(said.data.result) : undefined;
  return success?.success ? { data: success.data } : undefined;
}
