/** Makes the simulated exchange start over: its journal and its archived days go, everything imported stays. */
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { openDataFolder } from "../platform/data-folder.ts";
import { AGGREGATES } from "./aggregates/aggregate-store.ts";
import { listDays } from "./archive/layout.ts";
import type { StoredArchive } from "./archive/stored-archive.ts";

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
    await removeSimulatedAggregates(join(folder.path, "archive", AGGREGATES));
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

async function removeSimulatedAggregates(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) if (name.endsWith(".sim.br")) await rm(join(folder, name));
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);
