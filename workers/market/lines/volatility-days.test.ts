import { describe, expect, test } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import type { VolatilityDays } from "#contract/wire/documents.ts";
import { closesBefore } from "./volatility-days.ts";

const DATES = ["2026-08-12", "2026-08-13", "2026-08-14", "2026-08-17"].map(isoDate);
const LAST = isoDate("2026-08-17");
const document = (change: readonly number[]): VolatilityDays => ({
  symbols: ["NIFTY"],
  dates: DATES,
  columns: { change: Float64Array.from(change), iv: new Float64Array(4).fill(Number.NaN) },
  sources: {},
  pending: 0,
});

describe("closes told by their changes", () => {
  test("backwards from the last one", () => {
    const { dates, closes } = closesBefore(document([1, 10, -20, 25]), "NIFTY", LAST, 1000, 3);
    expect(dates).toEqual(DATES.slice(1));
    expect(closes[2]).toBe(1000);
    expect(closes[1]).toBeCloseTo(800, 9); // 25 % below
    expect(closes).toHaveLength(3);
  });

  test("they begin after a change that is not known, and after a split", () => {
    expect(closesBefore(document([1, Number.NaN, 10, 25]), "NIFTY", LAST, 1000, 9).dates).toEqual(DATES.slice(1));
    expect(closesBefore(document([1, 2, -50, 25]), "NIFTY", LAST, 1000, 9).dates).toEqual(DATES.slice(2));
  });

  test("none without the document, the symbol, that day or its close", () => {
    const nothing = { dates: [], closes: [] };
    expect(closesBefore(undefined, "NIFTY", LAST, 1000, 9)).toEqual(nothing);
    expect(closesBefore(document([1, 2, 3, 4]), "TCS", LAST, 1000, 9)).toEqual(nothing);
    expect(closesBefore(document([1, 2, 3, 4]), "NIFTY", isoDate("2026-08-18"), 1000, 9)).toEqual(nothing);
    expect(closesBefore(document([1, 2, 3, 4]), "NIFTY", LAST, Number.NaN, 9)).toEqual(nothing);
  });
});
