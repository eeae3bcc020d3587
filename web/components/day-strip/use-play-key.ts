import { useStore } from "jotai";
import { useMemo } from "react";
import { togglePlayAtom } from "../../state/clock/replay.ts";
import type { Shortcut } from "../shortcuts/shortcuts.ts";
import { useShortcuts } from "../shortcuts/use-shortcuts.ts";
import { boardModeAtom } from "./atoms.ts";

/** What Space means something else to. */
const OWN_SPACE = "input, textarea, select, button, summary, [contenteditable], dialog, [popover]";

/**
 * Space plays and pauses anywhere on the board. On the live board only while the strip has the focus: a key pressed by
 * chance must not take a trader out of the market.
 */
export function usePlayKey(): void {
  const store = useStore();
  const keys = useMemo((): readonly Shortcut[] => {
    function press({ key, target, repeat, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent): boolean {
      if (key !== " " || repeat || ctrlKey || altKey || metaKey || shiftKey) return false;
      if (!(target instanceof Element) || target.closest(OWN_SPACE)) return false;
      if (store.get(boardModeAtom) === "live" && !target.closest("[data-day-strip]")) return false;
      store.set(togglePlayAtom);
      return true;
    }
    return [{ keys: "Space", does: "Play or pause; live, while the day strip has the focus", group: "Replay", press }];
  }, [store]);
  useShortcuts(keys);
}
