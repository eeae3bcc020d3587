/** A market for tests of derivations: one room whatever its name, and nothing else unless given. */
import type { Market, MarketRoom } from "#contract/worker/derivation.ts";

export const makeMarket = (room?: MarketRoom, more: Partial<Market> = {}): Market => ({
  room: () => room,
  doc: () => undefined,
  prices: () => ({ version: 0, ltp: () => Number.NaN }),
  missing: () => undefined,
  ...more,
});
