/**
 * Where things are, in a folder or a bucket:
 *
 *     {source}/{date}/manifest.json                        which blobs make the day
 *     {source}/{date}/{room, percent-encoded}.{hash}.br    a room-day; hash = its checksum's first 12 digits
 *     quarantine/{source}/{date}/...                       what repair found damaged and could not rebuild
 *     daily/..., aggregates/...                            an object a day (day-files.ts)
 *
 * A blob's name carries its content, so a day that is imported again never changes a file that somebody reads: the
 * new manifest is the one moment at which the day changes.
 */
import type { Source } from "#contract/domain/columns.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import { type IsoDate, isoDate } from "#contract/domain/units.ts";
import type { ObjectStore } from "./object-store.ts";

/** Real sources before simulated ones. */
export const SOURCES: readonly Source[] = ["kite", "import", "sim"];

export const MANIFEST = "manifest.json";
export const QUARANTINE = "quarantine";

export interface DayKey {
  readonly source: Source;
  readonly date: IsoDate;
}

/** The folder of a day, with its '/'. */
export const dayFolder = ({ source, date }: DayKey): string => `${source}/${date}/`;
export const manifestKey = (day: DayKey): string => `${dayFolder(day)}${MANIFEST}`;
export const blobKey = (day: DayKey, room: RoomName, checksum: string): string =>
  `${dayFolder(day)}${blobName(room, checksum)}`;

export const blobName = (room: RoomName, checksum: string): string =>
  `${encodeURIComponent(room)}.${checksum.slice(0, 12)}.br`;

/** The date that a folder is named for; undefined for anything else that lies about. */
export function dateOfFolder(name: string): IsoDate | undefined {
  try {
    return isoDate(name);
  } catch {
    return undefined;
  }
}

/** The day folders, oldest first, real sources first within a date. */
export async function listDays(store: ObjectStore): Promise<DayKey[]> {
  const folders = await Promise.all(SOURCES.map((source) => store.folders(source)));
  const found = SOURCES.flatMap((source, i) =>
    folders[i].flatMap((name) => {
      const date = dateOfFolder(name);
      return date === undefined ? [] : [{ source, date }];
    }),
  );
  // Stable: within a date the order of SOURCES stays.
  return found.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}
