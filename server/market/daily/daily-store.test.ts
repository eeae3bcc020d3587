import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { CE, FUT, PE } from "#contract/domain/instruments.ts";
import { ABSENT, type IsoDate, isoDate } from "#contract/domain/units.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { verifyDayFiles } from "../archive/day-files.ts";
import { createFileStore } from "../archive/file-store.ts";
import type { ObjectStore } from "../archive/object-store.ts";
import {
  type ContractFigures,
  contractRow,
  MENTIONED,
  OFFICIAL,
  RECORDED,
  type UnderlyingFigures,
} from "./daily-figures.ts";
import { DAILY, type DailyContent } from "./daily-file.ts";
import { dailyListLines } from "./daily-list.ts";
import { createDailyStore, type DailyStore } from "./daily-store.ts";

const DAY = isoDate("2025-08-14");
const EXPIRY = isoDate("2025-08-28");

const contract = (more: Partial<ContractFigures> = {}): ContractFigures => ({
  expiry: EXPIRY,
  type: PE,
  strike: 2_315_000,
  open: 1050,
  high: 1050,
  low: 750,
  close: 870,
  last: 820,
  settle: 870,
  prevClose: ABSENT,
  volume: 24_300,
  oi: 27_150,
  prevOi: 22_350,
  lot: 75,
  rank: OFFICIAL,
  ...more,
});

const underlying = (symbol: string, close: number): UnderlyingFigures => ({
  symbol,
  open: ABSENT,
  high: ABSENT,
  low: ABSENT,
  close,
  last: ABSENT,
  prevClose: ABSENT,
  volume: ABSENT,
  rank: MENTIONED,
});

const content = (date: IsoDate, more: Partial<DailyContent> = {}): DailyContent => ({
  date,
  source: "import",
  origin: ["a.csv"],
  underlyings: [underlying("NIFTY", 2_463_130)],
  contracts: new Map([["NIFTY", [contract()]]]),
  ...more,
});

let folder: string;
let files: ObjectStore;
let faults: string[];
let store: DailyStore;

beforeEach(() => {
  folder = temporaryFolder();
  faults = [];
  files = createFileStore(folder);
  store = createDailyStore({ store: files, onFault: (line) => faults.push(line) });
});

const write = (day: DailyContent) => store.update([{ date: day.date, source: day.source }], () => day);
const fileOf = (name = "2025-08-14.import") => join(folder, "daily", name);

