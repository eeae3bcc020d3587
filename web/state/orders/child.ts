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
  /** Of one that is in doubt: how often the broker's book was read for it. */
  readonly reads?: number | undefined;
  /** The product itself refused it. */
  readonly isOurs?: true;
  /** The broker's id of it and what has traded so far, as far as the broker has told. */
  readonly details?: Outcome["ordExcDetails"];
}

export const waitingChild = (item: OrderItem): Child => ({ item, state: "waiting", message: "" });

/** What one call's answer makes of a child. */
export function answered(child: Child, { s, m, state, reads, isOurs, ordExcDetails: details }: Outcome): Child {
  if (state === "unknown" || state === "new" || state === "sending")
    return { ...child, state: "unknown", message: m, reads };
  const facts = { ...(isOurs && { isOurs }), ...(details && { details }) };
  return { ...child, state: s === "ok" ? "placed" : "rejected", message: m, ...facts };
}

/** It is not known whether the call was heard. */
export const lost = (child: Child): Child => ({ ...child, state: "unknown", message: "" });

/** 'Order book read 4 times: not there yet.': of those in doubt, the one that was looked for least. */
export function readingWords(children: readonly Child[]): string {
  const reads = children.flatMap((child) => (child.state === "unknown" ? [child.reads ?? 0] : []));
  const least = Math.min(...reads);
  if (!(least > 0) || least === Number.POSITIVE_INFINITY) return "The order book is being read.";
  return `Order book read ${least === 1 ? "once" : `${least} times`}: not there yet.`;
}

/** Nothing more comes of any of them by itself. */
export const isSettled = (children: readonly Child[]): boolean =>
  children.every(({ state }) => state === "placed" || state === "rejected" || state === "dropped");

export const countOf = (children: readonly Child[], state: ChildState): number =>
  children.filter((child) => child.state === state).length;

/**
 * 'Order Placed x N', 'Order Rejected x M', 'Not confirmed x K': each where there is one.
 * Why the product refused some follows, each reason once.
 * @param listsRejections the broker's own words follow, too
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
  const reasons = children.filter(
    ({ state, message, isOurs }) => state === "rejected" && message !== "" && (listsRejections || isOurs),
  );
  return [...counted, ...new Set(reasons.map(({ message }) => message))];
}
