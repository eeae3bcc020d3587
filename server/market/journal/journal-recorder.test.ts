import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Registry } from "prom-client";
import { describe, expect, it } from "vitest";
import { COMPLETE, type RoomDay } from "#contract/domain/columns.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import { type Fence, Fenced, noFence } from "../../platform/data-folder/fence.ts";
import { silentLog } from "../../platform/log.ts";
import { createManualClock } from "../../testing/manual-clock.ts";
import { FakeFeed, fakeDay, fieldValue, ltpAt, pastValue } from "../../testing/market/fake-feed.ts";
import { keptOf } from "../../testing/market/fill-minute.ts";
import { createMemoryArchive, type MemoryArchive } from "../../testing/market/memory-archive.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { createMarketMetrics } from "../market-metrics.ts";
import { MarketBook } from "../open-day/book.ts";
import { JournalRecorder } from "./journal-recorder.ts";

async function startDay(
  folder: string,
  feed: FakeFeed,
  archive: MemoryArchive = createMemoryArchive(),
  fence: Fence = noFence,
) {
  const clock = createManualClock();
  const metrics = createMarketMetrics(new Registry());
  const recorder = await JournalRecorder.start({
    folder,
    archive,
    origin: "test",
    clock,
    log: silentLog,
    metrics,
    source: "sim",
    fence,
  });
  const book = new MarketBook({ feed, clock, recorder });
  await feed.start(book, recorder.resume);
  await recorder.ready();
  return { clock, recorder, book, archive };
}

/** Runs minutes of a day: a tick in each, then the clock passes on. */
function run(feed: FakeFeed, from: number, to: number): void {
  for (let at = from; at <= to; at++) {
    feed.at = at + 0.5;
    for (const room of feed.day.rooms) feed.tick(room, at);
  }
  feed.at = to + 1.01;
  for (const room of feed.day.rooms) feed.tick(room, to + 1, [2]);
}

