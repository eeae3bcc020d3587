import { type PaletteName, type Scheme, type Theme, themeOf } from "./tokens.ts";

/**
 * The theme the page shows: `data-theme` (dark, the default, or light) and `data-palette` (normal, or colour-blind) on
 * the root element. Colours come from the token table, not from computed styles, which would force a style recalculation.
 */
export function readTheme(): Theme {
  const { theme, palette } = document.documentElement.dataset;
  return themeOf(theme === "light" ? "light" : "dark", palette === "colour-blind" ? "colour-blind" : "normal");
}

/** Shows a theme: DOM follows through `tokens.css`, painters through `onThemeChange`. */
export function showTheme(scheme: Scheme, palette: PaletteName): void {
  const { dataset } = document.documentElement;
  dataset["theme"] = scheme;
  dataset["palette"] = palette;
}

type ThemeListener = (theme: Theme) => void;

const listeners = new Set<ThemeListener>();
let observer: MutationObserver | undefined;

/** Calls the listener after each change of theme or palette; returns the unsubscribe. */
export function onThemeChange(listener: ThemeListener): () => void {
  listeners.add(listener);
  if (observer === undefined) {
    observer = new MutationObserver(() => {
      const theme = readTheme();
      for (const each of listeners) each(theme);
    });
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme", "data-palette"] });
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    observer?.disconnect();
    observer = undefined;
  };
}
