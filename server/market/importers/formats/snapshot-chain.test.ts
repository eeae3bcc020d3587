import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { COMPLETE, HIGH, LOW, LTP, MISSING_MINUTE, OI, type RoomDay, VOL } from "#contract/domain/columns.ts";
import { CE, EQ, underlyingOf } from "#contract/domain/instruments.ts";
import { ABSENT, isoDate } from "#contract/domain/units.ts";
import { createFileArchive } from "../../../testing/market/file-archive.ts";
import {
  SNAPSHOT_HEADER,
  type SnapshotLine,
  snapshotChain,
  snapshotLine,
  writeChain,
} from "../../../testing/market/sample-chains.ts";
import { temporaryFolder } from "../../../testing/temporary-folder.ts";
import type { Archive } from "../../archive/archive.ts";
import { loadRoomDay } from "../../archive/blob-codec.ts";
import { importFiles } from "../import-files.ts";
import { hasFailed } from "../report/import-report.ts";
import { reportLines } from "../report/report-text.ts";

const quiet = { begin: () => undefined, update: () => undefined, end: () => undefined };
const OPEN = 9 * 60 + 15;
const at = (label: string): number => Number(label.slice(0, 2)) * 60 + Number(label.slice(3));

let folder: string;
let archive: Archive;

beforeEach(() => {
  folder = temporaryFolder();
  archive = createFileArchive({ folder: join(folder, "archive") });
});

const run = (lines: readonly string[], { name = "index.csv.gz", dryRun = false, header = SNAPSHOT_HEADER } = {}) =>
  importFiles([writeChain(folder, name, [header, ...lines])], {
    archive,
    progress: quiet,
    dryRun,
    force: true,
  });

async function roomOf(name = "NIFTY-2/3/2026", date = "2026-01-30"): Promise<RoomDay> {
  const stored = await archive.read({ source: "import", date: isoDate(date), room: name });
  if (stored === undefined) throw new Error(`${name} is not archived`);
  return loadRoomDay(stored);
}

function cell(day: RoomDay, field: number, type: number, strike: number, label: string): number {
  const row = Array.from(day.tokens.type).findIndex(
    (found, i) => found === type && day.tokens.strike[i] === strike * 100,
  );
  return day.minutes.columns[field][(at(label) - day.open) * day.minutes.stride + row];
}

