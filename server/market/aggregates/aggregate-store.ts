/**
 * Aggregates on disk: {folder}/{date}.{source}.br, a file a day. What is there can always be made again from what it was
 * made of, so a damaged file counts as none; it outlives the day's rooms, which are a thousand times its size.
 */
import { mkdir, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Source } from "#contract/domain/columns.ts";
import { type IsoDate, isoDate } from "#contract/domain/units.ts";
import { oneLine, systemCode } from "../../platform/start-error.ts";
import { writeAtomically } from "../archive/atomic-write.ts";
import { SOURCES } from "../archive/layout.ts";
import { decodeAggregates, encodeAggregates } from "./aggregate-file.ts";
import type { DayAggregates } from "./day-aggregates.ts";

/** Its folder beside the archive's days. */
export const AGGREGATES = "aggregates";

export interface AggregateStore {
  /** Every day that is stored and whole, in no order. */
  days(): Promise<readonly DayAggregates[]>;
  /** @throws ArchiveError in one line when it cannot be written. */
  write(day: DayAggregates): Promise<void>;
}

export interface AggregateStoreOptions {
  /** Made when the first day is written. */
  readonly folder: string;
  /** Told once of each damaged file. */
  readonly onFault?: (line: string) => void;
}

interface Known {
  /** What tells one version of a file from the next. */
  readonly identity: string;
  readonly day: DayAggregates | undefined;
}

export function createAggregateStore({ folder, onFault = () => undefined }: AggregateStoreOptions): AggregateStore {
  const known = new Map<string, Known>();

  async function read(name: string): Promise<DayAggregates | undefined> {
    const path = join(folder, name);
    try {
      const { ino, mtimeMs, size } = await stat(path);
      const identity = `${ino} ${mtimeMs} ${size}`;
      const before = known.get(name);
      if (before?.identity === identity) return before.day;
      const day = wholeOrFault(path, await readFile(path));
      known.set(name, { identity, day });
      return day;
    } catch (error) {
      known.delete(name);
      if (systemCode(error) !== "ENOENT") onFault(`${path} cannot be read: ${oneLine(error)}`);
      return undefined;
    }
  }

  function wholeOrFault(path: string, bytes: Uint8Array): DayAggregates | undefined {
    try {
      return decodeAggregates(bytes);
    } catch (error) {
      onFault(`${path} is damaged and will be made again: ${oneLine(error)}`);
      return undefined;
    }
  }

  return {
    async days() {
      const found: DayAggregates[] = [];
      for (const name of await namesIn(folder)) {
        const day = isDayFile(name) ? await read(name) : undefined;
        if (day !== undefined && name === fileOf(day.date, day.source)) found.push(day);
      }
      return found;
    },

    async write(day) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeAtomically(join(folder, fileOf(day.date, day.source)), encodeAggregates(day));
    },
  };
}

const fileOf = (date: IsoDate, source: Source): string => `${date}.${source}.br`;

function isDayFile(name: string): boolean {
  const [date = "", source, ending] = name.split(".");
  try {
    return ending === "br" && SOURCES.some((one) => one === source) && isoDate(date) === date;
  } catch {
    return false;
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw error;
  }
}
