/**
 * Previous close, OI and volume where a source of minutes does not tell them: from the immediately preceding trading
 * day's end-of-day figures and archived minutes, else they stay absent.
 *
 * - The close comes from the figures first, which are official. OI and volume come from the minutes first, as the same
 *   kind of source counts alike: NSE's site told 10 % more OI of the NIFTY future of October 2020 than its daily files.
 * - A last price counts as a close only where the contract traded that day: recorders repeat old prices.
 */

import { LTP, MISSING_MINUTE, OI, type RoomDay, VOL } from "#contract/domain/columns.ts";
import { EQ, type RoomName, roomName, underlyingOf } from "#contract/domain/instruments.ts";
import { previousTradingDay, sessionOf } from "#contract/domain/reference/calendar.ts";
import { ABSENT, type IsoDate } from "#contract/domain/units.ts";
import type { Archive } from "../../archive/archive.ts";
import { loadRoomDay } from "../../archive/blob-codec.ts";
import type { DailyFigures } from "../../daily/daily-figures.ts";
import { type PreviousFigures, previousOfSymbol } from "../../daily/previous-figures.ts";
import { previousOi } from "./finish-room.ts";
import type { RoomBuilder } from "./room-builder.ts";

export interface PreviousSources {
  readonly archive: Archive;
  readonly daily?: DailyFigures | undefined;
}

/** What the preceding day gave. */
export interface FilledPrevious {
  readonly date: IsoDate;
  /** Rows that got a close, an OI or both. */
  readonly rows: number;
}

export type PreviousLookup = (type: number, strike: number) => PreviousFigures | undefined;

/** A recorder's last snapshot this near to the close speaks for it, in cadences. */
const NEAR_CLOSE = 1.5;

/** @returns undefined where nothing was lacking, or nothing found. */
export async function fillPrevious(
  rooms: readonly RoomBuilder[],
  sources: PreviousSources,
): Promise<FilledPrevious | undefined> {
  let filled: FilledPrevious | undefined;
  for (const room of rooms) {
    const rows = fillRoom(room, await previousLookup(room.day, sources));
    if (rows > 0) filled = { date: dayBefore(room.day), rows: rows + (filled?.rows ?? 0) };
  }
  return filled;
}

export const dayBefore = ({ symbol, date }: Pick<RoomDay, "symbol" | "date">): IsoDate =>
  previousTradingDay(underlyingOf(symbol).segment, date);

/**
 * What is known of the trading day before a room's, by contract. The spot stands in every room of its symbol: on the first day of an
 * expiry that the day before had no room of, another room has its close.
 */
export async function previousLookup(
  { symbol, date, expiry, room }: Pick<RoomDay, "symbol" | "date" | "expiry" | "room">,
  { archive, daily }: PreviousSources,
): Promise<PreviousLookup> {
  const before = dayBefore({ symbol, date });
  const figures = daily && (await previousOfSymbol(daily, before, symbol));
  const stored = async (name: RoomName): Promise<PreviousLookup | undefined> => {
    const blob = await archive.read({ source: "import", date: before, room: name });
    return blob && closingLookup(await loadRoomDay(blob));
  };
  const own = await stored(room);
  const other = own ? undefined : await otherExpiry(archive, before, symbol);
  const spots = own ?? (other && (await stored(roomName(symbol, other))));
  return (type, strike) => together(figures?.of(type, expiry, strike), (type === EQ ? spots : own)?.(type, strike));
}

async function otherExpiry(archive: Archive, date: IsoDate, name: string): Promise<IsoDate | undefined> {
  const manifest = await archive.day("import", date);
  return manifest?.symbols.find(({ symbol }) => symbol === name)?.expiries[0];
}

/** @returns how many rows got something. */
function fillRoom(room: RoomBuilder, lookup: PreviousLookup): number {
  const { day, origins } = room;
  const { tokens } = day;
  let rows = 0;
  for (let row = 0; row < tokens.length; row++) {
    const found = lookup(tokens.type[row], tokens.strike[row]);
    const lacksClose = origins[row].prevClose === ABSENT;
    const lacksOi = tokens.type[row] !== EQ && previousOi(day, row, origins[row]) === ABSENT;
    room.lacking.set(room.keyOf(row), (lacksClose ? LACKS_CLOSE : 0) | (lacksOi ? LACKS_OI : 0));
    if (found === undefined) continue;
    const fillsClose = lacksClose && found.close !== ABSENT;
    const fillsOi = lacksOi && found.oi !== ABSENT;
    if (fillsClose) {
      origins[row].prevClose = found.close;
      tokens.prevClose[row] = found.close;
    }
    if (fillsOi) origins[row].changedPrevOi = found.oi;
    tokens.prevVol[row] = found.volume;
    if (fillsClose || fillsOi) rows++;
  }
  return rows;
}

/** Which of a row's previous figures the source itself does not tell. */
export const LACKS_CLOSE = 1;
export const LACKS_OI = 2;

function together(
  figures: PreviousFigures | undefined,
  minutes: PreviousFigures | undefined,
): PreviousFigures | undefined {
  if (figures === undefined || minutes === undefined) return figures ?? minutes;
  return {
    close: known(figures.close, minutes.close),
    oi: known(minutes.oi, figures.oi),
    volume: known(minutes.volume, figures.volume),
  };
}

const known = (value: number, otherwise: number): number => (value === ABSENT ? otherwise : value);

/** The last figures of each contract, where they are from near the close. */
function closingLookup(day: RoomDay): PreviousLookup | undefined {
  const { tokens, minutes, open, cadence } = day;
  const session = sessionOf(underlyingOf(day.symbol).segment, day.date);
  if (session === undefined) return undefined;
  const first = Math.max(0, Math.ceil(session.close - open - cadence * NEAR_CLOSE));
  return (type, strike) => {
    for (let row = 0; row < tokens.length; row++) {
      if (tokens.type[row] !== type || tokens.strike[row] !== strike) continue;
      for (let slot = minutes.slots - 1; slot >= first; slot--) {
        const at = slot * minutes.stride + row;
        const [price, oi, volume] = [LTP, OI, VOL].map((field) => minutes.columns[field][at]);
        if (minutes.state[slot] === MISSING_MINUTE || (price === ABSENT && oi === ABSENT)) continue;
        return { close: type === EQ || volume !== 0 ? price : ABSENT, oi, volume };
      }
    }
    return undefined;
  };
}
