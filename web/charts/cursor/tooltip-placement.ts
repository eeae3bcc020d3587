/** Distance of the tooltip from the cursor, CSS pixels. */
const OFFSET = 12;

export type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/**
 * Left and top of a tooltip: right of and below the cursor, flipped to the other side at the edge of the bounds,
 * and kept inside them where neither side has room.
 */
export function placeTooltip(
  cursor: { readonly x: number; readonly y: number },
  size: { readonly width: number; readonly height: number },
  bounds: Box,
): { left: number; top: number } {
  const right = bounds.left + bounds.width;
  const bottom = bounds.top + bounds.height;
  const flipsX = cursor.x + OFFSET + size.width > right;
  const flipsY = cursor.y + OFFSET + size.height > bottom;
  const left = flipsX ? cursor.x - OFFSET - size.width : cursor.x + OFFSET;
  const top = flipsY ? cursor.y - OFFSET - size.height : cursor.y + OFFSET;
  return {
    left: Math.round(Math.max(bounds.left, Math.min(left, right - size.width))),
    top: Math.round(Math.max(bounds.top, Math.min(top, bottom - size.height))),
  };
}
