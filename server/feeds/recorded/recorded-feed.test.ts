import { join } from "node:path";
import { Registry } from "prom-client";
import { beforeAll, describe, expect, it } from "vitest";
import {
  COMPLETE,
  FIELD_COUNT,
  hasField,
  LTP,
  lastFilledSlot,
  MISSING_MINUTE,
  type RoomDay,
} from "#contract/domain/columns.ts";
import { ABSENT, isoDate, type Minute, minute } from "#contract/domain/units.ts";
import type { Archive } from "../../market/archive/archive.ts";
import { loadRoomDay } from "../../market/archive/blob-codec.ts";
import { type Feed, FeedError } from "../../market/feed.ts";
import { importFiles } from "../../market/importers/import-files.ts";
import { MarketBook } from "../../market/open-day/book.ts";
import { noRecorder } from "../../market/open-day/day-recorder.ts";
import { silentLog } from "../../platform/log.ts";
import { createManualClock, type ManualClock } from "../../testing/manual-clock.ts";
import { createFileArchive } from "../../testing/market/file-archive.ts";
import { recordedArchive } from "../../testing/market/recorded-archive.ts";
import { RECORDED_DAYS, recordingsFolder } from "../../testing/market/recordings.ts";
import {
  ROWS_HEADER,
  rowChain,
  SNAPSHOT_HEADER,
  snapshotChain,
  writeChain,
} from "../../testing/market/sample-chains.ts";
import { unlessMissing } from "../../testing/skips.ts";
import { feedSuite, SinkRecorder } from "../../testing/suites/feed-suite.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { watchFeed } from "../feed-watch.ts";
import { createRecordedFeed, type RecordedFeedOptions } from "./recorded-feed.ts";

const DATE = isoDate("2026-08-18");
const quiet = { begin: () => undefined, update: () => undefined, end: () => undefined };
const label = (at: number): string => `${Math.floor(at / 60)}:${String(at % 60).padStart(2, "0")}`;
const minutes = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => label(from + i));

async function archiveOf(lines: readonly string[], header = ROWS_HEADER): Promise<Archive> {
  const folder = temporaryFolder();
  const archive = createFileArchive({ folder: join(folder, "archive") });
  const report = await importFiles([writeChain(folder, "rows.csv", [header, ...lines])], {
    archive,
    progress: quiet,
  });
  expect(report.files[0]).toMatchObject({ error: undefined, rejected: 0 });
  return archive;
}

/** 10:43 to 10:52 without 10:47 and 10:48; the second expiry lacks 10:45, too. */
let holed: Archive;
/** 10:43 to 12:00, and the session's last two minutes. */
let whole: Archive;
/** Snapshots at 10:00, 10:05, 10:11, 10:20 and 10:25; the second underlying lacks 10:11. */
let sampled: Archive;

beforeAll(async () => {
  const near = [...minutes(643, 646), ...minutes(649, 652)];
  holed = await archiveOf([
    ...rowChain(near),
    ...rowChain(
      near.filter((at) => at !== "10:45"),
      { expiry: "2026-08-25" },
    ),
  ]);
  whole = await archiveOf([...rowChain(minutes(643, 720)), ...rowChain(minutes(939, 940))]);
  const snapshots = ["10:00", "10:05", "10:11", "10:20", "10:25", "10:30"];
  sampled = await archiveOf(
    [
      ...snapshotChain(snapshots),
      ...snapshotChain(
        snapshots.filter((at) => at !== "10:11"),
        () => ({ symbol: "BANKNIFTY" }),
      ),
    ],
    SNAPSHOT_HEADER,
  );
});

/** As a suspended process: time passes and nothing runs, so every timer is late. */
function suspendable(clock: ManualClock) {
  let offset = 0;
  const wall = { ...clock, monotonic: () => clock.monotonic() + offset };
  const suspend = (ms: number): void => {
    offset += ms;
  };
  return { wall, suspend };
}

feedSuite(
  "recorded",
  async () => {
    const clock = createManualClock();
    const { wall, suspend } = suspendable(clock);
    const feed = await createRecordedFeed({ archive: whole, date: DATE, clock: wall, speed: 60, start: minute(650) });
    return {
      feed,
      clock: wall,
      advance: async (ms) => clock.advance(ms),
      stall: async (ms) => suspend(ms),
    };
  },
  {
    resume: { date: DATE, minute: minute(700) as Minute },
    tellsPast: true,
    standsInStall: false,
    opensEarly: false,
    canFallSilent: false,
  },
);

async function play(archive: Archive, options: Partial<RecordedFeedOptions> = {}) {
  const clock = createManualClock();
  const feed = await createRecordedFeed({ archive, date: DATE, clock, speed: 60, ...options });
  return { clock, feed };
}

