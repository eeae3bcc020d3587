/**
 * The archive as a folder (layout.ts). Reading looks at the disk each time, so that a day imported by another process
 * is listed at once; manifests and checked blobs are remembered by the identity of their files.
 */
import { mkdir, readdir, readFile, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { RoomDay, Source } from "#contract/domain/columns.ts";
import { oneLine, systemCode } from "../../platform/start-error.ts";
import type { Archive, BlobKey, DayManifest, StoredBlob } from "./archive.ts";
import { ArchiveError } from "./archive-error.ts";
import { writeAtomically } from "./atomic-write.ts";
import { blobOf, storeRoomDay } from "./blob-codec.ts";
import { blobName, dateOfFolder, dayFolder, MANIFEST, SOURCES } from "./layout.ts";
import { ManifestCache, manifestBytes } from "./manifest-file.ts";
import { takeWriterLock } from "./writer-lock.ts";

export interface FileArchiveOptions {
  /** Made when the first day is written. */
  readonly folder: string;
  /** Told once of each damaged manifest: such a day is not listed, the others are. */
  readonly onFault?: (line: string) => void;
}

type DayHead = Parameters<Archive["writeDay"]>[0];

export function createFileArchive({ folder, onFault = () => undefined }: FileArchiveOptions): Archive {
  const manifests = new ManifestCache(folder);
  const told = new WeakSet<ArchiveError>();
  /** Blobs whose checksum was found right, by path and modification time. */
  const checked = new Set<string>();
  let writing: Promise<unknown> = Promise.resolve();

  const archive: Archive = {
    async days() {
      const days: DayManifest[] = [];
      for (const { source, date } of await listDays(folder)) {
        const manifest = await archive.day(source, date);
        if (manifest !== undefined) days.push(manifest);
      }
      return days;
    },

    async day(source, date) {
      const manifest = await manifests.read(source, date);
      if (!(manifest instanceof ArchiveError)) return manifest;
      if (!told.has(manifest)) onFault(manifest.message);
      told.add(manifest);
      return undefined;
    },

    async read(key) {
      // A second look: the day may have been replaced between its manifest and its blob.
      return (await readOnce(key, false)) ?? (await readOnce(key, true));
    },

    writeDay(day, rooms) {
      const written = writing.then(() => writeLocked(day, rooms));
      writing = written.catch(() => undefined);
      return written;
    },
  };

  async function readOnce(key: BlobKey, isLast: boolean): Promise<StoredBlob | undefined> {
    const manifest = await manifests.read(key.source, key.date);
    if (manifest instanceof ArchiveError) throw manifest;
    const entry = manifest?.rooms.find(({ room }) => room === key.room);
    if (entry === undefined) return undefined;
    const path = join(dayFolder(folder, key.source, key.date), blobName(entry.room, entry.checksum));
    try {
      const { mtimeMs } = await stat(path);
      const stored: StoredBlob = { bytes: await readFile(path), encoding: "br", checksum: entry.checksum };
      if (stored.bytes.length !== entry.bytes)
        throw new Error(`it has ${stored.bytes.length} bytes, not ${entry.bytes}`);
      const identity = `${path} ${mtimeMs}`;
      if (!checked.has(identity)) await blobOf(stored);
      checked.add(identity);
      return stored;
    } catch (error) {
      if (systemCode(error) === "ENOENT") {
        if (!isLast) return undefined;
        throw new ArchiveError(`${path} is missing: import that day again`);
      }
      throw new ArchiveError(`${path} is damaged: ${oneLine(error)}`, { cause: error });
    }
  }

  async function writeLocked(day: DayHead, rooms: Iterable<RoomDay>): Promise<DayManifest> {
    const release = await takeWriterLock(folder);
    try {
      return await writeDay(dayFolder(folder, day.source, day.date), day, rooms);
    } finally {
      await release();
    }
  }

  return archive;
}

async function writeDay(path: string, day: DayHead, rooms: Iterable<RoomDay>): Promise<DayManifest> {
  await mkdir(path, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new ArchiveError(`Cannot write ${path}: ${oneLine(error)}`, { cause: error });
  });
  const entries: { room: string; bytes: number; checksum: string }[] = [];
  let cadence = 0;
  for (const room of rooms) {
    if (room.date !== day.date || room.source !== day.source) {
      throw new ArchiveError(`${room.room} is of ${room.source} ${room.date}, not of ${day.source} ${day.date}`);
    }
    const stored = await storeRoomDay(room);
    await writeUnlessThere(join(path, blobName(room.room, stored.checksum)), stored.bytes);
    entries.push({ room: room.room, bytes: stored.bytes.length, checksum: stored.checksum });
    cadence = cadence === 0 ? room.cadence : Math.min(cadence, room.cadence);
  }
  if (entries.length === 0) throw new ArchiveError(`${day.source} ${day.date} has no rooms: nothing was archived`);
  const { source, date, origin, symbols } = day;
  const manifest: DayManifest = { source, date, origin, cadence, symbols, rooms: entries };
  await writeUnlessThere(join(path, MANIFEST), manifestBytes(manifest));
  await removeLeftovers(path, new Set(entries.map(({ room, checksum }) => blobName(room, checksum))));
  return manifest;
}

/** Writing the same bytes again changes nothing, not even a file's time. */
async function writeUnlessThere(path: string, bytes: Uint8Array): Promise<void> {
  const there = await readFile(path).catch(() => undefined);
  if (there === undefined || !there.equals(bytes)) await writeAtomically(path, bytes);
}

/** Blobs that the manifest does not name any more, and what a killed writer left. */
async function removeLeftovers(path: string, blobs: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(path)) {
    if (name !== MANIFEST && !blobs.has(name)) await unlink(join(path, name)).catch(() => undefined);
  }
}

/** The day folders, oldest first, real sources first within a date. */
export async function listDays(root: string): Promise<{ source: Source; date: DayManifest["date"] }[]> {
  const found: { source: Source; date: DayManifest["date"] }[] = [];
  for (const source of SOURCES) {
    for (const name of await namesIn(join(root, source))) {
      const date = dateOfFolder(name);
      if (date !== undefined) found.push({ source, date });
    }
  }
  // Stable: within a date the order of SOURCES stays.
  return found.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

async function namesIn(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw new ArchiveError(`Cannot read ${path}: ${oneLine(error)}`, { cause: error });
  }
}