describe("keeping the day", () => {
  it("resumes after the last journalled minute, with the minutes of the earlier run", async () => {
    const folder = temporaryFolder();
    const first = new FakeFeed({ at: 735 });
    first.knowsPast = true;
    const { recorder, book } = await startDay(folder, first);
    run(first, 735, 738);
    await book.settled();
    await recorder.stop();

    const second = new FakeFeed({ at: 0 });
    const again = await startDay(folder, second);
    expect(second.resumed).toMatchObject([{ date: "2026-07-27", minute: 738 }]);
    expect(again.book.day?.trading.rooms.map(keptOf)).toEqual(book.day?.trading.rooms.map(keptOf));
    expect(ltpAt(second.room, 555, 2)).toBe(pastValue(0, 2, 0));
    expect(ltpAt(second.room, 738, 2)).toBe(fieldValue(738, 2, 0));
    run(second, 739, 740);
    await again.book.settled();
    await again.recorder.stop();

    const third = new FakeFeed();
    const last = await startDay(folder, third);
    expect(third.resumed[0]?.minute).toBe(740);
    expect(last.archive.written).toEqual([]);
    await last.recorder.stop();
  });

  it("never mixes the minutes of two simulations: another seed makes the day anew", async () => {
    const folder = temporaryFolder();
    const first = new FakeFeed({ at: 735 });
    const { recorder, book } = await startDay(folder, first);
    run(first, 735, 738);
    await book.settled();
    await recorder.stop();

    const day = fakeDay();
    const symbols = day.symbols.map((facts) => ({ ...facts, prevClose: 2000 }));
    const other = new FakeFeed({ day: { ...day, symbols } });
    const again = await startDay(folder, other);
    expect(ltpAt(other.room, 738, 2)).toBeUndefined();
    await again.recorder.stop();

    const third = new FakeFeed({ day: { ...fakeDay(), symbols } });
    const last = await startDay(folder, third);
    expect(ltpAt(third.room, 738, 2)).toBeUndefined();
    await last.recorder.stop();
  });

  it("keeps a damaged journal beside its own, reads on after the damage, and says what is missing", async () => {
    const folder = temporaryFolder();
    const first = new FakeFeed({ at: 735 });
    const { recorder, book } = await startDay(folder, first);
    run(first, 735, 740);
    await book.settled();
    await recorder.stop();
    const path = join(folder, "2026-07-27-sim.journal");
    const bytes = readFileSync(path);
    const ends: number[] = [];
    for (let at = 0; at < bytes.length; ends.push(at)) at += 8 + bytes.readUInt32LE(at);
    // In the third record from the end.
    const middle = (ends.at(-4) ?? 0) + 20;
    bytes[middle] = (bytes[middle] ?? 0) ^ 0x55;
    writeFileSync(path, bytes);

    const second = new FakeFeed({ at: 0 });
    second.knowsPast = true;
    const again = await startDay(folder, second);
    expect(second.resumed[0]?.minute).toBe(740);
    expect(again.recorder.damage).toMatch(
      /^the journal was damaged: \d+ bytes after 12:1\d until 12:\d\d; kept as .*2026-07-27-sim\.journal\.damaged$/,
    );
    expect(readFileSync(`${path}.damaged`).equals(bytes)).toBe(true);
    // What the feed can tell of the past fills the hole.
    for (let at = 735; at <= 740; at++) expect(second.room.minutes.state[at - second.room.open]).toBe(COMPLETE);
    await again.recorder.stop();
    const third = await startDay(folder, new FakeFeed());
    expect(third.recorder.damage).toBeUndefined();
    await third.recorder.stop();
  });

  it("resumes before the first minute of a day that has none yet", async () => {
    const folder = temporaryFolder();
    const { recorder } = await startDay(folder, new FakeFeed({ at: 540 }));
    await recorder.stop();
    const again = new FakeFeed();
    await (await startDay(folder, again)).recorder.stop();
    expect(again.resumed).toMatchObject([{ date: "2026-07-27", minute: 539 }]);
  });

  it("archives the finished day when the next opens, and only then forgets its journal", async () => {
    const folder = temporaryFolder();
    const feed = new FakeFeed({ at: 1019 });
    const { recorder, book, archive } = await startDay(folder, feed);
    run(feed, 1019, 1019);
    feed.at = 1021;
    const finished = feed.day;
    const next = fakeDay(isoDate("2026-07-28"));
    feed.day = next;
    feed.at = 540;
    feed.sink?.open(next);
    await book.settled();
    await recorder.stop();
    expect(archive.written.map(({ date, origin }) => [date, origin])).toEqual([["2026-07-27", "test"]]);
    expect(archive.rooms.get("2026-07-27 USDINR-7/29/2026")).toBe(finished.rooms[1]);
    expect((finished.rooms[1] as RoomDay).minutes.state[1020 - 540]).toBe(COMPLETE);
    expect(readdirSync(folder)).toEqual(["2026-07-28-sim.journal"]);
  });

  it("keeps the journal of a day that could not be archived, and archives it at the next start", async () => {
    const folder = temporaryFolder();
    const feed = new FakeFeed({ at: 1019 });
    const archive = createMemoryArchive();
    archive.fault = new Error("disk full");
    const { recorder, book } = await startDay(folder, feed, archive);
    run(feed, 1019, 1019);
    const finished = feed.day.rooms.map(keptOf);
    const next = fakeDay(isoDate("2026-07-28"));
    feed.day = next;
    feed.at = 540;
    feed.sink?.open(next);
    await book.settled();
    await recorder.stop();
    expect(readdirSync(folder).sort()).toEqual(["2026-07-27-sim.journal", "2026-07-28-sim.journal"]);

    const later = createMemoryArchive();
    const resumed = new FakeFeed({ day: fakeDay(isoDate("2026-07-28")) });
    const again = await startDay(folder, resumed, later);
    await again.recorder.stop();
    expect(resumed.resumed[0]?.date).toBe("2026-07-28");
    expect(later.written.map(({ date }) => date)).toEqual(["2026-07-27"]);
    expect(
      ["NIFTY-7/28/2026", "USDINR-7/29/2026"].map((name) => keptOf(later.rooms.get(`2026-07-27 ${name}`) as RoomDay)),
    ).toEqual(
      // The minute in which the day ended was closed by the roll-over, after the figures above were taken.
      finished.map((room, i) => expect.objectContaining({ room: room.room, tokens: finished[i]?.tokens })),
    );
    expect(readdirSync(folder)).toEqual(["2026-07-28-sim.journal"]);
  });

  it("tries a finished day again that could not be archived, and says so meanwhile", async () => {
    const folder = temporaryFolder();
    const feed = new FakeFeed({ at: 1019 });
    const archive = createMemoryArchive();
    archive.fault = new Error("disk full");
    const { clock, recorder, book } = await startDay(folder, feed, archive);
    run(feed, 1019, 1019);
    feed.day = fakeDay(isoDate("2026-07-28"));
    feed.at = 540;
    feed.sink?.open(feed.day);
    await book.settled();
    const fault = "2026-07-27 is not archived: disk full";
    await expect.poll(() => recorder.fault).toBe(fault);
    clock.advance(300_000);
    expect(recorder.fault).toBe(fault);
    archive.fault = undefined;
    await expect
      .poll(() => {
        clock.advance(300_000);
        return recorder.fault;
      })
      .toBeUndefined();
    expect(archive.written.map(({ date }) => date)).toEqual(["2026-07-27"]);
    expect(readdirSync(folder)).toEqual(["2026-07-28-sim.journal"]);
    await recorder.stop();
  });

  it("is done with a finished day whose journal never came to be", async () => {
    const folder = temporaryFolder();
    const feed = new FakeFeed({ at: 1019 });
    const { archive, recorder, book } = await startDay(folder, feed);
    run(feed, 1019, 1019);
    await book.settled();
    rmSync(join(folder, "2026-07-27-sim.journal"));
    feed.day = fakeDay(isoDate("2026-07-28"));
    feed.at = 540;
    feed.sink?.open(feed.day);
    await book.settled();
    await expect.poll(() => archive.written.map(({ date }) => date)).toEqual(["2026-07-27"]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(recorder.fault).toBeUndefined();
    await recorder.stop();
  });

  it("writes an archived day no second time where only its journal stays", async () => {
    const folder = temporaryFolder();
    const feed = new FakeFeed({ at: 1019 });
    const { archive, clock, recorder, book } = await startDay(folder, feed);
    run(feed, 1019, 1019);
    await book.settled();
    // A folder in its place cannot be removed as a file.
    const path = join(folder, "2026-07-27-sim.journal");
    rmSync(path);
    mkdirSync(path);
    feed.day = fakeDay(isoDate("2026-07-28"));
    feed.at = 540;
    feed.sink?.open(feed.day);
    await book.settled();
    await expect.poll(() => recorder.fault).toMatch(/^2026-07-27 is archived, but its journal stays: /);
    rmdirSync(path);
    await expect
      .poll(() => {
        clock.advance(300_000);
        return recorder.fault;
      })
      .toBeUndefined();
    expect(archive.written).toHaveLength(1);
    await recorder.stop();
  });

  it("tells of no minute that was not durable when another process took the folder", async () => {
    let checks = Number.POSITIVE_INFINITY;
    const fence: Fence = {
      check() {
        if (checks-- <= 0) throw new Fenced(1, 2);
      },
    };
    const feed = new FakeFeed({ at: 735 });
    const { recorder } = await startDay(temporaryFolder(), feed, undefined, fence);
    expect(await recorder.minute(minute(735))).toBe(true);
    checks = 1; // taken while the minute is written
    expect(await recorder.minute(minute(736))).toBe(false);
    expect(await recorder.minute(minute(737))).toBe(false);
    await recorder.stop();
  });

  it("leaves the journal of another source alone", async () => {
    const folder = temporaryFolder();
    const { recorder } = await startDay(folder, new FakeFeed());
    await recorder.stop();
    const metrics = createMarketMetrics(new Registry());
    const archive = createMemoryArchive();
    const other = await JournalRecorder.start({
      folder,
      archive,
      origin: "t",
      clock: createManualClock(),
      log: silentLog,
      metrics,
      source: "kite",
    });
    expect(other.resume).toBeUndefined();
    await other.stop();
    expect(readdirSync(folder)).toEqual(["2026-07-27-sim.journal"]);
  });

  it("says in one line why it cannot start", async () => {
    const folder = join(temporaryFolder(), "file");
    writeFileSync(folder, "");
    await expect(startDay(folder, new FakeFeed())).rejects.toThrow(/^Cannot use the journal folder .*file/);
  });

  it("keeps minutes in memory while the disk refuses, says so, and catches up", async () => {
    const folder = temporaryFolder();
    const feed = new FakeFeed({ at: 735 });
    const { recorder, book } = await startDay(folder, feed);
    const next = fakeDay(isoDate("2026-07-28"));
    // The next day's journal cannot be made: a folder stands where its new file goes.
    const blocked = join(folder, "2026-07-28-sim.journal.new");
    mkdirSync(blocked);
    feed.day = next;
    feed.at = 600;
    feed.sink?.open(next);
    run(feed, 600, 601);
    await book.settled();
    expect(recorder.fault).toMatch(/EISDIR.*minutes are kept in memory only/);
    expect(ltpAt(feed.room, 600, 2)).toBe(fieldValue(600, 2, 0));
    rmdirSync(blocked);
    run(feed, 602, 603);
    await book.settled();
    expect(recorder.fault).toBeUndefined();
    await recorder.stop();
    const again = new FakeFeed({ day: fakeDay(isoDate("2026-07-28")) });
    const restarted = await startDay(folder, again);
    expect([600, 601, 602, 603].map((at) => ltpAt(again.room, at, 2))).toEqual(
      [600, 601, 602, 603].map((v) => fieldValue(v, 2, 0)),
    );
    await restarted.recorder.stop();
    expect(existsSync(join(folder, "2026-07-27-sim.journal"))).toBe(false);
  });
});
