/** Files that are not good enough: what is refused, what is named, and what `--force` still takes. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { COMPLETE, PARTIAL } from "#contract/domain/columns.ts";
import { isoDate } from "#contract/domain/units.ts";
import { createFileArchive } from "../../testing/market/file-archive.ts";
import {
  ROWS_HEADER,
  rowChain,
  rowLine,
  SNAPSHOT_HEADER,
  type SnapshotLine,
  snapshotChain,
  writeChain,
} from "../../testing/market/sample-chains.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { loadRoomDay } from "../archive/blob-codec.ts";
import type { StoredArchive } from "../archive/stored-archive.ts";
import { createReferenceStore } from "../reference/reference-store.ts";
import { importFiles } from "./import-files.ts";
import { hasFailed } from "./report/import-report.ts";
import { reportLines } from "./report/report-text.ts";

const quiet = { begin: () => undefined, update: () => undefined, end: () => undefined };

let folder: string;
let archive: StoredArchive;

beforeEach(() => {
  folder = temporaryFolder();
  archive = createFileArchive({ folder: join(folder, "archive") });
});

async function run(lines: readonly string[], { force = false, dryRun = false, header = SNAPSHOT_HEADER } = {}) {
  const report = await importFiles([writeChain(folder, "day.csv", [header, ...lines])], {
    archive,
    reference: createReferenceStore(join(folder, "reference")),
    progress: quiet,
    force,
    dryRun,
  });
  return { report, text: reportLines(report).join("\n") };
}

/** Every five minutes from 10:00. */
const TIMES = Array.from({ length: 12 }, (_, i) => `10:${String(i * 5).padStart(2, "0")}`);

async function states(room = "NIFTY-2/3/2026"): Promise<number[]> {
  const stored = await archive.read({ source: "import", date: isoDate("2026-01-30"), room });
  if (stored === undefined) throw new Error(`${room} is not archived`);
  const day = await loadRoomDay(stored);
  return TIMES.map((time) => day.minutes.state[Number(time.slice(3)) + 600 - day.open]);
}

