/** A room as the JSON of the public calls: its token dictionary, and its day by minute. Prices in rupees. */

import type { z } from "zod";
import { HIGH, isPriceField, LOW, LTP, MISSING_MINUTE, OI, type RoomDay, VOL, VWAP } from "#contract/domain/columns.ts";
import { INSTRUMENT_TYPES, isFuturesSymbol, rowSymbol } from "#contract/domain/instruments.ts";
import { listedName } from "#contract/domain/reference/expiries.ts";
import { ABSENT, type IsoDate } from "#contract/domain/units.ts";
import type { ResponseOf } from "#contract/wire/http/call.ts";
import type { OpenInterestSeries, TokenEntry, tokenDictionary } from "#contract/wire/http/market.ts";
import { type MarginBases, marginBases } from "#market/strategy/margin-base.ts";
import type { SymbolFacts } from "../feed.ts";
import { futureExpiryOf } from "../future-expiry.ts";
import { liveTicks } from "../publish/ticks-json.ts";
import type { SourceRoom } from "./day-source.ts";

type Series = z.infer<typeof OpenInterestSeries>;
export type TokenReply = ResponseOf<typeof tokenDictionary>;

/** The token dictionary of a room at its moment. */
export function tokenReply(symbols: readonly SymbolFacts[], { day, minute, sd }: SourceRoom): TokenReply {
  const facts = symbols.find(({ symbol }) => symbol === day.symbol);
  const futureExpiry = futureExpiryOf(symbols, day.symbol, day.expiry);
  const margins = marginBases({ room: day, minute, sd, futureExpiry });
  // The lot belongs to the contract: the room's own, which may differ from that of the nearest expiry.
  const lotSize = day.tokens.lotSize.subarray(0, day.tokens.length).find((lot) => lot > 1) ?? facts?.lotSize ?? 1;
  const data = tokenEntries(day, margins, futureExpiry, facts?.futureExpiries ?? []);
  return { data: { data, lotSize, ...(sd === undefined ? {} : { sd }) } };
}

/**
 * The reply about a room's day as JSON text; that of a futures room has one level less.
 * @param series its `openInterestData`, which callers may keep
 * @param live what it tells as the last figures
 */
export function openInterestText(day: RoomDay, series: string, live = liveTicks(day)): string {
  const data = `{"data":{"openInterestData":${series},"live":${JSON.stringify(live)}}}`;
  return isFuturesSymbol(day.symbol) ? data : `{"data":${data}}`;
}

function tokenEntries(
  room: RoomDay,
  margins: MarginBases,
  futureExpiry: IsoDate,
  futures: readonly IsoDate[],
): Record<string, TokenEntry> {
  const { tokens, priceScale, expiry } = room;
  const entries: Record<string, TokenEntry> = {};
  for (let row = 0; row < tokens.length; row++) {
    const type = INSTRUMENT_TYPES[tokens.type[row]] ?? "EQ";
    const strike = tokens.strike[row] / priceScale;
    const own = type === "FUT" ? futureExpiry : expiry;
    entries[tokens.token[row]] = {
      name: listedName(rowSymbol(room, row), own, strike, type, futures),
      type,
      strike,
      prevClose: known(tokens.prevClose[row], priceScale),
      prev_oi: known(tokens.prevOi[row], 1),
      prev_vol: known(tokens.prevVol[row], 1),
      lot_size: tokens.lotSize[row],
      security_id: String(tokens.token[row]),
      m: [rounded(margins.base[row], 100), rounded(margins.delta[row], 10_000)],
    };
  }
  return entries;
}

const SERIES = { ltp: LTP, vwap: VWAP, oi: OI, vol: VOL, high: HIGH, low: LOW } as const;

/** One entry per slot so far; null where the slot is a hole or the source has nothing. */
export function openInterestData({ tokens, minutes, priceScale }: RoomDay, slots: number): Record<string, Series> {
  const { state, stride } = minutes;
  // Read once: packed minutes are unpacked by it.
  const { columns } = minutes;
  const seriesOf = (field: number, row: number): (number | null)[] => {
    const column = columns[field];
    const scale = isPriceField(field) ? priceScale : 1;
    const series: (number | null)[] = new Array(slots).fill(null);
    if (column.length === 0) return series;
    for (let slot = 0; slot < slots; slot++) {
      if (state[slot] !== MISSING_MINUTE) series[slot] = known(column[slot * stride + row], scale);
    }
    return series;
  };
  const data: Record<string, Series> = {};
  for (let row = 0; row < tokens.length; row++) {
    data[tokens.token[row]] = {
      ltp: seriesOf(SERIES.ltp, row),
      vwap: seriesOf(SERIES.vwap, row),
      oi: seriesOf(SERIES.oi, row),
      vol: seriesOf(SERIES.vol, row),
      high: seriesOf(SERIES.high, row),
      low: seriesOf(SERIES.low, row),
    };
  }
  return data;
}

/** Absent is null. */
export const known = (value: number, scale: number): number | null => (value === ABSENT ? null : value / scale);

export const rounded = (value: number, unit: number): number => Math.round(value * unit) / unit;
