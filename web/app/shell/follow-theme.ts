import type { createStore } from "jotai";
import { themeAtom } from "../../state/saved/preferences.ts";
import { showTheme } from "../../styles/theme.ts";

/** Shows the chosen theme, and each other one that is chosen, in this tab or another. */
export function followTheme(store: ReturnType<typeof createStore>): void {
  const show = (): void => {
    const { dark, colourBlind } = store.get(themeAtom);
    showTheme(dark ? "dark" : "light", colourBlind === true ? "colour-blind" : "normal");
  };
  store.sub(themeAtom, show);
  show();
}
