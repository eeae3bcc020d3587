/**
 * Previous close, OI and volume where a source of minutes does not tell them: from the immediately preceding trading
 * day's end-of-day figures and archived minutes, else they stay absent.
 *
 * - The close comes from the figures first, which are official. OI and volume come from the minutes first, as the same
 *   kind of source counts alike: NSE's site told 10 % more OI of the NIFTY future of October 2020 than its daily files.
 * - A last price counts as a close only where the contract traded that day: recorders repeat old prices.
 */
import { previousTradingDay, sessionOf } from "#contract/domain/calendar.ts";
import { LTP, lastFilledSlot, OI, type RoomDay, VOL } from "#contract/domain/columns.ts";
import { EQ, type RoomName, underlyingOf } from "#contract/domain/instruments.ts";
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

type Lookup = (type: number, strike: number) => PreviousFigures | undefined;

/** A recorder's last snapshot this near to the close speaks for it, in cadences. */
const NEAR_CLOSE = 1.5;

/** @returns undefined where nothing was lacking, or nothing found. */
export async function fillPrevious(
  rooms: readonly RoomBuilder[],
  sources: PreviousSources,
): Promise<FilledPrevious | undefined> {
  let filled: FilledPrevious | undefined;
  for (const room of rooms) {
    const { symbol, date, expiry, room: name } = room.day;
    const before = previousTradingDay(underlyingOf(symbol).segment, date);
    const figures = sources.daily && (await previousOfSymbol(sources.daily, before, symbol));
    const minutes = await archiveLookup(sources.archive, before, name);
    const rows = fillRoom(room, (type, strike) => together(figures?.of(type, expiry, strike), minutes?.(type, strike)));
    if (rows > 0) filled = { date: before, rows: rows + (filled?.rows ?? 0) };
  }
  return filled;
}

/** @returns how many rows got something. */
function fillRoom(room: RoomBuilder, lookup: Lookup): number {
  const { day, origins } = room;
  const { tokens } = day;
  let rows = 0;
  for (let row = 0; row < tokens.length; row++) {
    const found = lookup(tokens.type[row], tokens.strike[row]);
    if (found === undefined) continue;
    const lacksClose = origins[row].prevClose === ABSENT && found.close !== ABSENT;
    const lacksOi = tokens.type[row] !== EQ && previousOi(day, row, origins[row]) === ABSENT && found.oi !== ABSENT;
    if (lacksClose) {
      origins[row].prevClose = found.close;
      tokens.prevClose[row] = found.close;
    }
    if (lacksOi) origins[row].changedPrevOi = found.oi;
    tokens.prevVol[row] = found.volume;
    if (lacksClose || lacksOi) rows++;
  }
  return rows;
}

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

async function archiveLookup(archive: Archive, date: IsoDate, room: RoomName): Promise<Lookup | undefined> {
  const stored = await archive.read({ source: "import", date, room });
  return stored === undefined ? undefined : lastSlotLookup(await loadRoomDay(stored));
}

function lastSlotLookup(day: RoomDay): Lookup | undefined {
  const { tokens, minutes, open, cadence } = day;
  const session = sessionOf(underlyingOf(day.symbol).segment, day.date);
  const slot = lastFilledSlot(minutes);
  if (session === undefined || slot < 0 || session.close - (open + slot) > cadence * NEAR_CLOSE) return undefined;
  return (type, strike) => {
    for (let row = 0; row < tokens.length; row++) {
      if (tokens.type[row] !== type || tokens.strike[row] !== strike) continue;
      const at = slot * minutes.stride + row;
      const volume = minutes.columns[VOL][at];
      const hasTraded = type === EQ || volume !== 0;
      return { close: hasTraded ? minutes.columns[LTP][at] : ABSENT, oi: minutes.columns[OI][at], volume };
    }
    return undefined;
  };
}
