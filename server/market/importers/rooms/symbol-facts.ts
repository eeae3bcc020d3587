/** What a day's rooms say of their underlyings. */
import { LTP, lastFilledSlot, MISSING_MINUTE, type RoomDay } from "#contract/domain/columns.ts";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { defaultStrikeStep } from "#contract/domain/reference/lots.ts";
import { ABSENT, type IsoDate, type ScaledPrice, scaledPrice } from "#contract/domain/units.ts";
import { atmIndex, strikeStep } from "#market/reference/atm.ts";
import { priceOf, slotMoment } from "#market/reference/moment.ts";
import { parityForward } from "#market/reference/parity-forward.ts";
import { buildStrikeTable, type StrikeTable } from "#market/strikes/strikes.ts";
import type { SymbolFacts } from "../../feed.ts";
import type { MarketFacts } from "../../reference/market-facts.ts";

/** What one room contributes; kept instead of the room, which is on disk by then. */
export interface RoomFacts {
  readonly symbol: string;
  readonly expiry: IsoDate;
  /** Units. */
  readonly lot: number;
  /** Rupees. */
  readonly strikeStep: number;
  /** Of the spot, rupees; undefined where unknown. */
  readonly prevClose: number | undefined;
  readonly hasFuture: boolean;
}

export function roomFacts(day: RoomDay): RoomFacts {
  const table = buildStrikeTable(day.tokens);
  const prevClose = table.eq < 0 ? ABSENT : day.tokens.prevClose[table.eq];
  const step = strikeStep(table, atmIndex(table, underlyingPrice(day, table))) / day.priceScale;
  return {
    symbol: day.symbol,
    expiry: day.expiry,
    lot: day.tokens.lotSize[0],
    strikeStep: step > 0 ? step : defaultStrikeStep(day.symbol),
    prevClose: prevClose === ABSENT ? undefined : prevClose / day.priceScale,
    hasFuture: table.fut >= 0,
  };
}

/** At the last minute that has one; NaN when none has. */
function underlyingPrice(day: RoomDay, table: StrikeTable): ScaledPrice {
  for (let slot = lastFilledSlot(day.minutes); slot >= 0; slot--) {
    if (day.minutes.state[slot] === MISSING_MINUTE) continue;
    const moment = slotMoment(day, slot);
    const spot = priceOf(moment, LTP, table.eq);
    const price = spot === ABSENT ? parityForward(table, moment) : spot;
    if (!Number.isNaN(price)) return price;
  }
  return scaledPrice(Number.NaN);
}

/** Underlyings in the order in which they come; the nearest expiry speaks for lot and step. */
export function symbolFacts(rooms: readonly RoomFacts[], date: IsoDate, facts: MarketFacts): SymbolFacts[] {
  const symbols = new Set(rooms.map(({ symbol }) => symbol));
  return Array.from(symbols, (symbol) => {
    const ofSymbol = rooms.filter((room) => room.symbol === symbol);
    const nearestFirst = ofSymbol.sort((a, b) => (a.expiry < b.expiry ? -1 : 1));
    const ticks = facts.ticks?.(symbol, date);
    return {
      symbol,
      exchange: underlyingOf(symbol).exchange,
      lotSize: nearestFirst[0].lot,
      strikeStep: nearestFirst[0].strikeStep,
      freezeQty: facts.freezeQuantity(symbol, date),
      ...(ticks && { ticks }),
      expiries: nearestFirst.map(({ expiry }) => expiry),
      futureExpiries: nearestFirst.filter(({ hasFuture }) => hasFuture).map(({ expiry }) => expiry),
      prevClose: nearestFirst.find(({ prevClose }) => prevClose !== undefined)?.prevClose,
      sd: undefined,
    };
  });
}
