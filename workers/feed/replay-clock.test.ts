import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ReplayTime } from "#contract/domain/clock.ts";
import { minute } from "#contract/domain/units.ts";
import { createReplayClock } from "./replay-clock.ts";

const START: ReplayTime = { minute: minute(555), speed: 0.5, isPlaying: false, from: minute(555), to: minute(930) };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const told: (ReplayTime | undefined)[] = [];
  let lateBy = 0;
  const clock = createReplayClock(
    {
      now: () => Date.now(),
      after(ms, callback) {
        const timer = setTimeout(callback, ms + lateBy);
        return () => clearTimeout(timer);
      },
    },
    (time) => void told.push(time),
  );
  return {
    clock,
    told,
    minutes: () => told.map((time) => time?.minute),
    last: () => told.at(-1),
    late: (ms: number) => {
      lateBy = ms;
    },
    pass: (ms: number) => vi.advanceTimersByTime(ms),
  };
}

test("a step a minute, every `speed` seconds, until it is paused", () => {
  const { clock, pass, minutes } = open();
  clock.control({ type: "enter", time: START });
  pass(5000);
  expect(minutes()).toEqual([555]);
  clock.control({ type: "play" });
  pass(1499);
  expect(minutes()).toEqual([555, 555, 556, 557]);
  clock.control({ type: "pause" });
  pass(5000);
  expect(minutes()).toEqual([555, 555, 556, 557, 557]);
});

test("steps keep their beat although each timer is late", () => {
  const { clock, pass, last, late } = open();
  clock.control({ type: "enter", time: { ...START, isPlaying: true } });
  late(40);
  clock.control({ type: "play" });
  pass(100 * 500 + 60);
  expect(last()?.minute).toBe(655);
});

test("a step that is late by more than a step brings no burst", () => {
  const { clock, pass, minutes, told, late } = open();
  clock.control({ type: "enter", time: START });
  late(10_000);
  clock.control({ type: "play" });
  late(0);
  told.length = 0;
  pass(10_500);
  expect(minutes()).toEqual([556]);
  pass(500);
  expect(minutes()).toEqual([556, 557]);
});

test("another speed holds from the step that is under way", () => {
  const { clock, pass, last } = open();
  clock.control({ type: "enter", time: { ...START, speed: 10, isPlaying: true } });
  pass(400);
  clock.control({ type: "speed", seconds: 1 });
  pass(999);
  expect(last()?.minute).toBe(555);
  pass(1);
  expect(last()?.minute).toBe(556);
});

test("a seek stays within the window, and playing goes on from there", () => {
  const { clock, pass, last } = open();
  clock.control({ type: "enter", time: { ...START, isPlaying: true } });
  clock.control({ type: "seek", minute: minute(700) });
  expect(last()).toMatchObject({ minute: 700, isPlaying: true });
  pass(500);
  expect(last()?.minute).toBe(701);
  clock.control({ type: "seek", minute: minute(0) });
  expect(last()?.minute).toBe(555);
  clock.control({ type: "window", from: minute(600), to: minute(610), isChosen: true });
  expect(last()).toMatchObject({ minute: 600, from: 600, to: 610, isChosen: true });
});

test("it stops at the end of its window; playing there starts over", () => {
  const { clock, pass, last, told } = open();
  clock.control({ type: "enter", time: { ...START, minute: minute(929), isPlaying: true } });
  pass(500);
  expect(last()).toMatchObject({ minute: 930, isPlaying: false });
  const steps = told.length;
  pass(5000);
  expect(told).toHaveLength(steps);
  clock.control({ type: "play" });
  expect(last()).toMatchObject({ minute: 555, isPlaying: true });
});

test("leaving says so and ends the steps", () => {
  const { clock, pass, told } = open();
  clock.control({ type: "enter", time: { ...START, isPlaying: true } });
  clock.control({ type: "exit" });
  expect(told.at(-1)).toBeUndefined();
  expect(clock.time).toBeUndefined();
  const steps = told.length;
  pass(5000);
  expect(told).toHaveLength(steps);
  clock.control({ type: "play" });
  expect(told).toHaveLength(steps);
});
