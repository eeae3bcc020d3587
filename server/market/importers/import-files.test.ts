import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import {
  ASK,
  ASK_QTY,
  BID,
  BID_QTY,
  COMPLETE,
  HIGH,
  LTP,
  MISSING_MINUTE,
  OI,
  OPEN,
  type RoomDay,
  VOL,
  VWAP,
} from "#contract/domain/columns.ts";
import { CE, EQ, PE } from "#contract/domain/instruments.ts";
import { ABSENT, isoDate } from "#contract/domain/units.ts";
import { createFileArchive } from "../../testing/market/file-archive.ts";
import {
  ROWS_HEADER,
  rowChain,
  rowLine,
  SITE_HEADER,
  siteLine,
  writeChain,
} from "../../testing/market/sample-chains.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import type { Archive } from "../archive/archive.ts";
import { loadRoomDay } from "../archive/blob-codec.ts";
import { importFiles } from "./import-files.ts";
import { hasFailed } from "./report/import-report.ts";
import { reportLines } from "./report/report-text.ts";

const quiet = { begin: () => undefined, update: () => undefined, end: () => undefined };

let folder: string;
let archive: Archive;

beforeEach(() => {
  folder = temporaryFolder();
  archive = createFileArchive({ folder: join(folder, "archive") });
});

/** Forced: most of these files are small and bad. What is not forced is refused (poor-files.test.ts). */
const run = (paths: readonly string[], dryRun = false) =>
  importFiles(paths, { archive, progress: quiet, dryRun, force: true });

async function site(...lines: readonly string[]) {
  return run([writeChain(folder, "site.csv.gz", [SITE_HEADER, ...lines])]);
}

async function rows(...lines: readonly string[]) {
  return run([writeChain(folder, "rows.csv.gz", [ROWS_HEADER, ...lines])]);
}

async function room(name: string, date: string): Promise<RoomDay> {
  const stored = await archive.read({ source: "import", date: isoDate(date), room: name });
  if (stored === undefined) throw new Error(`${name} is not archived`);
  return loadRoomDay(stored);
}

const siteRoom = () => room("NIFTY-9/2/2025", "2025-08-29");
const rowsRoom = () => room("NIFTY-8/18/2026", "2026-08-18");

/** The cell of a contract at a minute of the day. */
function cell(day: RoomDay, field: number, type: number, strike: number, at: number): number {
  for (let row = 0; row < day.tokens.length; row++) {
    if (day.tokens.type[row] !== type || day.tokens.strike[row] !== strike * 100) continue;
    return day.minutes.columns[field][(at - day.open) * day.minutes.stride + row];
  }
  throw new Error(`no ${type} ${strike}`);
}

/** A column of the token table without its spare rows. */
const ofRows = (day: RoomDay, column: keyof Omit<RoomDay["tokens"], "length" | "symbol">): number[] => [
  ...day.tokens[column].subarray(0, day.tokens.length),
];