describe("an import is refused, with nothing written,", () => {
  it("where more than 2 % of a file's lines are bad; --force takes the others, and their minutes are partial", async () => {
    const lines = snapshotChain(TIMES);
    const oneBad = lines.with(20, lines[20].replace("25250.0", "x"));
    const { report: fine } = await run(oneBad);
    expect(fine.files[0]).toMatchObject({ rejected: 1, error: undefined });
    expect((await states()).map((state) => state === PARTIAL)).toEqual(TIMES.map((time) => time === "10:15"));
    expect(fine.days[0].notes).toContain("partial, as rows are missing: 10:15 NIFTY-2/3/2026 (2 contracts)");

    const before = await archive.days();
    const twoBad = oneBad.with(50, lines[50].replace("25250.0", "x"));
    const { report, text } = await run(twoBad);
    expect(hasFailed(report)).toBe(true);
    expect(text).toMatch(/day.csv: 2 of its 72 rows are rejected, more than 2 %: nothing of it is imported \(--force/);
    expect(await archive.days()).toEqual(before);
    expect(hasFailed((await run(twoBad, { force: true })).report)).toBe(false);
    expect((await states()).filter((state) => state === PARTIAL)).toHaveLength(2);
    expect((await states()).filter((state) => state === COMPLETE)).toHaveLength(10);
  });

  it("where a room would get shorter, or lose contracts; also in a dry run", async () => {
    await run(snapshotChain(TIMES));
    const before = await archive.days();
    for (const dryRun of [true, false]) {
      const { report, text } = await run(snapshotChain(TIMES.slice(1)), { dryRun });
      expect(hasFailed(report)).toBe(true);
      expect(text).toContain("NIFTY-2/3/2026 has 12 minutes in the archive and would have 11: nothing of the day");
      expect(await archive.days()).toEqual(before);
    }
    const fewer = snapshotChain([...TIMES, "11:00"]).filter((line) => !line.includes("25150.0"));
    expect((await run(fewer)).text).toContain("has 13 contracts in the archive and would have 11");
    expect(await archive.days()).toEqual(before);
    expect((await run(fewer, { force: true })).report.days[0].status).toBe("replaced");
  });

  it("where a quote opens and does not close", async () => {
    const lines = snapshotChain(TIMES);
    const path = join(folder, "quote.csv");
    writeFileSync(path, [SNAPSHOT_HEADER, ...lines.with(30, `"${lines[30]}`)].join("\n"));
    const report = await importFiles([path], { archive, progress: quiet, force: true });
    expect(report.files[0].error).toMatch(/quote.csv: line \d+: a quote opens and does not close/);
    expect(await archive.days()).toEqual([]);
  });
});

describe("figures that contradict each other are named with file and line:", () => {
  /** A thin chain whose every snapshot `change` may alter. */
  const changed = (change: (time: string, index: number) => Partial<SnapshotLine>) => run(snapshotChain(TIMES, change));

  it("a spot far from its chain, which refuses the day", async () => {
    const { report, text } = await changed((time) => (time > "10:50" ? { spot: 26_900.5, change: 0 } : {}));
    expect(text).toMatch(/doubtful: NIFTY-2\/3\/2026: spot far from .* \(26900.5 beside 25312.00\): day.csv: line \d+/);
    expect(report.days[0].error).toContain("(--force writes it)");
    expect(await archive.days()).toEqual([]);
  });

  it("volume and OI exchanged, in a line", async () => {
    const { text } = await changed((time, index) =>
      time === "10:30" && index === 2 ? { calls: [110, 13_000 + 6 * 650, 6500 + 6 * 65] } : {},
    );
    expect(text).toContain("doubtful: NIFTY-2/3/2026: volume and OI exchanged: day.csv: line 40");
  });

  it("volume and OI exchanged, all day", async () => {
    const { report, text } = await changed((time, index) => {
      const at = Number(time.slice(3));
      // The column of OI only grows, that of volume goes up and down.
      return { calls: [110, 13_000 + at * 650, 6500 + ((at * 7 + index) % 4) * 650] };
    });
    expect(text).toContain("volume and OI exchanged all day (volume falls, OI never does)");
    expect(hasFailed(report)).toBe(true);
    expect(await archive.days()).toEqual([]);
  });

  it("OI that is no multiple of the lot, and cumulative volume that falls", async () => {
    const { report, text } = await changed((time, index) =>
      time === "10:30" && index === 2 ? { calls: [110, 6501, 650] } : {},
    );
    expect(text).toContain("OI that is no multiple of the lot, 65: day.csv: line 40");
    expect(text).toContain("volume went backwards 1 time, held at its last value, first at day.csv: line 40: 10:30");
    expect(hasFailed(report)).toBe(false);
  });

  it("a lot that disagrees with an imported list, and an expiry that is not listed", async () => {
    const lots = writeChain(folder, "lots.csv", ["Stock,Lot_Size", "NIFTY,75"]);
    await importFiles([lots], {
      archive,
      reference: createReferenceStore(join(folder, "reference")),
      context: { asOf: isoDate("2026-01-01"), index: undefined },
      progress: quiet,
    });
    const lines = snapshotChain(TIMES).map((line) => line.replace("2026-02-03", "2026-02-04"));
    const { text } = await run(lines);
    expect(text).toContain("lot of 65, where a reference list says 75 (lots of 2026-01-01): day.csv: line 2");
    expect(text).toContain("expiry 2026-02-04, which is not listed: day.csv: line 2");
  });

  it("a change of OI of 0 beside OI that rose", async () => {
    const lines = ["10:43", "10:44", "10:45"].flatMap((at, i) => [
      ...rowChain([at]).filter((line) => !line.includes(",24200.0,CE")),
      rowLine({ at, oi: 500 + i * 10, oiChange: 0 }),
    ]);
    const { text } = await run(lines, { header: ROWS_HEADER });
    expect(text).toContain("the source gives the change of OI as 0 while OI rose in 1 contract, first");
    expect(text).toMatch(/24200CE at day.csv: line 13/);
  });
});
