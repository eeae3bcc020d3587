/** A day of the archive as a past day. Nothing of it is kept in memory but its spots, as long as its manifest is. */
import { roomName } from "#contract/domain/instruments.ts";
import type { Archive, DayManifest, StoredBlob } from "../../market/archive/archive.ts";
import { DamagedObject } from "../../market/archive/archive-error.ts";
import { pathDate } from "../../market/day-json/path-date.ts";
import { AppError } from "../../platform/errors.ts";
import type { HistoryRunner, Spots } from "./history-jobs.ts";
import type { PastDay } from "./past-day.ts";

/** Rooms of a symbol that are asked for its spot. */
const ROOMS_TRIED = 3;

export type OpenArchivedDay = (manifest: DayManifest) => PastDay;

/** @returns nothing for a room that is damaged, or was there no longer */
function unlessGone(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error;
}

export function createArchivedDays(archive: Archive, runner: HistoryRunner): OpenArchivedDay {
  const known = new WeakMap<DayManifest, Promise<Spots>>();

  return (manifest) => {
    const { date, source, symbols, rooms } = manifest;

    /** Damage of one room is that room's alone: the reply names it, the day's others are served. */
    async function stored(room: string): Promise<StoredBlob> {
      const blob = await archive.read({ source, date, room }).catch((cause: unknown) => {
        if (!(cause instanceof DamagedObject)) throw cause;
        const where = `${room} on ${pathDate(date, "/")}`;
        throw new AppError("not-found", `The archive's copy of ${where} is damaged; the day's other rooms are whole`, {
          cause,
        });
      });
      // Imported again without that room, between the list and the look.
      if (blob === undefined) throw new AppError("unavailable", undefined, { retryAfter: 1 });
      return blob;
    }

    /** Of each symbol from its nearest expiry; where that room is damaged or gone, from the next. */
    async function findSpots(): Promise<Spots> {
      const names = new Set(rooms.map(({ room }) => room));
      const candidates = symbols.map(({ symbol, expiries }) => ({
        symbol,
        rooms: expiries.map((expiry) => roomName(symbol, expiry)).filter((room) => names.has(room)),
      }));
      const spots: Record<string, number> = {};
      for (let nth = 0; nth < ROOMS_TRIED; nth++) {
        const blobs: StoredBlob[] = [];
        for (const { symbol, rooms } of candidates) {
          const room = rooms[nth];
          if (room === undefined || spots[symbol] !== undefined) continue;
          const blob = await stored(room).catch(unlessGone);
          if (blob !== undefined) blobs.push(blob);
          // It may be put right, or only out of reach: it is looked at again next time.
          else known.delete(manifest);
        }
        if (blobs.length === 0) continue;
        const key = `${source} ${date} ${blobs.map(({ checksum }) => checksum).join()}`;
        Object.assign(spots, await runner.run("spots", key, { blobs }));
      }
      return spots;
    }

    return {
      date,
      source,
      symbols,
      rooms: rooms.map(({ room }) => room),
      spots() {
        const spots = known.get(manifest) ?? findSpots();
        known.set(manifest, spots);
        spots.catch(() => known.delete(manifest));
        return spots;
      },
      async checksum(room) {
        return rooms.find((entry) => entry.room === room)?.checksum ?? (await stored(room)).checksum;
      },
      stored,
    };
  };
}
