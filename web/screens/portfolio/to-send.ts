/** What 'Trade' sends. */
import { atom } from "jotai";
import { type Exchange, underlyingOf } from "#contract/domain/instruments.ts";
import { hasClosing } from "#contract/domain/strategy/portfolio.ts";
import { brokerExchangesAtom, tradableExchangesAtom } from "../../state/account/trading.ts";
import type { HeldStrategy } from "./book.ts";
import { isLivingAtom, shownAtom } from "./positions.ts";

const exchangeOf = ({ symbol }: HeldStrategy): Exchange => underlyingOf(symbol).exchange;

/** The strategies that are shown, with the legs alone whose closing orders can still be sent: no broker takes one of an expired leg. */
const pendingAtom = atom((get): readonly HeldStrategy[] => {
  const isLiving = get(isLivingAtom);
  return get(shownAtom).map((one) => ({ ...one, legs: one.legs.filter((leg) => isLiving(leg) && hasClosing(leg)) }));
});

/** Those of them on the broker's exchanges, whatever the board looks at. */
export const toSendAtom = atom((get) =>
  get(pendingAtom).filter((one) => get(brokerExchangesAtom).includes(exchangeOf(one))),
);

/** Which of them have orders that stay, in words; '' for none. */
export const notSentAtom = atom((get): string => {
  const sent = get(toSendAtom);
  const others = get(pendingAtom).filter((one) => one.legs.length > 0 && !sent.includes(one));
  if (others.length === 0) return "";
  const exchanges = [...new Set(others.map(exchangeOf))].join(", ");
  return `Not sent, for the broker does not trade on ${exchanges}: ${others.map(({ name }) => name).join(", ")}.`;
});

/** Whether a strategy that is shown can be traded now. */
export const canTradeAtom = atom((get) =>
  get(shownAtom).some((one) => get(tradableExchangesAtom).includes(exchangeOf(one))),
);
