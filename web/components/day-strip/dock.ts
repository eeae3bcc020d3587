/** Apart from the strip itself, which comes after the board: what the shell and the panes need of it from the start. */
import { atom } from "jotai";
import { storedAtom } from "../../state/saved/storage.ts";

/** The stored `dayStrip`: whether the strip stands below the live board; a replay shows it in any case. */
export const isDockShownAtom = storedAtom<boolean>(
  "dayStrip",
  true,
  (value): value is boolean => typeof value === "boolean",
);
isDockShownAtom.debugLabel = "dayStrip";

/** Set when a replay is entered by a pane's button: the strip's play button takes the focus then, so that Space plays. */
export const wantsFocusAtom = atom(false);
wantsFocusAtom.debugLabel = "dayStripWantsFocus";
