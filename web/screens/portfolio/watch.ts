/**
 * Looks at stops and targets with each price; each is hit once for as long as the rules stay. It also says of which the total
 * waits for what an expired leg was settled at.
 */
import { settlement } from "#chain/strategy/settlement.ts";
import { parseExpiry } from "#contract/domain/instruments.ts";
import { hitOf, WHOLE_PORTFOLIO } from "#contract/domain/strategy/portfolio.ts";
import { type LegPosition, type Profits, profitsOf } from "#contract/domain/strategy/profits.ts";
import type { DeriveInput } from "#contract/worker/derivation.ts";
import { implementWatch } from "#contract/worker/watch.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { stopWatch } from "./screen.ts";
import type { Positions, StopHit, StopRules, StopWait } from "./snapshot.ts";

/** By key: a strategy's name, or the whole. NaN where a price is missing: half a profit hits nothing. */
function totalsOf({ strategies }: Positions, { strategies: open, priced, unrealised }: Profits): Map<string, number> {
  const realised = strategies.map(({ legs }) => legs.reduce((sum, leg) => sum + leg.realised, 0));
  const whole = realised.reduce((sum, one) => sum + one, unrealised);
  return new Map([
    ...strategies.map(({ name }, at): [string, number] => [name, (realised[at] ?? 0) + (open[at] ?? Number.NaN)]),
    [WHOLE_PORTFOLIO, priced === strategies.length ? whole : Number.NaN],
  ]);
}

/** Why a settlement of these legs cannot be had; '' where none is missing, or it is on its way. */
function waitsFor(
  legs: readonly LegPosition[],
  { market, clock }: Pick<DeriveInput<unknown, unknown>, "market" | "clock">,
): string {
  for (const { lots, expiry, room, settledOn } of legs) {
    if (lots === 0 || parseExpiry(expiry) >= clock.date) continue;
    if (!settledOn) return "its day is not recorded";
    const missing = market.missing(room, settledOn);
    if (missing) return missing.message || `${missing.status}`;
  }
  return "";
}

interface Scratch {
  readonly fired: Set<string>;
  /** What was found last, by key. */
  readonly waits: Map<string, string>;
}

export const watch = implementWatch<StopRules, StopHit | StopWait, Kernel, Scratch>(stopWatch, {
  createScratch: () => ({ fired: new Set(), waits: new Map() }),
  watch({ params: { positions, rules }, ...input }, { fired, waits }) {
    const last = input.market.prices();
    const totals = totalsOf(
      positions,
      profitsOf(positions.strategies, (leg) => (leg.settledOn ? settlement(leg, leg.room, input) : last.ltp(leg.name))),
    );
    const news: (StopHit | StopWait)[] = [];
    for (const rule of rules) {
      const { key } = rule;
      const total = totals.get(key) ?? Number.NaN;
      const before = waits.get(key);
      if (before !== "" || Number.isNaN(total)) {
        const legs = positions.strategies.flatMap((one) =>
          key === WHOLE_PORTFOLIO || key === one.name ? one.legs : [],
        );
        const why = Number.isNaN(total) ? waitsFor(legs, input) : "";
        waits.set(key, why);
        // A settlement that has come is said, too: this is made again with its room, and what was said before is not known.
        const isNews = before === undefined ? why !== "" || legs.some(({ settledOn }) => settledOn) : before !== why;
        if (isNews) news.push({ key, waits: why });
      }
      const hit = fired.has(key) ? undefined : hitOf(rule, total);
      if (!hit) continue;
      fired.add(key);
      news.push({ key, ...hit });
    }
    return news;
  },
});
