/** Markets for tests of derivations. */
import type { RoomDay } from "#contract/domain/columns.ts";
import type { Market, MarketRoom } from "#contract/worker/derivation.ts";

/** A day as derivations read it, in its first version. */
export const marketRoom = (day: RoomDay, versions: Partial<Omit<MarketRoom, "day">> = {}): MarketRoom => ({
  day,
  structureVersion: 1,
  minuteVersion: 1,
  tickVersion: 1,
  ...versions,
});

/** One room whatever its name, and nothing else unless given. */
export const makeMarket = (room?: MarketRoom, more: Partial<Market> = {}): Market => ({
  room: () => room,
  doc: () => undefined,
  prices: () => ({ version: 0, ltp: () => Number.NaN }),
  missing: () => undefined,
  ...more,
});
