/** What a day's rooms say of their underlyings. */
import { LTP, type RoomDay } from "#contract/domain/columns.ts";
import { isManySymbol } from "#contract/domain/instruments.ts";
import { defaultStrikeStep, freezeQuantity } from "#contract/domain/reference/lots.ts";
import { ownTicks, type Ticks } from "#contract/domain/reference/ticks.ts";
import { ABSENT, type IsoDate, scaledPrice } from "#contract/domain/units.ts";
import { atmIndex, strikeStep } from "#market/reference/atm.ts";
import { buildStrikeTable } from "#market/strikes/strikes.ts";
import type { SymbolFacts } from "../../market/feed.ts";

/**
 * Underlyings with a chain, in the order in which they come. Rooms of one symbol come nearest expiry first.
 * @param ticks by symbol, as the list of instruments has them
 */
export function symbolFacts(
  rooms: readonly RoomDay[],
  futureExpiries: ReadonlyMap<string, readonly IsoDate[]>,
  ticks: ReadonlyMap<string, Ticks>,
): SymbolFacts[] {
  const bySymbol = new Map<string, RoomDay[]>();
  for (const room of rooms) {
    if (isManySymbol(room.symbol)) continue;
    bySymbol.set(room.symbol, [...(bySymbol.get(room.symbol) ?? []), room]);
  }
  return Array.from(bySymbol, ([symbol, own]) => {
    const [nearest] = own;
    const { tokens, priceScale, exchange, date } = nearest;
    const table = buildStrikeTable(tokens);
    const prevClose = table.eq < 0 ? ABSENT : tokens.prevClose[table.eq];
    return {
      symbol,
      exchange,
      lotSize: tokens.lotSize[tokens.length - 1],
      strikeStep: stepOf(nearest, prevClose) ?? defaultStrikeStep(symbol),
      freezeQty: freezeQuantity(symbol, date),
      ticks: ownTicks(symbol, ticks.get(symbol) ?? {}),
      expiries: own.map(({ expiry }) => expiry),
      futureExpiries: futureExpiries.get(symbol) ?? [],
      prevClose: prevClose === ABSENT ? undefined : prevClose / priceScale,
      sd: undefined,
    };
  });
}

/** Rupees between the strikes around the spot, or around the middle strike where no price is known yet. */
function stepOf({ tokens, live, priceScale }: RoomDay, prevClose: number): number | undefined {
  const table = buildStrikeTable(tokens);
  const spot = table.eq < 0 ? ABSENT : live.columns[LTP][table.eq];
  const price = [spot, prevClose].find((value) => value !== ABSENT);
  const around = price === undefined ? Math.floor(table.count / 2) : atmIndex(table, scaledPrice(price));
  const step = strikeStep(table, around) / priceScale;
  return step > 0 ? step : undefined;
}
