/** A key-value store of a test, instead of IndexedDB. */
import type { KeyValueStore } from "../day-cache.ts";

export function memoryStore(): KeyValueStore & { readonly values: Map<string, unknown> } {
  const values = new Map<string, unknown>();
  return {
    values,
    get: <Value>(key: string) => Promise.resolve(values.get(key) as Value | undefined),
    set: (key, value) => Promise.resolve(void values.set(key, value)),
    update: <Value>(key: string, change: (before: Value | undefined) => Value) =>
      Promise.resolve(void values.set(key, change(values.get(key) as Value | undefined))),
    delMany: (keys) => Promise.resolve(keys.forEach((key) => void values.delete(key))),
  };
}
