import { expect, it } from "vitest";
import { createAfterPaint, WITH_FIGURES } from "./after-paint.ts";

function start() {
  let riders: ((ms: number) => void)[] = [];
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
    inFrame: (callback) => void riders.push(callback),
    atOnce: (callback) => callback(),
  });
  const ran: string[] = [];
  const named = new Map<string, () => void>();
  return {
    ran,
    now: afterPaint.now,
    /** Asks for a task that says its name. */
    ask: (name: string, patience?: number) => afterPaint(taskOf(name), patience),
    /** Somebody asks for a frame. */
    askFrame: () => {
      isFrameUnderWay = true;
    },
    /** Paints figures that take so long. */
    paint(ms: number) {
      isFrameUnderWay = false;
      const due = riders;
      riders = [];
      for (const rider of due) rider(ms);
    },
    settle() {
      const due = tasks;
      tasks = [];
      for (const task of due) task();
    },
    pass(ms: number) {
      now += ms;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { callback } of due) callback();
    },
  };

  function taskOf(name: string): () => void {
    const task = named.get(name) ?? (() => void ran.push(name));
    named.set(name, task);
    return task;
  }
}
const SLOW = 10;
const QUICK = 1;

it("runs each task once, when those of other panes have come", () => {
  const { ask, ran, pass } = start();
  ask("one");
  ask("one");
  pass(40);
  ask("two");
  expect(ran).toEqual([]);
  pass(40);
  expect(ran).toEqual(["one", "two"]);
});

it("runs in the frame whose figures are painted quickly, whoever asked for it", () => {
  const { ask, ran, paint, pass } = start();
  ask("one");
  pass(20);
  paint(QUICK);
  expect(ran).toEqual(["one"]);
  pass(500);
  expect(ran).toEqual(["one"]);
});

it("runs after a frame that is slow, once its time has come", () => {
  const { ask, askFrame, ran, paint, settle, pass } = start();
  ask("one");
  paint(SLOW);
  askFrame();
  pass(80);
  expect(ran).toEqual([]);
  paint(SLOW);
  expect(ran).toEqual([]);
  settle();
  expect(ran).toEqual(["one"]);
});

it("runs a few times a second at most, a little more often in frames that there are anyway, and drops nothing", () => {
  const { ask, ran, paint, pass } = start();
  ask("a");
  pass(80);
  ask("b");
  pass(90);
  paint(QUICK);
  expect(ran).toEqual(["a"]);
  pass(20);
  paint(QUICK);
  expect(ran).toEqual(["a", "b"]);
  ask("c");
  pass(199);
  expect(ran).toEqual(["a", "b"]);
  pass(1);
  expect(ran).toEqual(["a", "b", "c"]);
});

it("what is patient runs with the next that is not, or alone when its patience ends", () => {
  const { ask, ran, pass } = start();
  ask("patient", 500);
  pass(300);
  ask("news");
  pass(80);
  expect(ran).toEqual(["patient", "news"]);
  ask("patient", 500);
  pass(499);
  expect(ran).toHaveLength(2);
  pass(1);
  expect(ran).toEqual(["patient", "news", "patient"]);
});

it("what goes with the figures takes everything along in their frame, however long it took", () => {
  const { ask, askFrame, ran, paint, pass } = start();
  ask("one");
  askFrame();
  ask("two", WITH_FIGURES);
  pass(0); // the frame is under way: nothing runs before it
  expect(ran).toEqual([]);
  paint(SLOW);
  expect(ran).toEqual(["one", "two"]);
  pass(500);
  ask("one");
  paint(SLOW);
  expect(ran).toEqual(["one", "two"]);
});

it("runs what waits at once where the figures have gone; what follows waits no longer for it", () => {
  const { ask, ran, now, paint, pass } = start();
  now();
  ask("one");
  ask("patient", 500);
  now();
  expect(ran).toEqual(["one", "patient"]);
  pass(10);
  ask("one"); // of the figures that come
  paint(QUICK);
  expect(ran).toEqual(["one", "patient", "one"]);
  pass(500);
  expect(ran).toHaveLength(3);
});
