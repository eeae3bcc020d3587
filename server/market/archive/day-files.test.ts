import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CE } from "#contract/domain/instruments.ts";
import { ABSENT, isoDate } from "#contract/domain/units.ts";
import { systemClock } from "../../platform/clocks.ts";
import { type FakeS3, startFakeS3 } from "../../testing/market/fake-s3.ts";
import { createMemoryStore } from "../../testing/market/memory-store.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { AGGREGATES, encodeAggregates } from "../aggregates/aggregate-file.ts";
import { createAggregateStore } from "../aggregates/aggregate-store.ts";
import type { DayAggregates } from "../aggregates/day-aggregates.ts";
import { carryLocalFiles } from "../carry-local-files.ts";
import { type ContractFigures, OFFICIAL } from "../daily/daily-figures.ts";
import { DAILY, type DailyContent, encodeDaily } from "../daily/daily-file.ts";
import { createDailyStore } from "../daily/daily-store.ts";
import { dayFileKey, listDayFiles, verifyDayFiles } from "./day-files.ts";
import { createFileStore } from "./file-store.ts";
import type { ObjectStore } from "./object-store.ts";
import { repairDayFiles } from "./repair-day-files.ts";
import { createS3Store } from "./s3/s3-store.ts";

const DATE = isoDate("2025-08-14");
const DAY = { date: DATE, source: "import" } as const;
const NEXT = { date: isoDate("2025-08-18"), source: "import" } as const;
const figures = { open: ABSENT, high: ABSENT, low: ABSENT, last: ABSENT, prevClose: ABSENT, volume: ABSENT };

const contract = (strike: number, close: number): ContractFigures => ({
  ...figures,
  expiry: isoDate("2025-08-28"),
  type: CE,
  strike,
  close,
  settle: ABSENT,
  oi: 75 * strike,
  prevOi: ABSENT,
  lot: 75,
  rank: OFFICIAL,
});

const content = (day: typeof DAY | typeof NEXT, close: number): DailyContent => ({
  ...day,
  origin: ["a.csv"],
  underlyings: [{ ...figures, symbol: "NIFTY", close, rank: OFFICIAL }],
  contracts: new Map([["NIFTY", [contract(2_460_000, close), contract(2_470_000, 5)]]]),
});

const aggregates = (day: typeof DAY | typeof NEXT, close: number): DayAggregates => ({
  ...day,
  madeOf: "1",
  closes: { NIFTY: { close, change: null, iv: 11.5 } },
  buildUps: {},
  bars: {},
});

const writeDaily = (store: ObjectStore, day: typeof DAY | typeof NEXT, close: number) =>
  createDailyStore({ store }).update([day], () => content(day, close));

let s3: FakeS3;
beforeAll(async () => {
  s3 = await startFakeS3();
});
afterAll(() => s3.stop());

describe("end-of-day figures and aggregates in a bucket", () => {
  let prefix = 0;
  /** As another machine would open it. */
  const bucket = (): ObjectStore => createS3Store({ ...s3.options, prefix: `files/${prefix}` }, systemClock);
  beforeEach(() => {
    prefix++;
  });

  it("are served on another machine as soon as they are written, and as they change", async () => {
    const here = createDailyStore({ store: bucket() });
    const there = createDailyStore({ store: bucket() });
    const aggregatesThere = createAggregateStore({ store: bucket() });
    expect([await there.list(), await aggregatesThere.days()]).toEqual([[], []]);
    await here.update([DAY, NEXT], (key) => content(key === DAY ? DAY : NEXT, 870));
    await createAggregateStore({ store: bucket() }).write(aggregates(DAY, 24_631.3));
    expect((await there.list()).map(({ date }) => date)).toEqual(["2025-08-14", "2025-08-18"]);
    expect((await there.contracts(DATE, "NIFTY"))?.prices.close).toEqual(Int32Array.of(870, 5));
    expect(await aggregatesThere.days()).toEqual([aggregates(DAY, 24_631.3)]);
    await writeDaily(bucket(), DAY, 880);
    await createAggregateStore({ store: bucket() }).write(aggregates(DAY, 24_700));
    expect((await there.underlying("NIFTY", DATE, NEXT.date)).map((day) => day.figures.close)).toEqual([880, 870]);
    expect((await aggregatesThere.days())[0]?.closes["NIFTY"]?.close).toBe(24_700);
  });

  it("are asked for once: later looks cost a listing", async () => {
    await writeDaily(bucket(), DAY, 870);
    await createAggregateStore({ store: bucket() }).write(aggregates(DAY, 1));
    const daily = createDailyStore({ store: bucket() });
    const kept = createAggregateStore({ store: bucket() });
    const look = async (): Promise<unknown[]> => [...(await daily.list()), ...(await kept.days())];
    const first = await look();
    const calls = s3.calls.length;
    const second = await look();
    expect(s3.calls.slice(calls)).toEqual([
      expect.stringMatching(/^GET .*list-type=2/),
      expect.stringMatching(/^GET .*list-type=2/),
    ]);
    expect(second.every((day, i) => day === first[i])).toBe(true);
  });

  it("are not written over what another process wrote meanwhile", async () => {
    const store = bucket();
    await writeDaily(store, DAY, 870);
    const late: ObjectStore = {
      ...store,
      async write(key, bytes, condition) {
        await writeDaily({ ...bucket(), lock: async () => async () => undefined }, DAY, 999);
        await store.write(key, bytes, condition);
      },
    };
    await expect(writeDaily(late, DAY, 5)).rejects.toThrow(/2025-08-14\.import was written by another process/);
    expect((await createDailyStore({ store }).day(DATE))?.underlyings[0]?.close).toBe(999);
  });

  it("come from the folder that was in use before the bucket, once, the damaged ones left out", async () => {
    const folder = join(temporaryFolder(), "archive");
    const local = createFileStore(folder);
    const lines: string[] = [];
    const told = { tell: (line: string) => lines.push(line), onFault: (line: string) => lines.push(line) };
    const carry = () => carryLocalFiles({ store: bucket(), folder, ...told });
    await carry();
    for (const name of ["daily", "aggregates"]) mkdirSync(join(folder, name), { recursive: true });
    const put = (key: string, bytes: Uint8Array) => writeFileSync(local.nameOf(key), bytes);
    put(dayFileKey(DAILY, DAY), encodeDaily(content(DAY, 870)));
    put(dayFileKey(DAILY, NEXT), encodeDaily(content(NEXT, 880)));
    put(dayFileKey(AGGREGATES, NEXT), encodeAggregates(aggregates(NEXT, 1)));
    put(dayFileKey(AGGREGATES, DAY), Buffer.from("?"));
    await writeDaily(bucket(), NEXT, 999);
    await carry();
    expect(lines).toEqual([
      expect.stringMatching(/^end-of-day figures: 1 day copied from .* to s3:\/\/days\/files/),
      expect.stringMatching(/aggregates\/2025-08-14\.import\.br is not copied: /),
      expect.stringMatching(/^aggregates of finished days: 1 day copied/),
    ]);
    const days = await createDailyStore({ store: bucket() }).list();
    expect(days.map(({ underlyings }) => underlyings[0]?.close)).toEqual([870, 999]);
    expect(await createAggregateStore({ store: bucket() }).days()).toEqual([aggregates(NEXT, 1)]);
    expect(await listDayFiles(local, DAILY)).toHaveLength(2);
    lines.length = 0;
    await local.remove(dayFileKey(AGGREGATES, DAY));
    await carry();
    expect(lines).toEqual([]);
    const closed = createS3Store({ ...s3.options, bucket: "nights" }, systemClock);
    await carryLocalFiles({ store: closed, folder, ...told });
    expect(lines).toEqual([
      expect.stringMatching(/^end-of-day figures in .* are not copied to s3/),
      expect.stringMatching(/^aggregates of finished days in .* are not copied to s3/),
    ]);
  });
});

