import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { classNames } from "../class-names.ts";
import { IconButton } from "../controls/IconButton.tsx";
import { Icon } from "../more-icons.tsx";
import { keepInside, keyShift, type Point } from "./drag-bounds.ts";
import styles from "./draggable-panel.module.css";
import { usePanelFocus } from "./use-panel-focus.ts";

type DraggablePanelProps = {
  /** Its accessible name, and the words of its bar. */
  readonly title: string;
  /** Stands in the bar in place of the words, such as tabs; the panel is dragged by what is left of the bar. */
  readonly head?: ReactNode;
  /** Where it stands at first, CSS pixels of the window; undefined: in its place in the page, as a row, until it is dragged. */
  readonly initial: Point | undefined;
  /** Called with the place where it was dropped, which the caller stores. */
  readonly onMoved?: (place: Point) => void;
  /** A button has opened it: its first control takes the focus, the close button and Escape ask for its end. */
  readonly onClose?: () => void;
  /** The title bar can fold the rest away. */
  readonly collapsible?: boolean;
  readonly children: ReactNode;
};

/** A press on a button of the bar is the button's. */
const OTHER_BUTTON = `button:not(.${styles["grip"]})`;
/** What has the focus first: not the grip, and not the button that closes it. */
const CONTROLS = [styles["head"], styles["body"]].map((part) => `.${part} :is(button, input)`).join();
/** A press that moves less does not take a panel out of its place. */
const SLACK_PX = 4;

/** Floats over the page, moved by its title bar: pointer, or arrow keys while the handle has focus. Never leaves the window. */
export function DraggablePanel(props: DraggablePanelProps): ReactNode {
  const { title, head, initial, onMoved, onClose, collapsible = false, children } = props;
  const panel = useRef<HTMLElement>(null);
  const place = useRef<Point>(initial ?? { x: 0, y: 0 });
  const [isFloating, setFloating] = useState(initial !== undefined);
  const grip = useRef<Point | undefined>(undefined);
  const [isOpen, setIsOpen] = useState(true);
  const bodyId = useId();
  const onEscape = usePanelFocus(panel, CONTROLS, onClose);

  /** Moves the element itself: React does not render while it is dragged. */
  function moveTo(wanted: Point): void {
    const element = panel.current;
    if (element === null) return;
    const { width, height } = element.getBoundingClientRect(); // fractions count: offsetWidth rounds them away
    place.current = keepInside(wanted, { width, height }, { width: window.innerWidth, height: window.innerHeight });
    element.style.transform = `translate(${place.current.x}px, ${place.current.y}px)`;
  }

  /** Out of its place, when it still stands there. */
  function drag(wanted: Point): void {
    place.current = wanted;
    if (isFloating) moveTo(wanted);
    else setFloating(true);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: places the panel when it floats, and again when the window changes
  useEffect(() => {
    if (!isFloating) return;
    moveTo(place.current);
    const keep = (): void => moveTo(place.current);
    window.addEventListener("resize", keep);
    return () => window.removeEventListener("resize", keep);
  }, [isFloating]);

  function corner(): Point {
    const { left = 0, top = 0 } = panel.current?.getBoundingClientRect() ?? {};
    return { x: left, y: top };
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest(OTHER_BUTTON) !== null)) return;
    const { x, y } = corner();
    grip.current = { x: event.clientX - x, y: event.clientY - y };
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  function onPointerMove(event: PointerEvent): void {
    if (grip.current === undefined) return;
    const wanted = { x: event.clientX - grip.current.x, y: event.clientY - grip.current.y };
    const from = corner();
    if (isFloating || Math.hypot(wanted.x - from.x, wanted.y - from.y) > SLACK_PX) drag(wanted);
  }

  function onDrop(): void {
    if (grip.current === undefined) return;
    grip.current = undefined;
    if (isFloating) onMoved?.(place.current);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const shift = keyShift(event.key, event.shiftKey);
    if (shift === undefined) return;
    event.preventDefault();
    const from = corner();
    drag({ x: from.x + shift.x, y: from.y + shift.y });
    onMoved?.(place.current);
  }

  return (
    <section
      ref={panel}
      className={classNames(styles["panel"], !isFloating && styles["row"])}
      aria-label={title}
      data-floating={isFloating || undefined}
      onKeyDown={onEscape}
    >
      <header
        className={styles["bar"]}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onDrop}
        onPointerCancel={onDrop}
      >
        <button
          type="button"
          className={styles["grip"]}
          aria-label={`Move ${title}`}
          title="Drag, or use the arrow keys"
          onKeyDown={onKeyDown}
        >
          <Icon name="grip" />
        </button>
        <span className={styles["head"]}>{head ?? <span className={styles["title"]}>{title}</span>}</span>
        <span className={styles["actions"]}>
          {collapsible ? (
            <IconButton
              label={isOpen ? `Collapse ${title}` : `Expand ${title}`}
              aria-expanded={isOpen}
              aria-controls={bodyId}
              onClick={() => setIsOpen(!isOpen)}
            >
              <Icon name={isOpen ? "minus" : "plus"} />
            </IconButton>
          ) : undefined}
          {onClose === undefined ? undefined : (
            <IconButton label={`Close ${title}`} onClick={onClose}>
              <Icon name="close" />
            </IconButton>
          )}
        </span>
      </header>
      <div id={bodyId} className={styles["body"]} hidden={!isOpen}>
        {children}
      </div>
    </section>
  );
}
