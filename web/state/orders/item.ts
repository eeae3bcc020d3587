/** Drafts as the API takes them: one item for each child order. */
import { LIMIT, MARKET, type OrderItem, type OrderType, STOP, STOP_LIMIT } from "#contract/domain/orders/order.ts";
import { childQuantities, splitQuantity } from "#contract/domain/orders/split.ts";
import { hasLimit, hasStop, type OrderKind } from "#contract/domain/orders/warnings.ts";
import type { Draft, ProductType } from "./draft.ts";

export const TYPE_OF: Readonly<Record<OrderKind, OrderType>> = {
  Limit: LIMIT,
  Market: MARKET,
  Stop: STOP,
  "Stop Limit": STOP_LIMIT,
};
export const KIND_OF: Readonly<Record<OrderType, OrderKind>> = {
  [LIMIT]: "Limit",
  [MARKET]: "Market",
  [STOP]: "Stop",
  [STOP_LIMIT]: "Stop Limit",
};

export const PRODUCT_OF: Readonly<Record<ProductType, OrderItem["productType"]>> = {
  Intraday: "INTRADAY",
  Margin: "MARGIN",
  CO: "CO",
  BO: "BO",
};

/** One for each child, in the order in which they are sent. @throws RangeError unless the quantity is whole lots. */
export function itemsOf(draft: Draft): readonly OrderItem[] {
  const { symbol, securityId, type, side, productType, validity, disclosedQty, stopLoss, takeProfit, strategy } = draft;
  const item = {
    symbol,
    securityId,
    type: TYPE_OF[type],
    side,
    productType: PRODUCT_OF[productType],
    limitPrice: hasLimit(type) ? draft.limitPrice : 0,
    stopPrice: hasStop(type) ? draft.stopPrice : 0,
    validity: validity === "Day" ? ("DAY" as const) : ("IOC" as const),
    offlineOrder: false as const,
    stopLoss,
    takeProfit,
    ...(strategy !== undefined && { strategy }),
  };
  const children = childQuantities(splitQuantity(draft.qty, draft.qtyfreeze, draft.lot));
  // A child discloses no more than it has.
  return children.map((qty) => ({ ...item, disclosedQty: Math.min(disclosedQty, qty), qty }));
}
