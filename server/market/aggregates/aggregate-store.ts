/**
 * Aggregates in the archive's folder or bucket: `aggregates/{date}.{source}.br`, an object a day. What is there can always
 * be made again from what it was made of, so a damaged one counts as none; it outlives the day's rooms, which are a
 * thousand times its size.
 */
import { oneLine } from "../../platform/start-error.ts";
import { type DayFile, dayFileKey, listDayFiles } from "../archive/day-files.ts";
import { inBatches } from "../archive/in-batches.ts";
import type { ObjectStore } from "../archive/object-store.ts";
import { AGGREGATES, decodeAggregates, encodeAggregates } from "./aggregate-file.ts";
import type { DayAggregates } from "./day-aggregates.ts";

export interface AggregateStore {
  /** Every day that is stored and whole, oldest first. */
  days(): Promise<readonly DayAggregates[]>;
  /** @throws ArchiveError in one line when it cannot be written. */
  write(day: DayAggregates): Promise<void>;
}

export interface AggregateStoreOptions {
  /** The archive's. */
  readonly store: ObjectStore;
  /** Told once of each damaged file. */
  readonly onFault?: (line: string) => void;
}

interface Known {
  readonly version: string;
  readonly day: DayAggregates | undefined;
}

export function createAggregateStore({ store, onFault = () => undefined }: AggregateStoreOptions): AggregateStore {
  const known = new Map<string, Known>();

  async function read({ key, version, date, source }: DayFile): Promise<DayAggregates | undefined> {
    const before = known.get(key);
    if (before?.version === version) return before.day;
    try {
      const stored = await store.read(key);
      const day = stored && wholeOrFault(key, stored.bytes);
      const isOurs = day?.date === date && day.source === source;
      known.set(key, { version, day: isOurs ? day : undefined });
      return isOurs ? day : undefined;
    } catch (error) {
      known.delete(key);
      onFault(`${store.nameOf(key)} cannot be read: ${oneLine(error)}`);
      return undefined;
    }
  }

  function wholeOrFault(key: string, bytes: Uint8Array): DayAggregates | undefined {
    try {
      return decodeAggregates(bytes);
    } catch (error) {
      onFault(`${store.nameOf(key)} is damaged and will be made again: ${oneLine(error)}`);
      return undefined;
    }
  }

  return {
    async days() {
      const found = await inBatches(await listDayFiles(store, AGGREGATES), read);
      return found.filter((day) => day !== undefined);
    },

    write: (day) => store.write(dayFileKey(AGGREGATES, day), encodeAggregates(day)),
  };
}
