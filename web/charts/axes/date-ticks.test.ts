import { describe, expect, it } from "vitest";
import { tradingDays } from "#contract/domain/reference/calendar.ts";
import { isoDate } from "#contract/domain/units.ts";
import { dateTicks, dayNumber, dayText } from "./date-ticks.ts";

const days = (from: string, to: string): number[] =>
  tradingDays("equity-derivatives", isoDate(from), isoDate(to)).map(dayNumber);
const texts = (from: string, to: string, width: number) => dateTicks(days(from, to), width, 64).map(({ text }) => text);

describe("days as x", () => {
  it("has words for a day", () => {
    expect(dayText(dayNumber("2026-08-18"))).toBe("18-Aug-26");
    expect(dayNumber("1970-01-02")).toBe(1);
  });

  it("names each day where they fit, then Mondays", () => {
    expect(texts("2026-08-17", "2026-08-20", 400)).toEqual(["17-Aug-26", "18-Aug-26", "19-Aug-26", "20-Aug-26"]);
    expect(texts("2026-08-10", "2026-08-28", 400)).toEqual(["10-Aug-26", "17-Aug-26", "24-Aug-26"]);
  });

  it("marks months by their first trading day, be it a Sunday", () => {
    const year = days("2025-10-15", "2026-03-31");
    const ticks = dateTicks(year, 600, 64);
    expect(ticks.map(({ text }) => text)).toEqual(["03-Nov-25", "01-Dec-25", "01-Jan-26", "01-Feb-26", "02-Mar-26"]);
    expect(ticks.map(({ at }) => dayText(year[at] as number))).toEqual(ticks.map(({ text }) => text));
  });

  it("goes on to quarters and years", () => {
    expect(texts("2025-01-15", "2026-01-14", 330)).toEqual(["01-Apr-25", "01-Jul-25", "01-Oct-25", "01-Jan-26"]);
    expect(texts("2022-06-01", "2026-08-18", 330)).toEqual(["02-Jan-23", "01-Jan-24", "01-Jan-25", "01-Jan-26"]);
  });

  it("has no tick where there is no day", () => {
    expect(dateTicks([], 500, 64)).toEqual([]);
  });
});
