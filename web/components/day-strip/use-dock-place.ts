import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { keepInside, keyShift, type Point } from "../panel/drag-bounds.ts";

/** Dropped this near to the window's lower edge, the dock goes back to its place. */
const HOME_PX = 24;
/** A press that moves less is no drag. */
const SLACK_PX = 4;

interface DockPlace {
  /** Whether it stands out of its place. */
  readonly isFloating: boolean;
  /** For the part that it is dragged by. */
  readonly handlers: {
    onPointerDown(event: PointerEvent<HTMLElement>): void;
    onPointerMove(event: PointerEvent<HTMLElement>): void;
    onPointerUp(): void;
    onPointerCancel(): void;
    onDoubleClick(event: MouseEvent<HTMLElement>): void;
  };
  onKeyDown(event: KeyboardEvent): void;
}

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest("[data-no-drag]") !== null;

/** The dock is dragged out of its place below the board, and goes back when it is dropped there. */
export function useDockPlace(dock: RefObject<HTMLElement | null>): DockPlace {
  const [isFloating, setFloating] = useState(false);
  const place = useRef<Point>({ x: 0, y: 0 });
  const grip = useRef<{ readonly at: Point; readonly from: Point } | undefined>(undefined);

  /** Moves the element itself: React does not render while it is dragged. */
  function moveTo(wanted: Point): void {
    const element = dock.current;
    if (!element) return;
    const { width, height } = element.getBoundingClientRect();
    place.current = keepInside(wanted, { width, height }, { width: window.innerWidth, height: window.innerHeight });
    element.style.transform = `translate(${place.current.x}px, ${place.current.y}px)`;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: placed when it leaves, and again when the window changes
  useEffect(() => {
    const element = dock.current;
    if (!element || !isFloating) return;
    moveTo(place.current);
    const keep = (): void => moveTo(place.current);
    window.addEventListener("resize", keep);
    return () => {
      window.removeEventListener("resize", keep);
      element.style.transform = "";
    };
  }, [isFloating]);

  function corner(): Point {
    const { left = 0, top = 0 } = dock.current?.getBoundingClientRect() ?? {};
    return { x: left, y: top };
  }

  function drop(): void {
    if (grip.current === undefined) return;
    grip.current = undefined;
    const bottom = dock.current?.getBoundingClientRect().bottom ?? 0;
    if (isFloating && bottom > window.innerHeight - HOME_PX) setFloating(false);
  }

  return {
    isFloating,
    handlers: {
      onPointerDown(event) {
        if (event.button !== 0 || isControl(event.target)) return;
        grip.current = { at: { x: event.clientX, y: event.clientY }, from: corner() };
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove(event) {
        if (!grip.current) return;
        const { at, from } = grip.current;
        const shift = { x: event.clientX - at.x, y: event.clientY - at.y };
        const wanted = { x: from.x + shift.x, y: from.y + shift.y };
        if (isFloating) moveTo(wanted);
        else if (Math.hypot(shift.x, shift.y) > SLACK_PX) {
          place.current = wanted;
          setFloating(true);
        }
      },
      onPointerUp: drop,
      onPointerCancel: drop,
      // Here, not on the grip: the pointer is captured.
      onDoubleClick(event) {
        if (!isControl(event.target)) setFloating(false);
      },
    },
    onKeyDown(event) {
      const shift = keyShift(event.key, event.shiftKey);
      if (shift === undefined) return;
      event.preventDefault();
      event.stopPropagation(); // the dock's own arrows jump
      const from = corner();
      place.current = { x: from.x + shift.x, y: from.y + shift.y };
      if (isFloating) moveTo(place.current);
      else setFloating(true);
    },
  };
}
