/** Small figures of a strategy that follow from its premiums and extremes. */

import type { Leg } from "./leg.ts";

/** Premiums received less premiums paid, rupees: positive is a net credit, negative a net debit. Futures have no premium. */
export function netCredit(legs: readonly Pick<Leg, "type" | "quantity" | "entry">[]): number {
  let credit = 0;
  for (const { type, quantity, entry } of legs) if (type !== "FUT") credit -= quantity * entry;
  return credit === 0 ? 0 : credit;
}

/** MIXED where two of the three types take part, and for futures alone; else CE or PE. Undefined without legs. */
export function strategyType(legs: readonly Pick<Leg, "type">[]): "CE" | "PE" | "MIXED" | undefined {
  const [first] = legs;
  if (!first) return undefined;
  return first.type === "FUT" || legs.some(({ type }) => type !== first.type) ? "MIXED" : first.type;
}

/**
 * The x of '1 : x', most profit over most loss. NaN ('NA') where either has no limit (is infinite), nothing can be lost or
 * won, or both are the same.
 */
export function riskReward(maxProfit: number, maxLoss: number): number {
  const isBounded = Number.isFinite(maxProfit) && Number.isFinite(maxLoss);
  if (!isBounded || maxLoss >= 0 || maxProfit <= 0 || maxProfit === maxLoss) return Number.NaN;
  return maxProfit / -maxLoss;
}

/** Of two whole numbers, not negative; with 0 it is the other. */
export const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b));
