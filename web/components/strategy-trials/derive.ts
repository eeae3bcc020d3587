import { createExpiryChains, type ExpiryChains } from "#chain/strategy/expiry-chains.ts";
import { quoteOf, strikeOfDelta } from "#chain/strategy/quoted.ts";
import { settlementsIn } from "#chain/strategy/settlement.ts";
import { createStrategyValuation, type StrategyValuation } from "#chain/strategy/valuation.ts";
import { NO_SHIFT } from "#contract/domain/strategy/valuation.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { pane } from "./pane.ts";
import type { Params, Snapshot, Trial, TrialLeg } from "./snapshot.ts";

interface Scratch {
  readonly chains: ExpiryChains;
  readonly valuation: StrategyValuation;
}

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  screen: pane,
  createScratch: () => ({ chains: createExpiryChains(), valuation: createStrategyValuation() }),

  derive({ params, ...input }, { chains, valuation }) {
    const { kernel, pane: context } = input;
    const chainOf = chains.at(input);
    const at = chainOf(context.expiry)?.at;
    if (!at) return undefined;
    const spot = at.pricing.underlying / at.day.priceScale;

    const quoted = ({ type, expiry, strike, lots }: TrialLeg) => {
      const chain = chainOf(expiry);
      const other = typeof strike === "number" ? undefined : { ...strike.deltaOf, type };
      const own = other && chainOf(other.expiry);
      const place =
        typeof strike === "number" ? strike : chain && own && strikeOfDelta(strike.deltaOf, type, own, chain);
      const quote = chain && place !== undefined ? quoteOf(chain, { type, strike: place }) : undefined;
      return quote ? [{ ...quote, lots }] : [];
    };
    function trialOf({ held, legs }: Params["trials"][number]): Trial | undefined {
      const quotes = legs.flatMap(quoted);
      if (quotes.length < legs.length) return undefined;
      const all = [...held, ...quotes.map((leg) => ({ ...leg, entry: leg.price }))];
      const settlementOf = settlementsIn(input);
      const asked = {
        kernel,
        legs: all,
        at: at!,
        chainOf,
        settlementOf,
        range: [spot, spot] as const,
        whatIf: NO_SHIFT,
      };
      const { maxProfit, maxLoss, netCredit, margin, pop } = valuation.of(asked);
      return { legs: quotes, figures: { maxProfit, maxLoss, netCredit, margin, pop } };
    }
    return { trials: params.trials.map(trialOf) };
  },
});
