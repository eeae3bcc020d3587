/** Where recorded days come from: the archive, or files that are read for the occasion. */
import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { RoomDay } from "#contract/domain/columns.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { Archive } from "../../../market/archive/archive.ts";
import { loadRoomDay } from "../../../market/archive/blob-codec.ts";
import { openCsvFile, readCsvLines } from "../../../market/importers/formats/csv-file.ts";
import type { CsvFile } from "../../../market/importers/formats/csv-lines.ts";
import type { ImportProgress } from "../../../market/importers/formats/file-reading.ts";
import { CHAINS, detectFormat } from "../../../market/importers/formats/formats.ts";
import { importFiles } from "../../../market/importers/import-files.ts";
import { oneLine } from "../../../platform/start-error.ts";
import type { SpotDay } from "./facts/spot-facts.ts";
import { roomKind } from "./room-kind.ts";
import { isSpotHeader, readSpotFile } from "./spot-file.ts";

/** The rooms of a recorded day that can be measured. */
export interface RecordedDay {
  readonly date: IsoDate;
  readonly rooms: readonly RoomDay[];
}

export interface Recorded {
  readonly days: AsyncIterable<RecordedDay>;
  readonly spot: readonly SpotDay[];
  /** What was named and cannot be compared, and why. */
  readonly refused: readonly string[];
}

export function archivedDays(archive: Archive): Recorded {
  async function* days(): AsyncGenerator<RecordedDay> {
    for (const { source, date, rooms } of await archive.days()) {
      if (source === "sim") continue;
      const measurable: RoomDay[] = [];
      for (const { room } of rooms) {
        const stored = await archive.read({ source, date, room });
        const day = stored ? await loadRoomDay(stored) : undefined;
        if (day && isChain(day) && roomKind(day)) measurable.push(day);
      }
      yield { date, rooms: measurable };
    }
  }
  return { days: days(), spot: [], refused: [] };
}

/**
 * Chains and minutes of the spot among these files; a folder stands for the files in it and in the folders of it.
 * Nothing is written anywhere.
 */
export async function daysOfFiles(paths: readonly string[], progress: ImportProgress): Promise<Recorded> {
  const chains: string[] = [];
  const spot: SpotDay[] = [];
  const refused: string[] = [];
  for (const path of paths) {
    const { files, isFolder } = await filesOf(resolve(path));
    if (files.length === 0) refused.push(`${path}: no CSV files`);
    for (const name of files) {
      try {
        const file = await openCsvFile(name);
        const header = await headerOf(file);
        const format = detectFormat(header, CHAINS);
        if (typeof format !== "string") chains.push(name);
        else if (isSpotHeader(header)) spot.push(...(await readSpotFile(file)));
        else if (!isFolder) refused.push(`${name}: ${format}`);
      } catch (error) {
        refused.push(oneLine(error));
      }
    }
  }
  const read: RecordedDay[] = [];
  const collector: Archive = {
    days: async () => [],
    day: async () => undefined,
    read: async () => undefined,
    async writeDay(day, rooms) {
      read.push({ date: day.date, rooms: [...rooms].filter((room) => roomKind(room) !== undefined) });
      return { ...day, cadence: 1, rooms: [] };
    },
  };
  // Files are named one at a time, so that a day is measured and forgotten before the next file is read.
  async function* days(): AsyncGenerator<RecordedDay> {
    for (const chain of chains) {
      const report = await importFiles([chain], { archive: collector, progress });
      for (const { path, error } of report.files) if (error !== undefined) refused.push(error || path);
      for (const day of report.days) if (day.error !== undefined) refused.push(`${day.date}: ${day.error}`);
      yield* read.splice(0);
    }
  }
  return { days: days(), spot, refused };
}

/** A room of futures, or of a spot alone, has nothing that is compared. */
const isChain = ({ tokens }: RoomDay): boolean => tokens.strike.subarray(0, tokens.length).some((strike) => strike > 0);

async function filesOf(path: string): Promise<{ files: string[]; isFolder: boolean }> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) return { files: [path], isFolder: false };
  const entries = await readdir(path, { recursive: true });
  const files = entries.filter((name) => /\.csv(\.gz)?$/.test(name)).sort();
  return { files: files.map((name) => join(path, name)), isFolder: true };
}

async function headerOf(file: CsvFile): Promise<string[]> {
  for await (const { cells } of readCsvLines(file)) return cells.map((cell) => cell.trim());
  return [];
}
