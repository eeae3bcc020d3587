import { describe, expect, test } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import type { HistoryDay } from "#contract/wire/http/market.ts";
import { firstDateOf, inYear, readPicked, symbolWords, yearsUpTo } from "./picker.ts";

const TODAY = isoDate("2026-11-20");
const FIRST = isoDate("2022-01-01");
const day = (date: string, source: HistoryDay["source"], symbols = ["NIFTY"]): HistoryDay => ({
  date,
  source,
  symbols: { NSE: symbols },
  cadence: 1,
  mayPractise: true,
});
const DAYS = [
  day("2026-11-17", "sim"),
  day("2026-11-18", "import"),
  day("2026-11-18", "sim"),
  day("2026-11-19", "sim"),
];
const read = (date: string, source?: HistoryDay["source"], shown: Parameters<typeof readPicked>[2] = "today") =>
  readPicked(DAYS, { date, source }, shown);

describe("the year list", () => {
  test("runs from 2022 to the exchange's year", () => {
    expect(yearsUpTo(TODAY, firstDateOf(DAYS))).toEqual([2022, 2023, 2024, 2025, 2026]);
    expect(yearsUpTo(TODAY, firstDateOf([day("2020-10-05", "import"), ...DAYS]))[0]).toBe(2020);
  });

  test("keeps the day, inside 2022-01-01 and today", () => {
    expect(inYear("2026-08-18", 2024, TODAY, FIRST)).toBe("2024-08-18");
    expect(inYear("2024-02-29", 2023, TODAY, FIRST)).toBe("2023-02-28");
    expect(inYear("2025-12-31", 2026, TODAY, FIRST)).toBe(TODAY);
  });
});

describe("a picked date", () => {
  test("that the list does not have is not shown, and steps nowhere", () => {
    for (const date of ["2026-11-15", "2026-11-20", "", "nonsense"])
      expect(read(date)).toMatchObject({ offers: [], day: undefined, previous: undefined, next: undefined });
  });

  test("steps within the list, and ends at both ends", () => {
    expect(read("2026-11-17").previous).toBeUndefined();
    expect(read("2026-11-17").next).toEqual({ source: "sim", date: "2026-11-18" });
    expect(read("2026-11-19").previous).toEqual({ source: "sim", date: "2026-11-18" });
    expect(read("2026-11-19").next).toBeUndefined();
  });

  test("of two sources offers the real one first, unless the other is chosen", () => {
    expect(read("2026-11-18").offers.map(({ source }) => source)).toEqual(["import", "sim"]);
    expect(read("2026-11-18").day?.source).toBe("import");
    expect(read("2026-11-18", "sim").day?.source).toBe("sim");
  });

  test("that is shown already is current; the other source of it is not", () => {
    const shown = { source: "import", date: isoDate("2026-11-18") } as const;
    expect(read("2026-11-18", "import", shown).isCurrent).toBe(true);
    expect(read("2026-11-18", "sim", shown).isCurrent).toBe(false);
    expect(read("2026-11-17", undefined, shown).isCurrent).toBe(false);
    expect(read("2026-11-19").isCurrent).toBe(false);
  });

  test("that has an open day, too, is not the open one", () => {
    const days = [...DAYS, day("2026-11-20", "import")];
    for (const shown of ["today", undefined] as const)
      expect(readPicked(days, { date: TODAY, source: undefined }, shown)).toMatchObject({
        day: { source: "import" },
        isCurrent: false,
      });
  });
});

test("a few symbols are named, more are counted", () => {
  expect(symbolWords(day("2026-11-18", "import"))).toBe("NIFTY");
  expect(symbolWords(day("2026-11-18", "sim", ["A", "B", "C", "D", "E", "F"]))).toBe("A, B, C, D and 2 more");
});
