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
  const run = (): boolean => runs.push(`${name} ${now}`) > 0;
  return { rate, isActive: false, isReady: () => true, run, ...more };
}

/** Asks for a task at these times, which are a feed's frames. */
function feed(tasks: readonly Task[], times: readonly number[]): void {
  for (const time of times) {
    advance(time - now);
    for (const task of tasks) scheduler.request(task);
    advance(0);
  }
}
const framesOf = (count: number, interval: number, jitter = (_: number) => 0): readonly number[] =>
  Array.from({ length: count }, (_, i) => i * interval + jitter(i));
const timesOf = (name: string): readonly number[] =>
  runs.filter((run) => run.startsWith(`${name} `)).map((run) => Number(run.split(" ")[1]));
const gaps = (times: readonly number[]): readonly number[] => times.slice(1).map((time, i) => time - times[i]!);

test("a task runs at once, then at about its rate: what comes in between is one run", () => {
  const task = createTask("a", 4);
  feed([task], framesOf(1000, 10));
  expect(timesOf("a")[0]).toBe(0);
  expect(runs.length / 10).toBeGreaterThan(3.9);
  expect(runs.length / 10).toBeLessThan(4.4);
});

describe("a run begins with a frame", () => {
  /** However the feed's beat lies to the pane's, and moves against it. */
  test.each([
    [1, 500],
    [1, 502.3],
    [1, 497.1],
    [2, 500],
    [2, 503],
    [2, 498],
    [4, 500],
    [0.5, 499],
    [1, 200],
    [2, 1000],
  ])("at a rate of %f, of a feed with a frame each %f ms", (rate, interval) => {
    const frames = framesOf(600, interval, (i) => (i * 7919) % 23);
    feed([createTask("a", rate)], frames);
    const times = timesOf("a");
    expect(times.filter((time) => !frames.includes(time))).toEqual([]);
    const asked = Math.max(1000 / rate, interval);
    expect(gaps(times).reduce((sum, gap) => sum + gap, 0) / (times.length - 1)).toBeGreaterThan(asked * 0.88);
    expect(Math.max(...gaps(times))).toBeLessThanOrEqual(asked + interval + 46);
  });

  test("a frame that came late is shown, and makes no other late", () => {
    feed([createTask("a", 2)], [0, 600, 1000, 1500, 2000, 2740, 3000, 3500]);
    expect(timesOf("a")).toEqual([0, 600, 1000, 1500, 2000, 2740, 3000, 3500]);
  });

  test("where nothing newer comes, what is old is shown later", () => {
    feed([createTask("a", 1)], [0, 100, 600]);
    advance(3000);
    expect(timesOf("a")).toEqual([0, 100, 2250]);
  });

  test("frames of two rooms which come after one another are both shown at once", () => {
    feed([createTask("a", 2)], [0, 80, 1000, 1080, 2000, 2080]);
    expect(timesOf("a")).toEqual([0, 80, 1000, 1080, 2000, 2080]);
  });
});

test("a run that had nothing to show does not count", () => {
  let isLoaded = false;
  const task = createTask("a", 1, {
    run() {
      runs.push(`a ${now}`);
      return isLoaded;
    },
  });
  feed([task], [0, 10]);
  isLoaded = true;
  feed([task], [20, 1000]);
  expect(timesOf("a")).toEqual([0, 10, 20, 1000]);
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
  feed([task], [200, 300]); // nor does the action from the frames
  expect(runs).toEqual(["a 0", "a 100", "a 200"]);
});

describe("of those whose time has come", () => {
  test("the pane that the user works in goes first, then the one that is most behind", () => {
    const names = ["a", "b", "c", "d"];
    const rates = [2, 4, 4, 1];
    const tasks = names.map((name, i) => createTask(name, rates[i], { isActive: name === "c" }));
    for (const task of tasks) {
      scheduler.request(task);
      advance(10);
    }
    runs.length = 0;
    now = 3000; // a long task of somebody else
    for (const task of tasks) scheduler.request(task);
    advance(0);
    expect(runs.map((run) => run[0])).toEqual(["c", "b", "a", "d"]);
  });
});

describe("above half of a core", () => {
  /** Runs that take `ms` of the worker's time. */
  const costly = (name: string, rate: number, ms: number, more: Partial<Task> = {}): Task =>
    createTask(name, rate, {
      run() {
        runs.push(`${name} ${now}`);
        now += ms;
        return true;
      },
      ...more,
    });
  const rateOf = (name: string, from: number, to: number): number =>
    timesOf(name).filter((time) => time >= from && time < to).length / ((to - from) / 1000);

  test("panes run less often, but for the one that the user works in; half of it is left to others", () => {
    const tasks = ["a", "b", "c", "d", "e", "f"].map((name) => costly(name, 2, 70, { isActive: name === "a" }));
    feed(tasks, framesOf(120, 500));
    expect(rateOf("a", 20_000, 60_000)).toBeGreaterThan(1.9);
    const others = ["b", "c", "d", "e", "f"].map((name) => rateOf(name, 20_000, 60_000));
    expect(Math.max(...others)).toBeLessThan(1.7);
    expect(Math.max(...others) - Math.min(...others)).toBeLessThan(0.3);
    const busy = ((rateOf("a", 20_000, 60_000) + others.reduce((sum, one) => sum + one, 0)) * 70) / 1000;
    expect(busy).toBeGreaterThan(0.4);
    expect(busy).toBeLessThan(0.6);
  });

  test("none falls below one run in two seconds", () => {
    const tasks = ["a", "b", "c"].map((name) => costly(name, 2, 400));
    feed(tasks, framesOf(120, 500));
    for (const name of ["a", "b", "c"]) expect(rateOf(name, 20_000, 60_000)).toBeGreaterThanOrEqual(0.4);
  });

  test("what has no rate, as the steps of a replay, is never slowed", () => {
    const heavy = costly("heavy", 2, 300);
    const replayed = createTask("replayed", Number.POSITIVE_INFINITY);
    feed([heavy, replayed], framesOf(60, 500));
    expect(timesOf("replayed")).toHaveLength(60);
  });

  test("they are as quick as before when there is less to do", () => {
    const heavy = costly("heavy", 2, 800);
    const light = createTask("light", 2);
    feed([heavy, light], framesOf(40, 500));
    expect(rateOf("light", 10_000, 20_000)).toBeLessThan(1.2);
    scheduler.forget(heavy);
    const from = now;
    feed(
      [light],
      framesOf(60, 500).map((time) => from + 500 + time),
    );
    expect(rateOf("light", from + 10_000, from + 30_000)).toBeGreaterThan(1.9);
  });
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
  feed([slow], [0, 0, 0]);
  advance(10);
  scheduler.request(createTask("quick", 10));
  advance(0);
  expect(runs).toEqual(["slow 0", "slow 0", "quick 10"]);
  advance(739);
  expect(runs).toHaveLength(3);
  advance(1);
  expect(runs.at(-1)).toBe("slow 750");
});
