/** Direction in which a row or list of items is walked by arrow keys. */
export type Walk = "row" | "column";

/**
 * Index the focus moves to, or undefined if the key does not move it. Wraps round; skips disabled items.
 * @param count items; `isDisabled` tells which are skipped
 */
export function nextFocus(
  key: string,
  current: number,
  count: number,
  walk: Walk,
  isDisabled: (index: number) => boolean = () => false,
): number | undefined {
  if (count === 0) return undefined;
  const forward = walk === "row" ? "ArrowRight" : "ArrowDown";
  const back = walk === "row" ? "ArrowLeft" : "ArrowUp";
  if (key === forward) return seek(current + 1, 1);
  if (key === back) return seek(current < 0 ? count - 1 : current - 1, -1);
  if (key === "Home") return seek(0, 1);
  if (key === "End") return seek(count - 1, -1);
  return undefined;

  function seek(from: number, by: 1 | -1): number | undefined {
    for (let tried = 0; tried < count; tried++) {
      const index = (((from + by * tried) % count) + count) % count;
      if (!isDisabled(index)) return index;
    }
    return undefined;
  }
}
