/** Places beside others: what a workspace gives each of its panes. */
import { type Atom, atom, type WritableAtom } from "jotai";
import type { ComponentType } from "react";
import type { LinkLetter } from "../../state/pane/letters.ts";
import type { Check } from "../../state/saved/storage.ts";
import type { PaneMount, Setting } from "./mount.ts";

/** What a place keeps of its pane's settings, by key; writing keeps one. */
export type KeptSettings = WritableAtom<Readonly<Record<string, unknown>>, [key: string, value: unknown], void>;

interface MountOptions {
  readonly letterAtom: Atom<LinkLetter>;
  /** Absent: its settings live as long as the page. */
  readonly keptAtom?: KeptSettings;
  /** Stands at the end of the pane's header. */
  readonly Menu?: ComponentType;
}

const isText: Check<string> = (value) => typeof value === "string";

/** Its settings are no other place's. Make it once for a place: what is mounted there belongs to it. */
export function createMount({ letterAtom, keptAtom = ofThisPage(), Menu }: MountOptions): PaneMount {
  const known = new Map<string, unknown>();
  function setting<T>(key: string, initial: T, check: Check<T>): Setting<T> {
    if (!known.has(key)) known.set(key, make(key, initial, check));
    return known.get(key) as Setting<T>;
  }
  function make<T>(key: string, initial: T, check: Check<T>): Setting<T> {
    const valueAtom = atom((get): T => {
      const kept = get(keptAtom)[key];
      return check(kept) ? kept : initial;
    });
    return atom(
      (get) => get(valueAtom),
      (get, set, next) => set(keptAtom, key, next instanceof Function ? next(get(valueAtom)) : next),
    );
  }
  return {
    letterAtom,
    settings: { stored: setting, storedText: (key, initial) => setting(key, initial, isText) },
    isCompact: true,
    ...(Menu && { Menu }),
  };
}

function ofThisPage(): KeptSettings {
  const valuesAtom = atom<Readonly<Record<string, unknown>>>({});
  return atom(
    (get) => get(valuesAtom),
    (_get, set, key, value) => set(valuesAtom, (before) => ({ ...before, [key]: value })),
  );
}
