/**
 * Preferences and session facts in the browser's localStorage, under the public keys. What is read back is checked:
 * storage is the user's, and may hold anything.
 */
import { atom } from "jotai";

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

/** An empty record is as good as none. Storage can be switched off or full: then a preference lives as long as the page. */
export function writeItem(key: string, text: string): void {
  try {
    if (text === "{}") localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch (error) {
    console.warn(key, error);
  }
}

/** jotai's own `atomWithStorage` brings a JSON storage and promises along, which the first screen would pay for. */
function createStoredAtom<T>(key: string, initial: T, codec: Codec<T>, isFollowing = true) {
  const read = (text: string | null): T => (text === null ? undefined : codec.read(text)) ?? initial;
  const valueAtom = atom(read(readItem(key)));
  // Followed across tabs while somebody listens.
  if (isFollowing)
    valueAtom.onMount = (set) => {
      set(read(readItem(key)));
      const follow = (event: StorageEvent): void => {
        if (event.storageArea === localStorage && event.key === key) set(read(event.newValue));
      };
      window.addEventListener("storage", follow);
      return () => window.removeEventListener("storage", follow);
    };
  return atom(
    (get) => get(valueAtom),
    (get, set, next: T | ((before: T) => T)) => {
      const value = next instanceof Function ? next(get(valueAtom)) : next;
      set(valueAtom, value);
      writeItem(key, codec.write(value));
    },
  );
}

/** What storage holds now; null where it is empty or switched off. */
export function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * A value kept as JSON under `key`, and followed across tabs.
 * @param isFollowing false: it is the tab's own, and storage only says where the next page begins
 */
export const storedAtom = <T>(key: string, initial: T, check: Check<T>, isFollowing?: boolean) =>
  createStoredAtom(key, initial, json(check), isFollowing);

/** A string kept as it is under `key`; else as `storedAtom`. */
export const storedTextAtom = (key: string, initial: string, isFollowing?: boolean) =>
  createStoredAtom(key, initial, text, isFollowing);
