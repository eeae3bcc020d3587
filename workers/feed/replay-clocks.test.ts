import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LinkGroup, ReplayTime } from "#contract/domain/clock.ts";
import { minute } from "#contract/domain/units.ts";
import { createReplayClocks } from "./replay-clocks.ts";

const START: ReplayTime = { minute: minute(555), speed: 0.5, isPlaying: false, from: minute(555), to: minute(930) };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const told: (readonly [LinkGroup, ReplayTime | undefined])[] = [];
  let lateBy = 0;
  const clocks = createReplayClocks(
    {
      now: () => Date.now(),
      after(ms, callback) {
        const timer = setTimeout(callback, ms + lateBy);
        return () => clearTimeout(timer);
      },
    },
    (group, time) => void told.push([group, time]),
  );
  return {
    clocks,
    told,
    minutes: () => told.map(([, time]) => time?.minute),
    last: () => told.at(-1)?.[1],
    late: (ms: number) => {
      lateBy = ms;
    },
    pass: (ms: number) => vi.advanceTimersByTime(ms),
  };
}

test("a step a minute, every `speed` seconds, until it is paused", () => {
  const { clocks, pass, minutes } = open();
  clocks.control({ type: "enter", group: "A", time: START });
  pass(5000);
  expect(minutes()).toEqual([555]);
  clocks.control({ type: "play", group: "A" });
  pass(1499);
  expect(minutes()).toEqual([555, 555, 556, 557]);
  clocks.control({ type: "pause", group: "A" });
  pass(5000);
  expect(minutes()).toEqual([555, 555, 556, 557, 557]);
});

test("steps keep their beat although each timer is late", () => {
  const { clocks, pass, last, late } = open();
  clocks.control({ type: "enter", group: "A", time: { ...START, isPlaying: true } });
  late(40);
  clocks.control({ type: "play", group: "A" });
  pass(100 * 500 + 60);
  expect(last()?.minute).toBe(655);
});

test("a step that is late by more than a step brings no burst", () => {
  const { clocks, pass, minutes, told, late } = open();
  clocks.control({ type: "enter", group: "A", time: START });
  late(10_000);
  clocks.control({ type: "play", group: "A" });
  late(0);
  told.length = 0;
  pass(10_500);
  expect(minutes()).toEqual([556]);
  pass(500);
  expect(minutes()).toEqual([556, 557]);
});

test("another speed holds from the step that is under way", () => {
  const { clocks, pass, last } = open();
  clocks.control({ type: "enter", group: "A", time: { ...START, speed: 10, isPlaying: true } });
  pass(400);
  clocks.control({ type: "speed", group: "A", seconds: 1 });
  pass(999);
  expect(last()?.minute).toBe(555);
  pass(1);
  expect(last()?.minute).toBe(556);
});

test("a seek stays within the window, and playing goes on from there", () => {
  const { clocks, pass, last } = open();
  clocks.control({ type: "enter", group: "A", time: { ...START, isPlaying: true } });
  clocks.control({ type: "seek", group: "A", minute: minute(700) });
  expect(last()).toMatchObject({ minute: 700, isPlaying: true });
  pass(500);
  expect(last()?.minute).toBe(701);
  clocks.control({ type: "seek", group: "A", minute: minute(0) });
  expect(last()?.minute).toBe(555);
  clocks.control({ type: "window", group: "A", from: minute(600), to: minute(610) });
  expect(last()).toMatchObject({ minute: 600, from: 600, to: 610 });
});

test("it stops at the end of its window; playing there starts over", () => {
  const { clocks, pass, last, told } = open();
  clocks.control({ type: "enter", group: "A", time: { ...START, minute: minute(929), isPlaying: true } });
  pass(500);
  expect(last()).toMatchObject({ minute: 930, isPlaying: false });
  const steps = told.length;
  pass(5000);
  expect(told).toHaveLength(steps);
  clocks.control({ type: "play", group: "A" });
  expect(last()).toMatchObject({ minute: 555, isPlaying: true });
});

test("groups replay apart; leaving says so and ends the steps", () => {
  const { clocks, pass, told } = open();
  clocks.control({ type: "enter", group: "A", time: { ...START, isPlaying: true } });
  clocks.control({ type: "enter", group: "B", time: START });
  clocks.control({ type: "exit", group: "A" });
  expect(told.at(-1)).toEqual(["A", undefined]);
  expect([...clocks.times()]).toEqual([["B", START]]);
  const steps = told.length;
  pass(5000);
  expect(told).toHaveLength(steps);
  clocks.control({ type: "play", group: "A" });
  expect(told).toHaveLength(steps);
});
