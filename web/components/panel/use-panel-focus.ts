import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";

/**
 * A panel that a button has opened: its first control gets the focus, Escape closes it, and then the opener has the focus again.
 * @param panel where the controls are that `controls` selects
 * @param onClose absent: the panel is always there, and takes no focus
 * @returns for the keys of the panel
 */
export function usePanelFocus(
  panel: RefObject<HTMLElement | null>,
  controls: string,
  onClose: (() => void) | undefined,
): (event: KeyboardEvent) => void {
  const opener = useRef(document.activeElement);
  const isOpened = onClose !== undefined;
  useEffect(() => {
    if (!isOpened) return;
    const before = opener.current;
    panel.current?.querySelector<HTMLElement>(controls)?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, [panel, controls, isOpened]);
  return (event) => {
    if (event.key !== "Escape" || !onClose) return;
    event.stopPropagation();
    onClose();
  };
}
