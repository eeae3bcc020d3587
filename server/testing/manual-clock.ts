/** A wall clock that stands still until a test moves it; timers fire while it moves, in order. */
import { type EpochMs, epochMs } from "#contract/domain/units.ts";
import type { WallClock } from "../platform/clocks.ts";

export interface ManualClock extends WallClock {
  advance(ms: number): void;
  /** Until the next timer; undefined where none is set. */
  untilNext(): number | undefined;
}

interface Timer {
  due: number;
  readonly every: number | undefined;
  readonly task: () => void;
}

export function createManualClock(start: EpochMs = epochMs(Date.UTC(2026, 6, 27, 6, 45))): ManualClock {
  let now: number = start;
  const timers = new Set<Timer>();
  const add = (timer: Timer): (() => void) => {
    timers.add(timer);
    return () => timers.delete(timer);
  };
  return {
    now: () => epochMs(now),
    monotonic: () => now - start,
    every: (ms, task) => add({ due: now + ms, every: ms, task }),
    after: (ms, task) => add({ due: now + ms, every: undefined, task }),
    untilNext: () => (timers.size === 0 ? undefined : Math.min(...[...timers].map(({ due }) => due)) - now),
    advance(ms) {
      const end = now + ms;
      for (;;) {
        const [next] = [...timers].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due);
        if (next === undefined) break;
        now = next.due;
        if (next.every === undefined) timers.delete(next);
        else next.due += next.every;
        next.task();
      }
      now = end;
    },
  };
}
