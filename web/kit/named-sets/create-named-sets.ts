/**
 * Sets that a user keeps under names (watch lists, views, saved strategies) beside those that are built in. Where they are
 * kept is the caller's choice: `setsAtom` is a stored setting, or whatever reads and writes the user's own sets.
 */
import { type Atom, atom, type WritableAtom } from "jotai";
import type { Sets } from "../../state/saved/account-sets.ts";
import type { Setting } from "../pane/mount.ts";

interface NamedSetsOptions<T> {
  /** The user's own sets by name. */
  readonly setsAtom: Setting<Sets<T>>;
  /** The name of the set that is shown. */
  readonly chosenAtom: Setting<string>;
  /** In the order of the menu; the first stands in for a chosen set that there is not. */
  readonly builtIn: ReadonlyMap<string, T>;
}

export interface CurrentSet<T> {
  readonly name: string;
  readonly set: T;
  /** It may be changed and deleted. */
  readonly isOwn: boolean;
}

export interface NamedSets<T> {
  /** The user's own, then the built-in ones. */
  readonly namesAtom: Atom<readonly string[]>;
  readonly currentAtom: Atom<CurrentSet<T>>;
  readonly chooseAtom: WritableAtom<null, [name: string], void>;
  /** Keeps a set under a name, in place of one that has it, and chooses it. */
  readonly saveAtom: WritableAtom<null, [name: string, set: T], void>;
  /** Removes one of the user's own; then the first that remains is chosen, or the first built-in. */
  readonly removeAtom: WritableAtom<null, [name: string], void>;
}

export function createNamedSets<T>({ setsAtom, chosenAtom, builtIn }: NamedSetsOptions<T>): NamedSets<T> {
  const [first] = builtIn;
  if (first === undefined) throw new RangeError("named sets need a built-in one to fall back on");
  return {
    namesAtom: atom((get) => [...Object.keys(get(setsAtom)), ...builtIn.keys()]),
    currentAtom: atom((get): CurrentSet<T> => {
      const name = get(chosenAtom);
      const own = ownSet(get(setsAtom), name);
      if (own !== undefined) return { name, set: own, isOwn: true };
      const set = builtIn.get(name);
      return set === undefined ? { name: first[0], set: first[1], isOwn: false } : { name, set, isOwn: false };
    }),
    chooseAtom: atom(null, (_get, set, name) => set(chosenAtom, name)),
    saveAtom: atom(null, (_get, set, name, value) => {
      set(setsAtom, (before) => ({ ...before, [name]: value }));
      set(chosenAtom, name);
    }),
    removeAtom: atom(null, (get, set, name) => {
      const left = Object.entries(get(setsAtom)).filter(([one]) => one !== name);
      set(setsAtom, Object.fromEntries(left));
      set(chosenAtom, left[0]?.[0] ?? first[0]);
    }),
  };
}

/** A name like 'constructor' is no set of the user's. */
const ownSet = <T>(sets: Sets<T>, name: string): T | undefined => (Object.hasOwn(sets, name) ? sets[name] : undefined);

/** Why a set cannot be saved under a name; undefined where it can. @param taken names that it must not have. */
export function whyNotSaved(
  name: string,
  isEmpty: boolean,
  taken: readonly string[],
  whyEmpty = "Choose at least one",
): string | undefined {
  if (name.trim() === "") return "Give it a name";
  if (taken.includes(name.trim())) return "There is one of this name already";
  return isEmpty ? whyEmpty : undefined;
}
