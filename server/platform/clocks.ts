/**
 * The wall clock and its timers, injected everywhere: nothing in the server asks the host what time it is.
 * The wall clock serves accounts, cookies, rates and logs; market facts read the exchange clock (market/feed.ts).
 */
import type { EpochMs } from "#contract/domain/units.ts";
import { epochMs } from "#contract/domain/units.ts";

export interface WallClock {
  now(): EpochMs;
  /** Monotonic milliseconds, for ages and durations. */
  monotonic(): number;
  /** Calls `task` every `ms`; returns what stops it. */
  every(ms: number, task: () => void): () => void;
  /** Calls `task` once after `ms`; returns what cancels it. */
  after(ms: number, task: () => void): () => void;
}

export const systemClock: WallClock = {
  now: () => epochMs(Date.now()),
  monotonic: () => performance.now(),
  every(ms, task) {
    const timer = setInterval(task, ms);
    return () => clearInterval(timer);
  },
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};
