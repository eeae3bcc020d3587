/** The expiry of the future that a room carries: the nearest listed one that is not before the room's own expiry, of a farther room the last. */
import type { IsoDate } from "#contract/domain/units.ts";
import type { SymbolFacts } from "./feed.ts";

export function futureExpiryOf(symbols: readonly SymbolFacts[], symbol: string, expiry: IsoDate): IsoDate {
  const listed = symbols.find((facts) => facts.symbol === symbol)?.futureExpiries ?? [];
  return listed.find((date) => date >= expiry) ?? listed.at(-1) ?? expiry;
}
