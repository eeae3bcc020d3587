/** Reads everything that an archive holds and says what is not as it was written. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Source } from "#contract/domain/columns.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { oneLine } from "../../platform/start-error.ts";
import type { DayManifest } from "./archive.ts";
import { ArchiveError } from "./archive-error.ts";
import { loadRoomDay } from "./blob-codec.ts";
import { listDays } from "./file-archive.ts";
import { blobName, dayFolder, MANIFEST } from "./layout.ts";
import { ManifestCache } from "./manifest-file.ts";

export interface DayCheck {
  readonly source: Source;
  readonly date: IsoDate;
  readonly rooms: number;
  /** One line each, naming the file; empty when the day is whole. */
  readonly faults: readonly string[];
}

/** Day by day, oldest first; one room in memory at a time. */
export async function* verifyArchive(root: string): AsyncGenerator<DayCheck> {
  const manifests = new ManifestCache(root);
  for (const { source, date } of await listDays(root)) {
    const manifest = await manifests.read(source, date);
    const path = dayFolder(root, source, date);
    if (manifest === undefined) {
      yield {
        source,
        date,
        rooms: 0,
        faults: [`${path} has no ${MANIFEST}: an import was interrupted, import the day again`],
      };
    } else if (manifest instanceof ArchiveError) {
      yield { source, date, rooms: 0, faults: [manifest.message] };
    } else {
      yield { source, date, rooms: manifest.rooms.length, faults: await faultsOf(path, manifest) };
    }
  }
}

async function faultsOf(path: string, manifest: DayManifest): Promise<string[]> {
  const faults: string[] = [];
  const listed = new Set([MANIFEST]);
  for (const entry of manifest.rooms) {
    const name = blobName(entry.room, entry.checksum);
    listed.add(name);
    const file = join(path, name);
    try {
      const bytes = await readFile(file);
      if (bytes.length !== entry.bytes) throw new Error(`it has ${bytes.length} bytes, not ${entry.bytes}`);
      const day = await loadRoomDay({ bytes, encoding: "br", checksum: entry.checksum });
      if (day.room !== entry.room || day.date !== manifest.date || day.source !== manifest.source) {
        throw new Error(`it holds ${day.room} of ${day.source} ${day.date}`);
      }
    } catch (error) {
      faults.push(`${file}: ${oneLine(error)}`);
    }
  }
  for (const name of await readdir(path)) {
    if (!listed.has(name)) faults.push(`${join(path, name)}: not part of the day (importing it again removes it)`);
  }
  return faults;
}
