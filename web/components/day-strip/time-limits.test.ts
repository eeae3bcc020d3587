import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hoursOf, minutesOf, moveEnd } from "./time-limits.ts";

const at = (hour: number, minute: number): number => hour * 60 + minute;
const TO_JULY_2026 = { open: at(9, 15), close: at(15, 30) };
const SINCE_AUGUST_2026 = { open: at(9, 15), close: at(15, 40) };
const CURRENCY = { open: at(9, 0), close: at(17, 0) };
const ends = (values: readonly number[]) => [values[0], values.at(-1)];

describe("a session from 09:15 to 15:30", () => {
  test("start: hours 9 to 15, minutes from 15 at 9 and up to 29 at 15", () => {
    expect(hoursOf(TO_JULY_2026)).toEqual([9, 10, 11, 12, 13, 14, 15]);
    expect(ends(minutesOf(TO_JULY_2026, "from", 9))).toEqual([15, 59]);
    expect(ends(minutesOf(TO_JULY_2026, "from", 12))).toEqual([0, 59]);
    expect(ends(minutesOf(TO_JULY_2026, "from", 15))).toEqual([0, 29]);
  });

  test("end: minutes from 16 at 9 and up to 30 at 15", () => {
    expect(ends(minutesOf(TO_JULY_2026, "to", 9))).toEqual([16, 59]);
    expect(ends(minutesOf(TO_JULY_2026, "to", 15))).toEqual([0, 30]);
  });

  test("09:14 and 15:30 are no starts", () => {
    const window = { from: at(10, 0), to: at(15, 0) };
    expect(moveEnd(TO_JULY_2026, window, "from", at(9, 14))).toEqual({ from: at(9, 15), to: at(15, 0) });
    expect(moveEnd(TO_JULY_2026, window, "from", at(15, 30))).toEqual({ from: at(15, 29), to: at(15, 30) });
  });

  test("the end is kept after the start", () => {
    const window = { from: at(11, 0), to: at(15, 0) };
    expect(moveEnd(TO_JULY_2026, window, "to", at(10, 0))).toEqual({ from: at(11, 0), to: at(11, 1) });
    expect(moveEnd(TO_JULY_2026, { from: at(9, 15), to: at(10, 0) }, "from", at(12, 0))).toEqual({
      from: at(12, 0),
      to: at(12, 1),
    });
  });
});

test("the later close of August 2026 moves the limits with it", () => {
  expect(ends(minutesOf(SINCE_AUGUST_2026, "from", 15))).toEqual([0, 39]);
  expect(ends(minutesOf(SINCE_AUGUST_2026, "to", 15))).toEqual([0, 40]);
});

test("currency: hours 9 to 17; 17:00 is an end, not a start", () => {
  expect(ends(hoursOf(CURRENCY))).toEqual([9, 17]);
  expect(ends(minutesOf(CURRENCY, "from", 9))).toEqual([0, 59]);
  expect(minutesOf(CURRENCY, "from", 17)).toEqual([]);
  expect(minutesOf(CURRENCY, "to", 17)).toEqual([0]);
  expect(moveEnd(CURRENCY, { from: at(9, 0), to: at(17, 0) }, "from", at(17, 0)).from).toBe(at(16, 59));
});

test("whatever is chosen, start and end are in the session and in order", () => {
  const minutes = fc.integer({ min: 0, max: 1439 });
  fc.assert(
    fc.property(minutes, minutes, minutes, fc.constantFrom("from" as const, "to" as const), (from, to, chosen, end) => {
      const { open, close } = SINCE_AUGUST_2026;
      const moved = moveEnd(SINCE_AUGUST_2026, { from, to }, end, chosen);
      expect(moved.from).toBeGreaterThanOrEqual(open);
      expect(moved.to).toBeLessThanOrEqual(close);
      expect(moved.from).toBeLessThan(moved.to);
    }),
  );
});
