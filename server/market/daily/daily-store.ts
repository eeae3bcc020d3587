/**
 * Daily figures in the archive's folder or bucket: `daily/{date}.{source}`, an object a day (daily-file.ts), written whole
 * or not at all under the archive's own lock.
 */
import type { IsoDate } from "#contract/domain/units.ts";
import { oneLine } from "../../platform/start-error.ts";
import { ArchiveError } from "../archive/archive-error.ts";
import { type DayFile, dayFileKey, listDayFiles } from "../archive/day-files.ts";
import { inBatches } from "../archive/in-batches.ts";
import { type DayKey, SOURCES } from "../archive/layout.ts";
import type { ObjectStore } from "../archive/object-store.ts";
import { replaceObject } from "../archive/replace-object.ts";
import type { DailyContracts, DailyDay, DailyFigures } from "./daily-figures.ts";
import {
  contentOf,
  DAILY,
  type DailyContent,
  type DecodedHead,
  decodeDaily,
  decodeHead,
  decodeSection,
  encodeDaily,
  headLength,
  PRELUDE,
} from "./daily-file.ts";

export interface DailyStore extends DailyFigures {
  /** Every day with its source, oldest first. */
  list(): Promise<readonly DailyDay[]>;
  /** A day in full; undefined where there is none. @throws ArchiveError when it is damaged. */
  content(key: DayKey): Promise<DailyContent | undefined>;
  /** The day's bytes as they are kept, unchecked; undefined where there is none. */
  bytes(key: DayKey): Promise<Uint8Array | undefined>;
  /**
   * Reads, changes and writes days under one lock. `change` gets what is there and gives what shall be.
   * @throws ArchiveError when a day is damaged or cannot be written: the days before it are written then.
   */
  update(
    keys: readonly DayKey[],
    change: (key: DayKey, before: DailyContent | undefined) => DailyContent,
  ): Promise<void>;
}

export interface DailyStoreOptions {
  /** The archive's. */
  readonly store: ObjectStore;
  /** Told once of each damaged day: it is left out, the others are not. */
  readonly onFault?: (line: string) => void;
}

/** Heads that are remembered: a year of them and more, a few tens of kilobytes each. */
const MOST_HEADS = 400;
/** Read at once: most heads are shorter. */
const FIRST_BYTES = 32 * 1024;

/** A head, and where the sections begin. */
interface PlacedHead extends DecodedHead {
  readonly sectionsAt: number;
}

