/** The strategies as they were at the clock. Pure, but for what it remembers. */
import { underlyingOf } from "#contract/domain/instruments.ts";
import { asOf, type Moment } from "#contract/domain/strategy/as-of.ts";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { termsOf } from "#contract/domain/strategy/position.ts";
import type { HeldStrategy } from "./book.ts";

type Held = readonly HeldStrategy[];

/** The same orders are the same position. */
const isSame = (legs: readonly StrategyLeg[], known: readonly StrategyLeg[]): boolean =>
  legs.length === known.length &&
  legs.every(({ orders }, at) => {
    const others = known[at]?.orders ?? [];
    return orders.length === others.length && orders.every((order, i) => order === others[i]);
  });

/** @returns reads the strategies at a moment; without one, as they are. What is the same as before stays the same object. */
export function createHeldThen(): (strategies: Held, moment: Moment | undefined) => Held {
  let before: Held = [];
  return (strategies, moment) => {
    if (!moment) return strategies;
    const held = strategies.map((strategy, at): HeldStrategy => {
      const terms = underlyingOf(strategy.symbol);
      const legs = strategy.legs.map((leg) => asOf(leg, moment, termsOf(leg, terms)));
      if (legs.every((leg, i) => leg === strategy.legs[i])) return strategy;
      const known = before[at];
      return known?.id === strategy.id && isSame(legs, known.legs) ? known : { ...strategy, legs };
    });
    if (held.length !== before.length || held.some((one, at) => one !== before[at])) before = held;
    return before;
  };
}
