/** Which rows of a long table stand in the window: only these are in the page. Pure, but for the hook. */
import { type RefObject, useLayoutEffect, useState } from "react";

export interface RowRange {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
}

/** Rows are added and taken by so many, so that scrolling does not render at every step. */
const STEP = 16;

/** @param scrollTop and the others in CSS pixels. */
export function visibleRows(scrollTop: number, height: number, rowHeight: number, count: number): RowRange {
  const from = Math.floor(scrollTop / rowHeight / STEP) * STEP - STEP;
  const first = Math.max(0, Math.min(from, count - (count % STEP)));
  const end = Math.ceil((scrollTop + height) / rowHeight / STEP) * STEP + STEP;
  return { first, end: Math.max(first, Math.min(end, count)) };
}

/** Follows the scrolling of an element that holds `count` rows. */
export function useVisibleRows(element: RefObject<HTMLElement | null>, rowHeight: number, count: number): RowRange {
  const [range, setRange] = useState<RowRange>({ first: 0, end: 0 });
  useLayoutEffect(() => {
    const scroller = element.current;
    if (scroller === null) return;
    const look = (): void => {
      const next = visibleRows(scroller.scrollTop, scroller.clientHeight, rowHeight, count);
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
  }, [element, rowHeight, count]);
  return range;
}
