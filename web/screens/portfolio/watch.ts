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
  /** What was told last; undefined: nothing yet. */
  waits: string | undefined;
}

export const watch = implementWatch<StopRules, StopHit | StopWait, Kernel, Scratch>(stopWatch, {
  createScratch: () => ({ fired: new Set(), waits: undefined }),
  watch({ params: { positions, rules }, ...input }, scratch) {
    const { strategies } = positions;
    const last = input.market.prices();
    const totals = totalsOf(
      positions,
      profitsOf(strategies, (leg) => (leg.settledOn ? settlement(leg, leg.room, input) : last.ltp(leg.name))),
    );
    const news: (StopHit | StopWait)[] = [];
    const waiting: string[] = [];
    let why = "";
    for (const rule of rules) {
      const { key } = rule;
      const total = totals.get(key) ?? Number.NaN;
      const legs = strategies.flatMap((one) => (key === WHOLE_PORTFOLIO || key === one.name ? one.legs : []));
      const lack = Number.isNaN(total) ? waitsFor(legs, input) : "";
      if (lack) {
        waiting.push(key);
        why = lack;
      }
      // That a settlement has come is told, too: this begins anew with its room, and does not know what was told before.
      if (legs.some(({ settledOn }) => settledOn)) scratch.waits ??= "?";
      const hit = scratch.fired.has(key) ? undefined : hitOf(rule, total);
      if (!hit) continue;
      scratch.fired.add(key);
      news.push({ key, ...hit });
    }
    const waits = why && `${waiting.join(", ")}: no settlement of an expired leg is known (${why})`;
    if (waits !== (scratch.waits ?? "")) news.push({ waits });
    scratch.waits = waits;
    return news;
  },
});
