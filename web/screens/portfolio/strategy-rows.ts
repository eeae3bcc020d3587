/** Which strategies have a row, and what the prices of their legs allow. Pure. */
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import type { HeldStrategy } from "./book/book.ts";
import { contractText } from "./leg-words.ts";

export interface StrategyAt {
  readonly strategy: HeldStrategy;
  /** Its place among all strategies, and of its first leg among all legs. */
  readonly at: number;
  readonly start: number;
}

export function rowsOf(strategies: readonly HeldStrategy[]): readonly StrategyAt[] {
  let end = 0;
  return strategies.map((strategy, at) => {
    end += strategy.legs.length;
    return { strategy, at, start: end - strategy.legs.length };
  });
}

/** @param find letters of a name or a symbol; '' for all */
export function foundIn(rows: readonly StrategyAt[], find: string): readonly StrategyAt[] {
  const letters = find.trim().toUpperCase();
  return rows.filter(({ strategy: { name, symbol } }) => `${name} ${symbol}`.toUpperCase().includes(letters));
}

/** Whether a leg that is open has a price. @param priced '1' by leg of all strategies where its price is known */
export const hasOpenPrice = ({ strategy, start }: StrategyAt, priced: string): boolean =>
  strategy.legs.some((leg, i) => !leg.isClosed && priced[start + i] === "1");

/** Contracts that stay open for want of a price when all is closed. */
export const unpricedIn = (
  { strategy: { legs, symbol }, start }: StrategyAt,
  priced: string,
  isOpen: (leg: StrategyLeg) => boolean,
): readonly string[] =>
  legs.filter((leg, i) => isOpen(leg) && priced[start + i] !== "1").map((leg) => contractText(symbol, leg));
