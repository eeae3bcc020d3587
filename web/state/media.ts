import { useSyncExternalStore } from "react";

/** Whether the window matches a media query; re-renders when that changes, not while the window is dragged. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener("change", changed);
      return () => media.removeEventListener("change", changed);
    },
    () => matchMedia(query).matches,
  );
}

/** Whether the window is at most so many pixels wide. */
export const useNarrow = (maxWidth: number): boolean => useMedia(`(max-width: ${maxWidth}px)`);
