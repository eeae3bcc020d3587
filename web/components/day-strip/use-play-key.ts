import { useStore } from "jotai";
import { useEffect } from "react";
import { togglePlayAtom } from "../../state/clock/replay.ts";
import { boardModeAtom } from "./atoms.ts";

/** What Space means something else to. */
const OWN_SPACE = "input, textarea, select, button, summary, [contenteditable], dialog, [popover]";

/**
 * Space plays and pauses anywhere on the board. On the live board only while the strip has the focus: a key pressed by
 * chance must not take a trader out of the market.
 */
export function usePlayKey(): void {
  const store = useStore();
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const { key, target, repeat, ctrlKey, altKey, metaKey, shiftKey } = event;
      if (key !== " " || repeat || ctrlKey || altKey || metaKey || shiftKey || event.defaultPrevented) return;
      if (!(target instanceof Element) || target.closest(OWN_SPACE)) return;
      if (store.get(boardModeAtom) === "live" && !target.closest("[data-day-strip]")) return;
      event.preventDefault();
      store.set(togglePlayAtom);
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [store]);
}
