/** What of a position a strategy still has, by the day's trades and its own exits. Pure. */
import { type BookOrder, FILLED, isOpen, type Position, type Trade } from "#contract/domain/orders/order.ts";
import type { StrategyPart } from "#contract/wire/http/order-bodies.ts";
import { byStrategy, type SentToday } from "../books/by-strategy.ts";
import { lackingUnits } from "./fresh-fills.ts";

export interface Share {
  readonly parts: readonly StrategyPart[];
  /** Ids of orders. */
  readonly exits: ReadonlySet<string>;
  readonly trades: readonly Trade[];
}

/** What the strategy has of each position by the day's trades, and its exits. */
export const shareOf = (strategy: string, today: SentToday, trades: readonly Trade[]): Share => ({
  parts: byStrategy(trades, today).filter((part) => part.strategy === strategy),
  exits: new Set(today.sent.flatMap((one) => (one.isExit && one.strategy === strategy ? one.orderId : []))),
  trades,
});

/**
 * Units of what was shown that are the strategy's still, with their sign; 0 where none are, or the other side is.
 * @returns leaving: units that its open exits will close; lacking: those that its exits have closed, and trades do not have yet;
 * untold: of these, those of exits that ended before all of them traded: nobody knows how many are closed.
 */
export function heldOf({ symbol, productType }: Position, shown: number, share: Share, book: readonly BookOrder[]) {
  const { parts, exits, trades } = share;
  const part = parts.find((one) => one.symbol === symbol && one.productType === productType);
  const held = part === undefined ? 0 : part.buyQty - part.sellQty;
  if (Math.sign(held) !== Math.sign(shown)) return { most: 0, leaving: 0, lacking: 0, untold: 0 };
  const own = book.filter(
    (order) => exits.has(order.id) && order.symbol === symbol && order.productType === productType,
  );
  const open = own.filter(({ status }) => isOpen(status));
  const leaving = open.reduce((sum, order) => sum + order.remainingQuantity, 0);
  const lacking = lackingUnits(own, trades);
  const untold = lackingUnits(
    own.filter(({ status }) => status !== FILLED && !isOpen(status)),
    trades,
  );
  const left = Math.min(Math.abs(shown), Math.abs(held) - leaving - lacking);
  return { most: Math.sign(shown) * Math.max(left, 0), leaving, lacking, untold };
}
