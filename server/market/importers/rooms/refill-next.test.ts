/** Previous figures: the last ones of the day before, and taken again when that day is imported later. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { OI } from "#contract/domain/columns.ts";
import { PE } from "#contract/domain/instruments.ts";
import { ABSENT, isoDate } from "#contract/domain/units.ts";
import { createFileArchive } from "../../../testing/market/file-archive.ts";
import { recordingsFolder } from "../../../testing/market/recordings.ts";
import { SNAPSHOT_HEADER, snapshotChain, writeChain } from "../../../testing/market/sample-chains.ts";
import { unlessMissing } from "../../../testing/skips.ts";
import { temporaryFolder } from "../../../testing/temporary-folder.ts";
import { loadRoomDay } from "../../archive/blob-codec.ts";
import { importFiles } from "../import-files.ts";
import { reportLines } from "../report/report-text.ts";

const quiet = { begin: () => undefined, update: () => undefined, end: () => undefined };

function openImports() {
  const folder = temporaryFolder();
  const archive = createFileArchive({ folder: join(folder, "archive") });
  return {
    async run(lines: readonly string[], dryRun = false): Promise<string> {
      const path = writeChain(folder, "day.csv", lines);
      return reportLines(await importFiles([path], { archive, progress: quiet, dryRun })).join("\n");
    },
    async room(date: string, name = "NIFTY-2/3/2026") {
      const stored = await archive.read({ source: "import", date: isoDate(date), room: name });
      if (stored === undefined) throw new Error(`${date} is not archived`);
      return loadRoomDay(stored);
    },
  };
}

it("a day imported later gives the next one its previous figures, each time; what that one tells itself stays", async () => {
  const { run, room } = openImports();
  const day = (date: string, times: readonly string[]) =>
    snapshotChain(times, (time, index) => {
      const side = index === 0 ? ([20, 9100, 0] as const) : ([0, 0, 0] as const);
      return time === "09:13" ? { calls: side, puts: side } : {};
    }).map((line) => line.replaceAll("2026-01-30", date));
  const previous = async () => {
    const { tokens } = await room("2026-01-30");
    return [1, 3].map((row) => [tokens.prevClose[row], tokens.prevOi[row], tokens.prevVol[row]]);
  };
  // Before the open the later day tells the OI of its first strike.
  await run([SNAPSHOT_HEADER, ...day("2026-01-30", ["09:13", "10:00"])]);
  expect(await previous()).toEqual([
    [ABSENT, 9100, ABSENT],
    [ABSENT, ABSENT, ABSENT],
  ]);
  expect(await run([SNAPSHOT_HEADER, ...day("2026-01-29", ["15:26"])], true)).toContain(
    "2026-01-30 (import): its previous close and OI would be taken from 2026-01-29 anew",
  );
  expect(await run([SNAPSHOT_HEADER, ...day("2026-01-29", ["15:26"])])).toContain(
    "2026-01-30 (import): previous close or OI of 13 contracts filled anew from 2026-01-29",
  );
  expect(await previous()).toEqual([
    [16_000, 9100, 13_000],
    [13_500, 6500, 13_000],
  ]);
  expect(await run([SNAPSHOT_HEADER, ...day("2026-01-29", ["15:26", "15:31", "15:36"])])).toContain("filled anew");
  expect(await previous()).toEqual([
    [16_200, 9100, 13_000 + 1300],
    [13_700, 6500 + 130, 13_000 + 1300],
  ]);
  expect(await run([SNAPSHOT_HEADER, ...day("2026-01-29", ["15:26", "15:31", "15:36"])])).not.toContain("anew");
});

it("the first day of an expiry has the spot's close from the room of the one before, also when that is imported later", async () => {
  const { run, room } = openImports();
  const day = (date: string, close: number) => [
    "Instrument,Date,Time,Open,High,Low,Close",
    ...["15:28", "15:29"].map((time) => `NIFTY,${date},${time},24000,24100,23900,${close}`),
  ];
  const previous = async () => (await room("2025-10-21", "NIFTY-10/28/2025")).tokens.prevClose[0];
  // A Muhurat session on a Tuesday, whose expiry is the Monday before.
  await run(day("2025-10-21", 24050).map((line) => line.replace("15:2", "14:2")));
  expect(await previous()).toBe(ABSENT);
  expect(await run(day("2025-10-20", 24012.5))).toContain("2025-10-21 (import): previous close or OI of 1 contract");
  expect(await previous()).toBe(24012.5 * 100);
  await room("2025-10-20", "NIFTY-10/20/2025");
});

unlessMissing("the close of a recorded day", recordingsFolder(), "a folder of recorded chains", (folder) => {
  const linesOf = (date: string): string[] =>
    gunzipSync(readFileSync(join(folder, `index_chain_5min_${date}.csv.gz`)))
      .toString()
      .trim()
      .split("\n");

  it("is told by its rows after the close, so the next day's puts grew by 106.5 %, not by 95.9 %", async () => {
    const { run, room } = openImports();
    const friday = linesOf("2026-01-30");
    // No two neighbouring days of one expiry are recorded: Tuesday stands for the budget's Sunday.
    const sunday = linesOf("2026-02-03")
      .map((line) => line.replaceAll("2026-02-03T", "2026-02-01T"))
      .map((line) => line.replace(/,2026-02-03 (?=\d\d:\d\d)/, ",2026-02-01 "));
    const previousAndChange = async () => {
      const { tokens, minutes, open } = await room("2026-02-01");
      const previous = [...tokens.prevOi.subarray(0, tokens.length)];
      const puts = previous.flatMap((oi, row) => (tokens.type[row] === PE && oi !== ABSENT ? [row] : []));
      const at = (9 * 60 + 54 - open) * minutes.stride;
      const now = puts.reduce((sum, row) => sum + minutes.columns[OI][at + row], 0);
      const before = puts.reduce((sum, row) => sum + previous[row], 0);
      return { previous, change: (now / before - 1) * 100 };
    };
    await run([...friday.filter((line) => !/T15:3[16]/.test(line))]);
    await run(sunday);
    const shown = await previousAndChange();
    expect(shown.change).toBeCloseTo(95.9, 1);
    expect(await run(friday)).toContain("filled anew from 2026-01-30");
    const { previous, change } = await previousAndChange();
    expect(change).toBeCloseTo(106.5, 1);
    const wrong = previous.filter((oi, row) => oi !== shown.previous[row]);
    expect([wrong.length, previous.filter((oi) => oi !== ABSENT).length]).toEqual([137, 194]);
  }, 60_000);
});
