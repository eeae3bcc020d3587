/**
 * Where a pane stands: alone on its route, or as one of many in a workspace. The mount gives a pane its link letter and the
 * place where its settings are kept; a screen does not know which of the two it is.
 */
import { type Atom, atom, useAtomValue, type WritableAtom } from "jotai";
import { type ComponentType, createContext, useContext } from "react";
import { type Letter, type LinkLetter, letters } from "../../state/pane/letters.ts";
import { type Check, storedAtom, storedTextAtom } from "../../state/saved/storage.ts";

/** A setting that outlives the page; writing takes a value or a change of the value. */
export type Setting<T> = WritableAtom<T, [next: T | ((before: T) => T)], void>;

export interface PaneSettings {
  /** A setting kept as JSON; what was stored and fails the check counts as not stored. */
  stored<T>(key: string, initial: T, check: Check<T>): Setting<T>;
  /** A setting kept as plain text. */
  storedText(key: string, initial: string): Setting<string>;
}

export interface PaneMount {
  readonly letterAtom: Atom<LinkLetter>;
  readonly settings: PaneSettings;
  /**
   * In a workspace: a header of 30 px, and a heading of the second level. What the letter looks at, and the replay, are
   * chosen in the workspace's bar and not in each pane.
   */
  readonly isCompact: boolean;
  /** At the end of the header: what can be done with the place. */
  readonly Menu?: ComponentType;
}

/** One atom a key: two screens that keep one setting see each other's change. */
const known = new Map<string, unknown>();
function once<T>(key: string, make: () => T): T {
  if (!known.has(key)) known.set(key, make());
  return known.get(key) as T;
}

/** The browser's own storage, under the public keys. */
const routeSettings: PaneSettings = {
  stored: (key, initial, check) => once(key, () => storedAtom(key, initial, check)),
  storedText: (key, initial) => once(key, () => storedTextAtom(key, initial)),
};

/** The pane of a route: letter A, and the public storage keys. */
export const ROUTE_MOUNT: PaneMount = {
  letterAtom: atom<LinkLetter>("A"),
  settings: routeSettings,
  isCompact: false,
};

const MountContext = createContext(ROUTE_MOUNT);

/** Whatever stands inside it belongs to this mount: a stable object, one for each place on the board. */
export const MountProvider = MountContext.Provider;

export const useMount = (): PaneMount => useContext(MountContext);

/** The letter that the panes of this mount follow. */
export const useLetter = (): Letter => letters[useAtomValue(useMount().letterAtom)];
