import { expect, it } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { silentLog } from "../../platform/log.ts";
import { createMemoryStore } from "../../testing/market/memory-store.ts";
import { sampleHead, sampleRoom } from "../../testing/market/sample-days.ts";
import { removeOldDays } from "./retention.ts";
import { createStoredArchive } from "./stored-archive.ts";

const TODAY = isoDate("2026-08-20");

async function remaining(keepDays: number): Promise<{ days: string[]; told: string[] }> {
  const archive = createStoredArchive({ store: createMemoryStore() });
  for (const [source, text] of [
    ["sim", "2026-08-10"],
    ["import", "2026-08-10"],
    ["kite", "2026-08-18"],
    ["sim", "2026-08-19"],
    ["sim", "2026-08-20"],
    ["sim", "2026-08-21"],
  ] as const) {
    const date = isoDate(text);
    await archive.writeDay(sampleHead(date, source), [sampleRoom(1, date, source)]);
  }
  const told: string[] = [];
  const log = {
    ...silentLog,
    info: (facts: { date: string; source: string }) => told.push(`${facts.date} ${facts.source}`),
  };
  await removeOldDays(archive, { keepDays, today: TODAY, log: log as unknown as typeof silentLog });
  return { days: (await archive.days()).map(({ date, source }) => `${date} ${source}`), told };
}

it("keeps everything unless told", async () => {
  expect(await remaining(0)).toMatchObject({ days: { length: 6 }, told: [] });
});

it("removes what a feed brought before the days to keep, and says which; imported days stay", async () => {
  expect(await remaining(1)).toEqual({
    days: ["2026-08-10 import", "2026-08-19 sim", "2026-08-20 sim", "2026-08-21 sim"],
    told: ["2026-08-10 sim", "2026-08-18 kite"],
  });
});
