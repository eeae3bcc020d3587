import { expect, test } from "vitest";
import { createManualClock } from "../testing/manual-clock.ts";
import { budgetOf, spacingOf } from "./call-budget.ts";

const HOUR_MS = 3600_000;
const why = (name: string) => ({ kind: "not-sent", why: `its requests of this ${name} are used up` });

test("each window is counted by itself, for each user, and slides", () => {
  const clock = createManualClock();
  const limits = { perSecond: 9, perMinute: 5, perHour: 8, perDay: 12 };
  const budget = budgetOf({ limits, isPractice: false }, clock);
  const write = () => budget.take({ userId: "ravi" }, true);
  for (let i = 0; i < 5; i++) expect(write()).toBeUndefined();
  expect(write()).toEqual(why("minute"));
  expect(budget.take({ userId: "asha" }, true)).toBeUndefined();
  clock.advance(60_000);
  for (let i = 0; i < 3; i++) expect(write()).toBeUndefined();
  expect(write()).toEqual(why("hour"));
  clock.advance(HOUR_MS);
  for (let i = 0; i < 4; i++) expect(write()).toBeUndefined();
  expect(write()).toEqual(why("day"));
  // The first five of yesterday are a day old by then.
  clock.advance(23 * HOUR_MS);
  expect(write()).toBeUndefined();
});

test("pages leave a fifth to what orders are decided by, and that leaves half of it to writes", () => {
  const budget = budgetOf({ limits: { perSecond: 9, perMinute: 20 }, isPractice: false }, createManualClock());
  const ravi = { userId: "ravi" };
  const page = { ...ravi, forPage: true };
  for (let i = 0; i < 16; i++) expect(budget.take(page, false)).toBeUndefined();
  expect(budget.take(page, false)).toEqual(why("minute"));
  for (let i = 0; i < 2; i++) expect(budget.take(ravi, false)).toBeUndefined();
  expect(budget.take(ravi, false)).toEqual(why("minute"));
  for (let i = 0; i < 2; i++) expect(budget.take(ravi, true)).toBeUndefined();
  expect(budget.take(ravi, true)).toEqual(why("minute"));
});

test("calls of one name begin apart, in the order in which they were asked for; those of another do not wait", async () => {
  const clock = createManualClock();
  const waits: number[] = [];
  const spaced = spacingOf({ isPractice: false }, 1000, clock, async (ms) => waits.push(ms));
  await spaced("ravi book");
  await spaced("ravi trades");
  expect(waits).toEqual([]);
  await spaced("ravi book");
  await spaced("ravi book");
  expect(waits).toEqual([1000, 2000]);
  clock.advance(3000);
  await spaced("ravi book");
  expect(waits).toHaveLength(2);
});
