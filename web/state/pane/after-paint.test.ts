import { expect, it } from "vitest";
import { createAfterPaint } from "./after-paint.ts";

function start() {
  const frames: (() => void)[] = [];
  const tasks: (() => void)[] = [];
  const timers: { readonly at: number; readonly callback: () => void }[] = [];
  let now = 0;
  const afterPaint = createAfterPaint({
    now: () => now,
    after: (ms, callback) => void timers.push({ at: now + ms, callback }),
    requestFrame: (callback) => void frames.push(callback),
    afterFrame: (callback) => void tasks.push(callback),
  });
  const paint = (): void => {
    for (const frame of frames.splice(0)) frame();
  };
  const settle = (): void => {
    for (const task of tasks.splice(0)) task();
  };
  const pass = (ms: number): void => {
    now += ms;
    for (const { callback } of timers.splice(0)) callback();
  };
  return { afterPaint, frames, timers, paint, settle, pass };
}

it("runs each task once, after the frame", () => {
  const { afterPaint, frames, paint, settle } = start();
  const ran: string[] = [];
  const task = (): void => void ran.push("one");
  afterPaint(task);
  afterPaint(task);
  afterPaint(() => void ran.push("two"));
  expect(frames).toHaveLength(1);
  paint();
  expect(ran).toEqual([]);
  settle();
  expect(ran).toEqual(["one", "two"]);
});

it("runs a few times a second at most, and drops nothing", () => {
  const { afterPaint, frames, timers, paint, settle, pass } = start();
  let runs = 0;
  const task = (): void => void runs++;
  afterPaint(task);
  paint();
  settle();
  pass(20);
  afterPaint(task);
  afterPaint(task);
  expect(frames).toEqual([]);
  expect(timers.map(({ at }) => at)).toEqual([200]);
  pass(100);
  paint();
  settle();
  expect(runs).toBe(2);
  pass(500);
  afterPaint(task);
  expect(frames).toHaveLength(1);
});

it("what is asked for while it runs waits for another frame", () => {
  const { afterPaint, paint, settle, pass } = start();
  let runs = 0;
  const task = (): void => {
    runs++;
    if (runs === 1) afterPaint(task);
  };
  afterPaint(task);
  paint();
  settle();
  expect(runs).toBe(1);
  pass(200);
  paint();
  settle();
  expect(runs).toBe(2);
});