/** The feed under the server's own watch and book. */
async function playInBook(archive: Archive, options: Partial<RecordedFeedOptions> = {}) {
  const { clock, feed } = await play(archive, options);
  const registry = new Registry();
  const watched = watchFeed(feed, { clock, log: silentLog, registry, silenceMs: 20_000 });
  const book = new MarketBook({ feed: watched, clock, recorder: noRecorder });
  const told: string[] = [];
  await watched.start(
    new Proxy(book, {
      get: (target, name) =>
        name === "health"
          ? (down: string | undefined, rooms?: ReadonlySet<string>) => {
              if (down !== undefined && rooms !== undefined) told.push(down);
              target.health(down, rooms);
            }
          : (target as unknown as Record<PropertyKey, (...sent: unknown[]) => unknown>)[name].bind(target),
    }),
  );
  /** What the watch found, which of an honest feed is nothing. */
  const accusations = async () => [
    ...told,
    ...((await registry.getSingleMetric("feed_faults_total")?.get())?.values ?? []),
  ];
  return { clock, feed, book, accusations };
}

async function recordedRooms(archive: Archive, date = DATE): Promise<RoomDay[]> {
  const manifest = (await archive.days()).find((day) => day.date === date);
  if (manifest === undefined) throw new Error(`${date} is not archived`);
  const rooms: RoomDay[] = [];
  for (const { room } of manifest.rooms) {
    const stored = await archive.read({ source: "import", date, room });
    if (stored) rooms.push(await loadRoomDay(stored));
  }
  return rooms;
}

/** Cells and states of `played` that are not the recording's, in words. */
function differences(recorded: RoomDay, played: RoomDay | undefined, upTo = 1440): string[] {
  if (played === undefined) return [`${recorded.room} is not open`];
  const found: string[] = [];
  for (let slot = 0; slot < recorded.minutes.slots; slot++) {
    const at = `${recorded.room} ${label(slot + recorded.open)}`;
    const expected = slot + recorded.open <= upTo ? recorded.minutes.state[slot] : MISSING_MINUTE;
    if (played.minutes.state[slot] !== expected)
      found.push(`${at}: state ${played.minutes.state[slot]}, not ${expected}`);
    if (expected === MISSING_MINUTE) continue;
    for (let field = 0; field < FIELD_COUNT; field++) {
      if (!hasField(recorded.minutes.fields, field)) continue;
      for (let row = 0; row < recorded.tokens.length; row++) {
        const value = played.minutes.columns[field][slot * played.minutes.stride + row];
        const wanted = recorded.minutes.columns[field][slot * recorded.minutes.stride + row];
        if (value !== wanted) found.push(`${at} row ${row} field ${field}: ${value}, not ${wanted}`);
      }
    }
  }
  return found;
}

describe("a recorded day", () => {
  it.each([1, 7, 60])(
    "at %ix gives the book the very minutes that are archived, and holes where it has none",
    async (speed) => {
      const { clock, book, feed } = await playInBook(holed, { speed });
      // Uneven steps, as timers are.
      for (let i = 0; i < 1400; i++) clock.advance((450 / speed) * (1 + (i % 3) / 2));
      expect(feed.time()).toMatchObject({ source: "recorded", date: DATE, minute: expect.closeTo(653, 3), rate: 0 });
      for (const recorded of await recordedRooms(holed)) {
        expect(differences(recorded, book.day?.rooms.get(recorded.room)?.day)).toEqual([]);
      }
      expect(book.down).toBeUndefined();
    },
  );

  it("begins with its first minute on the screen, and knows nothing of later ones", async () => {
    const { feed, book } = await playInBook(whole);
    expect(feed.time()).toMatchObject({ minute: 643, rate: 60 });
    const [recorded] = await recordedRooms(whole);
    const day = book.day?.rooms.get(recorded.room)?.day;
    expect(day?.live.columns[LTP][0]).toBe(2_421_280);
    expect(differences(recorded, day, 642)).toEqual([]);
  });

  it("that starts later has its past at once", async () => {
    const { book, clock } = await playInBook(whole, { start: minute(700) });
    const [recorded] = await recordedRooms(whole);
    const played = () => book.day?.rooms.get(recorded.room)?.day;
    expect(differences(recorded, played(), 699)).toEqual([]);
    clock.advance(2500);
    expect(differences(recorded, played(), 701)).toEqual([]);
  });

  it("is down in a hole, with absent live figures, and up again after it", async () => {
    const { clock, feed } = await play(holed);
    const sink = new SinkRecorder();
    const told: (string | undefined)[] = [];
    sink.health = (down) => void told.push(down);
    await feed.start(sink);
    clock.advance(3500);
    expect(told).toEqual([]);
    clock.advance(1000);
    expect(told).toEqual(["the recording has nothing from 10:47 until 10:49"]);
    expect([...sink.day.rooms[0].live.columns[LTP].subarray(0, 7)]).toEqual(new Array<number>(7).fill(ABSENT));
    clock.advance(2000);
    expect(told).toEqual([told[0], undefined]);
    expect(sink.day.rooms[0].live.columns[LTP][0]).toBe(2_421_280);
  });

  it("of snapshots every five minutes is up between them, its last figures standing, and down in a longer hole", async () => {
    const { clock, feed, book } = await playInBook(sampled, { date: isoDate("2026-01-30") });
    const told: string[] = [];
    const nifty = () => book.day?.rooms.get("NIFTY-2/3/2026")?.day;
    const spot = () => nifty()?.live.columns[LTP][0];
    for (let at = 600; at < 626; at++) {
      told.push(`${label(at)} ${book.down === undefined ? spot() : book.down}`);
      clock.advance(1000);
    }
    const hole = "the recording has nothing from 10:12 until 10:20";
    expect(told).toEqual([
      ...minutes(600, 617).map((at) => `${at} 2531050`),
      ...minutes(618, 619).map((at) => `${at} ${hole}`),
      ...minutes(620, 625).map((at) => `${at} 2531050`),
    ]);
    expect(feed.time().rate).toBe(60);
    // Only the minutes of snapshots are filled, whatever stood between them.
    for (const recorded of await recordedRooms(sampled, isoDate("2026-01-30")))
      expect(differences(recorded, book.day?.rooms.get(recorded.room)?.day, 624)).toEqual([]);
  });

  it("stands at the close of the session, its last minute closed", async () => {
    const { clock, feed, book } = await playInBook(whole, { start: minute(938 + 1) });
    clock.advance(5000);
    expect(feed.time()).toMatchObject({ minute: expect.closeTo(940, 3), rate: 0 });
    const day = [...(book.day?.rooms.values() ?? [])][0].day;
    expect(day.minutes.state[940 - day.open]).toBe(COMPLETE);
  });

  it("begins again when it loops, without the minutes of its last round", async () => {
    const { clock, feed, book } = await playInBook(holed, { loop: true });
    clock.advance(10_500);
    expect(feed.time()).toMatchObject({ minute: 643.5, rate: 60 });
    const [recorded] = await recordedRooms(holed);
    const played = () => book.day?.rooms.get(recorded.room)?.day;
    expect(differences(recorded, played(), 642)).toEqual([]);
    clock.advance(3000);
    expect(differences(recorded, played(), 645)).toEqual([]);
  });

  it("does not race through what a suspended machine has missed", async () => {
    const clock = createManualClock();
    const { wall, suspend } = suspendable(clock);
    const feed: Feed = await createRecordedFeed({ archive: whole, date: DATE, clock: wall, speed: 60 });
    const sink = new SinkRecorder();
    await feed.start(sink);
    clock.advance(500);
    suspend(600_000);
    clock.advance(600);
    expect(sink.clocks).toHaveLength(1);
    expect(feed.time().minute).toBeLessThan(645);
  });
});