describe("figures", () => {
  it("become scaled prices and units, by the contract's lot", async () => {
    await site(siteLine({ at: "09:24:16", calls: [100, 20, 1000, 10.05, -2, 750, 9.95, 10.1, 150] }));
    const day = await siteRoom();
    const at = 9 * 60 + 24;
    expect(cell(day, OI, CE, 24500, at)).toBe(7500);
    expect(cell(day, VOL, CE, 24500, at)).toBe(75_000);
    expect(cell(day, LTP, CE, 24500, at)).toBe(1005);
    expect(cell(day, BID, CE, 24500, at)).toBe(995);
    expect(cell(day, ASK, CE, 24500, at)).toBe(1010);
    // The site counts sizes in units already.
    expect(cell(day, BID_QTY, CE, 24500, at)).toBe(750);
    expect(cell(day, ASK_QTY, CE, 24500, at)).toBe(150);
    const { tokens } = day;
    expect(ofRows(day, "lotSize")).toEqual([75, 75]);
    expect(tokens.prevClose[0]).toBe(1205);
    expect(tokens.prevOi[0]).toBe(6000);
    expect(tokens.prevVol[0]).toBe(ABSENT);
  });

  it("in fractions of a contract become whole units of the older lot", async () => {
    const report = await site(siteLine({ at: "10:00:00", calls: [85.3333, 0.6667, 3, 1, 0] }));
    expect(cell(await siteRoom(), OI, CE, 24500, 600)).toBe(6400);
    expect(report.days[0].notes).toContain("2 figures in fractions of a contract (an older lot), whole in units");
    expect(report.files[0].rejected).toBe(0);
  });

  it("that are no whole units are refused with their line", async () => {
    const { files } = await site(siteLine({ at: "10:00:00", calls: [85.5, 0, 3, 1, 0] }), siteLine({ at: "10:01:00" }));
    expect(files[0].rejects).toEqual([
      { line: 2, reason: expect.stringMatching(/OI is not a whole number of units: 85.5/) },
    ]);
    expect(files[0].imported).toBe(1);
  });

  it("that the source does not have are not invented", async () => {
    await rows(...rowChain(["10:43"]));
    const day = await rowsRoom();
    for (const field of [VWAP, OPEN, HIGH, BID, ASK_QTY]) expect(day.minutes.columns[field]).toHaveLength(0);
    expect([...day.tokens.prevClose].every((value) => value === ABSENT)).toBe(true);
    await site(siteLine({ at: "09:24:16" }));
    expect(ofRows(await siteRoom(), "type")).toEqual([CE, PE]);
  });

  it("of a contract without a trade today have no last price", async () => {
    await site(siteLine({ at: "10:00:00", calls: [10, 0, 0, 0, 0, 0, 0, 12, 75] }));
    const day = await siteRoom();
    expect(cell(day, LTP, CE, 24500, 600)).toBe(ABSENT);
    expect(cell(day, BID, CE, 24500, 600)).toBe(ABSENT);
    expect(cell(day, BID_QTY, CE, 24500, 600)).toBe(0);
    expect(cell(day, VOL, CE, 24500, 600)).toBe(0);
    expect(day.tokens.prevClose[0]).toBe(ABSENT);
  });

  it("have the recorded spot as the first row, with one token in every room", async () => {
    await rows(...rowChain(["10:43"]), ...rowChain(["10:43"], { expiry: "2026-08-25" }));
    const near = await rowsRoom();
    const next = await room("NIFTY-8/25/2026", "2026-08-18");
    expect(near.tokens.type[0]).toBe(EQ);
    expect(cell(near, LTP, EQ, 0, 643)).toBe(2_421_280);
    expect(next.tokens.token[0]).toBe(near.tokens.token[0]);
    expect(new Set([...ofRows(near, "token"), ...ofRows(next, "token")]).size).toBe(13);
    expect(ofRows(near, "type")).toEqual([EQ, CE, PE, CE, PE, CE, PE]);
  });
});

describe("minutes", () => {
  it("are those of the capture; the last snapshot of a minute is the minute's, whatever the order of the lines", async () => {
    const early = [24_400, 24_500].map((strike) => siteLine({ at: "11:53:02", strike }));
    const late = siteLine({ at: "11:53:58", calls: [200, 20, 1000, 11, -2] });
    for (const [lines, contracts] of [
      [[...early, late], 4],
      [[late, ...early], 2],
    ] as const) {
      const report = await site(...lines);
      expect(report.days[0].minutes).toBe(1);
      expect(report.days[0].notes).toContain("more than one snapshot, the last counts: 11:53");
      const day = await siteRoom();
      expect(cell(day, OI, CE, 24500, 713)).toBe(15_000);
      expect(day.tokens.length).toBe(contracts);
      // The later snapshot does not have 24400.
      if (contracts === 4) expect(cell(day, OI, CE, 24400, 713)).toBe(ABSENT);
    }
  });

  it("that nobody captured are holes, and are reported", async () => {
    const { days } = await site(...["10:15:01", "10:16:07", "10:35:00", "10:36:00"].map((at) => siteLine({ at })));
    expect(days[0]).toMatchObject({ minutes: 4, gaps: [{ from: 617, to: 634 }], covered: { from: 615, to: 636 } });
    const { minutes, open } = await siteRoom();
    expect(minutes.state[616 - open]).toBe(COMPLETE);
    expect([...minutes.state.subarray(617 - open, 635 - open)].every((state) => state === MISSING_MINUTE)).toBe(true);
    expect(minutes.slots).toBe(376);
  });

  it("in which a contract is missing have it absent, not carried forward", async () => {
    const [first, second, third] = ["10:43", "10:44", "10:45"];
    await rows(...rowChain([first]), ...rowChain([second]).slice(1), ...rowChain([third]));
    const day = await rowsRoom();
    expect(cell(day, OI, CE, 24150, 643)).toBe(500 * 65);
    expect(cell(day, OI, CE, 24150, 644)).toBe(ABSENT);
    expect(cell(day, OI, CE, 24150, 645)).toBe(500 * 65);
    expect(day.minutes.slots).toBe(386);
  });
});

