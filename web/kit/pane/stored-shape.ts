/** Settings of which several are stored as one record, under a key that is public. */
import { atom } from "jotai";
import { type Check, isRecord } from "../../state/saved/storage.ts";
import type { Setting } from "./mount.ts";

/** One of the values offered. */
export const isOneOf =
  <T>(values: readonly T[]): Check<T> =>
  (value): value is T =>
    values.some((one) => one === value);

/** A record in which each key's value passes that key's check; further keys do no harm. */
export const isShape =
  <T extends object>(checks: { readonly [K in keyof T]: Check<T[K]> }): Check<T> =>
  (value): value is T =>
    isRecord(value) && (Object.keys(checks) as (keyof T & string)[]).every((key) => checks[key](value[key]));

/** One field of a stored record, as a setting of its own. */
export function fieldOf<T extends object, K extends keyof T>(recordAtom: Setting<T>, key: K): Setting<T[K]> {
  return atom(
    (get) => get(recordAtom)[key],
    (_get, set, next) =>
      set(recordAtom, (record) => ({ ...record, [key]: next instanceof Function ? next(record[key]) : next })),
  );
}