describe("snapshots every five minutes", () => {
  it("fill their own minute: units as they are, exact prices, the cadence, holes between", async () => {
    const report = await run(snapshotChain(["10:00", "10:05"]));
    const day = await roomOf();
    expect(day.cadence).toBe(5);
    expect([
      cell(day, LTP, CE, 25_150, "10:05"),
      cell(day, OI, CE, 25_150, "10:05"),
      cell(day, VOL, CE, 25_150, "10:05"),
    ]).toEqual([16_100, 6565, 13_650]);
    expect(cell(day, LTP, EQ, 0, "10:00")).toBe(2_531_050);
    expect([...day.minutes.state.subarray(at("10:00") - OPEN, at("10:06") - OPEN)]).toEqual([
      COMPLETE,
      MISSING_MINUTE,
      MISSING_MINUTE,
      MISSING_MINUTE,
      MISSING_MINUTE,
      COMPLETE,
    ]);
    expect(report.days[0]).toMatchObject({ cadence: 5, gaps: [], notes: [] });
    expect([...day.tokens.lotSize.subarray(0, day.tokens.length)]).toEqual(new Array<number>(13).fill(65));
  });

  it("one reason is told once for its run of lines", async () => {
    const report = await run([...snapshotChain(["10:00"]), ...snapshotChain(["10:05"], () => ({ symbol: "NONE" }))]);
    expect(reportLines(report).join("\n")).toContain('lines 8 to 13 (6 rows): no lot size is known for "NONE"');
    expect(hasFailed(report)).toBe(false);
  });

  it("belong to the minute that the snapshot names, captured in IST or in UTC", async () => {
    const lines = (more: Partial<SnapshotLine>) => snapshotChain(["10:12"], () => more);
    for (const captured of ["10:11:59", "10:12:40", "04:42:40"]) {
      expect((await run(lines({ captured }))).files[0]).toMatchObject({ rejected: 0 });
      expect((await roomOf()).minutes.state[at("10:12") - OPEN]).toBe(COMPLETE);
    }
    const { files } = await run(lines({ captured: "11:12:40" }));
    expect(files[0].rejects[0]).toEqual({
      line: 2,
      reason: 'timestamp "2026-01-30 11:12:40" is neither the IST nor the UTC of its snapshot 2026-01-30T10:12+05:30',
    });
  });

  it("without a spot have none, and no row for it", async () => {
    await run(snapshotChain(["10:00"], () => ({ spot: 0, change: 0 })));
    expect(Array.from((await roomOf()).tokens.type)).not.toContain(EQ);
    await run([...snapshotChain(["10:00"]), ...snapshotChain(["10:05"], () => ({ spot: 0, change: 0 }))]);
    expect(cell(await roomOf(), LTP, EQ, 0, "10:05")).toBe(ABSENT);
  });

  it("after the close are the day's closing figures, contract by contract, at its last minute", async () => {
    const report = await run([
      ...snapshotChain(["15:26", "15:31", "15:36"], (time, index) =>
        time === "15:36" && index === 0 ? { calls: [0, 0, 0], puts: [0, 0, 0] } : {},
      ),
    ]);
    expect(report.files[0]).toMatchObject({ imported: 18, rejected: 0 });
    const day = await roomOf();
    expect(day.minutes.slots).toBe(376);
    expect(cell(day, LTP, CE, 25_200, "15:30")).toBe((160 - 25 + 2) * 100);
    expect(cell(day, OI, CE, 25_200, "15:30")).toBe(6500 + 2 * 65);
    // The last answer about this one is empty, so the one before it counts.
    expect(cell(day, OI, CE, 25_150, "15:30")).toBe(6500 + 65);
    expect(day.minutes.state[at("15:27") - OPEN]).toBe(MISSING_MINUTE);
    expect(reportLines(report).join("\n")).toContain(
      "after the close, so the day's closing price and OI, at its last minute: 15:31, 15:36",
    );
  });

  it("before the open tell the OI of the day before, and nothing else", async () => {
    const early = snapshotChain(["09:13"], (_, index) => ({
      calls: index === 0 ? [0, 0, 0] : [120, 1300, 0],
      puts: [80, 650, 0],
    }));
    const report = await run([...early, ...snapshotChain(["09:20"])]);
    expect(report.days[0]).toMatchObject({ minutes: 1 });
    const { tokens } = await roomOf();
    // The spot, then call and put of each strike; the empty answer says nothing.
    expect([...tokens.prevOi.subarray(0, 5)]).toEqual([ABSENT, ABSENT, 650, 1300, 650]);
    expect(reportLines(report).join("\n")).toContain("before the open, so only as the previous day's OI: 09:13");
    const traded = await run([...snapshotChain(["09:13"]), ...snapshotChain(["09:20"])]);
    expect(traded.files[0].rejects[0].reason).toBe("09:13:20 is before the open, and has volume");
  });

  it("give the previous close of the spot once one price is left", async () => {
    const close = 25_418.9;
    const lines = Array.from({ length: 20 }, (_, i) => 25_270 + i * 7.35).flatMap((spot, i) => {
      const change = Number(((spot / close - 1) * 100).toFixed(3));
      return snapshotChain([`10:${10 + i}`], () => ({ spot: Number(spot.toFixed(2)), change }));
    });
    await run(lines.slice(0, 6));
    expect((await archive.days())[0].symbols[0].prevClose).toBeUndefined();
    await run(lines);
    expect((await archive.days())[0].symbols[0].prevClose).toBe(25_418.9);
    expect((await roomOf()).tokens.prevClose[0]).toBe(2_541_890);
  });
});

describe("broken snapshots", () => {
  const nothing = { calls: [0, 0, 0], puts: [0, 0, 0] } as const;

  it("of zeros only, and of a part of the chain, are holes and are named", async () => {
    const report = await run(
      snapshotChain(["10:00", "10:05", "10:10", "10:15"], (time, index) =>
        time === "10:00" || (time === "10:10" && index < 3) ? nothing : {},
      ),
    );
    const { state } = (await roomOf()).minutes;
    expect(["10:00", "10:05", "10:10", "10:15"].map((time) => state[at(time) - OPEN])).toEqual([
      MISSING_MINUTE,
      COMPLETE,
      MISSING_MINUTE,
      COMPLETE,
    ]);
    const text = reportLines(report).join("\n");
    expect(text).toContain("snapshot left out, all zeros: 10:00 NIFTY-2/3/2026 (12 contracts)");
    expect(text).toContain(
      "snapshot left out, a part of the chain only: 10:10 NIFTY-2/3/2026 (6 of 12 contracts are empty)",
    );
  });

  it("are not those in which a few contracts are empty: these are absent", async () => {
    const report = await run(
      snapshotChain(["10:00", "10:05", "10:10"], (time, index) => (time === "10:05" && index === 0 ? nothing : {})),
    );
    expect(report.days[0].minutes).toBe(3);
    expect(report.days[0].notes).toContain("2 empty answers amid full ones (all zeros), taken as absent");
    expect(report.days[0].notes.join()).not.toContain("left out");
    expect(cell(await roomOf(), OI, CE, 25_150, "10:05")).toBe(ABSENT);
  });

  it("that are all of a day make its file a failure", async () => {
    const report = await run(snapshotChain(["10:00", "10:05"], () => nothing));
    expect(report.files[0].error).toMatch(/index.csv.gz: every snapshot of 2026-01-30 is broken/);
    expect(hasFailed(report)).toBe(true);
    expect(await archive.days()).toEqual([]);
  });
});

