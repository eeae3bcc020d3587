/** The orders that close a position, and what closes it already. Pure. */
import { contractId } from "#contract/domain/instruments.ts";
import {
  type BookOrder,
  BUY,
  type ChildOrder,
  isOpen,
  MARKET,
  type Position,
  SELL,
} from "#contract/domain/orders/order.ts";
import type { Placing } from "../intents/intent-request.ts";
import type { Listing } from "./listing.ts";

const TURNED = "The position has turned since it was shown";
export const ON_ITS_WAY = "Open orders would close it already: cancel them first";
export const UNCONFIRMED = "An exit of it is not confirmed yet: look at the orders";
const UNLISTED = "This position can be closed at the broker only";

/** Whether the order makes the position smaller. */
export const isClosing = ({ contract, productType, side }: ChildOrder, now: Position): boolean =>
  productType === now.productType &&
  side * now.netQty < 0 &&
  now.contract !== undefined &&
  contractId(contract) === contractId(now.contract);

export const qtyOf = (orders: readonly ChildOrder[]): number => orders.reduce((sum, { qty }) => sum + qty, 0);
export const unitsOf = (requests: readonly Placing[]): number => qtyOf(requests.map(({ order }) => order));

/**
 * The orders that close what is there and nothing closes yet, as much of it as was shown; or why there are none.
 * @param free units that no open order will close @param doubtful units that are on their way, and not in the book
 */
export function leave(
  now: Position,
  shown: number,
  free: number,
  doubtful: number,
  listing: Listing,
): readonly ChildOrder[] | string {
  const tradable = now.contract && listing.byContract(now.contract);
  const { productType } = now;
  if (tradable === undefined || productType === "CNC") return UNLISTED;
  if (shown === 0) return UNCONFIRMED;
  if (Math.sign(now.netQty) !== Math.sign(shown)) return TURNED;
  const { key: contract, lot, tick, largest } = tradable;
  const side = now.netQty > 0 ? SELL : BUY;
  const rest = { type: MARKET, limitPrice: 0, stopPrice: 0, disclosedQty: 0, stopLoss: 0, takeProfit: 0 } as const;
  if (free <= 0) return ON_ITS_WAY;
  if (free <= doubtful) return UNCONFIRMED;
  const orders: ChildOrder[] = [];
  for (let left = Math.min(free - doubtful, Math.abs(shown)); left > 0; left -= largest) {
    const qty = Math.min(left, largest);
    orders.push({ ...rest, contract, lot, tick, side, productType, validity: "DAY", qty });
  }
  return orders;
}

/** Units that open orders of the book will close already. Where the list of contracts failed for the book, the broker's name tells. */
export const closing = (
  book: readonly BookOrder[],
  { contract: held, symbol, productType, netQty }: Position,
): number =>
  book
    .filter((order) => isOpen(order.status) && order.side * netQty < 0 && order.productType === productType)
    .filter((order) =>
      order.contract === undefined || held === undefined
        ? order.symbol === symbol
        : contractId(order.contract) === contractId(held),
    )
    .reduce((sum, order) => sum + order.remainingQuantity, 0);
