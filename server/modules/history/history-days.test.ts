import { expect, test } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import type { Archive, DayManifest } from "../../market/archive/archive.ts";
import { createHistoryDays } from "./history-days.ts";

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
    isOldEnough: (date) => date < "2026-08-19",
  }).list();
  expect(listed.map(({ mayPractise }) => mayPractise)).toEqual([true, false, true]);
});
