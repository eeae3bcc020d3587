import { expect, test } from "vitest";
import { isoDate } from "../domain/units.ts";
import { futureBuildUpsName } from "./document-names.ts";
import { documentKey, documentPath, parseDocumentKey, readDocument } from "./documents.ts";

const DAY = { source: "import", date: isoDate("2026-07-27") } as const;

test("are named as their call's path ends; a past day's are others, the open day's are the live ones", () => {
  const name = futureBuildUpsName(isoDate("2026-08-25"));
  expect(name).toBe("HistFutures-8:25:2026");
  expect(documentPath(name)).toBe("dbtockendictionaries/HistFutures-8:25:2026");
  expect(documentPath("HVIV")).toBe("dbtockendictionaries/HVIV");
  for (const day of [undefined, "today"] as const) expect(documentKey(name, day)).toBe(name);
  expect(parseDocumentKey(documentKey(name, DAY))).toEqual({ name, date: "2026-07-27" });
  expect(parseDocumentKey("HVIV")).toEqual({ name: "HVIV", date: undefined });
});

test("volatilities become columns: a symbol's days are the last ones, what is not known is NaN", () => {
  const body = {
    data: {
      dates: ["7/24/2026", "7/27/2026"],
      SBIN: [[1.5, null]],
      NIFTY: [
        [0.5, 12],
        [null, 13],
      ],
    },
    sources: { NIFTY: ["import"], SBIN: ["sim"] },
    pending: 2,
  };
  expect(readDocument("HVIV", body)).toEqual({
    symbols: ["NIFTY", "SBIN"],
    dates: ["2026-07-24", "2026-07-27"],
    columns: {
      change: Float64Array.of(0.5, Number.NaN, Number.NaN, 1.5),
      iv: Float64Array.of(12, 13, Number.NaN, Number.NaN),
    },
    sources: body.sources,
    pending: 2,
  });
});

test("build-ups become columns by the days that any symbol has, oldest first", () => {
  const data = { NIFTY: { "8/3/2026": [1, 2, 3, 4] }, SBIN: { "8/3/2026": [5, 6, 7, 8], "7/27/2026": [9, 0, 0, 0] } };
  const { symbols, dates, columns } = readDocument("HistFutures-8:25:2026", { data, sources: {}, pending: 0 });
  expect([symbols, dates]).toEqual([
    ["NIFTY", "SBIN"],
    ["2026-07-27", "2026-08-03"],
  ]);
  expect(columns).toEqual({
    longBuild: Float64Array.of(Number.NaN, 1, 9, 5),
    shortBuild: Float64Array.of(Number.NaN, 2, 0, 6),
    longUnwind: Float64Array.of(Number.NaN, 3, 0, 7),
    shortCover: Float64Array.of(Number.NaN, 4, 0, 8),
  });
});
