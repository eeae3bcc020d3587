/** What becomes of the child orders of one press, and how it is counted. Pure. */
import type { OrderItem } from "#contract/domain/orders/order.ts";
import type { Outcome } from "#contract/wire/http/order-bodies.ts";

/** waiting: not sent yet. unknown: sent, and nobody knows yet; it is neither done nor failed. dropped: the user took it back. */
export type ChildState = "waiting" | "sending" | "placed" | "rejected" | "unknown" | "dropped";

export interface Child {
  readonly item: OrderItem;
  readonly state: ChildState;
  /** The broker's words, or ours. */
  readonly message: string;
  /** What has traded so far. */
  readonly traded?: { readonly qty: number; readonly price: number | null } | undefined;
}

export const waitingChild = (item: OrderItem): Child => ({ item, state: "waiting", message: "" });

/** What one call's answer makes of a child. */
export function answered(child: Child, { s, m, state, ordExcDetails }: Outcome): Child {
  const traded = ordExcDetails && { qty: ordExcDetails.qty, price: ordExcDetails.price };
  if (state === "unknown" || state === "new" || state === "sending") return { ...child, state: "unknown", message: m };
  return { ...child, state: s === "ok" ? "placed" : "rejected", message: m, ...(traded && { traded }) };
}

/** It is not known whether the call was heard. */
export const lost = (child: Child): Child => ({ ...child, state: "unknown", message: "" });

/** Nothing more comes of any of them by itself. */
export const isSettled = (children: readonly Child[]): boolean =>
  children.every(({ state }) => state === "placed" || state === "rejected" || state === "dropped");

export const countOf = (children: readonly Child[], state: ChildState): number =>
  children.filter((child) => child.state === state).length;

/**
 * 'Order Placed x N', 'Order Rejected x M', 'Not confirmed x K': each where there is one.
 * @param listsRejections the broker's own words follow, each once
 */
export function resultWords(children: readonly Child[], listsRejections: boolean): readonly string[] {
  const counted = (
    [
      ["placed", "Order Placed"],
      ["rejected", "Order Rejected"],
      ["unknown", "Not confirmed"],
    ] as const
  ).flatMap(([state, words]) => {
    const count = countOf(children, state);
    return count > 0 ? [`${words} x ${count}`] : [];
  });
  if (!listsRejections) return counted;
  const reasons = children.filter(({ state, message }) => state === "rejected" && message !== "");
  return [...counted, ...new Set(reasons.map(({ message }) => message))];
}
