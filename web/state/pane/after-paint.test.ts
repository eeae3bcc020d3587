import { expect, it } from "vitest";
import { createAfterPaint } from "./after-paint.ts";

function start() {
  let frames: ((ms: number) => void)[] = [];
  let tasks: (() => void)[] = [];
  let timers: { readonly at: number; readonly callback: () => void }[] = [];
  let now = 0;
  let isFrameUnderWay = false;
  const afterPaint = createAfterPaint({
    now: () => now,
    after(ms, callback) {
      const timer = { at: now + ms, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    nextTask: (callback) => void tasks.push(callback),
    isFrameUnderWay: () => isFrameUnderWay,
    inFrame: (callback) => void frames.push(callback),
    atOnce: (callback) => callback(),
  });
  const settle = (): void => {
    const due = tasks;
    tasks = [];
    for (const task of due) task();
  };
  return {
    afterPaint,
    settle,
    /** Somebody asks for a frame. */
    askFrame: () => {
      isFrameUnderWay = true;
    },
    paint: (ms = 10) => {
      isFrameUnderWay = false;
      const due = frames;
      frames = [];
      for (const frame of due) frame(ms);
    },
    pass(ms: number) {
      now += ms;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { callback } of due) callback();
      settle();
    },
    timesOfTimers: () => timers.map(({ at }) => at),
  };
}

it("runs each task once, after the frame that is under way", () => {
  const { afterPaint, askFrame, paint, settle } = start();
  const ran: string[] = [];
  const task = (): void => void ran.push("one");
  afterPaint(task);
  afterPaint(task);
  afterPaint(() => void ran.push("two"));
  askFrame(); // by a chart that hears of the same news later
  settle();
  expect(ran).toEqual([]);
  paint();
  expect(ran).toEqual([]);
  settle();
  expect(ran).toEqual(["one", "two"]);
});

it("runs in the frame where its figures were painted quickly", () => {
  const { afterPaint, askFrame, paint, settle } = start();
  let runs = 0;
  afterPaint(() => void runs++);
  askFrame();
  settle();
  paint(1);
  expect(runs).toBe(1);
  settle();
  expect(runs).toBe(1);
});

it("runs a little more often in frames that there are anyway", () => {
  const { afterPaint, askFrame, paint, settle, pass } = start();
  let runs = 0;
  const task = (): void => void runs++;
  afterPaint(task);
  settle();
  pass(110);
  afterPaint(task);
  askFrame();
  settle();
  paint(1);
  expect(runs).toBe(2);
  pass(110);
  afterPaint(task);
  askFrame();
  settle();
  paint(10); // it was slow
  settle();
  expect(runs).toBe(2);
  pass(90);
  expect(runs).toBe(3);
});

it("waits for no frame where none is under way", () => {
  const { afterPaint, settle } = start();
  let runs = 0;
  afterPaint(() => void runs++);
  expect(runs).toBe(0);
  settle();
  expect(runs).toBe(1);
});

it("runs a few times a second at most, and drops nothing", () => {
  const { afterPaint, timesOfTimers, settle, pass } = start();
  let runs = 0;
  const task = (): void => void runs++;
  afterPaint(task);
  settle();
  pass(20);
  afterPaint(task);
  afterPaint(task);
  expect(timesOfTimers()).toEqual([100]);
  pass(100);
  expect(timesOfTimers()).toEqual([200]);
  expect(runs).toBe(1);
  pass(80);
  expect(runs).toBe(2);
  pass(500);
  afterPaint(task);
  settle();
  expect(runs).toBe(3);
});

it("what is patient runs with the next that is not, or alone when its patience ends", () => {
  const { afterPaint, settle, pass, timesOfTimers } = start();
  const ran: string[] = [];
  const patient = (): void => void ran.push("patient");
  const news = (): void => void ran.push("news");
  afterPaint(patient, 500);
  pass(300);
  afterPaint(news);
  settle();
  expect(ran).toEqual(["patient", "news"]);
  expect(timesOfTimers()).toEqual([]);
  afterPaint(patient, 500);
  pass(499);
  expect(ran).toHaveLength(2);
  pass(1);
  expect(ran).toEqual(["patient", "news", "patient"]);
});

it("what is asked for while it runs waits for another time", () => {
  const { afterPaint, settle, pass } = start();
  let runs = 0;
  const task = (): void => {
    runs++;
    if (runs === 1) afterPaint(task);
  };
  afterPaint(task);
  settle();
  expect(runs).toBe(1);
  pass(200);
  expect(runs).toBe(2);
});
