/** The ladder of the pane's expiry, and what the legs are worth. */
import type { ExpiryChain } from "#chain/strategy/marked-legs.ts";
import { createChainPricer } from "#chain/strategy/priced-chain.ts";
import { createStrategyValuation, type StrategyValuation } from "#chain/strategy/valuation.ts";
import { roomName } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { type DeriveInput, defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { createChainReader } from "#market/chain.ts";
import { pricedOnOf } from "#market/reference/pricing.ts";
import { spotFacts } from "#market/reference/spot-facts.ts";
import { createLadderReader, futureOf, type LadderReader } from "./derive-ladder.ts";
import { screen } from "./screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

/** Reads and prices the chain of one expiry. */
type ExpiryReader = (input: Omit<DeriveInput<Params, Kernel>, "params">) => ExpiryChain | undefined;

interface Scratch {
  readonly readers: Map<IsoDate, ExpiryReader>;
  readonly ladder: LadderReader;
  readonly valuation: StrategyValuation;
}

function createExpiryReader(expiry: IsoDate): ExpiryReader {
  const reader = createChainReader();
  const pricer = createChainPricer();
  return (input) => {
    const at = reader.open(input, roomName(input.pane.symbol, expiry));
    return at && { at, priced: pricer.of(at, input.kernel) };
  };
}

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  screen,
  createScratch: () => ({
    readers: new Map(),
    ladder: createLadderReader(),
    valuation: createStrategyValuation(),
  }),

  derive({ params, ...input }, scratch) {
    const { pane, kernel } = input;
    const chains = new Map<IsoDate, ExpiryChain | undefined>();
    const chainOf = (expiry: IsoDate): ExpiryChain | undefined => {
      if (!chains.has(expiry)) {
        const read = scratch.readers.get(expiry) ?? createExpiryReader(expiry);
        scratch.readers.set(expiry, read);
        chains.set(expiry, read(input));
      }
      return chains.get(expiry);
    };
    const own = chainOf(pane.expiry);
    if (!own) return undefined;
    const { at } = own;
    const ladder = scratch.ladder.of(own);
    const centre = ladder.strikes[at.atm] ?? at.pricing.reference / at.day.priceScale;
    const reach = params.range * ladder.step;
    const future = futureOf(at);
    return {
      spot: spotFacts(at),
      pricedOn: pricedOnOf(at),
      date: at.day.date,
      minute: at.minute,
      ladder,
      ...(future && { future }),
      valuation: scratch.valuation.of({
        kernel,
        legs: params.legs,
        at,
        chainOf,
        range: [Math.max(centre - reach, 0), centre + reach],
        whatIf: params.whatIf,
      }),
    };
  },
});
