import { expect, test } from "vitest";
import { createManualClock } from "../testing/manual-clock.ts";
import { type InParts, inSlices, runAtOnce, runInSlices } from "./slices.ts";

test("long work lets others have their turn once a slice, and not between its small parts", async () => {
  const clock = createManualClock();
  let others = 0;
  const count = (): NodeJS.Immediate => setImmediate(() => others++);
  const pause = inSlices(clock);
  count();
  for (let i = 0; i < 100; i++) await pause();
  expect(others).toBe(0);
  for (let i = 1; i <= 5; i++) {
    count();
    clock.advance(9);
    await pause();
    expect(others).toBeGreaterThanOrEqual(i);
  }
});

test("work in parts gives the same at once and in slices", async () => {
  const clock = createManualClock();
  let others = 0;
  function* work(): InParts<number> {
    let sum = 0;
    for (let i = 1; i <= 10; i++) {
      sum += i;
      clock.advance(9);
      setImmediate(() => others++);
      yield;
    }
    return sum;
  }
  expect(runAtOnce(work())).toBe(55);
  expect(others).toBe(0);
  expect(await runInSlices(clock, work())).toBe(55);
  expect(others).toBeGreaterThanOrEqual(10);
});
