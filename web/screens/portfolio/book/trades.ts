/** What a broker has of the legs of a strategy. That stays so, whatever is saved or loaded. Pure. */
import { underlyingOf } from "#contract/domain/instruments.ts";
import { legKey, type StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { settled, termsOf } from "#contract/domain/strategy/position.ts";

/** The ids of traded orders. */
const tradesOf = (legs: readonly StrategyLeg[]): ReadonlySet<string> =>
  new Set(legs.flatMap(({ orders }) => orders.filter(({ isTraded }) => isTraded).map(({ id }) => id)));

/** All that a broker has of them: its prices come after its word, and what it took it may reject. */
export const tradedText = (legs: readonly StrategyLeg[]): string =>
  JSON.stringify(legs.flatMap(({ orders }) => orders.filter(({ isTraded }) => isTraded)));

interface Held {
  readonly symbol: string;
  readonly legs: readonly StrategyLeg[];
  /** As they were loaded or saved last. */
  readonly savedLegs: readonly StrategyLeg[];
}

/** What was kept elsewhere, with the orders that were traded here since then. A leg that is gone there comes back with those alone. */
export function withTrades(kept: readonly StrategyLeg[], { symbol, legs, savedLegs }: Held): readonly StrategyLeg[] {
  const known = new Set([...tradesOf(savedLegs), ...tradesOf(kept)]);
  const traded = legs
    .map((leg) => ({ ...leg, orders: leg.orders.filter(({ id, isTraded }) => isTraded && !known.has(id)) }))
    .filter(({ orders }) => orders.length > 0);
  if (traded.length === 0) return kept; // nothing is to be saved then
  const keys = new Set(kept.map(legKey));
  const gone = traded.filter((leg) => !keys.has(legKey(leg))).map((leg) => ({ ...leg, orders: [] }));
  return [...kept, ...gone].map((leg) => {
    const own = traded.find((one) => legKey(one) === legKey(leg))?.orders;
    if (!own) return leg;
    const others = leg.orders.filter(({ id }) => own.every((order) => order.id !== id));
    return settled(leg, [...others, ...own], termsOf(leg, underlyingOf(symbol)));
  });
}
