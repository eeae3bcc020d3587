import { expect, test } from "vitest";
import { makeRoom } from "#market/__fixtures__/room.ts";
import { fillMinute } from "../../../../server/testing/market/fill-minute.ts";
import { ClientMinutes, differenceOf, SharedTable, sumsOf } from "./room-minutes.ts";

const CELLS = { ce: { ltp: 1 }, pe: { ltp: 1 } };
const STRIKES = [24_000, 24_050].map((strike) => ({ strike, ...CELLS }));

/** A day with these minutes after the open. */
function dayWith(slots: readonly number[], seed = 7) {
  const day = makeRoom({ strikes: STRIKES });
  for (const slot of slots) fillMinute(day, day.open + slot, seed + slot);
  return day;
}

test("a client that has every minute differs in nothing", () => {
  const minutes = new ClientMinutes();
  const table = new SharedTable();
  const first = dayWith([0, 1]);
  minutes.loaded(first);
  const mine = table.take(first, first);
  fillMinute(mine, mine.open + 2, 9);
  minutes.came(mine, 2);
  const right = sumsOf(dayWith([0, 1, 2]));
  expect(differenceOf(right, minutes.days.get(first.date))).toEqual({ compared: 3, wrong: [], missing: [] });
});

test("finds minutes that are wrong and that are missing", () => {
  const minutes = new ClientMinutes();
  minutes.loaded(dayWith([0]));
  minutes.came(dayWith([0, 2], 8), 2);
  const right = sumsOf(dayWith([0, 1, 2]));
  expect(differenceOf(right, minutes.days.get("2026-08-18"))).toEqual({ compared: 3, wrong: [2], missing: [1] });
  expect(differenceOf(right)).toEqual({ compared: 3, wrong: [], missing: [0, 1, 2] });
});

test("clients of one table have the minutes that each of them had, with the figures of all", () => {
  const table = new SharedTable();
  const [early, late] = [dayWith([0]), dayWith([0, 1])];
  const one = table.take(early, early);
  const other = table.take(late, late);
  expect([...one.minutes.state].slice(0, 3)).toEqual([1, 0, 0]);
  expect([...other.minutes.state].slice(0, 3)).toEqual([1, 1, 0]);
  expect(sumsOf(other)).toEqual(sumsOf(late));
  // What came while a day was loaded is not lost.
  expect([...table.take(early, other).minutes.state].slice(0, 3)).toEqual([1, 1, 0]);
});
