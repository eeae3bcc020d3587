/** Orders that were sent: what the broker has of one is booked by its id, as it is here. */
import type { useStore } from "jotai";
import type { StrategyOrder } from "#contract/domain/strategy/legs.ts";
import { toasts } from "../../../components/toasts/toasts.ts";
import { nameOfOrder } from "../../../state/orders/order-name.ts";
import { mayBeBooked } from "../../../state/orders/under-way.ts";
import type { StrategyPane } from "../strategy-pane.ts";

export const SENT = "It was sent before, and stays as it is: with its broker connected, 'Trade' asks what became of it.";

type Store = ReturnType<typeof useStore>;

/** Whether what became of one of these orders of the strategy is still to be booked. */
export function wasSent(store: Store, pane: StrategyPane, orders: readonly StrategyOrder[]): boolean {
  const strategy = store.get(pane.strategyIdAtom);
  const all = store.get(pane.legsAtom).flatMap((leg) => leg.orders);
  const waiting = all.filter(({ isTraded }) => !isTraded).map(({ id }) => nameOfOrder(strategy, id));
  const names = orders.map(({ id }) => nameOfOrder(strategy, id));
  return names.some((name) => waiting.includes(name) && mayBeBooked(name, waiting));
}

/** It says why, too. */
export function staysAsSent(...asked: Parameters<typeof wasSent>): boolean {
  const isSent = wasSent(...asked);
  if (isSent) toasts.show({ message: SENT, type: "warning" });
  return isSent;
}
