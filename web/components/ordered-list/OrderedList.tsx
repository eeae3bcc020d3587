import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { IconButton } from "../controls/IconButton.tsx";
import { nextFocus } from "../controls/roving-focus.ts";
import { Icon } from "../more-icons.tsx";
import { keyPlace, landingPlace } from "./order.ts";
import styles from "./ordered-list.module.css";

export interface OrderedItem {
  /** Stays with the item when it moves. */
  readonly key: string;
  readonly label: string;
  /** Quiet words at the right, such as '7 of 7'. */
  readonly note?: string;
}

interface OrderedListProps {
  /** Accessible name. */
  readonly label: string;
  readonly items: readonly OrderedItem[];
  /** An item was put at another place: `moved(list, from, to)` of `order.ts` is the new list. */
  readonly onMove: (from: number, to: number) => void;
  /** A click on an item, or Enter. */
  readonly onPress: (key: string) => void;
  /** What a press does, as the item's tip: 'Remove TCS'. */
  readonly pressTitle?: (item: OrderedItem) => string;
  /** The chosen item; it has buttons that move it. Absent: no item can be chosen. */
  readonly selected?: string;
  /** Gives each item a button that takes it out. */
  readonly onRemove?: (key: string) => void;
  /** Places are written before the items: 1, 2, 3. */
  readonly isNumbered?: boolean;
}

/** Pixels that a press may move before it is a drag. */
const SLACK = 4;

/**
 * A list whose order the user sets: by drag, or by Alt with the arrow keys on the item that has the focus. Arrow keys alone
 * walk through it. While an item is dragged, a line says where it will land.
 */
export function OrderedList(props: OrderedListProps): ReactNode {
  const { label, items, onMove, onPress, pressTitle, selected, onRemove, isNumbered = false } = props;
  const list = useRef<HTMLUListElement>(null);
  const grip = useRef<{ readonly from: number; readonly y: number } | undefined>(undefined);
  const [landing, setLanding] = useState<{ readonly from: number; readonly to: number }>();
  const [focused, setFocused] = useState(selected);
  const [said, say] = useState("");
  const focusedPlace = items.findIndex(({ key }) => key === focused);

  function move(from: number, to: number): void {
    say(`${items[from]?.label}: place ${to + 1} of ${items.length}`);
    onMove(from, to);
  }

  function onKeyDown(event: KeyboardEvent, place: number): void {
    if (event.altKey) {
      const to = keyPlace(event.key, place, items.length);
      if (event.key === "ArrowUp" || event.key === "ArrowDown") event.preventDefault();
      if (to !== undefined) move(place, to);
      return;
    }
    const next = nextFocus(event.key, place, items.length, "column");
    if (next === undefined) return;
    event.preventDefault();
    list.current?.children[next]?.querySelector<HTMLElement>("[data-item]")?.focus();
  }

  function onPointerDown(event: PointerEvent, place: number): void {
    if (event.button === 0) grip.current = { from: place, y: event.clientY };
  }

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    const { current: held } = grip;
    if (!held || !list.current) return;
    if (!landing && Math.abs(event.clientY - held.y) < SLACK) return;
    // Only now: a captured pointer gives the item no click.
    event.currentTarget.setPointerCapture(event.pointerId);
    const rows = Array.from(list.current.children);
    const middles = rows.map((row) => {
      const { top, height } = row.getBoundingClientRect();
      return top + height / 2;
    });
    const to = landingPlace(middles, held.from, event.clientY);
    event.currentTarget.style.setProperty("--lifted", `${event.clientY - held.y}px`);
    if (landing?.to === to) return;
    rows[to]?.scrollIntoView({ block: "nearest" });
    setLanding({ from: held.from, to });
  }

  function onPointerEnd(isDrop: boolean): void {
    grip.current = undefined;
    if (!landing) return;
    setLanding(undefined);
    if (isDrop && landing.from !== landing.to) move(landing.from, landing.to);
  }

  return (
    <>
      <ul ref={list} className={styles["list"]} aria-label={label} data-numbered={isNumbered || undefined}>
        {items.map((item, place) => (
          <li
            key={item.key}
            className={styles["item"]}
            data-selected={item.key === selected || undefined}
            data-lifted={landing?.from === place || undefined}
            data-landing={landing?.to === place ? (landing.to > landing.from ? "after" : "before") : undefined}
            onPointerDown={(event) => onPointerDown(event, place)}
            onPointerMove={onPointerMove}
            onPointerUp={() => onPointerEnd(true)}
            onPointerCancel={() => onPointerEnd(false)}
          >
            <span className={styles["grip"]} title="Drag, or Alt and arrow keys">
              <Icon name="grip" size={14} />
            </span>
            <button
              type="button"
              data-item=""
              className={styles["label"]}
              tabIndex={place === Math.max(focusedPlace, 0) ? 0 : -1}
              title={pressTitle?.(item)}
              aria-current={item.key === selected || undefined}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
              onFocus={() => setFocused(item.key)}
              onKeyDown={(event) => onKeyDown(event, place)}
              onClick={() => onPress(item.key)}
            >
              {item.label}
            </button>
            {item.note === undefined ? undefined : <span className={styles["note"]}>{item.note}</span>}
            {item.key === selected ? <MoveButtons place={place} count={items.length} onMove={move} /> : undefined}
            {onRemove === undefined ? undefined : (
              <IconButton label={`Remove ${item.label}`} onClick={() => onRemove(item.key)}>
                <Icon name="close" size={14} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <output className="visually-hidden">{said}</output>
    </>
  );
}

interface MoveButtonsProps {
  readonly place: number;
  readonly count: number;
  readonly onMove: (from: number, to: number) => void;
}

function MoveButtons({ place, count, onMove }: MoveButtonsProps): ReactNode {
  return (
    <>
      <IconButton
        label="Move up"
        title={place === 0 ? "It is the first" : "Move up"}
        disabled={place === 0}
        onClick={() => onMove(place, place - 1)}
      >
        <Icon name="chevron-up" size={14} />
      </IconButton>
      <IconButton
        label="Move down"
        title={place === count - 1 ? "It is the last" : "Move down"}
        disabled={place === count - 1}
        onClick={() => onMove(place, place + 1)}
      >
        <Icon name="chevron-down" size={14} />
      </IconButton>
    </>
  );
}
