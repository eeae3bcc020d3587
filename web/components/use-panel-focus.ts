import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";

interface PanelFocus {
  /** For the element that holds the panel's controls. */
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** A panel that a button has opened: its first button gets the focus, Escape closes it, and then the opener has the focus again. */
export function usePanelFocus(onClose: () => void): PanelFocus {
  const ref = useRef<HTMLDivElement>(null);
  const opener = useRef(document.activeElement);
  useEffect(() => {
    const before = opener.current;
    ref.current?.querySelector("button")?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return {
    ref,
    onKeyDown(event) {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      onClose();
    },
  };
}
