import type { PaneSettings, Setting } from "../../kit/pane/mount.ts";
import { isBoolean } from "../../state/saved/storage.ts";

/** Whether the scan of a place tells of a new match. In a file of its own: the app asks it on every page. */
export const armedOf = (settings: PaneSettings): Setting<boolean> => settings.stored("scanAlert", false, isBoolean);
