/** What becomes of the child orders of one press, and how it is counted. Pure. */
import { CANCELLED, EXPIRED, FILLED, type OrderItem, REJECTED } from "#contract/domain/orders/order.ts";
import type { BookOrderBody, Outcome } from "#contract/wire/http/order-bodies.ts";

/** waiting: not sent yet. unknown: sent, and nobody knows yet; it is neither done nor failed. dropped: the user took it back. */
export type ChildState = "waiting" | "sending" | "placed" | "rejected" | "unknown" | "dropped";

export interface Child {
  readonly item: OrderItem;
  readonly state: ChildState;
  /** The broker's words, or ours. */
  readonly message: string;
  /** It is in doubt, or was: the user may have looked away before its answer came. */
  readonly wasInDoubt?: true;
  /** Of one that is in doubt: how often the broker's book was read for it. */
  readonly reads?: number | undefined;
  /** The product itself refused it, or gave it up: the words are its own. */
  readonly isOurs?: true | undefined;
  /** The broker's id of it and what has traded so far, as far as the broker has told. */
  readonly details?: Outcome["ordExcDetails"];
  /** What the broker's book says of one that is placed; absent until it was read. */
  readonly fill?: Fill;
}

/** What has traded of an order. */
export interface Fill {
  /** Units; NaN of one that ended half done: the book does not say how much. */
  readonly qty: number;
  /** Average, rupees; 0 where nothing has traded. */
  readonly price: number;
  /** Of the order's last change, 'HH:MM:SS'. */
  readonly at: string;
  /** Nothing more trades of it. */
  readonly isOver: boolean;
}

export const waitingChild = (item: OrderItem): Child => ({ item, state: "waiting", message: "" });

/**
 * What one call's answer makes of a child. One that the broker refused stays so: the server may have it as taken for a moment longer
 * than the book that was read here. What the product gave up may come after all.
 */
export function answered(child: Child, { s, m, state, reads, isOurs, ordExcDetails: details }: Outcome): Child {
  if (child.state === "rejected" && !child.isOurs) return child;
  if (state === "unknown" || state === "new" || state === "sending")
    return { ...child, state: "unknown", message: m, reads, wasInDoubt: true };
  const isOwnWord = isOurs || state === "absent" || state === "void" || undefined;
  // What comes after its own word is the broker's.
  const facts = { isOurs: isOwnWord, ...(details && { details }) };
  return { ...child, state: s === "ok" ? "placed" : "rejected", message: m, ...facts };
}

/** What the broker's book makes of a child: what was taken may have traded, or been rejected since. The same where it tells nothing new. */
export function booked(child: Child, orders: ReadonlyMap<string, BookOrderBody>): Child {
  const order = child.state === "placed" && child.details ? orders.get(child.details.id) : undefined;
  if (order === undefined) return child;
  if (order.status === REJECTED) return { ...child, state: "rejected", message: order.message };
  const fill = fillOf(order);
  const { qty, price, at, isOver } = child.fill ?? {};
  const isSame = Object.is(fill.qty, qty) && fill.price === price && fill.at === at && fill.isOver === isOver;
  return isSame ? child : { ...child, fill };
}

function fillOf({ status, qty, remainingQuantity, tradedPrice: price, orderDateTime }: BookOrderBody): Fill {
  const at = orderDateTime.slice(-8);
  if (status === FILLED) return { qty, price, at, isOver: true };
  const isOver = status === CANCELLED || status === EXPIRED;
  const traded = isOver ? Number.NaN : qty - remainingQuantity;
  return { qty: price > 0 ? traded : 0, price, at, isOver };
}

/** Whether the book may say more of it. */
export const isAwaited = ({ state, details, fill }: Child): boolean =>
  state === "placed" && details !== undefined && fill?.isOver !== true;

export const isFilled = ({ state, item, fill }: Child): boolean => state === "placed" && fill?.qty === item.qty;

/** It is not known whether the call was heard. */
export const lost = (child: Child): Child => ({ ...child, state: "unknown", message: "", wasInDoubt: true });

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

/** The server itself does not know: what was lost, or is being sent there, is no question to the user. */
export const isDoubted = ({ state, reads }: Child): boolean => state === "unknown" && reads !== undefined;

export const countOf = (children: readonly Child[], state: ChildState): number =>
  children.filter((child) => child.state === state).length;

/**
 * 'Order Placed x N', 'Order Rejected x M', 'Not confirmed x K', 'Not sent x L': each where there is one.
 * Why the product refused some follows, each reason once.
 * @param listsRejections the broker's own words follow, too
 */
export function resultWords(children: readonly Child[], listsRejections: boolean): readonly string[] {
  const counted = (
    [
      ["placed", "Order Placed"],
      ["rejected", "Order Rejected"],
      ["unknown", "Not confirmed"],
      ["dropped", "Not sent"],
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
