import { appendFileSync, chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { LTP, type Source } from "#contract/domain/columns.ts";
import { type IsoDate, isoDate } from "#contract/domain/units.ts";
import { createFileArchive } from "../../testing/market/file-archive.ts";
import { SAMPLE_DATE, sampleHead, sampleRoom } from "../../testing/market/sample-days.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import type { Archive } from "./archive.ts";
import { loadRoomDay } from "./blob-codec.ts";
import { createFileStore } from "./file-store.ts";
import { listLines } from "./list-text.ts";
import { verifyArchive } from "./verify.ts";
import { takeWriterLock } from "./writer-lock.ts";

const ROOM = "NIFTY-8/18/2026";

let folder: string;
let faults: string[];
let archive: Archive;

beforeEach(() => {
  folder = join(temporaryFolder(), "archive");
  faults = [];
  archive = createFileArchive({ folder, onFault: (line) => faults.push(line) });
});

const key = { source: "import", date: SAMPLE_DATE, room: ROOM } as const;
const dayPath = (source: Source = "import", date: IsoDate = SAMPLE_DATE) => join(folder, source, date);

async function checks(): Promise<string[]> {
  const found: string[] = [];
  for await (const day of verifyArchive(createFileStore(folder))) found.push(...day.faults);
  return found;
}

it("gives back what was written, with the facts of the day", async () => {
  expect(await archive.days()).toEqual([]);
  const written = await archive.writeDay(sampleHead(), [sampleRoom(8050)]);
  expect(await archive.days()).toEqual([written]);
  expect(written).toMatchObject({ ...sampleHead(), cadence: 1, rooms: [{ room: ROOM }] });
  const stored = await archive.read(key);
  if (stored === undefined) throw new Error("not there");
  expect(stored.checksum).toMatch(/^[0-9a-f]{64}$/);
  const day = await loadRoomDay(stored);
  expect(day.minutes.columns[LTP][3 * day.minutes.stride]).toBe(8050);
  expect(await archive.read({ ...key, room: "NIFTY-8/25/2026" })).toBeUndefined();
  expect(await archive.read({ ...key, source: "sim" })).toBeUndefined();
  expect(await checks()).toEqual([]);
  expect(listLines(await archive.days(), folder)).toEqual([
    expect.stringMatching(/^2026-08-18 {2}import {2}NIFTY \(1\) {2}1 rooms/),
  ]);
});

it("names some symbols of a day that has many", async () => {
  await archive.writeDay(sampleHead(), [sampleRoom(8050)]);
  const [day] = await archive.days();
  const many = ["A", "B", "C", "D", "E", "F"].map((symbol) => ({ ...day!.symbols[0]!, symbol }));
  expect(listLines([{ ...day!, symbols: many }], folder)).toEqual([
    expect.stringContaining("  A (1) B (1) C (1) D (1) and 2 more  1 rooms"),
  ]);
});

it("leaves a day with a damaged manifest out, says so once, and lists the others", async () => {
  await archive.writeDay(sampleHead(), [sampleRoom(8050)]);
  const other = isoDate("2026-08-17");
  await archive.writeDay(sampleHead(other), [sampleRoom(1, other)]);
  const path = join(dayPath(), "manifest.json");
  appendFileSync(path, "}");
  for (let i = 0; i < 2; i++) expect((await archive.days()).map(({ date }) => date)).toEqual([other]);
  expect(faults).toEqual([expect.stringContaining(`${path} is damaged: `)]);
  await expect(archive.read(key)).rejects.toThrow(`${path} is damaged`);
  writeFileSync(path, JSON.stringify({ version: 2 }));
  expect(await checks()).toEqual([
    expect.stringMatching(/manifest.json is damaged: version: this Strikeboard knows version 1 only/),
  ]);
  await archive.writeDay(sampleHead(), [sampleRoom(8050)]);
  expect(await checks()).toEqual([]);
});

it("lets one writer at a time write, and gives up on one that never ends", async () => {
  const other = createFileArchive({ folder });
  const later = isoDate("2026-08-19");
  await Promise.all([
    archive.writeDay(sampleHead(), [sampleRoom(8050)]),
    other.writeDay(sampleHead(later), [sampleRoom(1, later)]),
    archive.writeDay(sampleHead(later, "sim"), [sampleRoom(1, later, "sim")]),
  ]);
  expect(await archive.days()).toHaveLength(3);
  const release = await takeWriterLock(folder);
  await expect(takeWriterLock(folder, 0)).rejects.toThrow(
    `The archive ${folder} is being written by another process (${process.pid})`,
  );
  await release();
});

it("refuses what is no day of its, and names a folder that it cannot write", async () => {
  await expect(archive.writeDay(sampleHead(), [])).rejects.toThrow("has no rooms");
  await expect(archive.writeDay(sampleHead(), [sampleRoom(1, isoDate("2026-08-17"))])).rejects.toThrow(
    "not of import 2026-08-18",
  );
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  await expect(
    createFileArchive({ folder: join(file, "archive") }).writeDay(sampleHead(), [sampleRoom(1)]),
  ).rejects.toThrow(/Cannot write the archive .*file.archive: /);
  if (process.getuid?.() === 0) return;
  chmodSync(folder, 0o500);
  await expect(archive.writeDay(sampleHead(isoDate("2026-08-19")), [])).rejects.toThrow("Cannot write");
});
