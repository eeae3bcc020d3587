import { onPixelRatio } from "../../frame/pixel-ratio.ts";
import { FONT_PATIENCE_MS, fontsReady } from "../../styles/fonts.ts";
import type { Theme } from "../../styles/roles.ts";
import { onThemeChange } from "../../styles/theme.ts";

/** What a canvas pane has to know of the page around it. */
export type PageWatcher = {
  /** The element's size or the device pixel ratio changed; called soon after the start, too. */
  readonly onSize: () => void;
  readonly onTheme: (theme: Theme) => void;
  /** Text may be painted: the fonts are there, or took too long. Called again when they come after that. */
  readonly onFonts: () => void;
  /** The user wants no motion; called once at the start. */
  readonly onCalm: (calm: boolean) => void;
};

/** Watches the page for a canvas in `element`, until the signal aborts. */
export function watchPage(element: Element, watcher: PageWatcher, signal: AbortSignal): void {
  const size = new ResizeObserver(watcher.onSize);
  size.observe(element);
  const stopTheme = onThemeChange(watcher.onTheme);
  onPixelRatio(watcher.onSize, signal);

  const motion = matchMedia("(prefers-reduced-motion: reduce)");
  motion.addEventListener("change", () => watcher.onCalm(motion.matches), { signal });
  watcher.onCalm(motion.matches);

  const fontsKnown = (): void => {
    if (!signal.aborted) watcher.onFonts();
  };
  const patience = setTimeout(fontsKnown, FONT_PATIENCE_MS);
  void fontsReady(document.fonts).then(() => {
    clearTimeout(patience);
    fontsKnown();
  });

  signal.addEventListener("abort", () => {
    size.disconnect();
    stopTheme();
    clearTimeout(patience);
  });
}
