/** Which rows of a long list stand in the window: only these are in the page. Pure, but for the hook. */
import { type RefObject, useLayoutEffect, useState } from "react";

export interface RowRange {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
}

export interface RowList {
  /** CSS pixels. */
  readonly rowHeight: number;
  readonly count: number;
  /** Rows are added and taken by so many, so that scrolling does not render each time; as many stand ready beyond the edge. */
  readonly step: number;
}

/** @param scrollTop and height in CSS pixels */
export function visibleRows(scrollTop: number, height: number, { rowHeight, count, step }: RowList): RowRange {
  const from = Math.floor(scrollTop / rowHeight / step) * step - step;
  const first = Math.max(0, Math.min(from, count - (count % step)));
  const end = Math.ceil((scrollTop + height) / rowHeight / step) * step + step;
  return { first, end: Math.max(first, Math.min(end, count)) };
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
  return range;
}
