/** The screens that can stand in a pane, and their views. */
import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { screens } from "../routing/screen-list.ts";
import type { Screen } from "../routing/screen-table.ts";

/** In the order of the menus. */
export const PANE_SCREENS: readonly Screen[] = screens
  .filter(({ home, menu }) => home !== undefined && menu !== undefined)
  .sort((a, b) => placeOf(a) - placeOf(b));

function placeOf({ menu }: Screen): number {
  return ["Options", "Futures", "Workspace"].indexOf(menu?.group ?? "") * 100 + (menu?.order ?? 0);
}

const byId = new Map(PANE_SCREENS.map((screen) => [screen.id, screen]));
export const paneScreen = (id: string): Screen | undefined => byId.get(id);

const views = new Map<string, LazyExoticComponent<ComponentType>>();

/** A view whose chunk is loaded when it is shown first; the same for every pane of the screen. The pane tells of a failure. */
export function viewOfPane({ id, view }: Screen): LazyExoticComponent<ComponentType> {
  const known = views.get(id);
  if (known) return known;
  const made = lazy(async () => {
    await view.preload();
    return { default: view.component() };
  });
  views.set(id, made);
  return made;
}
