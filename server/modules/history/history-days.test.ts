import { expect, test } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import type { Archive, DayManifest } from "../../market/archive/archive.ts";
import { createHistoryDays } from "./history-days.ts";
import type { PastDay } from "./past-day.ts";

const kept = (source: DayManifest["source"], date: string) =>
  ({
    source,
    date: isoDate(date),
    symbols: [{ exchange: "NSE", symbol: "NIFTY" }],
    cadence: 1,
  }) as unknown as DayManifest;

test("a recorded day may be practised on once it is old enough, a simulated one at once", async () => {
  const days = [kept("import", "2026-08-18"), kept("import", "2026-08-19"), kept("sim", "2026-08-19")];
  const listed = await createHistoryDays({
    archive: { days: async () => days } as unknown as Archive,
    openArchived: () => {
      throw new Error("no day is opened");
    },
    simulation: undefined,
    endedBefore: () => isoDate("2026-08-20"),
    isOldEnough: (date) => date < "2026-08-19",
  }).list();
  expect(listed.map(({ mayPractise }) => mayPractise)).toEqual([true, false, true]);
});

test("a day that the exchange's clock has not ended is neither listed nor opened, whatever its source", async () => {
  const kinds = ["import", "kite", "sim"] as const;
  const days = ["2026-08-18", "2026-08-19", "2026-08-20"].flatMap((date) => kinds.map((source) => kept(source, date)));
  const history = createHistoryDays({
    archive: {
      days: async () => days,
      day: async (source: string, date: string) => days.find((day) => day.source === source && day.date === date),
    } as unknown as Archive,
    openArchived: ({ source, date }) => ({ source, date }) as unknown as PastDay,
    simulation: undefined,
    endedBefore: () => isoDate("2026-08-19"),
    isOldEnough: () => true,
  });
  expect((await history.list()).map(({ date, source }) => `${date} ${source}`)).toEqual(
    kinds.map((source) => `2026-08-18 ${source}`),
  );
  for (const source of [undefined, ...kinds]) {
    expect(await history.open(isoDate("2026-08-18"), source)).toMatchObject({ source: source ?? "kite" });
    expect(await history.open(isoDate("2026-08-19"), source)).toBeUndefined();
  }
});
