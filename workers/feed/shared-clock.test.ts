import { expect, it } from "vitest";
import type { ReplayTime } from "#contract/domain/clock.ts";
import { minute } from "#contract/domain/units.ts";
import { createReplayClock } from "./replay-clock.ts";
import { type ClockMessage, type SharedClock, shareClock } from "./shared-clock.ts";

const START: ReplayTime = { minute: minute(600), speed: 1, isPlaying: true, from: minute(555), to: minute(700) };

/** Windows of one board on one machine; time passes when the test says so. */
function machine() {
  let now = 0;
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>();
  const listeners = new Map<object, (message: ClockMessage) => void>();
  const queue: (() => void)[] = [];

  function openWindow() {
    const me = {};
    const seen: (number | undefined)[] = [];
    const own = new Set<object>();
    const clock = createReplayClock(
      {
        now: () => now,
        after(ms, callback) {
          const timer = { at: now + ms, callback };
          timers.add(timer);
          own.add(timer);
          return () => timers.delete(timer);
        },
      },
      (time) => {
        seen.push(time?.minute);
        shared?.changed(time);
      },
    );
    let shared: SharedClock | undefined;
    shared = shareClock(clock, {
      join(listener) {
        listeners.set(me, listener);
        return {
          send: (message) => {
            for (const [other, hear] of [...listeners]) if (other !== me) hear(structuredClone(message));
          },
          leave: () => listeners.delete(me),
        };
      },
      own(granted) {
        queue.push(granted);
        if (queue.length === 1) granted();
        return () => {
          const first = queue[0] === granted;
          queue.splice(queue.indexOf(granted), 1);
          if (first) queue[0]?.();
        };
      },
    });
    const { control, leave } = shared;
    return {
      clock,
      seen,
      control,
      /** With its thread, and all that waited there. */
      close() {
        leave();
        clock.stop();
      },
    };
  }

  function pass(ms: number): void {
    for (const end = now + ms; ; ) {
      const [next] = [...timers].sort((a, b) => a.at - b.at);
      if (!next || next.at > end) {
        now = end;
        return;
      }
      timers.delete(next);
      now = next.at;
      next.callback();
    }
  }
  return { openWindow, pass, ticking: () => timers.size };
}

it("steps all windows together, and only the owner ticks", () => {
  const { openWindow, pass, ticking } = machine();
  const [first, second] = [openWindow(), openWindow()];
  first.control({ type: "enter", time: START });
  pass(3000);
  expect(first.seen).toEqual([600, 601, 602, 603]);
  expect(second.seen).toEqual(first.seen);
  expect(second.clock.time).toMatchObject({ minute: 603, isPlaying: true });
  expect(ticking()).toBe(1);
});

it("does what any window's user wants", () => {
  const { openWindow, pass } = machine();
  const [first, second] = [openWindow(), openWindow()];
  second.control({ type: "enter", time: START });
  second.control({ type: "pause" });
  pass(5000);
  expect(first.clock.time).toMatchObject({ minute: 600, isPlaying: false });
  second.control({ type: "seek", minute: minute(650) });
  expect([first.clock.time?.minute, second.clock.time?.minute]).toEqual([650, 650]);
  second.control({ type: "exit" });
  expect([first.clock.time, second.clock.time]).toEqual([undefined, undefined]);
});

it("tells a window that comes later where the replay stands", () => {
  const { openWindow, pass } = machine();
  const first = openWindow();
  first.control({ type: "enter", time: START });
  pass(2000);
  expect(openWindow().clock.time).toMatchObject({ minute: 602, isPlaying: true });
});

it("goes on in the next window when the owner closes while it plays, and so on", () => {
  const { openWindow, pass, ticking } = machine();
  const [first, second, third] = [openWindow(), openWindow(), openWindow()];
  first.control({ type: "enter", time: START });
  pass(2500);
  first.close();
  pass(3000);
  expect(second.clock.time).toMatchObject({ minute: 605, isPlaying: true });
  expect(third.clock.time).toEqual(second.clock.time);
  second.close();
  pass(1000);
  expect(third.clock.time?.minute).toBe(606);
  expect(ticking()).toBe(1);
  third.control({ type: "pause" });
  expect(ticking()).toBe(0);
});