describe("a day that cannot be served", () => {
  const refusal = async (options: Partial<RecordedFeedOptions>): Promise<string> => {
    const clock = createManualClock();
    const error: unknown = await createRecordedFeed({ archive: whole, date: DATE, clock, speed: 1, ...options }).catch(
      (reason) => reason,
    );
    expect(error).toBeInstanceOf(FeedError);
    return error instanceof FeedError ? error.message : "";
  };

  it("is refused in one line", async () => {
    expect(await refusal({ date: isoDate("2026-08-17") })).toBe("2026-08-17 is not archived: archived is 2026-08-18");
    const empty = createFileArchive({ folder: temporaryFolder() });
    expect(await refusal({ archive: empty })).toMatch(/no day is; import one with npm run market -- import <files>/);
    expect(await refusal({ speed: 61 })).toBe("The speed of a recorded day is 1 to 60, not 61");
    expect(await refusal({ start: minute(600) })).toBe(
      "2026-08-18 is recorded from 10:43 to 15:40: it cannot start at 10:00",
    );
    const damaged: Archive = { ...whole, read: () => Promise.reject(new Error("x.br is damaged")) };
    expect(await refusal({ archive: damaged })).toBe("The recorded day 2026-08-18 cannot be read: x.br is damaged");
  });
});

/** The last minute of a day that any room has. */
const lastMinuteOf = (rooms: readonly RoomDay[]): number =>
  Math.max(...rooms.map(({ minutes, open }) => open + lastFilledSlot(minutes)));

unlessMissing("the recorded days", recordingsFolder(), "the recorded market data (MARKET_DATA)", (folder) => {
  it.each(RECORDED_DAYS)(
    "$date played at 60x is the archived day, minute by minute",
    async ({ file, date: text }) => {
      const date = isoDate(text);
      const archive = await recordedArchive([join(folder, file)]);
      const { clock, feed, book, accusations } = await playInBook(archive, { date });
      clock.advance(400_000);
      // Minutes that lost rows are named; nothing else is wrong.
      expect((await accusations()).filter((words) => words !== "the recording lost rows of this minute")).toEqual([]);
      const rooms = await recordedRooms(archive, date);
      // At the close the clock stands still, with closing figures a minute after it.
      const standing = Math.min(lastMinuteOf(rooms) + 1, 15 * 60 + 30 + (date > "2026-08-02" ? 10 : 0));
      expect(feed.time()).toMatchObject({ minute: expect.closeTo(standing, 3), rate: 0 });
      for (const recorded of rooms) {
        expect(differences(recorded, book.day?.rooms.get(recorded.room)?.day)).toEqual([]);
      }
    },
    120_000,
  );
});
