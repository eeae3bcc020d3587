/**
 * Finished room-days in IndexedDB, so that a day that is looked at again costs one conditional request. The number is
 * bounded, and the least recently used go first. Where a browser keeps nothing (private windows, a full disk), only speed
 * is lost.
 */
import { createStore, delMany, get, set, update } from "idb-keyval";
import type { RoomKey } from "#contract/domain/room-key.ts";

export interface CachedBlob {
  /** As the server sent it, quotes included. */
  readonly etag: string;
  readonly bytes: Uint8Array;
}

/** What is needed of a key-value store. */
export interface KeyValueStore {
  get<Value>(key: string): Promise<Value | undefined>;
  set(key: string, value: unknown): Promise<void>;
  /** Reads and writes one key in one transaction. */
  update<Value>(key: string, change: (before: Value | undefined) => Value): Promise<void>;
  delMany(keys: string[]): Promise<void>;
}

/** A database of the browser's IndexedDB. */
export function browserStore(name: string): KeyValueStore {
  const store = createStore(name, "rooms");
  return {
    get: (key) => get(key, store),
    set: (key, value) => set(key, value, store),
    update: (key, change) => update(key, change, store),
    delMany: (keys) => delMany(keys, store),
  };
}

export interface DayCache {
  read(key: RoomKey): Promise<CachedBlob | undefined>;
  write(key: RoomKey, blob: CachedBlob): Promise<void>;
}

/** A room-day takes about 100 kB. This is enough for a dozen days of a trader's rooms. */
const MAX_BLOBS = 120;
/** Room keys by last use, oldest first. */
const ORDER = "order";

export function createDayCache(store: KeyValueStore, maxBlobs: number = MAX_BLOBS): DayCache {
  /** Moves the key to the end; gives the keys that are too many. */
  async function use(key: RoomKey): Promise<readonly RoomKey[]> {
    let dropped: readonly RoomKey[] = [];
    await store.update<readonly RoomKey[]>(ORDER, (before = []) => {
      const order = [...before.filter((one) => one !== key), key];
      dropped = order.slice(0, Math.max(0, order.length - maxBlobs));
      return order.slice(dropped.length);
    });
    return dropped;
  }

  return {
    async read(key) {
      try {
        const blob = await store.get<CachedBlob>(key);
        if (blob) await use(key);
        return blob;
      } catch (error) {
        console.warn("day cache:", error);
        return undefined;
      }
    },
    async write(key, blob) {
      try {
        await store.set(key, blob);
        const dropped = await use(key);
        if (dropped.length > 0) await store.delMany([...dropped]);
      } catch (error) {
        console.warn("day cache:", error);
      }
    },
  };
}
