/**
 * Whether one order may go to the broker: steps, sizes, what the broker takes, and the user's own limits. Everything here is
 * checked on the ticket, too; this is the check that counts. Pure.
 */
import { brokerOf } from "#contract/domain/account/brokers.ts";
import { checkSize, formatRupees, type MeasuredOrder } from "#contract/domain/orders/guards.ts";
import type { ChildOrder, Position } from "#contract/domain/orders/order.ts";
import { LIMIT, STOP, STOP_LIMIT } from "#contract/domain/orders/order.ts";
import { realizedPnl, unrealizedPnl } from "#contract/domain/orders/pnl.ts";
import type { Guards } from "#contract/wire/http/order-bodies.ts";
import type { BrokerFacts } from "../../../brokers/port.ts";
import type { DayLimit } from "../intents/day-limit.ts";
import type { Listing, Tradable } from "./listing.ts";

/** @returns why not, fit to be shown; undefined where it may go. */
export type Check = string | undefined;

/** Prices are decimals in binary: a step is hit when it is missed by less than this share of it. */
const SLACK = 1e-6;

function isOnStep(price: number, step: number): boolean {
  const steps = price / step;
  return Math.abs(steps - Math.round(steps)) < SLACK;
}

/** Sizes and steps of the contract, and what the broker takes. */
export function checkOrder(order: ChildOrder, { lot, tick, largest }: Tradable, facts: BrokerFacts): Check {
  const { qty, type, limitPrice, stopPrice, disclosedQty, productType, contract } = order;
  const broker = brokerOf(facts.id);
  if (contract.exchange === "BSE" && broker?.tradesBse !== true) return "This broker takes no orders on BSE";
  if (!facts.products.includes(productType)) return `This broker knows no ${productType.toLowerCase()} orders`;
  if (!facts.orderTypes.includes(type)) return "This broker takes no orders of this type";
  if (qty % lot !== 0) return `The quantity is not in lots of ${lot}`;
  if (qty > largest) return `One order takes at most ${largest}`;
  if (disclosedQty > qty) return "The disclosed quantity is larger than the quantity";
  const isLimit = type === LIMIT || type === STOP_LIMIT;
  const isStop = type === STOP || type === STOP_LIMIT;
  if (isLimit !== limitPrice > 0) return isLimit ? "The limit price is missing" : "This order takes no limit price";
  if (isStop !== stopPrice > 0) return isStop ? "The stop price is missing" : "This order takes no stop price";
  if (![limitPrice, stopPrice].every((price) => isOnStep(price, tick))) return `Prices go in steps of ${tick}`;
  return undefined;
}

/** What an order is measured by against the user's limits. */
export interface Standing {
  readonly ordersToday: number;
  /** Rupees of the day, realized and not; undefined where no limit asks for it, NaN where it cannot be known. */
  readonly profitToday: number | undefined;
  /** What new orders are held to as they are written down; undefined where their number has no limit. */
  readonly day?: DayLimit | undefined;
}

/** An order's size at its limit, else at the last price, else at its stop. */
export const measured = (
  { qty, limitPrice, stopPrice }: Pick<ChildOrder, "qty" | "limitPrice" | "stopPrice">,
  { lot, multiplier, price }: Tradable,
): MeasuredOrder => ({ qty, lot, multiplier, price: limitPrice > 0 ? limitPrice : (price ?? stopPrice) });

/** The user's own limits: of new orders only. */
export const checkGuards = (order: ChildOrder, tradable: Tradable, guards: Guards, standing: Standing): Check =>
  checkSize(measured(order, tradable), guards) ?? checkDay(guards, standing);

/** The limits of a day, whatever the order. */
export function checkDay(guards: Pick<Guards, "ordersPerDay" | "lossPerDay">, standing: Standing): Check {
  if (guards.ordersPerDay !== null && standing.ordersToday >= guards.ordersPerDay)
    return mostWords(guards.ordersPerDay);
  if (guards.lossPerDay === null) return undefined;
  const { profitToday = 0 } = standing;
  const limit = `Your limit is a loss of ${formatRupees(guards.lossPerDay)} a day`;
  if (Number.isNaN(profitToday)) return `${limit}, and an open position has no price to tell it by; exits still go`;
  return -profitToday >= guards.lossPerDay ? `${limit}; exits still go` : undefined;
}

/** Why no more than so many orders go in a day. */
export const mostWords = (most: number): string => `Your limit is ${most} orders a day`;

/**
 * Rupees of the day over all positions, reckoned as the dashboard shows it, at live prices first: what brokers call realized may leave
 * out what was closed. What carried lots had gained before is no gain or loss of the day, where that is told.
 * @param tellsRealized realized P&L is the broker's own figure
 * @param isFeedTroubled live prices may be old: the broker's come first
 * @returns NaN where an open position has no price: it could have lost anything
 */
export const profitOf = (
  positions: readonly Position[],
  tellsRealized: boolean,
  listing: Pick<Listing, "byContract">,
  isFeedTroubled: boolean,
): number =>
  positions.reduce((sum, position) => {
    const { contract, realized_profit, ltp, multiplier, gainedBefore = 0 } = position;
    const realized = tellsRealized ? realized_profit : realizedPnl(position, multiplier);
    const live = contract && listing.byContract(contract)?.price;
    const told = ltp > 0 ? ltp : undefined;
    const price = (isFeedTroubled ? (told ?? live) : (live ?? told)) ?? Number.NaN;
    const unrealized = unrealizedPnl(position, price, multiplier);
    return sum + realized + unrealized - gainedBefore;
  }, 0);
