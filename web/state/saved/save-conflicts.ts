/** What the user is asked where a save came too late, and what waits to be saved. The shell shows both. */
import { atom } from "jotai";

export interface SaveConflict {
  /** Of what is kept: 'settings/userColumns'. */
  readonly key: string;
  /** What it is, within a sentence: 'your own columns'. */
  readonly label: string;
  readonly decide: (choice: "mine" | "theirs") => void;
}

/** The first is asked about first. */
export const saveConflictsAtom = atom<readonly SaveConflict[]>([]);
saveConflictsAtom.debugLabel = "saveConflicts";

/** How many saves wait because the server cannot be reached, or cannot save now. */
export const savesWaitingAtom = atom(0);
savesWaitingAtom.debugLabel = "savesWaiting";
