/** Orders of a strategy's legs as drafts of one press, and what the broker's answers say of each. Pure. */
import type { OrderSide } from "#contract/domain/orders/prices.ts";
import type { OrderResponse, OrderResponses } from "#contract/domain/strategy/trading.ts";
import { type BasketLeg, type BasketState, emptyBasket, reduceBasket } from "./basket/basket.ts";
import { isSettled } from "./child.ts";
import {
  changeDraft,
  type Draft,
  type DraftAction,
  newDraft,
  type Quote,
  type TicketContract,
  type TicketRules,
} from "./draft.ts";

/** One order of a leg that waits to be sent. */
export interface LegOrder {
  readonly id: string;
  readonly contract: TicketContract;
  readonly side: OrderSide;
  /** Lots. */
  readonly contracts: number;
  /** Rupees a unit: the limit, where it goes as one. */
  readonly price: number;
}

/** What is chosen for an order when it is sent. */
export interface OrderTerms {
  readonly kind: "Limit" | "Market";
  readonly product: "Intraday" | "Margin";
}

export function draftOfOrder(order: LegOrder, terms: OrderTerms, quote: Quote, rules: TicketRules): Draft {
  const { contract, side, contracts, price } = order;
  const changes: readonly DraftAction[] = [
    { type: "number", field: "limitPrice", value: price },
    { type: "kind", kind: terms.kind },
    { type: "product", product: terms.product },
    { type: "number", field: "qty", value: contracts * contract.lot },
  ];
  return changes.reduce((draft, change) => changeDraft(draft, change, rules), newDraft(contract, side, quote, rules));
}

/** A basket whose legs are the orders, under their ids. */
export const basketOf = (drafts: Readonly<Record<string, Draft>>, rules: TicketRules): BasketState =>
  Object.entries(drafts).reduce(
    (basket, [id, draft]) => reduceBasket(basket, { type: "add", id, draft, rules }),
    emptyBasket(),
  );

/** What became of each order of a basket of which nothing is open any more. One of which a part was refused is not 'ok'. */
export const responsesOf = ({ legs }: BasketState): OrderResponses =>
  Object.fromEntries(legs.filter(({ children }) => isSettled(children)).map((leg) => [leg.id, responseOf(leg)]));

function responseOf({ draft, children }: BasketLeg): OrderResponse {
  const placed = children.filter(({ state }) => state === "placed");
  const isWhole = placed.length > 0 && placed.length === children.length;
  const details = placed.flatMap(({ details, fill }) =>
    details === undefined ? [] : [fill && fill.price > 0 ? { ...details, price: fill.price } : details],
  );
  return {
    s: isWhole ? "ok" : "error",
    orderType: draft.type === "Market" ? "Market" : "Limit",
    ...(placed.length > 0 && !isWhole && { placed: placed.reduce((sum, { item }) => sum + item.qty, 0) / draft.lot }),
    ...(details.length > 0 && { ordExcDetails: details.length === 1 ? details[0] : details }),
  };
}
