import type { MenuGroup } from "#contract/worker/screen.ts";

/** The menus that a subscriber has: their places stand in the bar before they are loaded. */
export const MENU_PLACES: readonly MenuGroup[] = ["Options", "Futures", "Workspace"];
