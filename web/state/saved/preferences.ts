/** What the user set about looks and figures of the whole board; kept in the browser. */
import { atom } from "jotai";
import { DEFAULT_PRICING, type PricingChoice } from "#contract/domain/choices/pricing.ts";
import { isBoolean, isRecord, storedAtom } from "./storage.ts";

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

/** How the board prices options. */
export const pricingAtom = storedAtom<PricingChoice>(
  "pricing",
  DEFAULT_PRICING,
  (value): value is PricingChoice => isRecord(value) && isBoolean(value["forward"]) && isBoolean(value["untraded"]),
);
pricingAtom.debugLabel = "pricing";

/** Switches between dark and light. */
export const toggleThemeAtom = atom(null, (get, set) =>
  set(themeAtom, { ...get(themeAtom), dark: !get(themeAtom).dark }),
);
toggleThemeAtom.debugLabel = "toggleTheme";
