import { expect, test } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import type { HistoryDay } from "#contract/wire/http/market.ts";
import { recordedDay, settlementDay, sourceOf } from "./history.ts";

const date = isoDate("2026-08-11");
const day = (source: HistoryDay["source"], ...symbols: string[]): HistoryDay => ({
  date,
  source,
  symbols: { NSE: symbols },
  cadence: 1,
  mayPractise: true,
});
const DAYS = [day("import", "NIFTY", "TCS"), day("sim", "NIFTY", "INFY")];

test("the days of a board are those of its own day, or those that its feed becomes", () => {
  expect(sourceOf({ source: "import", date }, "sim")).toBe("import");
  expect([sourceOf("today", "sim"), sourceOf(undefined, "kite")]).toEqual(["sim", "kite"]);
  expect([sourceOf(undefined, "recorded"), sourceOf(undefined, undefined)]).toEqual(["import", "import"]);
});

test("a day of another source serves where the own one has it not", () => {
  expect(recordedDay(DAYS, date, "sim", "NIFTY")).toEqual({ source: "sim", date });
  expect(recordedDay(DAYS, date, "sim", "TCS")).toEqual({ source: "import", date });
  expect(recordedDay(DAYS, isoDate("2026-08-12"), "sim", undefined)).toBeUndefined();
});

test("nothing is settled on a day whose prices are of another world", () => {
  expect(settlementDay(DAYS, date, "kite", "NIFTY")).toEqual({ source: "import", date });
  expect(settlementDay(DAYS, date, "sim", "TCS")).toBeUndefined();
  expect(settlementDay(DAYS, date, "import", "INFY")).toBeUndefined();
});
