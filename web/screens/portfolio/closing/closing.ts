/** Closing legs at the last price of the live market, and taking it back. */
import { atom } from "jotai";
import { extrapolateMinute } from "#contract/domain/clock.ts";
import { underlyingOf } from "#contract/domain/instruments.ts";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { closed, isClosing, undone } from "#contract/domain/strategy/portfolio.ts";
import { termsOf } from "#contract/domain/strategy/position.ts";
import { toasts } from "../../../components/toasts/toasts.ts";
import { makingAt } from "../../../kit/strategy/ladder/use-press.ts";
import { liveListAtom } from "../../../state/clock/day.ts";
import { exchangeClockAtom } from "../../../state/market/market.ts";
import { nameOfOrder } from "../../../state/orders/order-name.ts";
import { keptPresses } from "../../../state/orders/under-way.ts";
import { editAtom, type HeldStrategy, type LegEdit } from "../book/book.ts";
import { isOpenAtom } from "../book/positions.ts";

/** What is closed: strategies, or one leg of one. */
export type Closing = Omit<LegEdit, "edit">;

/** Rupees; NaN where it is not known: that leg stays open. */
export type PriceOfLeg = (leg: StrategyLeg, strategy: HeldStrategy) => number;

/** Whether nothing of them stays open for want of a price. */
export const closesAll = (
  strategies: readonly HeldStrategy[],
  isOpen: (leg: StrategyLeg) => boolean,
  priceOf: PriceOfLeg,
): boolean =>
  strategies.length > 0 && strategies.every((one) => one.legs.every((leg) => !isOpen(leg) || priceOf(leg, one) > 0));

/** Orders are stamped with the exchange clock. */
export const closeAtom = atom(null, (get, set, what: Closing, priceOf: PriceOfLeg): void => {
  const clock = get(exchangeClockAtom);
  if (!clock) return;
  const { time, arrived } = clock;
  const at = { date: time.date, minute: extrapolateMinute(time, performance.now() - arrived) };
  const freeze = get(liveListAtom)?.freezeQty; // the board may look at a past day, with its own sizes
  const isOpen = get(isOpenAtom);
  set(editAtom, {
    ...what,
    edit: (leg, strategy) => {
      const { symbol } = strategy;
      if (!isOpen(leg)) return leg;
      return closed(leg, priceOf(leg, strategy), makingAt(symbol, leg.lotSize, at, freeze?.[symbol]));
    },
  });
});

/** Orders that were sent from a page that is gone stay until it is known what became of them. */
export const undoAtom = atom(null, (_get, set, what: Closing): void => {
  let isSent = false;
  const edit: LegEdit["edit"] = (leg, { id, symbol }) => {
    const names = leg.orders.filter(isClosing).map((order) => nameOfOrder(id, order.id));
    const wasSent = keptPresses(names).length > 0;
    isSent ||= wasSent;
    return wasSent ? leg : undone(leg, termsOf(leg, underlyingOf(symbol)));
  };
  set(editAtom, { ...what, edit });
  if (isSent) toasts.show({ message: SENT, type: "warning" });
});

const SENT = "These orders were sent before: 'Trade' asks what became of them.";
