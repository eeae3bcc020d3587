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