describe("a day that is archived already", () => {
  it("is told what a changed file replaces, in a dry run before it happens", async () => {
    const whole = snapshotChain(["10:00", "10:05", "10:10"]);
    expect((await run(whole, { dryRun: true })).days[0]).toMatchObject({ wouldBe: "new" });
    await run(whole);
    expect((await run(whole, { dryRun: true })).days[0]).toMatchObject({ wouldBe: "unchanged", replaces: [] });
    expect((await run(whole)).days[0]).toMatchObject({ status: "unchanged", replaces: [] });
    const replaces = [{ room: "NIFTY-2/3/2026", before: 3, after: 2 }];
    const dry = await run(whole.slice(0, 12), { dryRun: true });
    expect(dry.days[0]).toMatchObject({ wouldBe: "replaced", replaces });
    expect(reportLines(dry).join("\n")).toContain("NIFTY-2/3/2026 of 2 minutes would replace the one of 3 minutes");
    const changed = await run(whole.slice(0, 12));
    expect(changed.days[0]).toMatchObject({ status: "replaced", replaces });
    expect(reportLines(changed).join("\n")).toContain("NIFTY-2/3/2026 of 2 minutes replaces the one of 3 minutes");
  });

  it("keeps the rooms of other files, also in a dry run", async () => {
    await run(snapshotChain(["10:00"]));
    const bank = snapshotChain(["10:00"], () => ({ symbol: "BANKNIFTY" }));
    expect((await run(bank, { name: "bank.csv", dryRun: true })).days[0]).toMatchObject({
      wouldBe: "replaced",
      kept: 1,
    });
    expect((await run(bank, { name: "bank.csv" })).days[0]).toMatchObject({
      status: "replaced",
      kept: 1,
      replaces: [],
    });
    expect((await archive.days())[0].rooms.map(({ room }) => room)).toEqual(["NIFTY-2/3/2026", "BANKNIFTY-2/3/2026"]);
  });
});

describe("stock chains", () => {
  const HEADER =
    "snapshot,Stock,Expiry,Strike,CE_LTP,CE_OI,CE_Volume,PE_LTP,PE_OI,PE_Volume,Stock_LTP,Stock_High,Stock_Low,Stock_%_Change,timestamp,Max_Pain";
  const line = (symbol: string, strike: number) =>
    `2026-01-21T10:40+05:30,${symbol},2026-01-27,${strike},12.5,1000,2000,8.25,500,1500,3563.4,3580.0,3541.25,0.166,2026-01-21 10:39:50,7`;

  it("have names with '&', lots of their own, and the day's range beside the spot", async () => {
    const lines = [3500, 3550, 3600].map((strike) => line("M&M", strike));
    const report = await run([...lines, line("NOSUCH", 100)], { header: HEADER });
    expect(report.files[0]).toMatchObject({ format: "stock chain, a snapshot every five minutes", imported: 3 });
    expect(report.files[0].rejects[0].reason).toBe('no lot size is known for "NOSUCH"');
    const day = await roomOf("M&M-1/27/2026", "2026-01-21");
    expect(underlyingOf(day.symbol)).toMatchObject({ kind: "stock", exchange: "NSE" });
    expect([LTP, HIGH, LOW].map((field) => cell(day, field, EQ, 0, "10:40"))).toEqual([356_340, 358_000, 354_125]);
    expect(cell(day, HIGH, CE, 3550, "10:40")).toBe(ABSENT);
    expect((await archive.days())[0].symbols).toMatchObject([{ symbol: "M&M", lotSize: 200, strikeStep: 50 }]);
  });
});

it("a line that cannot be read is named with its file, line and column", async () => {
  const good = snapshotLine({ at: "10:00" });
  const { files } = await run([
    good,
    good.replace("25300.0", "x"),
    good.replace("6500,130000", "-1,130000"),
    good.replace("T10:00+05:30", "T10:00Z"),
    good.replace("2026-01-30 10:00:20", "soon"),
    good.replace("NIFTY", ""),
  ]);
  expect(files[0].rejects.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
    '3: Strike is not a number: "x"',
    '4: CE_OI is negative: "-1"',
    expect.stringMatching(/^5: snapshot is not an IST time/),
    '6: timestamp is not a time (2026-01-22 09:39:45): "soon"',
    "7: Symbol is empty",
  ]);
});

it("a file that was cut off gives nothing", async () => {
  const whole = gzipSync([SNAPSHOT_HEADER, ...snapshotChain(["10:00", "10:05", "10:10", "10:15", "10:20"])].join("\n"));
  const path = join(folder, "cut.csv.gz");
  writeFileSync(path, whole.subarray(0, whole.length - 40));
  const report = await importFiles([path], { archive, progress: quiet });
  expect(report.files[0].error).toMatch(/cut.csv.gz: line \d+: the gzip data end in the middle/);
  expect(await archive.days()).toEqual([]);
});
