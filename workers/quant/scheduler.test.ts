import { beforeEach, describe, expect, test } from "vitest";
import { createScheduler, type Scheduler, type Task } from "./scheduler.ts";

let now: number;
let timers: { readonly at: number; readonly callback: () => void }[];
let scheduler: Scheduler;
let runs: string[];

beforeEach(() => {
  now = 0;
  timers = [];
  runs = [];
  scheduler = createScheduler({
    now: () => now,
    after(ms, callback) {
      const timer = { at: now + ms, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
  });
});

function advance(ms: number): void {
  const until = now + ms;
  for (;;) {
    const next = timers.toSorted((a, b) => a.at - b.at)[0];
    if (!next || next.at > until) break;
    timers = timers.filter((one) => one !== next);
    now = Math.max(now, next.at);
    next.callback();
  }
  now = until;
}

function createTask(name: string, rate = 4, more: Partial<Task> = {}): Task {
  return { rate, isReady: () => true, run: () => void runs.push(`${name} ${now}`), ...more };
}

test("a task runs at once, then at most at its rate: what comes in between is one run", () => {
  const task = createTask("a", 4);
  for (let i = 0; i < 99; i++) {
    scheduler.request(task);
    advance(10);
  }
  expect(runs).toEqual(["a 0", "a 250", "a 500", "a 750"]);
});

test("a run that came late does not make the next one late", () => {
  const task = createTask("a", 2);
  scheduler.request(task);
  advance(0);
  advance(600); // the feed's frame is late
  scheduler.request(task);
  advance(0);
  advance(400); // the next one is not
  scheduler.request(task);
  advance(0);
  advance(1);
  advance(498);
  scheduler.request(task);
  advance(1);
  expect(runs).toEqual(["a 0", "a 600", "a 1000", "a 1500"]);
});

test("at half the feed's rate a run waits for the frame that comes with its time, and shows nothing old", () => {
  const task = createTask("a", 1);
  for (let frame = 0; frame < 8; frame++) {
    scheduler.request(task);
    advance(frame % 2 === 0 ? 503 : 501); // frames come a little later than twice a second
  }
  expect(runs).toEqual(["a 0", "a 1004", "a 2008", "a 3012"]);
});

test("where nothing newer comes, what is old is shown a little later", () => {
  const task = createTask("a", 1);
  scheduler.request(task);
  advance(500);
  scheduler.request(task);
  advance(2000);
  expect(runs).toEqual(["a 0", "a 1120"]);
});

test("nothing runs without a request", () => {
  scheduler.request(createTask("a"));
  advance(5000);
  expect(runs).toEqual(["a 0"]);
  expect(timers).toEqual([]);
});

test("the user's own action does not wait for the rate", () => {
  const task = createTask("a", 1);
  scheduler.request(task);
  advance(100);
  scheduler.request(task, true);
  scheduler.request(task); // a tick after it takes nothing away
  advance(0);
  expect(runs).toEqual(["a 0", "a 100"]);
});

describe("a task that is not ready", () => {
  test("waits, however often it is asked for, and runs once when woken", () => {
    let isVisible = false;
    const task = createTask("a", 4, { isReady: () => isVisible });
    for (let i = 0; i < 10; i++) {
      scheduler.request(task);
      advance(100);
    }
    expect(runs).toEqual([]);
    expect(timers).toEqual([]);
    isVisible = true;
    scheduler.wake();
    advance(0);
    expect(runs).toEqual(["a 1000"]);
  });

  test("does not hold up the others", () => {
    scheduler.request(createTask("hidden", 4, { isReady: () => false }));
    scheduler.request(createTask("b"));
    advance(0);
    expect(runs).toEqual(["b 0"]);
  });

  test("does not run when it ceases to be ready before its time", () => {
    let isReady = true;
    const task = createTask("a", 1, { isReady: () => isReady });
    scheduler.request(task);
    advance(0);
    scheduler.request(task);
    isReady = false;
    advance(5000);
    expect(runs).toEqual(["a 0"]);
  });
});

test("one run a turn, in turn: a fast task does not starve the rest", () => {
  const tasks = ["a", "b", "c"].map((name) => createTask(name, 1000));
  for (const task of tasks) scheduler.request(task);
  for (let i = 0; i < 9; i++) {
    advance(1);
    for (const task of tasks) scheduler.request(task);
  }
  const share = (name: string) => runs.filter((run) => run.startsWith(name)).length;
  expect(
    Math.max(share("a"), share("b"), share("c")) - Math.min(share("a"), share("b"), share("c")),
  ).toBeLessThanOrEqual(1);
  expect(timers.length).toBeLessThanOrEqual(1);
});

test("a forgotten task never runs", () => {
  const task = createTask("a");
  scheduler.request(task);
  scheduler.forget(task);
  advance(1000);
  expect(runs).toEqual([]);
});

test("a task that fails neither runs again by itself nor stops the others", () => {
  const broken = createTask("broken", 4, {
    run() {
      throw new Error("a bug");
    },
  });
  scheduler.request(broken);
  scheduler.request(createTask("b"));
  expect(() => advance(0)).toThrow("a bug");
  advance(0);
  expect(runs).toEqual(["b 0"]);
});

test("a slower task that is due earlier is not put off by a timer set for a later one", () => {
  const slow = createTask("slow", 3);
  scheduler.request(slow);
  advance(0);
  scheduler.request(slow);
  advance(10);
  scheduler.request(createTask("quick", 10));
  advance(0);
  expect(runs).toEqual(["slow 0", "quick 10"]);
  advance(324);
  expect(runs.at(-1)).toMatch(/^slow 333/);
});
