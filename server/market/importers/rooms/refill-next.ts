/**
 * The day after an imported one: what its own source does not tell of the day before was taken from what the archive had
 * then, so it is taken again. Also after end-of-day figures. A figure that the day's source tells itself stays.
 */
import type { RoomDay } from "#contract/domain/columns.ts";
import { EQ, rowSymbol } from "#contract/domain/instruments.ts";
import { ABSENT, type IsoDate } from "#contract/domain/units.ts";
import type { Archive, DayManifest } from "../../archive/archive.ts";
import { ArchiveError } from "../../archive/archive-error.ts";
import { loadRoomDay } from "../../archive/blob-codec.ts";
import type { DailyFigures } from "../../daily/daily-figures.ts";
import type { MarketFacts } from "../../reference/market-facts.ts";
import { dayBefore, LACKS_CLOSE, LACKS_OI, type PreviousLookup, previousLookup } from "./previous-day.ts";
import { isRoomOfMany } from "./rooms-of-many.ts";
import { roomFacts, symbolFacts } from "./symbol-facts.ts";

export interface RefillDeps {
  readonly archive: Archive;
  readonly facts: MarketFacts;
  readonly daily?: DailyFigures | undefined;
  readonly dryRun?: boolean;
}

/** A day whose previous figures were taken again. */
export interface Refilled {
  readonly date: IsoDate;
  /** The day that they are of. */
  readonly from: IsoDate;
  /** Rows whose figures changed; undefined in a dry run, which does not know yet. */
  readonly rows: number | undefined;
}

/** @param isBrought whether this import brought figures of a day. */
export async function refillNextDays(
  isBrought: (date: IsoDate) => boolean,
  { archive, facts, daily, dryRun = false }: RefillDeps,
): Promise<Refilled[]> {
  const refilled: Refilled[] = [];
  for (const manifest of await archive.days()) {
    if (manifest.source !== "import") continue;
    const from = manifest.symbols.map(({ symbol }) => dayBefore({ symbol, date: manifest.date })).find(isBrought);
    if (from === undefined) continue;
    const rows = dryRun ? undefined : await refill(manifest, { archive, facts, daily });
    if (rows !== 0) refilled.push({ date: manifest.date, from, rows });
  }
  return refilled;
}

/** @returns how many rows changed. */
async function refill(manifest: DayManifest, { archive, facts, daily }: RefillDeps): Promise<number> {
  const { source, date, origin, lacking } = manifest;
  const rooms: RoomDay[] = [];
  let changed = 0;
  for (const { room } of manifest.rooms) {
    const stored = await archive.read({ source, date, room });
    if (stored === undefined) throw new ArchiveError(`${room} of ${date} cannot be read`);
    const day = await loadRoomDay(stored);
    rooms.push(day);
    if (isRoomOfMany(day)) copyRows(day, rooms);
    else changed += refillRoom(day, lacking?.[room], await previousLookup(day, { archive, daily }));
  }
  if (changed === 0) return 0;
  const symbols = symbolFacts(rooms.filter((room) => !isRoomOfMany(room)).map(roomFacts), date, facts);
  await archive.writeDay({ date, source, origin, symbols, lacking }, rooms);
  return changed;
}

/** `lacking`: undefined where an older version imported the day; then only what is absent is filled. */
function refillRoom({ tokens }: RoomDay, lacking: string | undefined, lookup: PreviousLookup): number {
  let changed = 0;
  for (let row = 0; row < tokens.length; row++) {
    const found = lookup(tokens.type[row], tokens.strike[row]);
    if (found === undefined) continue;
    const lacks = Number(lacking?.[row] ?? 0);
    const before = [tokens.prevClose[row], tokens.prevOi[row], tokens.prevVol[row]];
    if (isTaken(found.close, before[0], lacks & LACKS_CLOSE)) tokens.prevClose[row] = found.close;
    if (tokens.type[row] !== EQ && isTaken(found.oi, before[1], lacks & LACKS_OI)) tokens.prevOi[row] = found.oi;
    if (found.volume !== ABSENT) tokens.prevVol[row] = found.volume;
    const after = [tokens.prevClose[row], tokens.prevOi[row], tokens.prevVol[row]];
    if (after.some((value, i) => value !== before[i])) changed++;
  }
  return changed;
}

const isTaken = (found: number, there: number, lacks: number): boolean =>
  found !== ABSENT && (there === ABSENT || lacks !== 0);

/** Rows of a room of many are those of the underlyings' rooms, which come before it. */
function copyRows(many: RoomDay, rooms: readonly RoomDay[]): void {
  const { tokens } = many;
  for (let row = 0; row < tokens.length; row++) {
    const symbol = rowSymbol(many, row);
    for (const own of rooms) {
      const from = own.symbol === symbol ? own.tokens.token.indexOf(tokens.token[row]) : -1;
      if (from < 0) continue;
      const scale = many.priceScale / own.priceScale;
      const close = own.tokens.prevClose[from];
      tokens.prevClose[row] = close === ABSENT ? ABSENT : close * scale;
      tokens.prevOi[row] = own.tokens.prevOi[from];
      tokens.prevVol[row] = own.tokens.prevVol[from];
      break;
    }
  }
}
