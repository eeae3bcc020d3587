/**
 * Daily figures on disk: `{archive}/daily/{date}.{source}`, one file a day (daily-file.ts), written whole or not at all
 * under the archive's own lock.
 */
import { mkdir, open, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Source } from "#contract/domain/columns.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { oneLine, systemCode } from "../../platform/start-error.ts";
import { ArchiveError } from "../archive/archive-error.ts";
import { writeAtomically } from "../archive/atomic-write.ts";
import { dateOfFolder, SOURCES } from "../archive/layout.ts";
import { takeWriterLock } from "../archive/writer-lock.ts";
import type { DailyContracts, DailyDay, DailyFigures } from "./daily-figures.ts";
import {
  type DailyContent,
  type DecodedHead,
  decodeHead,
  decodeSection,
  encodeDaily,
  headLength,
  PRELUDE,
  rowsOf,
} from "./daily-file.ts";

export interface DailyKey {
  readonly date: IsoDate;
  readonly source: Source;
}

export interface DailyStore extends DailyFigures {
  /** Every day with its source, oldest first. */
  list(): Promise<readonly DailyDay[]>;
  /** A day in full; undefined where there is none. @throws ArchiveError when it is damaged. */
  content(key: DailyKey): Promise<DailyContent | undefined>;
  /**
   * Reads, changes and writes days under one lock. `change` gets what is there and gives what shall be.
   * @throws ArchiveError when a day is damaged or cannot be written: the days before it are written then.
   */
  update(
    keys: readonly DailyKey[],
    change: (key: DailyKey, before: DailyContent | undefined) => DailyContent,
  ): Promise<void>;
  /** One line for each file that is not as it was written, and how many were read. */
  verify(): Promise<{ readonly days: number; readonly faults: readonly string[] }>;
}

export interface DailyStoreOptions {
  /** The archive's folder; its subfolder is made when the first day is written. */
  readonly folder: string;
  /** Told once of each damaged day: it is left out, the others are not. */
  readonly onFault?: (line: string) => void;
}

/** Heads that are remembered: a year of them and more, a few tens of kilobytes each. */
const MOST_HEADS = 400;

interface CachedHead {
  readonly identity: string;
  readonly head: DecodedHead;
}

