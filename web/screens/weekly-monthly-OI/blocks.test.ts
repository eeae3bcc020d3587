import { describe, expect, test } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { type Arrangement, blocksOf, daysCsv, missingDays, rangeIn, rowsOf, sumOf } from "./blocks.ts";

const dates = (...days: readonly string[]) => days.map((day) => isoDate(`2026-${day}`));
const words = (days: ReturnType<typeof dates>, arrangement: Arrangement) =>
  blocksOf(days, arrangement).map((block) => block.map((place) => days[place]?.slice(8)).join(" "));

describe("a new block", () => {
  // Monday 5 January 2026 and the days after it.
  const weeks = dates("01-05", "01-06", "01-07", "01-08", "01-09", "01-12", "01-13", "01-14", "01-15", "01-16");

  test("begins on the chosen weekday", () => {
    expect(words(weeks, "1")).toEqual(["05 06 07 08 09", "12 13 14 15 16"]);
    expect(words(weeks, "5")).toEqual(["05 06 07 08", "09 12 13 14 15", "16"]);
    expect(words(weeks, "3")).toEqual(["05 06", "07 08 09 12 13", "14 15 16"]);
  });

  test("begins when a weekday comes again: its first day was a holiday", () => {
    const holiday = weeks.filter((date) => date !== "2026-01-12");
    expect(words(holiday, "1")).toEqual(["05 06 07 08 09", "13 14 15 16"]);
    // Friday the 9th is no trading day: the next week goes on until Monday comes again.
    const fridayOff = weeks.filter((date) => date !== "2026-01-09");
    expect(words(fridayOff, "5")).toEqual(["05 06 07 08", "12 13 14 15", "16"]);
  });
});

test("rows of a day, of a week and running; a day that is not known is left out", () => {
  const figures = Float64Array.of(5, 3, -2, -1, Number.NaN, Number.NaN, Number.NaN, Number.NaN, 10, 20, -4, -6);
  const days = [0, 1, 2].map((place) => rowsOf(figures, place));
  expect(days[0]).toEqual([5, 3, -2, -1, 3, 2]);
  expect(days[1]?.every(Number.isNaN)).toBe(true);
  expect(sumOf(days)).toEqual([15, 23, -6, -7, 9, 16]);
  expect(sumOf(days.slice(1, 2)).every(Number.isNaN)).toBe(true);
  const [first, second] = dates("01-13", "01-14");
  expect(daysCsv([first!, second!].map((date, i) => ({ date, rows: days[i]! }))).split("\r\n")).toEqual([
    "Date,Long Build,Short Build,Long Unwind,Short Cover,Total Long,Total Short",
    "2026-01-13,5,3,-2,-1,3,2",
    "2026-01-14,,,,,,",
    "",
  ]);
});

test("weekdays without a column: holidays, days to come, days without figures", () => {
  const days = dates("01-13", "01-14", "01-16", "01-19", "01-21");
  const [first, , , second] = days;
  expect(missingDays(days, first!, "1", "equity-derivatives")).toEqual([{ date: "2026-01-15", why: "holiday" }]);
  expect(missingDays(days, second!, "1", "equity-derivatives")).toEqual([
    { date: "2026-01-20", why: "no figures" },
    { date: "2026-01-22", why: "to come" },
    { date: "2026-01-23", why: "to come" },
  ]);
});

test("a chosen range is cut to the days there are; one that holds none of them is empty", () => {
  const days = dates("01-13", "01-14", "01-16");
  const cut = (from?: string, to?: string) => {
    const range = rangeIn(days, from === undefined ? from : dates(from)[0], to === undefined ? to : dates(to)[0]);
    return [range.from?.slice(8), range.to?.slice(8)];
  };
  expect(cut()).toEqual(["13", "16"]);
  expect(cut("01-14")).toEqual(["14", "16"]);
  expect(cut("01-05", "01-15")).toEqual(["13", "14"]);
  expect(cut("01-05", "01-08")).toEqual(["13", "13"]);
  expect(cut("02-05", "02-08")).toEqual(["16", "16"]);
  expect(cut("01-15", "01-15")).toEqual(["16", "14"]);
  expect(rangeIn([], days[0], days[1])).toEqual({ from: undefined, to: undefined });
});
