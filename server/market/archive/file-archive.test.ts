import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import {
  ALL_FIELDS,
  COMPLETE,
  createLiveColumns,
  createMinuteColumns,
  LTP,
  type RoomDay,
  type Source,
} from "#contract/domain/columns.ts";
import { CE, createTokenTable, roomName } from "#contract/domain/instruments.ts";
import { type IsoDate, isoDate, minute, priceScale } from "#contract/domain/units.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import type { Archive } from "./archive.ts";
import { loadRoomDay } from "./blob-codec.ts";
import { createFileArchive } from "./file-archive.ts";
import { listLines } from "./list-text.ts";
import { verifyArchive } from "./verify.ts";
import { takeWriterLock } from "./writer-lock.ts";

const DATE = isoDate("2026-08-18");
const ROOM = "NIFTY-8/18/2026";

let folder: string;
let faults: string[];
let archive: Archive;

beforeEach(() => {
  folder = join(temporaryFolder(), "archive");
  faults = [];
  archive = createFileArchive({ folder, onFault: (line) => faults.push(line) });
});

function roomDay(ltp: number, date: IsoDate = DATE, source: Source = "import", expiry: IsoDate = DATE): RoomDay {
  const tokens = createTokenTable(1);
  tokens.length = 1;
  tokens.token[0] = 7;
  tokens.type[0] = CE;
  tokens.strike[0] = 2_420_000;
  tokens.lotSize[0] = 65;
  const minutes = createMinuteColumns(1, 386, ALL_FIELDS);
  minutes.columns[LTP][3] = ltp;
  minutes.state[3] = COMPLETE;
  return {
    room: roomName("NIFTY", expiry),
    symbol: "NIFTY",
    exchange: "NSE",
    expiry,
    date,
    source,
    priceScale: priceScale(100),
    open: minute(555),
    cadence: 1,
    tokens,
    live: createLiveColumns(1),
    minutes,
  };
}

const head = (date: IsoDate = DATE, source: Source = "import") => ({
  date,
  source,
  origin: "a test",
  symbols: [
    {
      symbol: "NIFTY",
      exchange: "NSE" as const,
      lotSize: 65,
      strikeStep: 50,
      freezeQty: 1800,
      expiries: [DATE],
      futureExpiries: [],
      prevClose: undefined,
      sd: 0.01,
    },
  ],
});

const key = { source: "import", date: DATE, room: ROOM } as const;
const dayPath = (source: Source = "import", date: IsoDate = DATE) => join(folder, source, date);
const blobPath = () => join(dayPath(), readdirSync(dayPath()).find((name) => name.endsWith(".br")) ?? "");

async function checks(): Promise<string[]> {
  const found: string[] = [];
  for await (const day of verifyArchive(folder)) found.push(...day.faults);
  return found;
}

