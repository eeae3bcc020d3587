/** Which orders of a strategy wait for the broker, and what its answers make of them. Nothing is changed in place. */
import { type LegFacts, type Making, newLeg, type OrderDraft, withOrder } from "./leg-edits.ts";
import type { StrategyLeg, StrategyOrder } from "./legs.ts";
import { type PositionTerms, settled } from "./position.ts";

/** What the broker made of one order. */
export interface OrderResponse {
  readonly s: "ok" | "error";
  /** How it was sent. */
  readonly orderType: StrategyOrder["orderType"];
  /** Lots that the broker took of one that it did not take whole; absent: none. */
  readonly placed?: number;
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

/**
 * What the broker took is traded from now on, and no longer an idea of the builder. What it refused waits: of an order that
 * it took in part the rest, as a new order. Answers may come again, since the broker rejects what it has taken, too.
 * @returns the same leg where none of its orders changes
 */
export function withResponses(
  leg: StrategyLeg,
  responses: OrderResponses,
  newId: () => string,
  terms: PositionTerms,
): StrategyLeg {
  const orders = leg.orders.flatMap((order) => {
    const response = responses[order.id];
    return response ? answeredOrders(order, response, newId) : [order];
  });
  const isSame = orders.length === leg.orders.length && orders.every((order, i) => order === leg.orders[i]);
  return isSame ? leg : settled(leg, orders, terms);
}

/** What is traded of an order, and what waits. */
function answeredOrders(order: StrategyOrder, response: OrderResponse, newId: () => string): readonly StrategyOrder[] {
  const { s, orderType, ordExcDetails, placed = 0 } = response;
  const traded = s === "ok" ? order.contracts : Math.min(placed, order.contracts);
  const { ordExcDetails: _, ...rest } = order;
  if (traded === 0) return [order.isTraded ? { ...rest, isTraded: false } : order];
  const taken: StrategyOrder = {
    ...rest,
    contracts: traded,
    orderType,
    isTraded: true,
    builder: false,
    ...(ordExcDetails !== undefined && { ordExcDetails }),
  };
  const left = order.contracts - traded;
  return left > 0 ? [taken, { ...rest, id: newId(), contracts: left, isTraded: false }] : [taken];
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