describe("what a source gets wrong", () => {
  it("volume that falls is held, and reported", async () => {
    const lines = [1000, 1200, 1100, 1300].map((volume, i) => rowLine({ at: `10:4${3 + i}`, volume }));
    const { days } = await rows(...lines);
    const day = await rowsRoom();
    expect([643, 644, 645, 646].map((at) => cell(day, VOL, CE, 24200, at) / 65)).toEqual([1000, 1200, 1200, 1300]);
    expect(days[0].notes.join()).toMatch(
      /volume went backwards 1 time, held at its last value, first at .*line 4: 10:45/,
    );
  });

  it("an empty answer amid full ones is absent; a contract that never had anything is zero", async () => {
    const nothing = [0, 0, 0, 0, 0, 0, 0, 0, 0] as const;
    await site(
      siteLine({ at: "10:00:00", puts: nothing }),
      siteLine({ at: "10:01:00", calls: nothing, puts: nothing }),
      siteLine({ at: "10:02:00", puts: nothing }),
    );
    const day = await siteRoom();
    expect([600, 601, 602].map((at) => cell(day, OI, CE, 24500, at))).toEqual([7500, ABSENT, 7500]);
    expect([600, 601, 602].map((at) => cell(day, VOL, CE, 24500, at))).toEqual([75_000, ABSENT, 75_000]);
    expect([600, 601, 602].map((at) => cell(day, OI, PE, 24500, at))).toEqual([0, 0, 0]);
  });

  it("a change of 0 all day means nothing held before, where OI moves", async () => {
    await site(
      siteLine({ at: "10:00:00", calls: [3, 0, 19, 5, 0], puts: [14, 0, 19, 5, 0] }),
      siteLine({ at: "10:01:00", calls: [17, 0, 29, 5, 0], puts: [14, 0, 29, 5, 0] }),
    );
    expect(ofRows(await siteRoom(), "prevOi")).toEqual([0, 14 * 75]);
  });
});

describe("bad lines", () => {
  it("are named with their line and reason; the others are imported", async () => {
    const good = siteLine({ at: "10:00:00" });
    const { files, days, ...rest } = await site(
      good,
      good,
      good.replace("24500", "x"),
      "1,2,3",
      siteLine({ at: "08:59:00" }),
      siteLine({ at: "10:01:00", expiry: "2025-08-28" }),
      siteLine({ at: "10:01:00", symbol: "NOSUCH" }),
      siteLine({ at: "10:01:00", calls: [-1, 0, 0, 0, 0] }),
      good.replaceAll("10:00:00+05:30", "10:00:00Z"),
      siteLine({ at: "10:02:00", date: "2025-08-30" }),
      siteLine({ at: "10:03:00", expiry: "2025-02-30" }),
      'a "quote,',
      siteLine({ at: "10:04:00" }),
    );
    expect(files[0]).toMatchObject({ lines: 13, imported: 2, rejected: 11, error: undefined });
    expect(
      files[0].rejects
        .map(({ line, reason }) => `${line}: ${reason}`)
        .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)),
    ).toEqual([
      "3: the same contract and time as line 2, which counts",
      '4: Strike_Price is not a number: "x"',
      "5: it has 3 cells, the header has 25",
      "6: 08:59:00 is outside the session of NIFTY on 2025-08-29",
      "7: the expiry 2025-08-28 is before the day, 2025-08-29",
      '8: no lot size is known for "NOSUCH"',
      '9: CALLS_OI is negative: "-1"',
      expect.stringMatching(/^10: collection_timestamp is not an IST time .*10:00:00Z/),
      "11: 2025-08-30 is no trading day of NIFTY",
      '12: Expiry_Date is not a date (YYYY-MM-DD): "2025-02-30"',
      expect.stringMatching(/^13: /),
    ]);
    expect(days).toHaveLength(1);
    const text = reportLines({ files, days, ...rest }).join("\n");
    expect(text).toContain("13 rows read, 2 imported, 11 rejected");
    expect(text).toContain("site.csv.gz: line 3: the same contract");
  });

  it("that are all of a file make it a failure", async () => {
    const report = await site("1,2,3", "4,5,6");
    expect(report.files[0].error).toMatch(/site.csv.gz: none of its 2 rows could be imported/);
    expect(hasFailed(report)).toBe(true);
    expect(await archive.days()).toEqual([]);
  });
});