describe("day files", () => {
  const stores = () => [createMemoryStore(), createMemoryStore()] as const;

  it("that are damaged, or of another day, are named by verify and brought back from a copy, else put away", async () => {
    const [store, copy] = stores();
    for (const one of [store, copy]) {
      await writeDaily(one, DAY, 870);
      await writeDaily(one, NEXT, 880);
      await createAggregateStore({ store: one }).write(aggregates(DAY, 1));
    }
    await store.write("daily/notes.txt", Buffer.from("not a day"));
    expect(await verifyDayFiles(store, DAILY)).toEqual({ days: 2, faults: [] });
    expect(await repairDayFiles(store, DAILY, [])).toEqual({ rebuilt: [], lost: [], quarantined: [] });
    const next = (await store.read(dayFileKey(DAILY, NEXT)))?.bytes ?? Buffer.of();
    await store.write(dayFileKey(DAILY, DAY), next);
    await store.write(dayFileKey(AGGREGATES, DAY), Buffer.from("?"));
    expect((await verifyDayFiles(store, DAILY)).faults).toEqual([
      "memory/daily/2025-08-14.import: it is of import 2025-08-18",
    ]);
    expect((await verifyDayFiles(store, AGGREGATES)).faults).toHaveLength(1);
    expect((await repairDayFiles(store, DAILY, [createMemoryStore(), copy])).rebuilt).toEqual([
      "2025-08-14 (import): from memory (it is of import 2025-08-18)",
    ]);
    expect((await createDailyStore({ store }).day(DATE))?.underlyings[0]?.close).toBe(870);
    expect(await repairDayFiles(store, AGGREGATES, [])).toMatchObject({
      lost: [expect.stringMatching(/^2025-08-14 \(import\): /)],
      quarantined: ["memory/quarantine/aggregates/2025-08-14.import.br"],
    });
    expect(await verifyDayFiles(store, AGGREGATES)).toEqual({ days: 0, faults: [] });
    expect((await store.read("quarantine/aggregates/2025-08-14.import.br"))?.bytes.toString()).toBe("?");
  });

  it("are read in parts, wherever they lie", async () => {
    const folder = createFileStore(join(temporaryFolder(), "archive"));
    const bucket = createS3Store({ ...s3.options, prefix: "parts" }, systemClock);
    for (const store of [createMemoryStore(), folder, bucket]) {
      await store.write("a/b", Buffer.from("0123456789"));
      await store.write("a/c", Buffer.from("."));
      const part = async (at: number, length: number) => (await store.readPart("a/b", at, length))?.toString();
      expect([await part(0, 3), await part(8, 5), await part(10, 5)], store.place).toEqual(["012", "89", ""]);
      expect(await store.readPart("a/d", 0, 1)).toBeUndefined();
      const versions = await store.versions("a");
      expect([...versions].sort(), store.place).toEqual([
        ["b", await store.version("a/b")],
        ["c", await store.version("a/c")],
      ]);
      expect(await store.versions("none")).toEqual(new Map());
    }
  });
});
