/** Folders to screens: what a screen declares, and how its view is loaded. Pure; screens.ts feeds it the globs. */
import type { ComponentType } from "react";
import type { ScreenDefinition } from "#contract/worker/screen.ts";
import { type LazyView, lazyView } from "./lazy-view.ts";

/** What the shell needs of a screen. Params and snapshot are the screen's own business. */
export type ScreenFacts = Pick<ScreenDefinition<unknown, unknown>, "id" | "title" | "route" | "access" | "menu">;

export interface ViewModule {
  readonly View: ComponentType;
}

export interface Screen extends ScreenFacts {
  /** A chunk of its own. */
  readonly view: LazyView;
}

export type ScreenModules = Readonly<Record<string, { readonly screen: ScreenFacts }>>;
export type ViewLoaders = Readonly<Record<string, () => Promise<ViewModule>>>;

/**
 * @param definitions modules by path, '…/{id}/screen.ts'.
 * @param views loaders by path, '…/{id}/View.tsx'.
 * @throws Error for a folder that is not named like its screen, has no view, or takes another's route.
 */
export function buildScreens(definitions: ScreenModules, views: ViewLoaders): readonly Screen[] {
  const routes = new Map<string, string>();
  return Object.entries(definitions).map(([path, { screen }]) => {
    const folder = path.slice(0, path.lastIndexOf("/"));
    const name = folder.slice(folder.lastIndexOf("/") + 1);
    if (screen.id !== name) throw new Error(`${path}: the id '${screen.id}' is not the folder's name`);
    const load = views[`${folder}/View.tsx`];
    if (!load) throw new Error(`${folder}: View.tsx is missing`);
    const taken = routes.get(screen.route);
    if (taken !== undefined) throw new Error(`${path}: ${taken} has the route ${screen.route} already`);
    routes.set(screen.route, path);
    return { ...screen, view: lazyView(load, "View") };
  });
}

export type MenuGroup = NonNullable<ScreenFacts["menu"]>["group"];

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly route: string;
}

/** What a menu lists, in its order: the screens that exist and that the visitor may open. */
export function menuEntries(
  screens: readonly ScreenFacts[],
  group: MenuGroup,
  isSubscribed: boolean,
): readonly MenuEntry[] {
  return screens
    .filter(({ menu, access }) => menu?.group === group && (isSubscribed || access === "user"))
    .sort((a, b) => (a.menu?.order ?? 0) - (b.menu?.order ?? 0))
    .map(({ id, route, title, menu }) => ({ id, route, label: menu?.label ?? title }));
}

/** The screen of a path; undefined for the shell's own pages. */
export const screenOf = <S extends ScreenFacts>(screens: readonly S[], path: string): S | undefined =>
  screens.find(({ route }) => route === path);
