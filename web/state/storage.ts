/**
 * Preferences and session facts in the browser's localStorage, under the public keys. What is read back is checked:
 * storage is the user's, and may hold anything.
 */
import { atomWithStorage } from "jotai/utils";

/** Tells whether what was stored still has the shape that is expected. */
export type Check<T> = (value: unknown) => value is T;

export const isNumber: Check<number> = (value): value is number => typeof value === "number" && Number.isFinite(value);
export const isBoolean: Check<boolean> = (value) => typeof value === "boolean";
export const isRecord: Check<Record<string, unknown>> = (value): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

interface Codec<T> {
  read(text: string): T | undefined;
  write(value: T): string;
}

const json = <T>(check: Check<T>): Codec<T> => ({
  read(text) {
    try {
      const value: unknown = JSON.parse(text);
      return check(value) ? value : undefined;
    } catch {
      return undefined;
    }
  },
  write: (value) => JSON.stringify(value),
});

const text: Codec<string> = { read: (value) => value, write: (value) => value };

/** Storage can be switched off or full: then a preference lives as long as the page. */
function storageOf<T>(codec: Codec<T>) {
  return {
    getItem(key: string, initial: T): T {
      const stored = readItem(key);
      return (stored === null ? undefined : codec.read(stored)) ?? initial;
    },
    setItem(key: string, value: T): void {
      try {
        localStorage.setItem(key, codec.write(value));
      } catch (error) {
        console.warn(`${key} is not kept:`, error);
      }
    },
    removeItem(key: string): void {
      try {
        localStorage.removeItem(key);
      } catch (error) {
        console.warn(`${key} is not removed:`, error);
      }
    },
    subscribe(key: string, callback: (value: T) => void, initial: T): () => void {
      const listener = (event: StorageEvent): void => {
        if (event.storageArea !== localStorage || event.key !== key) return;
        callback((event.newValue === null ? undefined : codec.read(event.newValue)) ?? initial);
      };
      window.addEventListener("storage", listener);
      return () => window.removeEventListener("storage", listener);
    },
  };
}

/** What storage holds now; null where it is empty or switched off. */
export function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** A value kept as JSON under `key`, and followed across tabs. */
export const storedAtom = <T>(key: string, initial: T, check: Check<T>) =>
  atomWithStorage<T>(key, initial, storageOf(json(check)), { getOnInit: true });

/** A string kept as it is under `key`. */
export const storedTextAtom = (key: string, initial: string) =>
  atomWithStorage<string>(key, initial, storageOf(text), { getOnInit: true });
