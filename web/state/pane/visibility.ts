/** Whether an element can be seen: on screen, in a tab that is not hidden. */

/** Whether the pane can be seen now, and what tells of a change. */
export interface PaneVisibility {
  readonly visible: boolean;
  /** @returns the end of it. */
  watch(changed: (visible: boolean) => void): () => void;
}

/**
 * It is up to date while somebody watches it.
 * @param element absent: only the tab counts.
 */
export function watchVisibility(element: HTMLElement | null): PaneVisibility {
  let onScreen = true;
  let visible = !document.hidden;
  return {
    get visible() {
      return visible;
    },
    watch(changed) {
      const update = (): void => {
        const next = onScreen && !document.hidden;
        if (next === visible) return;
        visible = next;
        changed(next);
      };
      const observer = new IntersectionObserver((entries) => {
        onScreen = entries.at(-1)?.isIntersecting ?? onScreen; // oldest first
        update();
      });
      if (element) observer.observe(element);
      document.addEventListener("visibilitychange", update);
      return () => {
        observer.disconnect();
        document.removeEventListener("visibilitychange", update);
      };
    },
  };
}
