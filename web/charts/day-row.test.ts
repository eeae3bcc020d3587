import { describe, expect, it } from "vitest";
import { type ChartDay, dayTicks, minuteText } from "./day-row.ts";

const day = (name: string, from: number, shift: number, over: Partial<ChartDay> = {}): ChartDay => ({
  date: "2026-08-17",
  name,
  from,
  to: from + 375,
  at: 0,
  shift,
  cadence: 1,
  ...over,
});
/** 09:15 to 15:30 each. */
const DAYS = [day("17 Aug", 167, 388), day("18 Aug", 555, 0)];
const texts = (perMinute: number) => dayTicks(DAYS, perMinute, 56).map(({ text }) => text);

describe("days in a row", () => {
  it("a minute is named with its day, that of the newest alone", () => {
    expect(minuteText(167, DAYS)).toBe("17 Aug 09:15");
    expect(minuteText(167 + 375, DAYS)).toBe("17 Aug 15:30");
    expect(minuteText(555, DAYS)).toBe("09:15");
    expect(minuteText(615)).toBe("10:15");
  });

  it("the axis names each day where it begins, and hours where a day has room for them", () => {
    expect(texts(0.2)).toEqual(["17 Aug", "18 Aug"]);
    expect(texts(1)).toEqual([
      "17 Aug",
      "11:00",
      "12:00",
      "13:00",
      "14:00",
      "18 Aug",
      "11:00",
      "12:00",
      "13:00",
      "14:00",
    ]);
  });

  it("no two labels stand closer than the spacing", () => {
    for (const perMinute of [0.1, 0.3, 0.5, 0.8, 1.3, 2.5, 4]) {
      const ticks = dayTicks(DAYS, perMinute, 56);
      for (const [i, { at }] of ticks.entries())
        if (i > 0 && !ticks[i]!.text.includes("Aug"))
          expect((at - ticks[i - 1]!.at) * perMinute).toBeGreaterThanOrEqual(56);
    }
  });
});
