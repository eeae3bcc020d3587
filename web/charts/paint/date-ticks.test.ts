import { describe, expect, it } from "vitest";
import { tradingDays } from "#contract/domain/calendar.ts";
import { isoDate } from "#contract/domain/units.ts";
import { dateText, dateTicks, dayNumber } from "./date-ticks.ts";

const days = (from: string, to: string): number[] =>
  tradingDays("equity-derivatives", isoDate(from), isoDate(to)).map(dayNumber);
const texts = (from: string, to: string, width: number) => dateTicks(days(from, to), width, 64).map(({ text }) => text);

describe("days as x", () => {
  it("has words for a day", () => {
    expect(dateText(dayNumber("2026-08-18"))).toBe("18 Aug 2026");
    expect(dayNumber("1970-01-02")).toBe(1);
  });

  it("names each day where they fit, then Mondays", () => {
    expect(texts("2026-08-17", "2026-08-20", 400)).toEqual(["17 Aug", "18 Aug", "19 Aug", "20 Aug"]);
    expect(texts("2026-08-10", "2026-08-28", 400)).toEqual(["10 Aug", "17 Aug", "24 Aug"]);
  });

  it("names months by their first trading day, January with its year", () => {
    const year = days("2025-10-15", "2026-03-31");
    const ticks = dateTicks(year, 600, 64);
    expect(ticks.map(({ text }) => text)).toEqual(["Nov", "Dec", "Jan 2026", "Feb", "Mar"]);
    expect(ticks.map(({ at }) => dateText(year[at] as number))[1]).toBe("1 Dec 2025");
  });

  it("goes on to quarters and years", () => {
    expect(texts("2025-01-15", "2026-01-14", 330)).toEqual(["Apr", "Jul", "Oct", "Jan 2026"]);
    expect(texts("2022-06-01", "2026-08-18", 330)).toEqual(["2023", "2024", "2025", "2026"]);
  });

  it("has no tick where there is no day", () => {
    expect(dateTicks([], 500, 64)).toEqual([]);
  });
});
