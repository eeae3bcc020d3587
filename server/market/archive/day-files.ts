/**
 * Folders of the archive with one object a day, `{folder}/{date}.{source}{ending}`, beside the room-days: end-of-day
 * figures, aggregates. Each is replaced whole, and carries its own checksum.
 */
import type { IsoDate } from "#contract/domain/units.ts";
import { oneLine } from "../../platform/start-error.ts";
import { inBatches } from "./in-batches.ts";
import { type DayKey, dateOfFolder, SOURCES } from "./layout.ts";
import { ConflictError, type ObjectStore } from "./object-store.ts";

export interface DayFileKind {
  /** What they are, for people. */
  readonly words: string;
  readonly folder: string;
  /** What their names end with. */
  readonly ending: string;
  /** @throws Error with why, when the bytes are not whole, or of another day. */
  check(bytes: Uint8Array, day: DayKey): void;
}

export interface DayFile extends DayKey {
  readonly key: string;
  readonly version: string;
}

export const dayFileKey = ({ folder, ending }: DayFileKind, { date, source }: DayKey): string =>
  `${folder}/${date}.${source}${ending}`;

/** Oldest first, real sources first within a date; other objects of the folder are passed over. */
export async function listDayFiles(store: ObjectStore, kind: DayFileKind): Promise<DayFile[]> {
  const found: DayFile[] = [];
  for (const [name, version] of await store.versions(kind.folder)) {
    const day = dayOf(name, kind.ending);
    if (day) found.push({ ...day, key: `${kind.folder}/${name}`, version });
  }
  const rank = (day: DayKey): number => SOURCES.indexOf(day.source);
  return found.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : rank(a) - rank(b)));
}

function dayOf(name: string, ending: string): DayKey | undefined {
  if (!name.endsWith(ending)) return undefined;
  const [day = "", source, ...rest] = name.slice(0, name.length - ending.length).split(".");
  const date: IsoDate | undefined = dateOfFolder(day);
  const known = SOURCES.find((entry) => entry === source);
  return date === undefined || known === undefined || rest.length > 0 ? undefined : { date, source: known };
}

/** What is wrong with a file; undefined where nothing is. */
export async function dayFileFault(store: ObjectStore, kind: DayFileKind, day: DayKey): Promise<string | undefined> {
  try {
    const object = await store.read(dayFileKey(kind, day));
    if (object === undefined) return "it is missing";
    kind.check(object.bytes, day);
    return undefined;
  } catch (error) {
    return oneLine(error);
  }
}

/** Reads every file back. @returns how many, and one line for each that is not as it was written. */
export async function verifyDayFiles(
  store: ObjectStore,
  kind: DayFileKind,
): Promise<{ readonly days: number; readonly faults: readonly string[] }> {
  const files = await listDayFiles(store, kind);
  const faults = await inBatches(files, async (file) => {
    const fault = await dayFileFault(store, kind, file);
    return fault === undefined ? [] : [`${store.nameOf(file.key)}: ${fault}`];
  });
  return { days: files.length, faults: faults.flat() };
}

/**
 * Copies what another archive has and this one lacks, such as the folder that was in use before the bucket. What is there
 * stays as it is.
 * @returns how many were copied. @param onFault told of each that is damaged, or cannot be copied.
 */
export async function carryDayFiles(
  from: ObjectStore,
  to: ObjectStore,
  kind: DayFileKind,
  onFault: (line: string) => void,
): Promise<number> {
  const files = await listDayFiles(from, kind);
  if (files.length === 0) return 0;
  const there = new Set((await listDayFiles(to, kind)).map(({ key }) => key));
  const missing = files.filter(({ key }) => !there.has(key));
  const copied = await inBatches(missing, async (file): Promise<number> => {
    try {
      const object = await from.read(file.key);
      if (object === undefined) return 0;
      kind.check(object.bytes, file);
      await to.write(file.key, object.bytes, { replaces: undefined });
      return 1;
    } catch (error) {
      // Another process did the same.
      if (!(error instanceof ConflictError)) onFault(`${from.nameOf(file.key)} is not copied: ${oneLine(error)}`);
      return 0;
    }
  });
  return copied.reduce((sum, count) => sum + count, 0);
}
