/** Reads everything that an archive holds and says what is not as it was written. */
import { oneLine } from "../../platform/start-error.ts";
import type { DayManifest } from "./archive.ts";
import { ArchiveError } from "./archive-error.ts";
import { loadRoomDay } from "./blob-codec.ts";
import { blobName, type DayKey, dayFolder, listDays, MANIFEST } from "./layout.ts";
import { ManifestCache } from "./manifest-file.ts";
import type { ObjectStore } from "./object-store.ts";

export interface DayCheck extends DayKey {
  readonly rooms: number;
  /** One line each, naming the file; empty when the day is whole. */
  readonly faults: readonly string[];
}

/** Day by day, oldest first; one room in memory at a time. */
export async function* verifyArchive(store: ObjectStore): AsyncGenerator<DayCheck> {
  const manifests = new ManifestCache(store);
  for (const day of await listDays(store)) {
    const manifest = await manifests.read(day);
    if (manifest === undefined) {
      const folder = store.nameOf(dayFolder(day)).replace(/\/$/, "");
      yield {
        ...day,
        rooms: 0,
        faults: [`${folder} has no ${MANIFEST}: an import was interrupted, import the day again`],
      };
    } else if (manifest instanceof ArchiveError) {
      yield { ...day, rooms: 0, faults: [manifest.message] };
    } else {
      const faults: string[] = [];
      const known = new Set([MANIFEST]);
      for (const entry of manifest.rooms) {
        known.add(blobName(entry.room, entry.checksum));
        const fault = await blobFault(store, manifest, entry);
        if (fault !== undefined) faults.push(`${nameOfBlob(store, day, entry)}: ${fault}`);
      }
      for (const name of await store.names(dayFolder(day))) {
        if (!known.has(name)) faults.push(`${store.nameOf(dayFolder(day) + name)}: ${STRAY}`);
      }
      yield { ...day, rooms: manifest.rooms.length, faults };
    }
  }
}

const STRAY = "not part of the day (importing it again removes it)";

type BlobEntry = DayManifest["rooms"][number];

const nameOfBlob = (store: ObjectStore, day: DayKey, { room, checksum }: BlobEntry): string =>
  store.nameOf(dayFolder(day) + blobName(room, checksum));

/** What is wrong with a blob; undefined where nothing is. */
export async function blobFault(
  store: ObjectStore,
  { source, date }: DayKey,
  { room, bytes: length, checksum }: BlobEntry,
): Promise<string | undefined> {
  try {
    const object = await store.read(dayFolder({ source, date }) + blobName(room, checksum));
    if (object === undefined) return "it is missing";
    if (object.bytes.length !== length) return `it has ${object.bytes.length} bytes, not ${length}`;
    const day = await loadRoomDay({ bytes: object.bytes, encoding: "br", checksum });
    const isOurs = day.room === room && day.date === date && day.source === source;
    return isOurs ? undefined : `it holds ${day.room} of ${day.source} ${day.date}`;
  } catch (error) {
    return oneLine(error);
  }
}
