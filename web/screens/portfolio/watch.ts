/** Looks at stops and targets with each price; each is hit once for as long as the rules stay. */
import { settlement } from "#chain/strategy/settlement.ts";
import { hitOf, WHOLE_PORTFOLIO } from "#contract/domain/strategy/portfolio.ts";
import { type Profits, profitsOf } from "#contract/domain/strategy/profits.ts";
import { implementWatch } from "#contract/worker/watch.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { stopWatch } from "./screen.ts";
import type { Positions, StopHit, StopRules } from "./snapshot.ts";

/** By key: a strategy's name, or the whole. NaN where a price is missing: half a profit hits nothing. */
function totalsOf({ strategies }: Positions, { strategies: open, priced, unrealised }: Profits): Map<string, number> {
  const realised = strategies.map(({ legs }) => legs.reduce((sum, leg) => sum + leg.realised, 0));
  const whole = realised.reduce((sum, one) => sum + one, unrealised);
  return new Map([
    ...strategies.map(({ name }, at): [string, number] => [name, (realised[at] ?? 0) + (open[at] ?? Number.NaN)]),
    [WHOLE_PORTFOLIO, priced === strategies.length ? whole : Number.NaN],
  ]);
}

export const watch = implementWatch<StopRules, StopHit, Kernel, Set<string>>(stopWatch, {
  createScratch: () => new Set(),
  watch({ params: { positions, rules }, ...input }, fired) {
    const last = input.market.prices();
    const totals = totalsOf(
      positions,
      profitsOf(positions.strategies, (leg) => (leg.settledOn ? settlement(leg, leg.room, input) : last.ltp(leg.name))),
    );
    const hits: StopHit[] = [];
    for (const rule of rules) {
      const hit = fired.has(rule.key) ? undefined : hitOf(rule, totals.get(rule.key) ?? Number.NaN);
      if (!hit) continue;
      fired.add(rule.key);
      hits.push({ key: rule.key, ...hit });
    }
    return hits;
  },
});
