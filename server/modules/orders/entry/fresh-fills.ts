/**
 * What has closed a position a moment ago. A broker may write an order as traded before its positions have it: who goes by them then
 * closes the same units again. Pure.
 */
import { contractId } from "#contract/domain/instruments.ts";
import { type BookOrder, FILLED, isOpen, type Position, type Trade } from "#contract/domain/orders/order.ts";
import { stampMs } from "../intents/fingerprint.ts";

type Held = Pick<Position, "contract" | "symbol" | "productType" | "netQty">;

/**
 * Units that orders have closed of the position and that it need not show yet: trades since then, and what the book has as traded
 * and trades do not have yet.
 * @param since ms; Infinity where times tell nothing, as those of practice
 */
export function freshUnits(held: Held, book: readonly BookOrder[], trades: readonly Trade[], since: number): number {
  const isOf = (one: BookOrder | Trade): boolean =>
    one.side * held.netQty < 0 &&
    (one.contract === undefined || held.contract === undefined
      ? one.symbol === held.symbol
      : contractId(one.contract) === contractId(held.contract));
  const lacking = book
    .filter((order) => isOf(order) && order.productType === held.productType)
    .map((order) => tradedOf(order, trades) - unitsOf(trades.filter(({ orderId }) => orderId === order.id)))
    .reduce((sum, units) => sum + Math.max(units, 0), 0);
  return lacking + unitsOf(trades.filter((trade) => isOf(trade) && stampMs(trade.at) >= since));
}

/** Of an order that ended before all of it traded, books tell only that some did: how much, its trades tell, as soon as there are any. */
function tradedOf({ id, status, qty, remainingQuantity, tradedPrice }: BookOrder, trades: readonly Trade[]): number {
  if (status === FILLED || isOpen(status)) return qty - remainingQuantity;
  return tradedPrice > 0 && !trades.some(({ orderId }) => orderId === id) ? qty : 0;
}

const unitsOf = (trades: readonly Trade[]): number => trades.reduce((sum, { qty }) => sum + qty, 0);
