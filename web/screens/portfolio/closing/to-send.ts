/** What 'Trade' sends. */
import { atom } from "jotai";
import { EXCHANGES, type Exchange, underlyingOf } from "#contract/domain/instruments.ts";
import { hasClosing, isClosing, opensPosition, tradeStatus } from "#contract/domain/strategy/portfolio.ts";
import { termsOf } from "#contract/domain/strategy/position.ts";
import { type OrderResponses, withResponses } from "#contract/domain/strategy/trading.ts";
import { newOrderId } from "../../../kit/strategy/legs/book.ts";
import { connectedBrokerAtom } from "../../../state/account/connected-broker.ts";
import { brokerExchangesAtom, tradableExchangesAtom } from "../../../state/account/trading.ts";
import type { LegOrder } from "../../../state/orders/leg-orders.ts";
import { nameOfOrder } from "../../../state/orders/order-name.ts";
import type { HeldStrategy, LegEdit } from "../book/book.ts";
import { isLivingAtom, shownAtom } from "../book/positions.ts";

const exchangeOf = ({ symbol }: HeldStrategy): Exchange => underlyingOf(symbol).exchange;

/** The strategies that are shown, with the legs alone whose closing orders can still be sent: no broker takes one of an expired leg. */
const pendingAtom = atom((get): readonly HeldStrategy[] => {
  const isLiving = get(isLivingAtom);
  return get(shownAtom).map((one) => ({ ...one, legs: one.legs.filter((leg) => isLiving(leg) && hasClosing(leg)) }));
});

/** Of the broker; all while none is connected: which one it will be is not known. */
const exchangesAtom = atom((get) => (get(connectedBrokerAtom) ? get(brokerExchangesAtom) : EXCHANGES));

/** Those of them on these exchanges, whatever the board looks at. */
const tradableAtom = atom((get) => get(pendingAtom).filter((one) => get(exchangesAtom).includes(exchangeOf(one))));

/** Without copies: their closing orders have the ids of those that they are copies of, by which answers are told apart. */
export const toSendAtom = atom((get) => {
  const sent = new Set<string>();
  return get(tradableAtom).filter(({ legs }) => {
    const ids = legs.flatMap(({ orders }) => orders.filter(isClosing).map(({ id }) => id));
    if (ids.some((id) => sent.has(id))) return false;
    for (const id of ids) sent.add(id);
    return true;
  });
});

const namesOf = (some: readonly HeldStrategy[]): string => some.map(({ name }) => name).join(", ");

/** Which of them have orders that stay, in words; '' for none. */
export const notSentAtom = atom((get): string => {
  const [sent, tradable] = [get(toSendAtom), get(tradableAtom)];
  const others = get(pendingAtom).filter((one) => one.legs.length > 0 && !sent.includes(one));
  const elsewhere = others.filter((one) => !tradable.includes(one));
  const copies = namesOf(others.filter((one) => tradable.includes(one)));
  const exchanges = [...new Set(elsewhere.map(exchangeOf))].join(", ");
  return [
    ...(exchanges ? [`Not sent, for the broker does not trade on ${exchanges}: ${namesOf(elsewhere)}.`] : []),
    ...(copies ? [`Sent in a press after this one, for its orders are those of another: ${copies}.`] : []),
  ].join(" ");
});

/** Of which of those that are sent the orders open a position, in words; '' for none. */
export const openingAtom = atom((get): string => {
  const words = get(toSendAtom)
    .filter(({ legs }) => legs.some(opensPosition))
    .map(({ name, legs }) => `${tradeStatus(legs) === "Not Traded" ? "Nothing" : "Only a part"} of ${name} was traded`);
  return words.length === 0 ? "" : `${words.join(". ")}: these orders open a position.`;
});

/** Whether a strategy that is shown can be traded now: on the live market. */
export const canTradeAtom = atom(
  (get) =>
    get(tradableExchangesAtom).length > 0 && get(shownAtom).some((one) => get(exchangesAtom).includes(exchangeOf(one))),
);

/**
 * What becomes of the orders that were listed, and of no others: those of a copy, which go in a press of their own or have gone,
 * answer to the same ids.
 */
export function booking(listed: readonly Pick<LegOrder, "id" | "contract">[], responses: OrderResponses): LegEdit {
  const names = new Set(listed.map(({ id, contract }) => nameOfOrder(contract.strategy, id)));
  return {
    ids: listed.map(({ contract }) => contract.strategy ?? ""),
    edit(leg, { id: strategy, symbol }) {
      const own = Object.entries(responses).filter(([id]) => names.has(nameOfOrder(strategy, id)));
      return withResponses(leg, Object.fromEntries(own), newOrderId, termsOf(leg, underlyingOf(symbol)));
    },
  };
}
