/**
 * An order without its tag: what is known of it by its contract, side, quantity, product, prices and time. For brokers whose books
 * are not known to give tags back (`echoesTag: false` in their profile). Two orders that look alike cannot be told apart, so that
 * of such twins only one is under way at a time: `intent-repository.ts` starts none while another is not confirmed, but exits. No
 * broker takes tags for orders that rest with it until a price is reached: those are always known so.
 */
import { contractId } from "#contract/domain/instruments.ts";
import type { BookGtt, GttOrder } from "#contract/domain/orders/gtt.ts";
import { type BookOrder, type ChildOrder, LIMIT, MARKET, STOP, STOP_LIMIT } from "#contract/domain/orders/order.ts";
import { IST_MS } from "#contract/domain/reference/calendar.ts";

/** How far the broker's clock, which shows seconds, may be behind ours. */
const BEHIND_MS = 5_000;
/**
 * Later than this nobody's order arrives: a book that was read well has it, or never will. What looks alike was placed by the user
 * elsewhere, or its time is not that of its arrival.
 */
export const LATEST_MS = 120_000;
/** What doubles leave behind in prices. */
const SAME = 1e-6;

type Look = "yes" | "no" | "maybe" | "late";

/** What twins have in common, as fields of the order that was asked for. */
export const sharedByTwins = ({ contract, side, qty, productType }: ChildOrder): object => ({
  contract,
  side,
  qty,
  productType,
});

/** Their prices, too; undefined for an order that the broker may turn into a limit of its own. */
export const pricesOf = ({ type, limitPrice, stopPrice }: ChildOrder): object | undefined =>
  type === MARKET || type === STOP ? undefined : { type, limitPrice, stopPrice };

/**
 * Whether an order of the book may be the one that was sent then. maybe: the book does not say enough, or has another's mark on it, which may
 * be the broker's own. late: some books have the time
 * of the last change, so that one which arrived in time and was filled an hour later looks late; most that do are the user's own.
 * @param sentAt ms.
 */
export function looksLike(sent: ChildOrder, found: BookOrder, sentAt: number): Look {
  if (found.side !== sent.side || found.qty !== sent.qty || found.productType !== sent.productType) return "no";
  if (!hasPricesOf(sent, found)) return "no";
  if (found.contract !== undefined && contractId(found.contract) !== contractId(sent.contract)) return "no";
  return ofTheTime(found.orderDateTime, found.contract !== undefined && found.tag === "", sentAt);
}

/** What twins of those that rest at the broker have in common: legs, too. */
export const sharedByGttTwins = ({ contract, side, qty, productType, legs }: GttOrder): object => ({
  contract,
  side,
  qty,
  productType,
  legs,
});

/** As {@link looksLike}, of an order that rests at the broker until a price is reached. @param sentAt undefined: times tell nothing */
export function gttLooksLike(sent: GttOrder, found: BookGtt, sentAt: number | undefined): "yes" | "no" | "maybe" {
  if (found.side !== sent.side || found.qty !== sent.qty || found.productType !== sent.productType) return "no";
  if (!hasLegs(found, sent.legs)) return "no";
  if (found.contract !== undefined && contractId(found.contract) !== contractId(sent.contract)) return "no";
  if (sentAt === undefined) return found.contract === undefined ? "maybe" : "yes";
  const look = ofTheTime(found.createdAt, found.contract !== undefined, sentAt);
  return look === "late" ? "no" : look;
}

/** Whether its triggers and limits are these. */
export const hasLegs = ({ legs }: Pick<BookGtt, "legs">, others: BookGtt["legs"]): boolean =>
  legs.length === others.length &&
  legs.every(({ trigger, limit }, i) => {
    const other = others[i];
    return other !== undefined && isSame(trigger, other.trigger) && isSame(limit, other.limit);
  });

export const isSame = (one: number, other: number): boolean => Math.abs(one - other) < SAME;

/** @param stamp 'YYYY-MM-DD HH:MM:SS', IST. @returns ms; NaN for one that is none */
export const stampMs = (stamp: string): number => Date.parse(`${stamp.replace(" ", "T")}Z`) - IST_MS;

/** The earliest first, wherever the broker lists it: of orders that look alike the first sent has the first stamped. */
export const byStamp = (one: Pick<BookOrder, "orderDateTime">, other: Pick<BookOrder, "orderDateTime">): number =>
  one.orderDateTime < other.orderDateTime ? -1 : Number(one.orderDateTime > other.orderDateTime);

function ofTheTime(stamp: string, isSure: boolean, sentAt: number): Look {
  const at = stampMs(stamp);
  if (at < sentAt - BEHIND_MS) return "no";
  if (at > sentAt + LATEST_MS) return "late";
  return !isSure || Number.isNaN(at) ? "maybe" : "yes";
}

function hasPricesOf({ type, limitPrice, stopPrice }: ChildOrder, found: BookOrder): boolean {
  switch (type) {
    case MARKET:
      return found.type === MARKET || found.type === LIMIT;
    case STOP:
      return (found.type === STOP || found.type === STOP_LIMIT) && isSame(found.stopPrice, stopPrice);
    case LIMIT:
      return found.type === LIMIT && isSame(found.limitPrice, limitPrice);
    case STOP_LIMIT:
      return found.type === STOP_LIMIT && isSame(found.limitPrice, limitPrice) && isSame(found.stopPrice, stopPrice);
  }
}
