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
/**
 * The figures of a minute come from another thread about so long after the replay has gone there. A frame of the head that
 * begins before would delay them by its rendering.
 */
const FIGURES_MS = 20;
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
  /** The minute to be sent once the replay has gone to that of the seek before: what the pointer passed meanwhile is not asked for. */
  let waiting: number | undefined;
  /** When the seek that is under way was sent; undefined while none is. */
  let sentAt: number | undefined;
  /** Since when the pointer is ahead of the head; undefined while it is not. */
  let aheadSince: number | undefined;
  let settling: ReturnType<typeof setTimeout> | undefined;
  /** The minute the pointer is at; undefined while nothing is dragged. */
  let pointed: number | undefined;
  /** Set while the head waits for the figures of the minute that the replay has gone to. */
  let arriving: ReturnType<typeof setTimeout> | undefined;
  /** One for a whole drag: timers of each move would delay its figures on a slow machine. */
  let watch: ReturnType<typeof setInterval> | undefined;

  /** Ends the wait for figures that are late, and for an answer that does not come. */
  function look(): void {
    const overdue = performance.now() - AHEAD_MS;
    if (aheadSince !== undefined && aheadSince <= overdue) showHead();
    if (sentAt !== undefined && sentAt <= overdue) flush();
  }

  function showHead(): void {
    clearTimeout(arriving);
    arriving = undefined;
    aheadSince = undefined;
    if (pointed !== undefined) store.set(dragMinuteAtom, pointed);
  }

  function send(at: number): void {
    if (sentAt !== undefined) {
      waiting = at;
      return;
    }
    sentAt = performance.now();
    store.set(goToMinuteAtom, at);
  }

  function flush(): void {
    sentAt = undefined;
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
    send(at);
    aheadSince ??= performance.now();
  }

  function settle(): void {
    clearTimeout(settling);
    settling = undefined;
    clearTimeout(arriving);
    arriving = undefined;
    clearInterval(watch);
    watch = undefined;
    aheadSince = undefined;
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
      watch ??= setInterval(look, AHEAD_MS / 2);
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
    /** The figures are on their way, and the next may be asked for. Dropped, the head is the replay's again once it came there. */
    replayMoved: () => {
      flush();
      if (pointed === undefined) return;
      if (settling === undefined) arriving ??= setTimeout(showHead, FIGURES_MS);
      else if (store.get(replayAtom)?.minute === pointed) settle();
    },
  };
}
