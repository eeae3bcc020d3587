/**
 * The name of the board that this window is a part of. A window that it opens gets a copy of its session storage, and so
 * the name; a reload keeps it. Without a name the window is a board of its own.
 */
import { atom } from "jotai";

const KEY = "board";

function readName(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined; // storage is switched off: every window is a board of its own
  }
}

const nameAtom = atom(readName());

export const boardNameAtom = atom((get) => get(nameAtom));
boardNameAtom.debugLabel = "boardName";

/** Gives the board a name, if it has none. */
export const nameBoardAtom = atom(null, (get, set) => {
  if (get(nameAtom) !== undefined) return;
  const name = crypto.randomUUID();
  sessionStorage.setItem(KEY, name);
  set(nameAtom, name);
});
nameBoardAtom.debugLabel = "nameBoard";