export function createDailyStore({ folder, onFault = () => undefined }: DailyStoreOptions): DailyStore {
  const root = join(folder, "daily");
  const heads = new Map<string, CachedHead>();
  const told = new Set<string>();
  const pathOf = ({ date, source }: DailyKey): string => join(root, `${date}.${source}`);

  /** @throws ArchiveError naming the file when it is damaged. */
  async function headOf(path: string): Promise<DecodedHead | undefined> {
    try {
      const { ino, mtimeMs, size } = await stat(path);
      const identity = `${ino} ${mtimeMs} ${size}`;
      const known = heads.get(path);
      if (known?.identity === identity) return known.head;
      const head = await readHead(path);
      heads.delete(path);
      heads.set(path, { identity, head });
      const [oldest] = heads.keys();
      if (heads.size > MOST_HEADS && oldest !== undefined) heads.delete(oldest);
      return head;
    } catch (error) {
      heads.delete(path);
      if (systemCode(error) === "ENOENT") return undefined;
      throw new ArchiveError(`${path} is damaged: ${oneLine(error)}`, { cause: error });
    }
  }

  /** As {@link headOf}, of whichever source has the date; a damaged one is told and passed over. */
  async function bestHead(date: IsoDate): Promise<(DecodedHead & { path: string }) | undefined> {
    for (const source of SOURCES) {
      const path = pathOf({ date, source });
      const head = await headOf(path).catch(tell);
      if (head) return { ...head, path };
    }
    return undefined;
  }

  async function readContracts(date: IsoDate, symbol: string, isLast: boolean): Promise<DailyContracts | undefined> {
    const head = await bestHead(date);
    const index = head?.sections.findIndex((entry) => entry.symbol === symbol) ?? -1;
    if (head === undefined || index < 0) return undefined;
    const before = head.sections.slice(0, index).reduce((sum, { bytes }) => sum + bytes, 0);
    const section = head.sections[index];
    try {
      return decodeSection(head.day, section, await readSection(head.path, before, section.bytes));
    } catch (error) {
      return isLast ? tell(new ArchiveError(`${head.path} is damaged: ${oneLine(error)}`)) : undefined;
    }
  }

  function tell(error: unknown): undefined {
    const line = oneLine(error);
    if (!told.has(line)) onFault(line);
    told.add(line);
    return undefined;
  }

  async function keys(): Promise<DailyKey[]> {
    const found: DailyKey[] = [];
    for (const name of await readdir(root).catch(() => [])) {
      const key = keyOf(name);
      if (key) found.push(key);
    }
    return found.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : rankOf(a.source) - rankOf(b.source)));
  }

  const store: DailyStore = {
    async dates(from, to) {
      const dates = new Set<IsoDate>();
      for (const { date } of await keys()) {
        if ((from === undefined || date >= from) && (to === undefined || date <= to)) dates.add(date);
      }
      return [...dates];
    },

    day: async (date) => (await bestHead(date))?.day,

    async contracts(date, symbol) {
      // A second look: the day may have been replaced between its head and its section.
      return (await readContracts(date, symbol, false)) ?? (await readContracts(date, symbol, true));
    },

    async underlying(symbol, from, to) {
      const found = [];
      for (const date of await store.dates(from, to)) {
        const figures = (await bestHead(date))?.day.underlyings.find((row) => row.symbol === symbol);
        if (figures) found.push({ date, figures });
      }
      return found;
    },

    async list() {
      const days: DailyDay[] = [];
      for (const key of await keys()) {
        const head = await headOf(pathOf(key)).catch(tell);
        if (head) days.push(head.day);
      }
      return days;
    },

    content: (key) => readContent(pathOf(key)),

    async update(wanted, change) {
      const release = await takeWriterLock(folder);
      try {
        await mkdir(root, { recursive: true, mode: 0o700 });
        for (const key of wanted) {
          const before = await readContent(pathOf(key));
          const bytes = encodeDaily(change(key, before));
          const there = await readFile(pathOf(key)).catch(() => undefined);
          if (there === undefined || !there.equals(bytes)) await writeAtomically(pathOf(key), bytes);
        }
      } finally {
        await release();
      }
    },

    async verify() {
      const faults: string[] = [];
      const all = await keys();
      for (const key of all) await readContent(pathOf(key)).catch((error: unknown) => faults.push(oneLine(error)));
      return { days: all.length, faults };
    },
  };
  return store;
}

const rankOf = (source: Source): number => SOURCES.indexOf(source);

function keyOf(name: string): DailyKey | undefined {
  const [day = "", source, ...rest] = name.split(".");
  const date = dateOfFolder(day);
  const known = SOURCES.find((entry) => entry === source);
  return date === undefined || known === undefined || rest.length > 0 ? undefined : { date, source: known };
}

async function readHead(path: string): Promise<DecodedHead> {
  const prelude = await readPart(path, 0, PRELUDE);
  return decodeHead(prelude, await readPart(path, PRELUDE, headLength(prelude)));
}

async function readSection(path: string, before: number, length: number): Promise<Uint8Array> {
  const prelude = await readPart(path, 0, PRELUDE);
  return readPart(path, PRELUDE + headLength(prelude) + before, length);
}

async function readPart(path: string, at: number, length: number): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** @throws ArchiveError naming the file when it is damaged. */
async function readContent(path: string): Promise<DailyContent | undefined> {
  try {
    const bytes = await readFile(path);
    const prelude = bytes.subarray(0, PRELUDE);
    let at = PRELUDE + headLength(prelude);
    const { day, sections } = decodeHead(prelude, bytes.subarray(PRELUDE, at));
    const contracts = new Map<string, ReturnType<typeof rowsOf>>();
    for (const section of sections) {
      contracts.set(section.symbol, rowsOf(decodeSection(day, section, bytes.subarray(at, at + section.bytes))));
      at += section.bytes;
    }
    if (at !== bytes.length) throw new Error("bytes follow its last section");
    return { date: day.date, source: day.source, origin: day.origin, underlyings: day.underlyings, contracts };
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw new ArchiveError(`${path} is damaged: ${oneLine(error)}`, { cause: error });
  }
}