describe("daily figures", () => {
  it("are read back by date and symbol, futures first, each row found by its contract", async () => {
    const rows = [
      contract({ type: PE }),
      contract({ type: CE }),
      contract({ type: FUT, strike: 0, expiry: isoDate("2025-09-30") }),
    ];
    await write(
      content(DAY, {
        contracts: new Map([
          ["NIFTY", rows],
          ["BANKNIFTY", [contract()]],
        ]),
      }),
    );
    expect(await store.day(DAY)).toMatchObject({
      date: DAY,
      source: "import",
      origin: ["a.csv"],
      underlyings: [{ symbol: "NIFTY", close: 2_463_130 }],
      contracts: [
        { symbol: "BANKNIFTY", count: 1 },
        { symbol: "NIFTY", count: 3 },
      ],
    });
    const nifty = await store.contracts(DAY, "NIFTY");
    expect(nifty && [...nifty.type]).toEqual([FUT, CE, PE]);
    const row = nifty ? contractRow(nifty, EXPIRY, PE, 2_315_000) : -1;
    expect(row).toBe(2);
    expect([nifty?.quantities.oi[row], nifty?.prices.settle[row], nifty?.lot[row]]).toEqual([27_150, 870, 75]);
    expect(nifty && contractRow(nifty, EXPIRY, PE, 5)).toBe(-1);
    expect(await store.contracts(DAY, "FINNIFTY")).toBeUndefined();
    expect(await store.day(isoDate("2025-08-13"))).toBeUndefined();
  });

  it("follow an underlying over the dates that have it", async () => {
    for (const [date, close] of [
      ["2025-08-13", 2_461_935],
      ["2025-08-14", 2_463_130],
      ["2025-08-18", 2_487_695],
    ] as const)
      await write(content(isoDate(date), { underlyings: [underlying("NIFTY", close)] }));
    await write(content(isoDate("2025-08-12"), { underlyings: [] }));
    const closes = await store.underlying("NIFTY", isoDate("2025-08-01"), DAY);
    expect(closes.map(({ date, figures }) => [date, figures.close])).toEqual([
      ["2025-08-13", 2_461_935],
      ["2025-08-14", 2_463_130],
    ]);
    expect(await store.dates(DAY)).toEqual(["2025-08-14", "2025-08-18"]);
    expect(dailyListLines(await store.list())[1]).toContain("import  2025-08-12 to 2025-08-18  4 days");
  });

  it("of two sources are the real one's", async () => {
    await write(content(DAY, { source: "sim", underlyings: [underlying("NIFTY", 1)] }));
    expect((await store.day(DAY))?.source).toBe("sim");
    await write(content(DAY));
    expect((await store.day(DAY))?.source).toBe("import");
    expect(await store.dates()).toEqual([DAY]);
  });

  it("written again in another order change no byte, nor the file's time", async () => {
    const rows = [contract(), contract({ type: CE })];
    await write(content(DAY, { contracts: new Map([["NIFTY", rows]]) }));
    const before = { bytes: readFileSync(fileOf()), time: statSync(fileOf()).mtimeMs };
    await write(content(DAY, { contracts: new Map([["NIFTY", [...rows].reverse()]]) }));
    expect({ bytes: readFileSync(fileOf()), time: statSync(fileOf()).mtimeMs }).toEqual(before);
    expect(readdirSync(join(folder, "daily"))).toEqual(["2025-08-14.import"]);
  });

  it("that are damaged are told once, left out, and hide no other day", async () => {
    await write(content(DAY));
    await write(content(isoDate("2025-08-18")));
    const whole = readFileSync(fileOf());
    for (let at = 0; at < whole.length; at += 7) {
      const broken = Buffer.from(whole);
      broken[at] ^= 0x55;
      writeFileSync(fileOf(), broken);
      expect((await verifyDayFiles(files, DAILY)).faults, `byte ${at}`).toHaveLength(1);
    }
    writeFileSync(fileOf(), whole.subarray(0, whole.length - 3));
    expect(await store.contracts(DAY, "NIFTY")).toBeUndefined();
    expect(await store.contracts(DAY, "NIFTY")).toBeUndefined();
    expect(faults).toEqual([expect.stringMatching(/2025-08-14\.import is damaged: it was cut off/)]);
    expect((await store.list()).map(({ date }) => date)).toEqual(["2025-08-14", "2025-08-18"]);
    expect(await verifyDayFiles(files, DAILY)).toMatchObject({
      days: 2,
      faults: [expect.stringContaining("2025-08-14.import")],
    });
    await expect(write(content(DAY))).rejects.toThrow(/damaged/);
  });

  it("are what was written, whatever they are", async () => {
    const figure = fc.oneof(fc.constant(ABSENT), fc.integer({ min: 0, max: 0x7fff_ffff }));
    const quantity = fc.oneof(fc.constant(ABSENT), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }));
    const row = fc.record({
      expiry: fc.constantFrom(EXPIRY, isoDate("2030-06-25")),
      type: fc.constantFrom(CE, PE),
      strike: fc.integer({ min: 1, max: 0x7fff_ffff }),
      open: figure,
      high: figure,
      low: figure,
      close: figure,
      last: figure,
      settle: figure,
      prevClose: figure,
      volume: quantity,
      oi: quantity,
      prevOi: quantity,
      lot: figure,
      rank: fc.constantFrom(MENTIONED, RECORDED, OFFICIAL),
    });
    const rows = fc.uniqueArray(row, {
      selector: ({ expiry, type, strike }) => `${expiry}${type}${strike}`,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(rows, async (some) => {
        await write(content(DAY, { contracts: new Map([["M&M", some]]) }));
        const read = await store.content({ date: DAY, source: "import" });
        const byKey = (a: ContractFigures, b: ContractFigures) =>
          a.expiry === b.expiry ? a.strike - b.strike || a.type - b.type : a.expiry < b.expiry ? -1 : 1;
        expect([...(read?.contracts.get("M&M") ?? [])].sort(byKey)).toEqual([...some].sort(byKey));
      }),
      { numRuns: 25 },
    );
  });
});
