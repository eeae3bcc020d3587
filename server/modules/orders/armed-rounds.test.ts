import { afterEach, beforeEach, expect, test } from "vitest";
import { silentLog } from "../../platform/log.ts";
import { createManualClock, type ManualClock } from "../../testing/manual-clock.ts";
import { createRounds } from "./armed-rounds.ts";

let clock: ManualClock;
/** How often each account was looked at. */
let looks: Map<string, number>;
/** When each rule was seen last, ms. */
let seen: Map<string, number>;
let ended: string[];
let answer: () => void;
let stop: () => Promise<void>;

/** Asha's broker hangs until it is told to answer. */
function open(): () => Promise<void> {
  const hanging = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const see = async (id: string): Promise<void> => void seen.set(id, clock.now());
  const rounds = createRounds({
    ...{ clock, log: silentLog, what: "rules" },
    armed: () =>
      new Map([
        ["asha", ["of asha"]],
        ["ravi", ["of ravi"]],
      ]),
    async look(account, ids) {
      looks.set(account, (looks.get(account) ?? 0) + 1);
      await Promise.all(ids.map(see));
      if (account === "asha") await hanging;
    },
    seen: see,
    async endUnseen(since, own) {
      for (const [id, at] of seen) if (at < since.getTime() && !own.includes(id)) ended.push(id);
    },
  });
  return rounds.start(false);
}

async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1000) {
    clock.advance(1000);
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  }
}

beforeEach(() => {
  clock = createManualClock();
  [looks, seen, ended] = [new Map(), new Map(), []];
  stop = open();
});
afterEach(async () => {
  answer();
  await stop();
});

test("one account's broker that hangs keeps no other account waiting, and is asked nothing twice meanwhile", async () => {
  await pass(30_000);
  expect(looks).toEqual(
    new Map([
      ["asha", 1],
      ["ravi", 10],
    ]),
  );
  answer();
  await pass(6000);
  expect(looks.get("asha")).toBeGreaterThan(1);
});

test("a look of 40 seconds keeps its rules seen, so that no other process takes them for unwatched", async () => {
  await pass(3000);
  for (let second = 0; second < 40; second++) {
    await pass(1000);
    expect(clock.now() - (seen.get("of asha") ?? 0)).toBeLessThanOrEqual(10_000);
  }
});

test("what nobody looks after is ended, but never one's own, even after a standstill", async () => {
  seen.set("of a process that is gone", clock.now());
  await pass(30_000);
  expect(ended).toEqual([]);
  clock.advance(40_000);
  await pass(1000);
  expect(new Set(ended)).toEqual(new Set(["of a process that is gone"]));
});
