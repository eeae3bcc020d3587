/** Puts the archive's day files right: a damaged one comes back from another copy, or goes into quarantine. */
import { type DayFileKind, dayFileFault, listDayFiles } from "./day-files.ts";
import type { ObjectStore } from "./object-store.ts";
import { quarantine, type Repaired } from "./repair.ts";

/** Holds the archive's lock. @param copies other archives, best first. @throws ArchiveError when it cannot be written. */
export async function repairDayFiles(
  store: ObjectStore,
  kind: DayFileKind,
  copies: readonly ObjectStore[],
): Promise<Repaired> {
  const rebuilt: string[] = [];
  const lost: string[] = [];
  const quarantined: string[] = [];
  const release = await store.lock();
  try {
    for (const file of await listDayFiles(store, kind)) {
      const fault = await dayFileFault(store, kind, file);
      if (fault === undefined) continue;
      const name = `${file.date} (${file.source})`;
      const copy = await wholeCopy(copies, kind, file);
      if (copy === undefined) {
        lost.push(`${name}: ${fault}`);
        quarantined.push(await quarantine(store, file.key));
        continue;
      }
      await store.write(file.key, copy.bytes);
      rebuilt.push(`${name}: from ${copy.place} (${fault})`);
    }
  } finally {
    await release();
  }
  return { rebuilt, lost, quarantined };
}

async function wholeCopy(
  copies: readonly ObjectStore[],
  kind: DayFileKind,
  file: Awaited<ReturnType<typeof listDayFiles>>[number],
): Promise<{ readonly bytes: Buffer; readonly place: string } | undefined> {
  for (const copy of copies) {
    if ((await dayFileFault(copy, kind, file)) !== undefined) continue;
    const object = await copy.read(file.key);
    if (object !== undefined) return { bytes: object.bytes, place: copy.place };
  }
  return undefined;
}
