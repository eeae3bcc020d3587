import { expect, test } from "vitest";
import { regularHours } from "#contract/domain/reference/calendar.ts";
import type { SeriesSet } from "#contract/domain/snapshots/series-set.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import { dayAt } from "../../../charts/day-row.ts";
import { createDayRow, type PastDay } from "./day-row-data.ts";

const series = (open: number, values: readonly number[], cadence = 1): SeriesSet<string> => ({
  x: { open: minute(open), cadence },
  lines: { a: Float64Array.from(values) },
});
const past = (text: string, over: Partial<PastDay> = {}): PastDay => {
  const date = isoDate(text);
  return { date, session: regularHours("equity-derivatives", date), noteAt: (place) => `place ${place}`, ...over };
};
const FRIDAY = isoDate("2026-08-03");
const last = (values: readonly number[]) => ({ date: FRIDAY, series: series(555, values), noteAt: () => "" });
const whole = (points: number): readonly number[] => Array.from({ length: points }, (_, i) => i);

test("minutes of the newest day stand at themselves, those before at their own session's length", () => {
  // 376 points up to July 2026, 386 from August on.
  const days = [
    past("2026-07-30", { series: series(555, whole(376)) }),
    past("2026-07-31", { series: series(555, whole(376)) }),
  ];
  const data = createDayRow(["a"])(days, last([7, 8, 9]));
  expect(data.x).toHaveLength(376 + 376 + 3);
  expect(Array.from(data.x).slice(-3)).toEqual([555, 556, 557]);
  const ends = data.days?.map(({ name, at, from, to, shift }) => [name, at, from + shift, to + shift]);
  expect(ends).toEqual([
    ["30 Jul", 0, 555, 930],
    ["31 Jul", 376, 555, 930],
    ["3 Aug", 752, 555, 557],
  ]);
  // Each minute of each day reads its own value, and no two points share an x.
  const column = data.columns[0] as Float64Array;
  for (let i = 0; i < column.length; i++) {
    const x = data.x[i]!;
    if (i > 0) expect(x).toBeGreaterThan(data.x[i - 1]!);
    const minuteThere = x + dayAt(data.days!, x)!.shift;
    expect(column[i]).toBe(i < 752 ? minuteThere - 555 : minuteThere - 555 + 7);
  }
});

test("with a snapshot only the last day is written; a day that comes takes its place", () => {
  const row = createDayRow(["a", "b"]);
  const waiting = [past("2026-07-31")];
  const first = row(waiting, last([1]));
  expect(first.columns[0]!.length).toBe(377);
  expect(Number.isNaN(first.columns[0]![0])).toBe(true);
  expect(row(waiting, last([1, 2])).columns[0]!.length).toBe(378);
  const come = [past("2026-07-31", { series: series(555, whole(376)) })];
  const next = row(come, last([1, 2]));
  expect([next.columns[0]![375], next.columns[0]![376], next.columns[0]![377]]).toEqual([375, 1, 2]);
  // A line that the snapshots do not have is a gap.
  expect(Array.from(next.columns[1]!).every(Number.isNaN)).toBe(true);
});

test("a day recorded over other hours stands where its minutes are", () => {
  const late = createDayRow(["a"])([past("2026-07-31", { series: series(560, [5, 6]) })], last([]));
  expect(Array.from(late.columns[0]!).slice(4, 8)).toEqual([Number.NaN, 5, 6, Number.NaN]);
  const early = createDayRow(["a"])([past("2026-07-31", { series: series(553, whole(400)) })], last([]));
  expect([early.columns[0]![0], early.columns[0]![375], early.columns[0]!.length]).toEqual([2, 377, 376]);
  expect(late.noteAt?.(5)).toBe("place 0");
});

test("a minute says its day's own words: why there are no figures, or what they stand on", () => {
  const days = [past("2026-07-30", { why: "Not recorded" }), past("2026-07-31", { series: series(555, whole(376)) })];
  const data = createDayRow(["a"])(days, { ...last([1, 2]), noteAt: (place) => (place === 1 ? "partial" : "") });
  expect(data.noteAt?.(3)).toBe("Not recorded");
  expect(data.noteAt?.(376 + 10)).toBe("place 10");
  expect(data.noteAt?.(752)).toBe("3 Aug");
  expect(data.noteAt?.(753)).toBe("3 Aug · partial");
});
