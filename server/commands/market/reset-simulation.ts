/** Makes the simulated exchange start over: its journal and its archived days go, everything imported stays. */
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { AGGREGATES } from "../../market/aggregates/aggregate-file.ts";
import { listDayFiles } from "../../market/archive/day-files.ts";
import { createFileStore } from "../../market/archive/file-store.ts";
import { listDays } from "../../market/archive/layout.ts";
import type { ObjectStore } from "../../market/archive/object-store.ts";
import type { StoredArchive } from "../../market/archive/stored-archive.ts";
import { openDataFolder } from "../../platform/data-folder/data-folder.ts";

/**
 * Holds the data folder meanwhile: a running server keeps the day in memory and would write it again.
 * @returns what was done, in lines. @throws StartError while a server runs on the folder.
 */
export async function resetSimulation(dataDir: string, archive: StoredArchive): Promise<string[]> {
  const folder = await openDataFolder(dataDir);
  try {
    const journals = await removeSimulatedJournals(join(folder.path, "journal"));
    const days = (await listDays(archive.store)).filter(({ source }) => source === "sim");
    for (const day of days) await archive.removeDay(day);
    // A bucket's are copied from the folder that was in use before it, so they go from both.
    for (const store of [archive.store, createFileStore(join(folder.path, "archive"))])
      await removeSimulatedAggregates(store);
    return [
      `removed ${journals} simulated ${journals === 1 ? "journal" : "journals"} and ${days.length} archived simulated ${days.length === 1 ? "day" : "days"}`,
    ];
  } finally {
    await folder.release();
  }
}

async function removeSimulatedJournals(folder: string): Promise<number> {
  const ours = (await namesIn(folder)).filter((name) => /-sim\.journal(\.new)?$/.test(name));
  for (const name of ours) await rm(join(folder, name));
  return ours.length;
}

async function removeSimulatedAggregates(store: ObjectStore): Promise<void> {
  for (const { source, key } of await listDayFiles(store, AGGREGATES)) if (source === "sim") await store.remove(key);
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);