it("gives back what was written, with the facts of the day", async () => {
  expect(await archive.days()).toEqual([]);
  const written = await archive.writeDay(head(), [roomDay(8050)]);
  expect(await archive.days()).toEqual([written]);
  expect(written).toMatchObject({ ...head(), cadence: 1, rooms: [{ room: ROOM }] });
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

it("lists the oldest day first, and real sources first within a date", async () => {
  await archive.writeDay(head(DATE, "sim"), [roomDay(1, DATE, "sim")]);
  await archive.writeDay(head(), [roomDay(1)]);
  const earlier = isoDate("2026-08-17");
  await archive.writeDay(head(earlier, "sim"), [roomDay(1, earlier, "sim")]);
  mkdirSync(join(folder, "import", "not-a-date"));
  expect((await archive.days()).map(({ date, source }) => `${date} ${source}`)).toEqual([
    "2026-08-17 sim",
    "2026-08-18 import",
    "2026-08-18 sim",
  ]);
});

it("changes nothing when the same day is written again, and replaces another one whole", async () => {
  await archive.writeDay(head(), [roomDay(8050)]);
  const times = () => readdirSync(dayPath()).map((name) => `${name} ${statSync(join(dayPath(), name)).mtimeMs}`);
  const before = times();
  await archive.writeDay(head(), [roomDay(8050)]);
  expect(times()).toEqual(before);
  await archive.writeDay(head(), [roomDay(9000)]);
  expect(readdirSync(dayPath())).toHaveLength(2);
  const stored = await archive.read(key);
  expect(stored && (await loadRoomDay(stored)).minutes.columns[LTP]).toContain(9000);
});

it("sees at once what another process writes", async () => {
  await archive.days();
  const other = createFileArchive({ folder });
  await other.writeDay(head(), [roomDay(8050)]);
  expect(await archive.days()).toHaveLength(1);
  expect(await archive.read(key)).toBeDefined();
  await other.writeDay(head(), [roomDay(9000)]);
  const stored = await archive.read(key);
  expect(stored && (await loadRoomDay(stored)).minutes.columns[LTP]).toContain(9000);
});

it("names a damaged, cut or missing blob", async () => {
  await archive.writeDay(head(), [roomDay(8050)]);
  const path = blobPath();
  const good = readFileSync(path);
  const bad = Buffer.from(good);
  bad[bad.length >> 1] ^= 0x55;
  writeFileSync(path, bad);
  await expect(archive.read(key)).rejects.toThrow(`${path} is damaged: `);
  expect(await checks()).toEqual([expect.stringContaining(path)]);
  truncateSync(path, good.length - 3);
  await expect(archive.read(key)).rejects.toThrow(`it has ${good.length - 3} bytes, not ${good.length}`);
  rmSync(path);
  await expect(archive.read(key)).rejects.toThrow(`${path} is missing`);
  writeFileSync(path, good);
  expect(await archive.read(key)).toBeDefined();
});

it("leaves a day with a damaged manifest out, says so once, and lists the others", async () => {
  await archive.writeDay(head(), [roomDay(8050)]);
  const other = isoDate("2026-08-17");
  await archive.writeDay(head(other), [roomDay(1, other)]);
  const path = join(dayPath(), "manifest.json");
  appendFileSync(path, "}");
  for (let i = 0; i < 2; i++) expect((await archive.days()).map(({ date }) => date)).toEqual([other]);
  expect(faults).toEqual([expect.stringContaining(`${path} is damaged: `)]);
  await expect(archive.read(key)).rejects.toThrow(`${path} is damaged`);
  writeFileSync(path, JSON.stringify({ version: 2 }));
  expect(await checks()).toEqual([
    expect.stringMatching(/manifest.json is damaged: version: this Strikeboard knows version 1 only/),
  ]);
  await archive.writeDay(head(), [roomDay(8050)]);
  expect(await checks()).toEqual([]);
});

it("does not list a day whose writer was killed before its manifest, and tidies up after it", async () => {
  await archive.writeDay(head(), [roomDay(8050)]);
  rmSync(join(dayPath(), "manifest.json"));
  writeFileSync(join(dayPath(), "manifest.json.new"), "{");
  expect(await archive.days()).toEqual([]);
  expect(await checks()).toEqual([expect.stringMatching(/has no manifest.json/)]);
  await archive.writeDay(head(), [roomDay(9000)]);
  expect(readdirSync(dayPath())).toHaveLength(2);
});

it("lets one writer at a time write, and gives up on one that never ends", async () => {
  const other = createFileArchive({ folder });
  const later = isoDate("2026-08-19");
  await Promise.all([
    archive.writeDay(head(), [roomDay(8050)]),
    other.writeDay(head(later), [roomDay(1, later)]),
    archive.writeDay(head(later, "sim"), [roomDay(1, later, "sim")]),
  ]);
  expect(await archive.days()).toHaveLength(3);
  const release = await takeWriterLock(folder);
  await expect(takeWriterLock(folder, 0)).rejects.toThrow(
    `The archive ${folder} is being written by another process (${process.pid})`,
  );
  await release();
});

it("refuses what is no day of its, and names a folder that it cannot write", async () => {
  await expect(archive.writeDay(head(), [])).rejects.toThrow("has no rooms");
  await expect(archive.writeDay(head(), [roomDay(1, isoDate("2026-08-17"))])).rejects.toThrow(
    "not of import 2026-08-18",
  );
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  await expect(createFileArchive({ folder: join(file, "archive") }).writeDay(head(), [roomDay(1)])).rejects.toThrow(
    /Cannot write the archive .*file.archive: /,
  );
  if (process.getuid?.() === 0) return;
  chmodSync(folder, 0o500);
  await expect(archive.writeDay(head(isoDate("2026-08-19")), [])).rejects.toThrow("Cannot write");
});
