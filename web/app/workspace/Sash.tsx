import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from "react";
import type { SashPlace } from "./layout/places.ts";
import styles from "./workspace.module.css";

interface SashProps {
  readonly sash: SashPlace;
  /** Called once, when the sash is dropped, with its share of the split. */
  readonly onMoved: (at: number) => void;
  /** All children of the split are to have the same room. */
  readonly onEven: () => void;
}

/** Pixels that it leaves to the panes at its sides, where there is so much. */
const LEAST_PX = { row: 240, column: 160 } as const;
const STEP = 0.02;
const LONG_STEP = 0.1;

/** The line between two panes: drag it, or move it with the arrow keys; a double click makes all alike. */
export function Sash({ sash, onMoved, onEven }: SashProps): ReactNode {
  const { dir, split, at, from, to } = sash;
  const grip = useRef<{ readonly start: number; at: number } | undefined>(undefined);
  const isRow = dir === "row";

  /** Of the split, along its direction. */
  function pixels(element: HTMLElement): number {
    const stage = element.parentElement?.getBoundingClientRect();
    return (isRow ? (stage?.width ?? 0) * split.width : (stage?.height ?? 0) * split.height) || 1;
  }

  function keep(element: HTMLElement, wanted: number): number {
    const least = LEAST_PX[dir] / pixels(element);
    const [low, high] = [Math.min(from + least, at), Math.max(to - least, at)];
    return Math.min(high, Math.max(low, wanted));
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = { start: isRow ? event.clientX : event.clientY, at };
  }

  /** Only the line moves; the panes follow when it is dropped. */
  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    const held = grip.current;
    if (!held) return;
    const element = event.currentTarget;
    const length = pixels(element);
    held.at = keep(element, at + ((isRow ? event.clientX : event.clientY) - held.start) / length);
    element.dataset["moving"] = "";
    element.style.translate = isRow ? `${(held.at - at) * length}px` : `0 ${(held.at - at) * length}px`;
  }

  function letGo(event: PointerEvent<HTMLElement>): number | undefined {
    const dropped = grip.current?.at;
    grip.current = undefined;
    delete event.currentTarget.dataset["moving"];
    event.currentTarget.style.translate = "";
    return dropped;
  }

  function onPointerUp(event: PointerEvent<HTMLElement>): void {
    const dropped = letGo(event);
    if (dropped !== undefined && dropped !== at) onMoved(dropped);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const step = event.shiftKey ? LONG_STEP : STEP;
    const wanted = {
      [isRow ? "ArrowLeft" : "ArrowUp"]: at - step,
      [isRow ? "ArrowRight" : "ArrowDown"]: at + step,
      Home: from,
      End: to,
    }[event.key];
    if (wanted === undefined || event.altKey) return;
    event.preventDefault();
    const next = keep(event.currentTarget, wanted);
    if (next !== at) onMoved(next);
  }

  const place = isRow
    ? { left: split.left + at * split.width, top: split.top, height: split.height }
    : { left: split.left, top: split.top + at * split.height, width: split.width };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule between paragraphs cannot be moved
    <div
      role="separator"
      tabIndex={0}
      aria-label={isRow ? "Width of the panes beside it" : "Height of the panes above and below"}
      aria-orientation={isRow ? "vertical" : "horizontal"}
      aria-valuenow={Math.round(((at - from) / (to - from)) * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
      className={styles["sash"]}
      style={Object.fromEntries(Object.entries(place).map(([key, share]) => [key, `${share * 100}%`]))}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={letGo}
      onKeyDown={onKeyDown}
      onDoubleClick={onEven}
    />
  );
}
