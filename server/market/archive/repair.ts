/**
 * Puts right what verify finds: a damaged or missing room-day comes back from another copy of the archive, or from a
 * journal of that day; what nothing can rebuild goes into quarantine, out of the days that are served. Nothing is deleted.
 */
import type { RoomDay } from "#contract/domain/columns.ts";
import { oneLine } from "../../platform/start-error.ts";
import type { TradingDay } from "../feed.ts";
import type { DayManifest } from "./archive.ts";
import { ArchiveError } from "./archive-error.ts";
import { storeRoomDay } from "./blob-codec.ts";
import { blobName, type DayKey, dayFolder, listDays, MANIFEST, manifestKey, QUARANTINE } from "./layout.ts";
import { ManifestCache } from "./manifest-file.ts";
import type { ObjectStore } from "./object-store.ts";
import { writeManifest } from "./stored-archive.ts";
import { blobFault } from "./verify.ts";

export interface RepairSources {
  /** Other archives, best first. */
  readonly copies: readonly ObjectStore[];
  /** The day as a journal has it; undefined where none has. */
  readonly journal: (day: DayKey) => TradingDay | undefined;
  /** Where the journalled days come from, for a manifest made again. */
  readonly origin: string;
}

export interface Repaired {
  /** One line each: what came back, and from where. */
  readonly rebuilt: readonly string[];
  /** One line each: what could not be, and why. */
  readonly lost: readonly string[];
  /** Where what is damaged, or no part of the day, lies now. */
  readonly quarantined: readonly string[];
}

export type DayRepair = DayKey & Repaired;

/** Day by day, oldest first. Holds the archive's lock. @throws ArchiveError when it cannot be written. */
export async function repairArchive(
  store: ObjectStore,
  sources: RepairSources,
  tell: (day: DayRepair) => void,
): Promise<void> {
  const release = await store.lock();
  try {
    for (const day of await listDays(store)) tell(await new DayRepairer(store, sources, day).run());
  } finally {
    await release();
  }
}

type BlobEntry = DayManifest["rooms"][number];

class DayRepairer {
  readonly #store: ObjectStore;
  readonly #sources: RepairSources;
  readonly #day: DayKey;
  readonly #rebuilt: string[] = [];
  readonly #lost: string[] = [];
  readonly #quarantined: string[] = [];

  constructor(store: ObjectStore, sources: RepairSources, day: DayKey) {
    this.#store = store;
    this.#sources = sources;
    this.#day = { source: day.source, date: day.date };
  }

  async run(): Promise<DayRepair> {
    const found = await new ManifestCache(this.#store).read(this.#day);
    const isSound = found !== undefined && !(found instanceof ArchiveError);
    const manifest = isSound ? found : await this.#otherManifest(found?.message ?? `it has no ${MANIFEST}`);
    const rooms: BlobEntry[] = [];
    for (const entry of manifest?.rooms ?? []) {
      const kept = await this.#checked(entry);
      if (kept) rooms.push(kept);
    }
    if (manifest) await this.#writeManifest(manifest, rooms);
    await this.#quarantineStrays(rooms);
    return { ...this.#day, rebuilt: this.#rebuilt, lost: this.#lost, quarantined: this.#quarantined };
  }

  /** A manifest from a copy, or one made of the journal; undefined where there is neither. */
  async #otherManifest(fault: string): Promise<DayManifest | undefined> {
    for (const copy of this.#sources.copies) {
      const manifest = await new ManifestCache(copy).read(this.#day);
      if (manifest === undefined || manifest instanceof ArchiveError) continue;
      this.#rebuilt.push(`${MANIFEST}: from ${copy.place} (${fault})`);
      return manifest;
    }
    const journalled = this.#sources.journal(this.#day);
    if (journalled === undefined) {
      this.#lost.push(`the day: ${fault}`);
      return undefined;
    }
    this.#rebuilt.push(`${MANIFEST}: from the journal (${fault})`);
    const rooms = await Promise.all(journalled.rooms.map(async (room) => (await encoded(room)).entry));
    const cadence = Math.min(...journalled.rooms.map((room) => room.cadence));
    return { ...this.#day, origin: this.#sources.origin, cadence, symbols: journalled.symbols, rooms };
  }

  /** The entry whose blob is sound now; undefined where it is lost. */
  async #checked(entry: BlobEntry): Promise<BlobEntry | undefined> {
    const fault = await blobFault(this.#store, this.#day, entry);
    if (fault === undefined) return entry;
    const key = dayFolder(this.#day) + blobName(entry.room, entry.checksum);
    for (const copy of this.#sources.copies) {
      if ((await blobFault(copy, this.#day, entry)) !== undefined) continue;
      const object = await copy.read(key);
      if (object === undefined) continue;
      await this.#store.write(key, object.bytes);
      this.#rebuilt.push(`${entry.room}: from ${copy.place} (${fault})`);
      return entry;
    }
    const room = this.#sources.journal(this.#day)?.rooms.find((journalled) => journalled.room === entry.room);
    if (room !== undefined) {
      const made = await encoded(room);
      await this.#store.write(dayFolder(this.#day) + blobName(room.room, made.entry.checksum), made.bytes);
      this.#rebuilt.push(`${entry.room}: from the journal (${fault})`);
      return made.entry;
    }
    this.#lost.push(`${entry.room}: ${fault}`);
    return undefined;
  }

  /** Without the rooms that are lost. A day of which nothing is left has no manifest any more. */
  async #writeManifest(manifest: DayManifest, rooms: readonly BlobEntry[]): Promise<void> {
    const key = manifestKey(this.#day);
    if (rooms.length > 0) await writeManifest(this.#store, { ...manifest, rooms }, await this.#store.version(key));
    else if ((await this.#store.version(key)) !== undefined) await this.#quarantine(MANIFEST);
  }

  async #quarantineStrays(rooms: readonly BlobEntry[]): Promise<void> {
    const known = new Set(rooms.length > 0 ? [MANIFEST] : []);
    for (const { room, checksum } of rooms) known.add(blobName(room, checksum));
    for (const name of await this.#store.names(dayFolder(this.#day))) {
      if (known.has(name)) continue;
      await this.#quarantine(name);
    }
  }

  async #quarantine(name: string): Promise<void> {
    this.#quarantined.push(await quarantine(this.#store, dayFolder(this.#day) + name));
  }
}

/** Moves an object out of what is served. @returns where it lies now. @throws ArchiveError when it cannot be moved. */
export async function quarantine(store: ObjectStore, from: string): Promise<string> {
  const to = `${QUARANTINE}/${from}`;
  try {
    const object = await store.read(from);
    if (object) await store.write(to, object.bytes);
  } catch (error) {
    throw new ArchiveError(`Cannot move ${store.nameOf(from)}: ${oneLine(error)}`, { cause: error });
  }
  await store.remove(from);
  return store.nameOf(to);
}

async function encoded(room: RoomDay): Promise<{ readonly entry: BlobEntry; readonly bytes: Uint8Array }> {
  const { bytes, checksum } = await storeRoomDay(room);
  return { entry: { room: room.room, bytes: bytes.length, checksum }, bytes };
}
