export type Point = { readonly x: number; readonly y: number };
type Size = { readonly width: number; readonly height: number };

/** Pixels one arrow key moves a panel; with Shift eight times as far. */
const KEY_STEP = 8;

/** The nearest place at which the whole panel is within the window; a panel larger than it stands at its start. */
export function keepInside(wanted: Point, panel: Size, window: Size): Point {
  const x = Math.max(0, Math.min(wanted.x, window.width - panel.width));
  const y = Math.max(0, Math.min(wanted.y, window.height - panel.height));
  return { x, y };
}

/** How far a key moves a panel; undefined: not one of its keys. */
export function keyShift(key: string, isFast: boolean): Point | undefined {
  const step = isFast ? 8 * KEY_STEP : KEY_STEP;
  switch (key) {
    case "ArrowLeft":
      return { x: -step, y: 0 };
    case "ArrowRight":
      return { x: step, y: 0 };
    case "ArrowUp":
      return { x: 0, y: -step };
    case "ArrowDown":
      return { x: 0, y: step };
    default:
      return undefined;
  }
}
