import { useStore } from "jotai";
import { type PointerEvent, useEffect, useMemo } from "react";
import { replayAtom } from "../../state/clock/day.ts";
import { dragMinuteAtom, goToMinuteAtom, stripAtom, windowAtom } from "./atoms.ts";
import { minuteAt } from "./geometry.ts";

/**
 * The head moves in the frame that shows the figures of its minute, so that a slow machine paints one frame a move, not
 * two; where they are not there by then, it goes ahead of them.
 */
const AHEAD_MS = 100;
/** A replay that does not answer does not hold the head longer than this after the drop. */
const SETTLE_MS = 1000;

interface Scrub {
  onPointerDown(event: PointerEvent<HTMLElement>): void;
  onPointerMove(event: PointerEvent<HTMLElement>): void;
  onPointerUp(): void;
}

/** Dragging the head: the replay is sent to the pointer's minute, one seek at a time, as fast as they are painted. */
export function useScrub(): Scrub {
  const store = useStore();
  const scrub = useMemo(() => createScrub(store), [store]);
  useEffect(() => store.sub(replayAtom, scrub.replayMoved), [store, scrub]);
  return scrub;
}

function createScrub(store: ReturnType<typeof useStore>) {
  let box: DOMRect | undefined;
  /** The minute to be sent once that of the seek before is on the screen: what the pointer passed meanwhile is not asked for. */
  let waiting: number | undefined;
  /** Set while a seek is under way; ends the wait for an answer that does not come. */
  let answer: ReturnType<typeof setTimeout> | undefined;
  let settling: ReturnType<typeof setTimeout> | undefined;
  /** The minute the pointer is at; undefined while nothing is dragged. */
  let pointed: number | undefined;
  let ahead: ReturnType<typeof setTimeout> | undefined;

  function showHead(): void {
    clearTimeout(ahead);
    ahead = undefined;
    if (pointed !== undefined) store.set(dragMinuteAtom, pointed);
  }

  function send(at: number): void {
    if (answer !== undefined) {
      waiting = at;
      return;
    }
    answer = setTimeout(flush, AHEAD_MS);
    store.set(goToMinuteAtom, at);
  }

  function flush(): void {
    clearTimeout(answer);
    answer = undefined;
    const at = waiting;
    waiting = undefined;
    if (at !== undefined) send(at);
  }

  function moveTo(x: number): void {
    const strip = store.get(stripAtom);
    const window = store.get(windowAtom);
    if (!box || !strip || !window) return;
    const wanted = minuteAt(strip, (x - box.left) / box.width);
    const at = Math.min(Math.max(wanted, window.from), window.to);
    if (pointed === at) return;
    pointed = at;
    ahead ??= setTimeout(showHead, AHEAD_MS);
    send(at);
  }

  function settle(): void {
    clearTimeout(settling);
    settling = undefined;
    clearTimeout(ahead);
    ahead = undefined;
    pointed = undefined;
    store.set(dragMinuteAtom, undefined);
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      clearTimeout(settling);
      settling = undefined;
      box = event.currentTarget.getBoundingClientRect();
      event.currentTarget.setPointerCapture(event.pointerId);
      moveTo(event.clientX);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (box) moveTo(event.clientX);
    },
    onPointerUp() {
      if (!box) return;
      box = undefined;
      flush();
      showHead();
      settling = setTimeout(settle, SETTLE_MS);
      this.replayMoved();
    },
    /** The figures are on their way to the next frame. Dropped, the head is the replay's again once it came there. */
    replayMoved: () => {
      requestAnimationFrame(() => flush());
      if (pointed === undefined) return;
      if (settling === undefined) showHead();
      else if (store.get(replayAtom)?.minute === pointed) settle();
    },
  };
}
