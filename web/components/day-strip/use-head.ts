import { useStore } from "jotai";
import { useEffect, useRef } from "react";
import { paneDayAtom, replayAtom } from "../../state/clock/day.ts";
import { exchangeClockAtom } from "../../state/market/market.ts";
import { afterPaint } from "../../state/pane/after-paint.ts";
import { dragMinuteAtom, readHead, stripAtom } from "./atoms.ts";

/** Live, the head follows the clock by itself. */
const LOOK_MS = 1000;
const SOURCES = [dragMinuteAtom, replayAtom, stripAtom, paneDayAtom, exchangeClockAtom];

/** At once: in the frame of the figures. After: with the words, which may be a few steps later. */
export type HeadPace = "at once" | "after";

/**
 * Calls `write` with the head's minute at first, and whenever it moved: it writes to the page itself, React does not render.
 * @param also what else `write` reads: with another one it is called again.
 */
export function useHead(write: (minute: number) => void, pace: HeadPace, also?: unknown): void {
  const store = useStore();
  const latest = useRef(write);
  latest.current = write;

  // biome-ignore lint/correctness/useExhaustiveDependencies: as said of `also`
  useEffect(() => {
    let shown: number | undefined;
    function look(): void {
      const minute = readHead(store.get);
      if (Object.is(minute, shown)) return;
      shown = minute;
      latest.current(minute);
    }
    look();
    const told = pace === "at once" ? look : () => afterPaint(look);
    const ends = SOURCES.map((source) => store.sub(source, told));
    const timer = setInterval(look, LOOK_MS);
    return () => {
      clearInterval(timer);
      for (const end of ends) end();
    };
  }, [store, pace, also]);
}
