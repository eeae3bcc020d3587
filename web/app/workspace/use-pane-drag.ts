import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { type Drop, dropAt, type Place } from "./layout/places.ts";
import type { PaneId, Zone } from "./layout/tree.ts";

/** A press that moves less is a click. */
const SLACK_PX = 5;
/** What stands in a header and takes the press itself. */
const CONTROLS = "button, select, input, label, a, canvas, [role], [popover]";

interface Grip {
  readonly pane: PaneId;
  readonly x: number;
  readonly y: number;
  isMoving: boolean;
}

interface PaneDrag {
  /** Where the pane would stand if it was dropped now. */
  readonly drop: Drop | undefined;
  readonly handlers: Readonly<
    Record<"onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerCancel", (event: PointerEvent) => void>
  >;
}

/**
 * Moves panes by their headers: dropped at the edge of another pane it stands beside it, on its middle both change places.
 * Esc ends it.
 */
export function usePaneDrag(
  stage: RefObject<HTMLElement | null>,
  panes: ReadonlyMap<PaneId, Place>,
  onMoved: (pane: PaneId, target: PaneId, zone: Zone) => void,
): PaneDrag {
  const grip = useRef<Grip | undefined>(undefined);
  const [drop, setDrop] = useState<Drop | undefined>(undefined);

  function end(): void {
    grip.current = undefined;
    setDrop(undefined);
  }

  const isMoving = drop !== undefined;
  useEffect(() => {
    if (!isMoving) return;
    const cancel = (event: KeyboardEvent): void => {
      if (event.key !== "Escape") return;
      grip.current = undefined;
      setDrop(undefined);
    };
    document.addEventListener("keydown", cancel);
    return () => document.removeEventListener("keydown", cancel);
  }, [isMoving]);

  return {
    drop,
    handlers: {
      onPointerDown({ target, button, clientX: x, clientY: y }) {
        // The one before may have been let go outside of the stage.
        grip.current = undefined;
        const pressed = target instanceof Element ? target : undefined;
        const header = pressed?.closest("header");
        if (button !== 0 || !header || header.contains(pressed?.closest(CONTROLS) ?? null)) return;
        const pane = header.closest<HTMLElement>("[data-place]")?.dataset["place"];
        if (pane !== undefined) grip.current = { pane, x, y, isMoving: false };
      },
      onPointerMove({ clientX, clientY, pointerId, buttons }) {
        const held = grip.current;
        const element = stage.current;
        if (!held || !element) return;
        if (buttons === 0) return end();
        if (!held.isMoving && Math.hypot(clientX - held.x, clientY - held.y) < SLACK_PX) return;
        if (!held.isMoving) element.setPointerCapture(pointerId);
        held.isMoving = true;
        const { left, top, width, height } = element.getBoundingClientRect();
        const found = dropAt(panes, (clientX - left) / width, (clientY - top) / height);
        const next = found?.target === held.pane ? undefined : found;
        setDrop((shown) => (shown?.target === next?.target && shown?.zone === next?.zone ? shown : next));
      },
      onPointerUp() {
        const held = grip.current;
        if (held?.isMoving && drop) onMoved(held.pane, drop.target, drop.zone);
        end();
      },
      onPointerCancel: end,
    },
  };
}
