import { type TouchEvent, useRef } from "react";

/** A shorter move is a tap, and a steeper one scrolls. */
const LEAST_PX = 56;
const STEEPEST = 0.6;
/** What takes a move sideways itself. */
const OWN_MOVES = "input, select, [role=slider], [role=separator]";

interface Swipe {
  readonly onTouchStart: (event: TouchEvent) => void;
  readonly onTouchEnd: (event: TouchEvent) => void;
}

/** @param onSwipe 1: to the next, the finger went left; -1: back */
export function useSwipe(onSwipe: (step: 1 | -1) => void): Swipe {
  const start = useRef<{ readonly x: number; readonly y: number; readonly target: Element } | undefined>(undefined);
  return {
    onTouchStart({ touches, target }) {
      const touch = touches[0];
      const isOwn = !(target instanceof Element) || target.closest(OWN_MOVES) !== null;
      start.current =
        touch && touches.length === 1 && !isOwn ? { x: touch.clientX, y: touch.clientY, target } : undefined;
    },
    onTouchEnd({ changedTouches, currentTarget }) {
      const touch = changedTouches[0];
      const from = start.current;
      start.current = undefined;
      if (!touch || !from) return;
      const [x, y] = [touch.clientX - from.x, touch.clientY - from.y];
      if (Math.abs(x) < LEAST_PX || Math.abs(y) > Math.abs(x) * STEEPEST) return;
      const step = x < 0 ? 1 : -1;
      if (!canScroll(from.target, currentTarget, step)) onSwipe(step);
    },
  };
}

/** Whether something between the finger and the stage still has a part to show on that side. */
function canScroll(target: Element, stage: Element, step: 1 | -1): boolean {
  for (let element: Element | null = target; element && element !== stage; element = element.parentElement) {
    const room = element.scrollWidth - element.clientWidth;
    if (room <= 1 || !/auto|scroll/.test(getComputedStyle(element).overflowX)) continue;
    if (step > 0 ? element.scrollLeft < room - 1 : element.scrollLeft > 1) return true;
  }
  return false;
}
