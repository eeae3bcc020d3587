/** Which orders of a strategy wait for the broker, and what its answers make of them. Nothing is changed in place. */
import { type LegFacts, type Making, newLeg, type OrderDraft, withOrder } from "./leg-edits.ts";
import type { StrategyLeg, StrategyOrder } from "./legs.ts";
import { type PositionTerms, settled } from "./position.ts";

/** What the broker made of one order. */
export interface OrderResponse {
  readonly s: "ok" | "error";
  /** How it was sent. */
  readonly orderType: StrategyOrder["orderType"];
  /** The broker's id, price, quantity and time, as far as it told them. */
  readonly ordExcDetails?: unknown;
}

/** By the id of the order. */
export type OrderResponses = Readonly<Record<string, OrderResponse>>;

/** It is sent with the strategy. */
export const isPending = ({ isTraded, exclude, contracts }: StrategyOrder): boolean =>
  !isTraded && !exclude && contracts > 0;

/** What is traded stays; what is not is made anew of one draft, in orders of the exchange's largest size. */
export function rebuilt(
  held: StrategyLeg | undefined,
  facts: LegFacts,
  draft: OrderDraft,
  making: Making,
): StrategyLeg {
  if (held === undefined) return newLeg(facts, draft, making);
  return withOrder({ ...held, orders: held.orders.filter(({ isTraded }) => isTraded) }, draft, making);
}

/** What the broker took is traded from now on, and no longer an idea of the builder. What it refused stays as it was. */
export function withResponses(leg: StrategyLeg, responses: OrderResponses, terms: PositionTerms): StrategyLeg {
  const orders = leg.orders.map((order): StrategyOrder => {
    const response = responses[order.id];
    if (response?.s !== "ok") return order;
    const { orderType, ordExcDetails } = response;
    return {
      ...order,
      orderType,
      isTraded: true,
      builder: false,
      ...(ordExcDetails !== undefined && { ordExcDetails }),
    };
  });
  return settled(leg, orders, terms);
}

/** The traded price of each order of the day by the broker's id, rupees; 'r/c' where it was rejected or cancelled. */
export type Executions = Readonly<Record<string, number | "r/c">>;

/**
 * The leg with what became of its orders at the broker. What traded has its price; what was rejected or cancelled waits again,
 * as a new order. One that was sent in parts has their mean, and waits again where none of them lives.
 */
export function withExecutions(
  leg: StrategyLeg,
  executions: Executions,
  newId: () => string,
  terms: PositionTerms,
): StrategyLeg {
  const orders = leg.orders.map((order): StrategyOrder => {
    const found = order.isTraded ? partsOf(order.ordExcDetails) : [];
    const prices = found.map(({ id, qty }) => ({ price: executions[id], qty }));
    if (prices.length === 0) return order;
    if (prices.every(({ price }) => price === "r/c")) {
      const { ordExcDetails: _, ...rest } = order;
      return { ...rest, id: newId(), isTraded: false };
    }
    const traded = prices.filter((one): one is { price: number; qty: number } => typeof one.price === "number");
    const units = traded.reduce((sum, { qty }) => sum + qty, 0);
    return units > 0 ? { ...order, ltp: traded.reduce((sum, { price, qty }) => sum + price * qty, 0) / units } : order;
  });
  return orders.every((order, i) => order === leg.orders[i]) ? leg : settled(leg, orders, terms);
}

/** The broker's orders that one order became, as their answers tell it. */
function partsOf(details: unknown): readonly { readonly id: string; readonly qty: number }[] {
  return (Array.isArray(details) ? details : [details]).filter(
    (part): part is { id: string; qty: number } => typeof part?.id === "string" && typeof part.qty === "number",
  );
}
