/** What the user set about looks; kept in the browser. */
import { atom } from "jotai";
import { isRecord, storedAtom } from "./storage.ts";

interface ThemeChoice {
  readonly dark: boolean;
  readonly colourBlind?: boolean;
}

/** The stored `theme`: {dark}, and whether the colour-blind palette is on. */
export const themeAtom = storedAtom<ThemeChoice>(
  "theme",
  { dark: true },
  (value): value is ThemeChoice => isRecord(value) && typeof value["dark"] === "boolean",
);
themeAtom.debugLabel = "theme";

/** Switches between dark and light. */
export const toggleThemeAtom = atom(null, (get, set) =>
  set(themeAtom, { ...get(themeAtom), dark: !get(themeAtom).dark }),
);
toggleThemeAtom.debugLabel = "toggleTheme";
