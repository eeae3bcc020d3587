type Rect = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
type Size = { readonly width: number; readonly height: number };

/** Distance from the control, and from the edge of the window, CSS pixels. */
const GAP = 4;
const EDGE = 8;

/**
 * Left and top of a popover under its control, its start (or end) edge on the control's; above where there is more room
 * above than below and it does not fit below; always within the window.
 */
export function placePopover(
  control: Rect,
  popover: Size,
  window: Size,
  align: "start" | "end",
): { left: number; top: number } {
  const wanted = align === "start" ? control.left : control.left + control.width - popover.width;
  const left = Math.max(EDGE, Math.min(wanted, window.width - EDGE - popover.width));
  const below = control.top + control.height + GAP;
  const above = control.top - GAP - popover.height;
  const roomBelow = window.height - EDGE - below;
  const fitsBelow = popover.height <= roomBelow;
  const top = fitsBelow || control.top - GAP - EDGE < roomBelow ? below : above;
  return { left, top: Math.max(EDGE, top) };
}
