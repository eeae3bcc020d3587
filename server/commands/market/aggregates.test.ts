import { expect, it } from "vitest";
import { createAggregateStore } from "../../market/aggregates/aggregate-store.ts";
import { createStoredArchive } from "../../market/archive/stored-archive.ts";
import { createMemoryStore } from "../../testing/market/memory-store.ts";
import { SAMPLE_DATE, sampleHead, sampleRoom } from "../../testing/market/sample-days.ts";
import { marketAggregates } from "./aggregates.ts";

it("makes what each day came to, says what of it is known, and that there is none", async () => {
  const archive = createStoredArchive({ store: createMemoryStore() });
  const made = async (date?: string): Promise<readonly unknown[]> => {
    const told: string[] = [];
    const code = await marketAggregates({ archive, date, tell: (line) => told.push(line) });
    return [code, ...told];
  };
  expect(await made()).toEqual([0, expect.stringMatching(/holds no days$/)]);
  await archive.writeDay(sampleHead(), [sampleRoom(50)]);
  expect(await made("2026-08-19")).toEqual([1, expect.stringMatching(/holds no day of 2026-08-19$/)]);
  const line = "2026-08-18 (import): 0 of 1 closes, 0 changes, 0 volatilities, 0 futures";
  expect(await made(SAMPLE_DATE)).toEqual([0, line]);
  expect(await createAggregateStore(archive).days()).toMatchObject([{ date: SAMPLE_DATE, closes: {} }]);
});