describe("bad files", () => {
  const failure = async (path: string): Promise<string> => {
    const report = await run([path]);
    expect(hasFailed(report)).toBe(true);
    expect(await archive.days()).toEqual([]);
    return report.files[0].error ?? "";
  };

  it("are named: missing, empty, a folder, another format, a header that lacks a column", async () => {
    expect(await failure(join(folder, "none.csv"))).toMatch(/none.csv: no such file/);
    writeFileSync(join(folder, "empty.csv"), "");
    expect(await failure(join(folder, "empty.csv"))).toMatch(/empty.csv: the file is empty/);
    writeFileSync(join(folder, "day.zip"), Buffer.from("PK\u0003\u0004rest"));
    expect(await failure(join(folder, "day.zip"))).toMatch(/day.zip: a zip archive: unpack it first/);
    mkdirSync(join(folder, "dir"));
    expect(await failure(join(folder, "dir"))).toMatch(/dir: not a file/);
    const other = writeChain(folder, "other.csv", ["date,open,high,low,close", "2025-08-29,1,2,3,4"]);
    expect(await failure(other)).toMatch(/other.csv: line 1: the header is of no known format/);
    const lacking = writeChain(folder, "lacking.csv", [
      SITE_HEADER.replace("Strike_Price", "Strike"),
      siteLine({ at: "10:00:00" }),
    ]);
    expect(await failure(lacking)).toMatch(/line 1: the header looks like a NSE website chain, but lacks Strike_Price/);
    const twice = writeChain(folder, "twice.csv", [`${SITE_HEADER},Symbol`, siteLine({ at: "10:00:00" })]);
    expect(await failure(twice)).toMatch(/line 1: the header names Symbol twice/);
    writeFileSync(join(folder, "binary.csv"), Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 37) % 256)));
    expect(await failure(join(folder, "binary.csv"))).toMatch(/binary.csv: line \d+: /);
  });

  it("that were cut off or damaged give nothing, and name the line", async () => {
    const lines = Array.from({ length: 300 }, (_, i) =>
      siteLine({ at: `${10 + Math.floor(i / 60)}:${String(i % 60).padStart(2, "0")}:00`, strike: 20_000 + i * 50 }),
    );
    const whole = gzipSync(`${[SITE_HEADER, ...lines].join("\n")}\n`);
    writeFileSync(join(folder, "cut.csv.gz"), whole.subarray(0, whole.length - 400));
    expect(await failure(join(folder, "cut.csv.gz"))).toMatch(/cut.csv.gz: line \d+: the gzip data end in the middle/);
    const broken = Buffer.from(whole);
    const middle = whole.length >> 1;
    broken.fill(0xff, middle, middle + 50);
    writeFileSync(join(folder, "broken.csv.gz"), broken);
    expect(await failure(join(folder, "broken.csv.gz"))).toMatch(/broken.csv.gz: line \d+: /);
  });

  it("do not keep the others from being imported", async () => {
    const good = writeChain(folder, "good.csv", [ROWS_HEADER, ...rowChain(["10:43"])]);
    const report = await run([join(folder, "none.csv"), good]);
    expect(hasFailed(report)).toBe(true);
    expect(report.days).toMatchObject([{ date: "2026-08-18", status: "new" }]);
  });
});

describe("the archive", () => {
  it("is the same after the same import", async () => {
    const path = writeChain(folder, "rows.csv.gz", [ROWS_HEADER, ...rowChain(["10:43", "10:44"])]);
    await run([path]);
    const day = join(folder, "archive", "import", "2026-08-18");
    const state = () =>
      readdirSync(day).map((name) => [name, statSync(join(day, name)).mtimeMs, readFileSync(join(day, name), "hex")]);
    const before = state();
    const report = await run([path]);
    expect(report.days[0].status).toBe("unchanged");
    expect(state()).toEqual(before);
  });

  it("is not touched by a dry run", async () => {
    const path = writeChain(folder, "rows.csv.gz", [ROWS_HEADER, ...rowChain(["10:43", "10:44"])]);
    const report = await run([path], true);
    expect(hasFailed(report)).toBe(false);
    expect(report.days).toMatchObject([{ status: "not written (dry run)", minutes: 2 }]);
    expect(await archive.days()).toEqual([]);
  });

  it("keeps the rooms that other files of the day brought, and lists the day's expiries together", async () => {
    await rows(...rowChain(["10:43"]));
    const report = await rows(...rowChain(["10:43"], { expiry: "2026-08-25" }));
    expect(report.days[0]).toMatchObject({ status: "replaced", kept: 1 });
    const [manifest] = await archive.days();
    expect(manifest.rooms.map((entry) => entry.room)).toEqual(["NIFTY-8/18/2026", "NIFTY-8/25/2026"]);
    expect(manifest.symbols).toMatchObject([{ expiries: ["2026-08-18", "2026-08-25"], lotSize: 65, strikeStep: 50 }]);
    const near = await rowsRoom();
    expect((await room("NIFTY-8/25/2026", "2026-08-18")).tokens.token[0]).toBe(near.tokens.token[0]);
  });

  it("takes a day in two files as one, and two days in one file as two", async () => {
    const morning = writeChain(folder, "a.csv", [ROWS_HEADER, ...rowChain(["10:43"])]);
    const noon = writeChain(folder, "b.csv", [
      ROWS_HEADER,
      ...rowChain(["12:00"]),
      ...rowChain(["10:00"], { date: "2026-08-17" }),
    ]);
    const report = await run([noon, morning, noon]);
    expect(report.files).toHaveLength(2);
    expect(report.days.map(({ date, minutes, files }) => [date, minutes, files.length])).toEqual([
      ["2026-08-17", 1, 1],
      ["2026-08-18", 2, 2],
    ]);
  });
});
