import { useEffect } from "react";
import { registerShortcuts, type Shortcut } from "./shortcuts.ts";

/** Keys that work as long as the component is mounted. @param list the same array at each rendering */
export function useShortcuts(list: readonly Shortcut[]): void {
  useEffect(() => registerShortcuts(list), [list]);
}
