/**
 * Where things are:
 *
 *     {archive}/{source}/{date}/manifest.json                        which blobs make the day
 *     {archive}/{source}/{date}/{room, percent-encoded}.{hash}.br    a room-day; hash = its checksum's first 12 digits
 *
 * A blob's name carries its content, so a day that is imported again never changes a file that somebody reads: the
 * new manifest is the one moment at which the day changes.
 */
import { join } from "node:path";
import type { Source } from "#contract/domain/columns.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import { type IsoDate, isoDate } from "#contract/domain/units.ts";

/** Real sources before simulated ones. */
export const SOURCES: readonly Source[] = ["kite", "import", "sim"];

export const MANIFEST = "manifest.json";

export const dayFolder = (root: string, source: Source, date: IsoDate): string => join(root, source, date);

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
