import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { AGGREGATES } from "../../market/aggregates/aggregate-file.ts";
import { createAggregateStore } from "../../market/aggregates/aggregate-store.ts";
import type { DayAggregates } from "../../market/aggregates/day-aggregates.ts";
import { listDayFiles } from "../../market/archive/day-files.ts";
import { createFileStore } from "../../market/archive/file-store.ts";
import { createStoredArchive } from "../../market/archive/stored-archive.ts";
import { createMemoryStore } from "../../testing/market/memory-store.ts";
import { sampleHead, sampleRoom } from "../../testing/market/sample-days.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { resetSimulation } from "./reset-simulation.ts";

const day = (source: DayAggregates["source"]): DayAggregates => ({
  date: isoDate("2026-07-27"),
  source,
  madeOf: "1",
  closes: {},
  buildUps: {},
});

it("removes the simulated days of a bucket, and aggregates of the folder before it that would be copied again", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "journal"), { recursive: true });
  writeFileSync(join(folder, "journal", "2026-07-27-sim.journal"), "");
  const bucket = createStoredArchive({ store: createMemoryStore() });
  const local = createFileStore(join(folder, "archive"));
  await bucket.writeDay(sampleHead(), [sampleRoom(50)]);
  for (const store of [bucket.store, local])
    for (const source of ["sim", "kite"] as const) await createAggregateStore({ store }).write(day(source));
  expect(await resetSimulation(folder, bucket)).toEqual(["removed 1 simulated journal and 0 archived simulated days"]);
  for (const store of [bucket.store, local])
    expect((await listDayFiles(store, AGGREGATES)).map(({ source }) => source)).toEqual(["kite"]);
  expect(await bucket.days()).toHaveLength(1);
});
