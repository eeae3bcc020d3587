/** Folders to screens: what a screen declares, and how its view is loaded. Pure; screen-list.ts feeds it the globs. */
import { type AccessOf, plain } from "./access.ts";
import type { LazyView } from "./lazy-view.ts";
import type { ScreenFacts } from "./screen-facts.ts";
import { routeOf } from "./screens.ts";

export interface Screen extends ScreenFacts {
  /** A chunk of its own. */
  readonly view: LazyView;
}

export type ScreenModules = Readonly<Record<string, { readonly screen: ScreenFacts }>>;

/**
 * @param definitions modules by path, '…/{id}/screen.ts'.
 * @param viewOf the view of a route.
 * @throws Error for a folder that is not named like its screen and its route, or has no view.
 */
export function buildScreens(
  definitions: ScreenModules,
  viewOf: (route: string) => LazyView | undefined,
): readonly Screen[] {
  return Object.entries(definitions).map(([path, { screen }]) => {
    if (screen.id !== path.split("/").at(-2))
      throw new Error(`${path}: the id '${screen.id}' is not the folder's name`);
    if (screen.route !== routeOf(path))
      throw new Error(`${path}: the route '${screen.route}' is not the folder's name`);
    const view = viewOf(screen.route);
    if (!view) throw new Error(`${path}: View.tsx is missing`);
    return { ...screen, view };
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

/** Who may open the screen of a path, for `decide`. */
export const accessIn =
  (screens: readonly ScreenFacts[]): AccessOf =>
  (path) =>
    screens.find(({ route }) => plain(route) === path)?.access;
