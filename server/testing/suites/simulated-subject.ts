/** A simulated feed on a wall clock that a test moves. */

import { createSimulatedFeed, type SimulatedOptions } from "../../feeds/simulated/simulated-feed.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { FeedSubject } from "./feed-suite.ts";

/** What a test's wall clock offers (server/testing/manual-clock.ts). */
interface MovableClock extends WallClock {
  advance(ms: number): void;
}

/** Turns of the event loop after which the making of a day has had its pauses. */
const settle = async (turns: number): Promise<void> => {
  for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
};

export function simulatedSubject(clock: MovableClock, options: Omit<SimulatedOptions, "clock">): FeedSubject {
  let lost = 0;
  const wall: WallClock = { ...clock, monotonic: () => clock.monotonic() + lost };
  return {
    feed: createSimulatedFeed({ ...options, clock: wall }),
    clock: wall,
    async advance(ms) {
      clock.advance(ms);
      await settle(3);
    },
    async stall(ms) {
      lost += ms;
    },
  };
}
