/** The ladder of a pane's expiry, and what the legs are worth. Hot: it runs with every tick of a builder's rooms. */
import type { DeriveInput } from "#contract/worker/derivation.ts";
import type { StrategyParams, StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { pricedOnOf } from "#market/reference/pricing.ts";
import { spotFacts } from "#market/reference/spot-facts.ts";
import { createExpiryChains } from "./expiry-chains.ts";
import { createLadderReader, futureOf } from "./ladder.ts";
import { settlementsIn } from "./settlement.ts";
import { createStrategyValuation, type MarginEstimate } from "./valuation.ts";

export interface StrategyReader {
  /** Undefined while the pane's own room is not there. Its columns are valid until the next call. */
  of(input: DeriveInput<StrategyParams, Kernel>): StrategySnapshot | undefined;
}

/** @param estimate of the margin; default the newer builder's rule */
export function createStrategyReader(estimate?: MarginEstimate): StrategyReader {
  const chains = createExpiryChains();
  const ladderReader = createLadderReader();
  const valuation = createStrategyValuation(estimate);

  return {
    of({ params, ...input }) {
      const chainOf = chains.at(input);
      const own = chainOf(input.pane.expiry);
      if (!own) return undefined;
      const { at } = own;
      const ladder = ladderReader.of(own);
      const centre = ladder.strikes[at.atm] ?? at.pricing.reference / at.day.priceScale;
      const reach = params.range * ladder.step;
      const future = futureOf(at);
      const { legs, whatIf, costs } = params;
      return {
        spot: spotFacts(at),
        pricedOn: pricedOnOf(at),
        date: at.day.date,
        minute: at.minute,
        ladder,
        ...(future && { future }),
        valuation: valuation.of({
          kernel: input.kernel,
          legs,
          at,
          chainOf,
          settlementOf: settlementsIn(input),
          range: [Math.max(centre - reach, 0), centre + reach],
          whatIf,
          costs,
        }),
      };
    },
  };
}
