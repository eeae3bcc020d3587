import { underlyingOf } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { Universe } from "./universe.ts";

/**
 * Expiries of a currency's futures: it has one beside each room of its options, and so several in one month. Of others
 * none, since their month names one future alone.
 */
export function futuresOf(universe: Pick<Universe, "expiries"> | undefined, symbol: string): readonly IsoDate[] {
  const { kind, exchange } = underlyingOf(symbol);
  return (kind === "currency" && universe?.expiries[exchange]?.[symbol]) || [];
}
