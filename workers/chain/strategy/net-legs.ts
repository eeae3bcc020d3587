import type { EndCosts, MarkedLeg } from "#contract/domain/strategy/valuation.ts";

/** Legs whose P&L is net: costs in proportion to a leg's value change its quantity, all others the first one's entry price. */
export const netLegs = (legs: readonly MarkedLeg[], { rates, fixed }: EndCosts): readonly MarkedLeg[] =>
  legs.map((leg, index) => {
    const quantity = leg.quantity - Math.abs(leg.quantity) * (rates[index] ?? 0);
    if (quantity === 0) return leg;
    const paid = leg.quantity * leg.entry + (index === 0 ? fixed : 0);
    return { ...leg, quantity, entry: paid / quantity };
  });
