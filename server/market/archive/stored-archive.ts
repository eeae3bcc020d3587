/**
 * The archive in an object store (layout.ts). Reading looks at what is there each time, so that a day imported by another
 * process is listed at once; manifests and checked blobs are remembered by the version of their objects.
 */
import type { RoomDay } from "#contract/domain/columns.ts";
import { oneLine } from "../../platform/start-error.ts";
import type { Archive, BlobKey, DayManifest, StoredBlob } from "./archive.ts";
import { ArchiveError, DamagedObject } from "./archive-error.ts";
import { blobOf, storeRoomDay } from "./blob-codec.ts";
import { blobKey, blobName, type DayKey, dayFolder, listDays, MANIFEST, manifestKey } from "./layout.ts";
import { ManifestCache, manifestBytes } from "./manifest-file.ts";
import type { ObjectStore } from "./object-store.ts";
import { isSame, replaceObject } from "./replace-object.ts";

/** An archive that also forgets. */
export interface StoredArchive extends Archive {
  readonly store: ObjectStore;
  /** Removes a day: it is gone from the lists first. False where there was none. */
  removeDay(day: DayKey): Promise<boolean>;
}

export interface StoredArchiveOptions {
  readonly store: ObjectStore;
  /** Told once of each damaged manifest: such a day is not listed, the others are. */
  readonly onFault?: ((line: string) => void) | undefined;
  /** Encodes and compresses a room-day; on this thread and Node's pool unless told. */
  readonly encode?: ((room: RoomDay) => Promise<StoredBlob>) | undefined;
}

type DayHead = Parameters<Archive["writeDay"]>[0];

export function createStoredArchive({
  store,
  onFault = () => undefined,
  encode = storeRoomDay,
}: StoredArchiveOptions): StoredArchive {
  const manifests = new ManifestCache(store);
  const told = new WeakSet<ArchiveError>();
  /** Blobs whose checksum was found right, by key and version. */
  const checked = new Set<string>();
  let writing: Promise<unknown> = Promise.resolve();

  const archive: StoredArchive = {
    store,

    async days() {
      const days = await listDays(store);
      const known = await Promise.all(days.map(({ source, date }) => archive.day(source, date)));
      return known.filter((manifest) => manifest !== undefined);
    },

    async day(source, date) {
      const manifest = await manifests.read({ source, date });
      if (!(manifest instanceof ArchiveError)) return manifest;
      if (!told.has(manifest)) onFault(manifest.message);
      told.add(manifest);
      return undefined;
    },

    async read(key) {
      // A second look: the day may have been replaced between its manifest and its blob.
      return (await readOnce(key, false)) ?? (await readOnce(key, true));
    },

    writeDay: (day, rooms) => locked(() => writeDay(store, day, rooms, encode)),
    removeDay: (day) => locked(() => removeDay(store, day)),
  };

  async function readOnce(key: BlobKey, isLast: boolean): Promise<StoredBlob | undefined> {
    const manifest = await manifests.read(key);
    if (manifest instanceof ArchiveError) throw manifest;
    const entry = manifest?.rooms.find(({ room }) => room === key.room);
    if (entry === undefined) return undefined;
    const at = blobKey(key, entry.room, entry.checksum);
    const stored = await readStored(store, at, entry, checked);
    if (stored === undefined && isLast) throw new ArchiveError(`${store.nameOf(at)} is missing: import that day again`);
    return stored;
  }

  function locked<Result>(task: () => Promise<Result>): Promise<Result> {
    const done = writing.then(async () => {
      const release = await store.lock();
      try {
        return await task();
      } finally {
        await release();
      }
    });
    writing = done.catch(() => undefined);
    return done;
  }

  return archive;
}

interface BlobEntry {
  readonly bytes: number;
  readonly checksum: string;
}

/** @throws ArchiveError when it is not what the manifest says. */
async function readStored(
  store: ObjectStore,
  key: string,
  entry: BlobEntry,
  checked: Set<string>,
): Promise<StoredBlob | undefined> {
  try {
    const object = await store.read(key);
    if (object === undefined) return undefined;
    const stored: StoredBlob = { bytes: object.bytes, encoding: "br", checksum: entry.checksum };
    if (stored.bytes.length !== entry.bytes) throw new Error(`it has ${stored.bytes.length} bytes, not ${entry.bytes}`);
    const identity = `${key} ${object.version}`;
    if (!checked.has(identity)) await blobOf(stored);
    checked.add(identity);
    return stored;
  } catch (error) {
    throw new DamagedObject(`${store.nameOf(key)} is damaged: ${oneLine(error)}`, { cause: error });
  }
}

async function writeDay(
  store: ObjectStore,
  day: DayHead,
  rooms: Iterable<RoomDay>,
  encode: (room: RoomDay) => Promise<StoredBlob>,
): Promise<DayManifest> {
  const replaces = await store.version(manifestKey(day)).catch(() => undefined);
  const there = new Set(await store.names(dayFolder(day)));
  const entries: DayManifest["rooms"][number][] = [];
  let cadence = 0;
  for (const room of rooms) {
    if (room.date !== day.date || room.source !== day.source) {
      throw new ArchiveError(`${room.room} is of ${room.source} ${room.date}, not of ${day.source} ${day.date}`);
    }
    const stored = await encode(room);
    const name = blobName(room.room, stored.checksum);
    if (!there.has(name) || !(await isSame(store, dayFolder(day) + name, stored.bytes)))
      await store.write(dayFolder(day) + name, stored.bytes);
    entries.push({ room: room.room, bytes: stored.bytes.length, checksum: stored.checksum });
    cadence = cadence === 0 ? room.cadence : Math.min(cadence, room.cadence);
  }
  if (entries.length === 0) throw new ArchiveError(`${day.source} ${day.date} has no rooms: nothing was archived`);
  const { source, date, origin, symbols, lacking } = day;
  const manifest: DayManifest = { source, date, origin, cadence, symbols, rooms: entries, lacking };
  await writeManifest(store, manifest, replaces);
  await removeLeftovers(store, day, new Set(entries.map(({ room, checksum }) => blobName(room, checksum))));
  return manifest;
}

/** The moment at which the day changes. @throws ArchiveError when another writer changed it meanwhile. */
export async function writeManifest(
  store: ObjectStore,
  manifest: DayManifest,
  replaces: string | undefined,
): Promise<void> {
  await replaceObject(store, manifestKey(manifest), manifestBytes(manifest), replaces);
}

/** Blobs that the manifest does not name any more, and what a killed writer left. */
async function removeLeftovers(store: ObjectStore, day: DayKey, blobs: ReadonlySet<string>): Promise<void> {
  for (const name of await store.names(dayFolder(day))) {
    if (name !== MANIFEST && !blobs.has(name)) await store.remove(dayFolder(day) + name).catch(() => undefined);
  }
}

async function removeDay(store: ObjectStore, day: DayKey): Promise<boolean> {
  const names = await store.names(dayFolder(day));
  await store.remove(manifestKey(day));
  for (const name of names) if (name !== MANIFEST) await store.remove(dayFolder(day) + name);
  return names.includes(MANIFEST);
}
