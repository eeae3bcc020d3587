/** A day of the archive as a past day. Nothing of it is kept in memory but its spots, as long as its manifest is. */
import { roomName } from "#contract/domain/instruments.ts";
import type { Archive, DayManifest, StoredBlob } from "../../market/archive/archive.ts";
import { AppError } from "../../platform/errors.ts";
import type { HistoryRunner, Spots } from "./history-jobs.ts";
import type { PastDay } from "./past-day.ts";

export type OpenArchivedDay = (manifest: DayManifest) => PastDay;

export function createArchivedDays(archive: Archive, runner: HistoryRunner): OpenArchivedDay {
  const known = new WeakMap<DayManifest, Promise<Spots>>();

  return (manifest) => {
    const { date, source, symbols, rooms } = manifest;

    async function stored(room: string): Promise<StoredBlob> {
      const blob = await archive.read({ source, date, room });
      // Imported again without that room, between the list and the look.
      if (blob === undefined) throw new AppError("unavailable", undefined, { retryAfter: 1 });
      return blob;
    }

    /** Told by the nearest expiry of each symbol. */
    async function findSpots(): Promise<Spots> {
      const names = new Set(rooms.map(({ room }) => room));
      const blobs: StoredBlob[] = [];
      for (const { symbol, expiries } of symbols) {
        const nearest = expiries.map((expiry) => roomName(symbol, expiry)).find((room) => names.has(room));
        if (nearest !== undefined) blobs.push(await stored(nearest));
      }
      return runner.run("spots", `${source} ${date} ${blobs.map(({ checksum }) => checksum).join()}`, { blobs });
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
