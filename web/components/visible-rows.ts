/** Which rows of a long list stand in the window: only these are in the page. Pure, but for the hook. */
import { type RefObject, useLayoutEffect, useState } from "react";

export interface RowRange {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
}

export interface RowList {
  /** CSS pixels; of rows that differ, the top of each and the end of the last. */
  readonly rowHeight: number | Float64Array;
  readonly count: number;
  /** Rows are added and taken by so many, so that scrolling does not render each time; as many stand ready beyond the edge. */
  readonly step: number;
}

/** @param scrollTop and height in CSS pixels */
export function visibleRows(scrollTop: number, height: number, list: RowList): RowRange {
  const { count, step } = list;
  const from = Math.floor(rowsAbove(scrollTop, list) / step) * step - step;
  const first = Math.max(0, Math.min(from, count - (count % step)));
  const bottom = scrollTop + height;
  const rows = rowsAbove(bottom, list);
  const end = Math.ceil((topOf(rows, list) < bottom ? rows + 1 : rows) / step) * step + step;
  return { first, end: Math.max(first, Math.min(end, count)) };
}

/** CSS pixels from the top of the list to that of a row; of the row after the last, to the end. */
export const topOf = (row: number, { rowHeight, count }: RowList): number =>
  typeof rowHeight === "number" ? row * rowHeight : (rowHeight[Math.min(Math.max(row, 0), count)] ?? 0);

/** How many rows end at or above y. */
function rowsAbove(y: number, { rowHeight, count }: RowList): number {
  if (typeof rowHeight === "number") return Math.floor(y / rowHeight);
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (rowHeight[middle]! <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Follows the scrolling of an element that holds the rows. */
export function useVisibleRows(element: RefObject<HTMLElement | null>, { rowHeight, count, step }: RowList): RowRange {
  const [range, setRange] = useState<RowRange>({ first: 0, end: 0 });
  useLayoutEffect(() => {
    const scroller = element.current;
    if (scroller === null) return;
    const look = (): void => {
      const next = visibleRows(scroller.scrollTop, scroller.clientHeight, { rowHeight, count, step });
      setRange((before) => (before.first === next.first && before.end === next.end ? before : next));
    };
    const resized = new ResizeObserver(look);
    resized.observe(scroller);
    scroller.addEventListener("scroll", look, { passive: true });
    look();
    return () => {
      resized.disconnect();
      scroller.removeEventListener("scroll", look);
    };
  }, [element, rowHeight, count, step]);
  // Of a list that has just become shorter: the next look comes before it is painted.
  return range.end <= count ? range : { first: Math.min(range.first, count), end: count };
}
