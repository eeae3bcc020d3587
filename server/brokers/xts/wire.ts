/**
 * What XTS sends, as schemas of the fields that the product reads; numbers come as numbers or as text. What is read is checked for
 * sense as well: an order that claims more than it has is no order, and its whole reply is not used.
 */
import { z } from "zod";
import { amount, id, jsonOf, price, sane, side, units, upper, whole, word, words } from "../wire-fields.ts";

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
  .superRefine(
    sane((row) => ({
      qty: row.OrderQuantity,
      filled: row.CumulativeQuantity,
      average: row.OrderAverageTradedPrice,
      isFilled: row.OrderStatus === "Filled",
      isRejected: row.OrderStatus === "Rejected",
    })),
  );
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
  const json = jsonOf(body);
  const failed = Failure.safeParse(json);
  if (failed.success) return { failure: failed.data };
  const said = z.object({ type: z.literal("success"), result: z.unknown() }).safeParse(json);
  const success = said.success ? schema.safeParse(said.data.result) : undefined;
  return success?.success ? { data: success.data } : undefined;
}
