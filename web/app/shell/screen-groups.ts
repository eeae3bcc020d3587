/** The menus of screens: which there are, and what each lists. */

import { screens } from "../routing/screen-list.ts";
import { type MenuEntry, type MenuGroup, menuEntries } from "../routing/screen-table.ts";

export interface ScreenGroup {
  readonly group: MenuGroup;
  readonly entries: readonly MenuEntry[];
}

const GROUPS: readonly MenuGroup[] = ["Options", "Futures", "Workspace"];

/** Screens that exist and that the visitor may open; without any there is no menu. */
export const screenGroups = (isSubscribed: boolean): readonly ScreenGroup[] =>
  GROUPS.map((group) => ({ group, entries: menuEntries(screens, group, isSubscribed) })).filter(
    ({ entries }) => entries.length > 0,
  );
