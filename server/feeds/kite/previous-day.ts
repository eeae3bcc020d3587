/**
 * What is known of the trading day before. Open interest and volume come from the feed's own archive first, as the same
 * source counts alike; what that lacks (Kite's first day, a missed day) comes from imported end-of-day files, and so does
 * the previous close until Kite tells it. What neither has stays absent.
 */

import { lastFilledSlot, OI, type RoomDay, slotColumns, VOL } from "#contract/domain/columns.ts";
import { EQ, FUT, isFuturesSymbol, isSpotSymbol, rowSymbol, underlyingOf } from "#contract/domain/instruments.ts";
import { previousTradingDay } from "#contract/domain/reference/calendar.ts";
import { ABSENT, type IsoDate } from "#contract/domain/units.ts";
import type { Archive } from "../../market/archive/archive.ts";
import { loadRoomDay } from "../../market/archive/blob-codec.ts";
import type { DailyFigures } from "../../market/daily/daily-figures.ts";
import { type PreviousOfSymbol, previousOfSymbol } from "../../market/daily/previous-figures.ts";
import type { Coverage } from "../../market/feed.ts";

/** Minutes before the end of the session in which the last kept minute still says how the day ended. */
const ENDING_MINUTES = 5;

export interface PreviousSources {
  readonly archive: Archive;
  readonly daily: DailyFigures;
  /** Expiries of each symbol's futures, nearest first. */
  readonly futureExpiries: ReadonlyMap<string, readonly IsoDate[]>;
}

/** Fills in what is known, room by room. @returns in words which rooms have it from files, and which do not have it. */
export async function fillPrevious(
  rooms: readonly RoomDay[],
  sources: PreviousSources,
  onFault: (fault: string) => void,
): Promise<readonly Coverage[]> {
  const files = new PreviousFiles(sources);
  const notes = new Map<string, RoomDay["room"][]>();
  for (const room of rooms) {
    const date = previousTradingDay(underlyingOf(rowSymbol(room, 0)).segment, room.date);
    try {
      const stored = await sources.archive.read({ source: room.source, date, room: room.room });
      if (stored) fillFromArchive(room, await loadRoomDay(stored));
      const isLacking = lacksInterest(room) || isSpotSymbol(room.symbol);
      const isFromFiles = isLacking && (await files.fill(room, date));
      const words = lacksInterest(room)
        ? `no open interest and volume of ${date}, the day before: import its end-of-day files to have them`
        : `open interest and volume of ${date}, the day before, are from end-of-day files`;
      if (isFromFiles || lacksInterest(room)) notes.set(words, [...(notes.get(words) ?? []), room.room]);
    } catch (error) {
      onFault(`${room.room} of ${date}: ${String(error)}`);
    }
  }
  return Array.from(notes, ([words, of]) => ({ words, rooms: of }));
}

/** No contract of the room has the open interest of the day before. A spot has none at all. */
const lacksInterest = ({ symbol, tokens }: RoomDay): boolean =>
  !isSpotSymbol(symbol) &&
  tokens.prevOi.subarray(0, tokens.length).every((oi, row) => oi === ABSENT || tokens.type[row] === EQ);

/** A token is one contract for as long as it is listed. */
function fillFromArchive({ tokens }: RoomDay, { minutes, tokens: earlier }: RoomDay): void {
  const slot = lastFilledSlot(minutes);
  if (slot < minutes.slots - ENDING_MINUTES) return;
  const { columns, base } = slotColumns(minutes, slot);
  const rowOf = new Map(Array.from(earlier.token.subarray(0, earlier.length), (token, row) => [token, row]));
  for (let row = 0; row < tokens.length; row++) {
    const found = rowOf.get(tokens.token[row]);
    if (found === undefined) continue;
    tokens.prevOi[row] = columns[OI][base + found];
    tokens.prevVol[row] = columns[VOL][base + found];
  }
}

/** The end-of-day files of the days before, each symbol read once. */
class PreviousFiles {
  readonly #sources: PreviousSources;
  readonly #read = new Map<string, Promise<PreviousOfSymbol | undefined>>();

  constructor(sources: PreviousSources) {
    this.#sources = sources;
  }

  /** @returns whether the open interest of any contract became known. */
  async fill(room: RoomDay, date: IsoDate): Promise<boolean> {
    const { tokens } = room;
    let isFilled = false;
    for (let row = 0; row < tokens.length; row++) {
      const symbol = rowSymbol(room, row);
      const figures = await this.#of(symbol, date);
      const type = tokens.type[row];
      const scale = room.priceScale / underlyingOf(symbol).priceScale;
      const expiry = type === FUT ? this.#futureExpiry(room, symbol) : room.expiry;
      const found = figures?.of(type, expiry, tokens.strike[row] / scale);
      if (found === undefined) continue;
      if (tokens.prevClose[row] === ABSENT && found.close !== ABSENT) tokens.prevClose[row] = found.close * scale;
      if (tokens.prevVol[row] === ABSENT) tokens.prevVol[row] = found.volume;
      if (tokens.prevOi[row] !== ABSENT || found.oi === ABSENT) continue;
      tokens.prevOi[row] = found.oi;
      isFilled = true;
    }
    return isFilled;
  }

  /** The future in a room of options is the nearest that does not expire before the room. */
  #futureExpiry({ symbol: of, expiry }: RoomDay, symbol: string): IsoDate {
    if (isFuturesSymbol(of)) return expiry;
    return this.#sources.futureExpiries.get(symbol)?.find((date) => date >= expiry) ?? expiry;
  }

  #of(symbol: string, date: IsoDate): Promise<PreviousOfSymbol | undefined> {
    const key = `${symbol} ${date}`;
    const read = this.#read.get(key) ?? previousOfSymbol(this.#sources.daily, date, symbol);
    this.#read.set(key, read);
    return read;
  }
}