export function createDailyStore({ store, onFault = () => undefined }: DailyStoreOptions): DailyStore {
  const heads = new Map<string, { readonly version: string; readonly head: PlacedHead }>();
  const told = new Set<string>();

  /** @param version of the object, as it was seen last. @throws ArchiveError naming the object when it is damaged. */
  async function headOf(key: string, version: string | undefined): Promise<PlacedHead | undefined> {
    const known = heads.get(key);
    if (known !== undefined && known.version === version) return known.head;
    heads.delete(key);
    const head = version === undefined ? undefined : await readHead(store, key).catch(failed(store, key));
    if (head === undefined || version === undefined) return undefined;
    heads.set(key, { version, head });
    const [oldest] = heads.keys();
    if (heads.size > MOST_HEADS && oldest !== undefined) heads.delete(oldest);
    return head;
  }

  /** Of whichever source has the date; a damaged one is told and passed over. */
  async function bestHead(date: IsoDate): Promise<(PlacedHead & { readonly key: string }) | undefined> {
    for (const source of SOURCES) {
      const key = dayFileKey(DAILY, { date, source });
      const head = await headOf(key, await store.version(key)).catch(tell);
      if (head) return { ...head, key };
    }
    return undefined;
  }

  async function readContracts(date: IsoDate, symbol: string, isLast: boolean): Promise<DailyContracts | undefined> {
    const head = await bestHead(date);
    const index = head?.sections.findIndex((entry) => entry.symbol === symbol) ?? -1;
    if (head === undefined || index < 0) return undefined;
    const before = head.sections.slice(0, index).reduce((sum, { bytes }) => sum + bytes, head.sectionsAt);
    const section = head.sections[index];
    try {
      const bytes = await store.readPart(head.key, before, section.bytes);
      return bytes && decodeSection(head.day, section, bytes);
    } catch (error) {
      return isLast ? tell(new ArchiveError(`${store.nameOf(head.key)} is damaged: ${oneLine(error)}`)) : undefined;
    }
  }

  function tell(error: unknown): undefined {
    const line = oneLine(error);
    if (!told.has(line)) onFault(line);
    told.add(line);
    return undefined;
  }

  /** Days whose heads are whole, oldest first, the real source's first within a date. */
  async function wholeDays(isWanted: (file: DayFile) => boolean): Promise<DailyDay[]> {
    const files = (await listDayFiles(store, DAILY)).filter(isWanted);
    const found = await inBatches(files, ({ key, version }) => headOf(key, version).catch(tell));
    return found.flatMap((head) => (head === undefined ? [] : [head.day]));
  }

  return {
    async dates(from, to) {
      return [...new Set((await listDayFiles(store, DAILY)).filter(isBetween(from, to)).map(({ date }) => date))];
    },

    day: async (date) => (await bestHead(date))?.day,

    async contracts(date, symbol) {
      // A second look: the day may have been replaced between its head and its section.
      return (await readContracts(date, symbol, false)) ?? (await readContracts(date, symbol, true));
    },

    async underlying(symbol, from, to) {
      const best = new Map<IsoDate, DailyDay>();
      for (const day of await wholeDays(isBetween(from, to))) if (!best.has(day.date)) best.set(day.date, day);
      return [...best].flatMap(([date, day]) => {
        const figures = day.underlyings.find((row) => row.symbol === symbol);
        return figures === undefined ? [] : [{ date, figures }];
      });
    },

    list: () => wholeDays(() => true),

    async content(key) {
      const stored = await store.read(dayFileKey(DAILY, key));
      return stored && contentAt(store, dayFileKey(DAILY, key), stored.bytes);
    },

    bytes: async (key) => (await store.read(dayFileKey(DAILY, key)))?.bytes,

    async update(wanted, change) {
      const release = await store.lock();
      try {
        for (const day of wanted) {
          const key = dayFileKey(DAILY, day);
          const before = await store.read(key);
          const content = change(day, before && contentAt(store, key, before.bytes));
          await replaceObject(store, key, encodeDaily(content), before?.version);
        }
      } finally {
        await release();
      }
    },
  };
}

const isBetween =
  (from: IsoDate | undefined, to: IsoDate | undefined) =>
  ({ date }: DayKey): boolean =>
    (from === undefined || date >= from) && (to === undefined || date <= to);

async function readHead(store: ObjectStore, key: string): Promise<PlacedHead | undefined> {
  const first = await store.readPart(key, 0, FIRST_BYTES);
  if (first === undefined) return undefined;
  const prelude = first.subarray(0, PRELUDE);
  const sectionsAt = PRELUDE + headLength(prelude);
  const isAll = sectionsAt <= first.length || first.length < FIRST_BYTES;
  const whole = isAll ? first : await store.readPart(key, 0, sectionsAt);
  return whole && { ...decodeHead(prelude, whole.subarray(PRELUDE, sectionsAt)), sectionsAt };
}

/** @throws ArchiveError naming the object when it is damaged. */
function contentAt(store: ObjectStore, key: string, bytes: Uint8Array): DailyContent {
  try {
    return contentOf(decodeDaily(bytes));
  } catch (error) {
    return failed(store, key)(error);
  }
}

/** Names the object, unless the store has done so. */
const failed =
  (store: ObjectStore, key: string) =>
  (error: unknown): never => {
    if (error instanceof ArchiveError) throw error;
    throw new ArchiveError(`${store.nameOf(key)} is damaged: ${oneLine(error)}`, { cause: error });
  };
