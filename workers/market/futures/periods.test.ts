import { expect, test } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { type FutureDay, periodsOf } from "./periods.ts";

const day = (
  date: string,
  figures: readonly [number, number, number, number, number, number],
  isPartial = false,
): FutureDay => {
  const [open, high, low, close, volume, oi] = figures;
  return { date: isoDate(date), open, high, low, close, volume, oi, isPartial };
};
/** Thursday 29 January 2026 to Tuesday 3 February; Sunday 1 February has a session, Monday 26 January is a holiday. */
const days = [
  day("2026-01-29", [10, 14, 9, 12, 100, 50]),
  day("2026-01-30", [12, 13, 8, 9, 200, 60]),
  day("2026-02-02", [9, 11, 7, 10, 300, 40], true),
  day("2026-02-03", [10, 20, 10, 19, 400, 45]),
];
const TODAY = isoDate("2026-02-03");

test("first open, highest, lowest, last close, all volume, and the open interest of the end", () => {
  const [january, february] = periodsOf(days, "months", "equity-derivatives", TODAY);
  expect(january).toMatchObject({ from: "2026-01-29", to: "2026-01-30", open: 10, high: 14, low: 8, close: 9 });
  expect(january).toMatchObject({ volume: 300, oi: 60, days: 2, isPartial: true });
  expect(january?.lacking).toBeGreaterThan(15);
  expect(february).toMatchObject({
    open: 9,
    high: 20,
    low: 7,
    close: 19,
    volume: 700,
    oi: 45,
    days: 2,
    isPartial: true,
  });
});

test("a week is whole when each trading day so far has all its minutes; days to come do not count", () => {
  const whole = [
    day("2026-01-19", [1, 1, 1, 1, 1, 1]),
    ...["20", "21", "22", "23"].map((d) => day(`2026-01-${d}`, [1, 1, 1, 1, 1, 1])),
  ];
  const of = (some: readonly FutureDay[], today: string) =>
    periodsOf(some, "weeks", "equity-derivatives", isoDate(today)).map(({ days: count, lacking, isPartial }) => [
      count,
      lacking,
      isPartial,
    ]);
  expect(of(whole, "2026-02-03")).toEqual([[5, 0, false]]);
  expect(of(whole.slice(0, 2), "2026-01-20")).toEqual([[2, 0, false]]);
  expect(of(whole.slice(0, 2), "2026-01-23")).toEqual([[2, 3, true]]);
  expect(of(days, "2026-02-03")[1]).toEqual([2, 0, true]);
});

test("a figure that one day does not know is not known of the period", () => {
  const [week] = periodsOf([days[2]!, { ...days[3]!, volume: Number.NaN }], "weeks", "equity-derivatives", TODAY);
  expect([week?.volume, week?.high]).toEqual([Number.NaN, 20]);
});
