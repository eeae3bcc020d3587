import { join } from "node:path";
import { pino } from "pino";
import { afterEach, describe, expect, it } from "vitest";
import {
  COMPLETE,
  type ColumnSet,
  createLiveColumns,
  LTP,
  MISSING_MINUTE,
  OI,
  type RoomDay,
  VOL,
  writeSlot,
} from "#contract/domain/columns.ts";
import { CE, FUT } from "#contract/domain/instruments.ts";
import { ABSENT, type EpochMs, epochMs, isoDate, minute } from "#contract/domain/units.ts";
import { type DailyFigures, OFFICIAL } from "../../market/daily/daily-figures.ts";
import { createDailyStore } from "../../market/daily/daily-store.ts";
import { FeedError } from "../../market/feed.ts";
import { createManualClock } from "../../testing/manual-clock.ts";
import { createFileArchive } from "../../testing/market/file-archive.ts";
import { kiteInstruments, writeKiteInstruments } from "../../testing/market/kite-instruments.ts";
import { type KiteTickerServer, kiteMessage, kitePacket, startKiteTicker } from "../../testing/market/kite-ticker.ts";
import { createMemoryStore } from "../../testing/market/memory-store.ts";
import { feedSuite, SinkRecorder } from "../../testing/suites/feed-suite.ts";
import { kiteSubject } from "../../testing/suites/kite-subject.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";

const at = (text: string): EpochMs => epochMs(Date.parse(`${text}+05:30`));
const NOON = at("2026-07-27T12:15:00");
const DATE = isoDate("2026-07-27");

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Setting {
  readonly start?: EpochMs;
  readonly folder?: string;
  readonly text?: string;
  readonly logged?: string[];
  readonly daily?: DailyFigures;
}

/** A contract's end-of-day figures of which nothing is known. */
const NO_FIGURES = {
  open: ABSENT,
  high: ABSENT,
  low: ABSENT,
  close: ABSENT,
  last: ABSENT,
  settle: ABSENT,
  prevClose: ABSENT,
  volume: ABSENT,
  oi: ABSENT,
  prevOi: ABSENT,
  lot: ABSENT,
  rank: OFFICIAL,
} as const;

/** A ticker, a clock and a feed that has not started. */
async function setting({ start = NOON, folder = temporaryFolder(), text, daily, logged = [] }: Setting = {}) {
  const clock = createManualClock(start);
  const ticker = await startKiteTicker(() => Math.floor(clock.now() / 1000));
  ends.push(() => ticker.close());
  const archive = createFileArchive({ folder: join(folder, "archive") });
  const instruments = writeKiteInstruments(temporaryFolder(), text);
  const log = pino({ level: "info", base: undefined }, { write: (line: string) => void logged.push(line) });
  const journalFolder = join(folder, "journal");
  const subject = kiteSubject({ clock, ticker, instruments, archive, journalFolder, log, ...(daily && { daily }) });
  ends.push(() => subject.feed.stop());
  return { ...subject, manual: clock, ticker, archive, folder, logged };
}

async function begin(options?: Setting) {
  const made = await setting(options);
  const sink = new SinkRecorder();
  await made.feed.start(sink);
  return { ...made, sink };
}

/** Waits for what sockets of this machine bring; the clock stands meanwhile. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2));
}

const roomOf = (sink: SinkRecorder, name: string): RoomDay => {
  const room = sink.day.rooms.find((entry) => entry.room === name);
  if (room === undefined) throw new Error(`no room ${name}`);
  return room;
};

const keep = (room: RoomDay, slot: number, columns: ColumnSet): void =>
  writeSlot(room.minutes, slot, { columns, base: 0 }, room.tokens.length, COMPLETE);

feedSuite("kite", async (early) => setting({ start: early ? at("2026-07-27T08:50:00") : NOON }), {
  resume: undefined,
  tellsPast: false,
  standsInStall: false,
  opensEarly: true,
  canFallSilent: true,
});

describe("a day of the ticker", () => {
  it("opens with previous closes and live figures, for the credentials it was given", async () => {
    const { sink, ticker, advance } = await begin();
    const [{ query, version }] = ticker.handshakes;
    expect([query.get("api_key"), query.get("access_token"), version]).toEqual(["key", "access", "3"]);
    expect(sink.day).toMatchObject({ date: DATE, source: "kite" });
    expect(sink.day.symbols.find(({ symbol }) => symbol === "NIFTY")).toEqual({
      symbol: "NIFTY",
      exchange: "NSE",
      lotSize: 65,
      strikeStep: 50,
      freezeQty: 1800,
      ticks: { future: 0.1 },
      expiries: ["2026-07-28", "2026-08-25", "2026-12-29"],
      futureExpiries: ["2026-07-28", "2026-08-25"],
      prevClose: 99.5,
      sd: undefined,
    });
    const room = roomOf(sink, "NIFTY-7/28/2026");
    expect([...room.tokens.prevClose]).not.toContain(ABSENT);
    await advance(1000);
    expect([LTP, VOL, OI].map((field) => room.live.columns[field][2])).toEqual([10_005, 75_075, 150_000]);
  });

  it("subscribes in full mode to every instrument, once", async () => {
    const { ticker, sink } = await begin();
    const tokens = new Set(sink.day.rooms.flatMap(({ tokens }) => [...tokens.token]));
    expect(ticker.subscriptions).toHaveLength(1);
    expect(new Set(ticker.subscriptions[0].keys())).toEqual(tokens);
    expect(new Set(ticker.subscriptions[0].values())).toEqual(new Set(["full"]));
  });

  it("has futures rooms, with the underlying of each row", async () => {
    const { sink } = await begin();
    const room = roomOf(sink, "Futures-NSE-7/28/2026");
    expect([room.symbol, room.tokens.symbol]).toEqual(["Futures-NSE", ["NIFTY", "RELIANCE"]]);
  });

  it("opens without those who do not answer, after three seconds", async () => {
    const { feed, ticker, manual } = await setting();
    ticker.answers = false;
    const sink = new SinkRecorder();
    const starting = feed.start(sink);
    await until(() => ticker.subscriptions.length === 1);
    manual.advance(3000);
    await starting;
    expect(sink.days).toHaveLength(1);
    expect(roomOf(sink, "NIFTY-7/28/2026").tokens.prevClose[0]).toBe(ABSENT);
  });

  it("knows the open interest and volume that the archive has of the day before", async () => {
    const { folder, sink: first, archive } = await begin({ start: at("2026-07-24T15:20:00") });
    const room = roomOf(first, "NIFTY-7/28/2026");
    const ending = createLiveColumns(room.tokens.length).columns;
    for (let row = 0; row < room.tokens.length; row++) {
      ending[OI][row] = 1000 + row;
      ending[VOL][row] = 2000 + row;
    }
    keep(room, room.minutes.slots - 1, ending);
    await archive.writeDay({ ...first.day, origin: "test" }, [room]);
    const { sink } = await begin({ folder });
    const { prevOi, prevVol } = roomOf(sink, "NIFTY-7/28/2026").tokens;
    expect([prevOi[2], prevVol[2]]).toEqual([1002, 2002]);
    expect(roomOf(sink, "SENSEX-7/30/2026").tokens.prevOi[2]).toBe(ABSENT);
  });

  it("takes the day before from end-of-day files on its first day, and says which rooms", async () => {
    const daily = createDailyStore({ store: createMemoryStore() });
    const { sink: listed } = await begin();
    const { tokens } = roomOf(listed, "NIFTY-7/28/2026");
    const row = tokens.type.indexOf(CE);
    const figures = { ...NO_FIGURES, expiry: isoDate("2026-07-28"), settle: 12_345, oi: 6_500, volume: 13_000 };
    await daily.update([{ source: "import", date: isoDate("2026-07-24") }], ({ date, source }) => ({
      date,
      source,
      origin: ["fo.csv"],
      underlyings: [],
      contracts: new Map([
        [
          "NIFTY",
          [
            { ...figures, type: CE, strike: tokens.strike[row] ?? 0 },
            { ...figures, type: FUT, strike: 0, oi: 700 },
          ],
        ],
      ]),
    }));
    const { sink, feed } = await begin({ daily });
    const room = roomOf(sink, "NIFTY-7/28/2026").tokens;
    expect([room.prevOi[row], room.prevVol[row]]).toEqual([6_500, 13_000]);
    expect(room.prevOi[row + 1]).toBe(ABSENT);
    expect(room.prevOi[room.type.indexOf(FUT)]).toBe(700);
    const futures = roomOf(sink, "Futures-NSE-7/28/2026").tokens;
    expect(futures.prevOi[futures.symbol?.indexOf("NIFTY") ?? -1]).toBe(700);
    const words = (name: string) => feed.coverage?.().find(({ rooms }) => rooms?.includes(name))?.words;
    expect(words("NIFTY-7/28/2026")).toBe(
      "open interest and volume of 2026-07-24, the day before, are from end-of-day files",
    );
    expect(words("SENSEX-7/30/2026")).toMatch(/^no open interest and volume of 2026-07-24/);
    expect(feed.remarks?.().join()).toMatch(/are from end-of-day files \(2 rooms\)/);
  });
});

describe("what the ticker sends amiss", () => {
  const OPTION_ROOM = "NIFTY-7/28/2026";

  it("is counted and left out, and what comes after it is read", async () => {
    const { ticker, faults, advance, sink, logged } = await begin();
    ticker.sendRaw(Buffer.from("00020004", "hex"));
    ticker.sendRaw(kiteMessage([Buffer.alloc(9)]));
    ticker.sendRaw(Buffer.of(0, 0, 7));
    ticker.sendRaw(kiteMessage([kitePacket(0xfff002, "ltp", [...ticker.figures.values()][0])]));
    ticker.sendRaw("{ not json");
    ticker.sendRaw(JSON.stringify({ type: "order", data: { order_id: "1", status: "COMPLETE" } }));
    ticker.sendRaw(JSON.stringify({ type: "error", data: "too many instruments" }));
    ticker.sendRaw(JSON.stringify({ type: "instruments_meta", data: {} }));
    await ticker.settled();
    expect(await faults()).toEqual({ truncated: 1, length: 1, trailing: 1, "unknown-token": 1, text: 1 });
    expect(logged.join("")).toContain("too many instruments");
    await advance(1000);
    expect(roomOf(sink, OPTION_ROOM).live.columns[LTP][2]).toBe(10_005);
  });

  it("a flood of garbage takes nothing down", async () => {
    const { ticker, faults, advance, sink } = await begin();
    for (let i = 0; i < 500; i++) ticker.sendRaw(Buffer.from(`${"%08x".repeat(i % 9)}${i}`));
    await ticker.settled();
    expect(Object.values(await faults()).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(400);
    await advance(1000);
    expect(roomOf(sink, OPTION_ROOM).live.columns[LTP][2]).toBe(10_005);
    expect(sink.faults).toEqual([]);
  });
});

/** Until a lost connection is back: the retries are due on the manual clock, the handshakes take real time. */
async function reconnected(manual: { advance(ms: number): void }, ticker: KiteTickerServer, handshakes: number) {
  for (let second = 0; second < 90 && ticker.handshakes.length < handshakes; second++) {
    manual.advance(1000);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  expect(ticker.handshakes.length).toBeGreaterThanOrEqual(handshakes);
}

describe("a connection that is lost", () => {
  it("is said so, comes back by itself, and subscribes again", async () => {
    const { ticker, manual, sink, advance } = await begin();
    ticker.drop();
    await until(() => sink.faults.length > 0);
    expect(sink.faults).toEqual(["Kite ticker: closed, code 1006"]);
    await reconnected(manual, ticker, 2);
    await until(() => ticker.subscriptions[0]?.size > 0);
    await advance(2000);
    expect(sink.down).toBeUndefined();
    expect(roomOf(sink, "NIFTY-7/28/2026").live.columns[LTP][2]).toBe(10_010);
  });

  it("is cut by us when not even heartbeats come", async () => {
    const { ticker, manual, sink } = await begin();
    manual.advance(9000);
    expect(sink.faults).toEqual([]);
    manual.advance(1000);
    expect(sink.faults).toEqual(["Kite ticker: not even a heartbeat for 10 s"]);
    await reconnected(manual, ticker, 2);
  });

  it("is tried again ever more slowly, up to a minute", async () => {
    const logged: string[] = [];
    const { ticker, manual } = await begin({ logged });
    ticker.refuseWith(502);
    ticker.drop();
    for (let tries = 2; tries <= 9; tries++) await reconnected(manual, ticker, tries);
    await until(() => logged.filter((line) => line.includes("trying again")).length >= 9);
    const waits = logged.flatMap((line) => /"reason":"status 502","ms":(\d+)/.exec(line)?.[1] ?? []).map(Number);
    expect(waits.slice(0, 7)).toEqual([1500, 3000, 6000, 12_000, 24_000, 45_000, 45_000]);
  });

  it("takes its own rooms down alone, where there are others", async () => {
    const chain = Array.from(
      { length: 3100 },
      (_, i) =>
        `${(50_000 + i) * 256 + 2},${50_000 + i},X${i},BANKNIFTY,0,2026-07-28,${40_000 + i * 10},0.05,30,CE,NFO-OPT,NFO`,
    );
    const { ticker, sink } = await begin({ text: [kiteInstruments(), ...chain].join("\n") });
    expect(ticker.subscriptions).toHaveLength(2);
    const small = ticker.subscriptions.findIndex(({ size }) => size < 1000);
    ticker.drop(small);
    await until(() => sink.faults.length > 0);
    expect(sink.faults[0]).toMatch(/^Kite connection 2 of 2: closed, code 1006 \(.*BANKNIFTY-7\/28\/2026/);
    expect(sink.faults[0]).not.toContain("Futures");
    expect(sink.down).toBeUndefined();
  });
});

describe("an access token that is refused", () => {
  it("stops the start, in one line", async () => {
    const { feed, ticker } = await setting();
    ticker.refuseWith(403);
    const error: unknown = await feed.start(new SinkRecorder()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(FeedError);
    expect(String(error)).toBe(
      "FeedError: Kite ticker: 403, the API key or the access token is refused. An access token ends each morning: log in to Kite again",
    );
  });

  it("later ends the trying: what is known stays, and is said to be old", async () => {
    const { ticker, manual, sink } = await begin();
    ticker.refuseWith(403);
    ticker.drop();
    await reconnected(manual, ticker, 2);
    await until(() => sink.faults.length > 1);
    expect(sink.faults.at(-1)).toBe("Kite ticker: 403, the API key or the access token is refused");
    manual.advance(600_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(ticker.handshakes).toHaveLength(2);
  });

  it("never shows the credentials in a log", async () => {
    const logged: string[] = [];
    const { ticker, manual } = await begin({ logged });
    ticker.refuseWith(403);
    ticker.drop();
    await reconnected(manual, ticker, 2);
    await until(() => logged.some((line) => line.includes("refused until")));
    expect(logged.join("")).not.toMatch(/access_token=|api_key=|key:access/);
  });
});

describe("days", () => {
  it("open one after the other at 08:45, with the clock standing from midnight on", async () => {
    const { feed, sink, manual } = await begin({ start: at("2026-07-27T23:50:00") });
    expect(feed.time()).toMatchObject({ source: "kite", date: "2026-07-27", minute: 1430, rate: 1 });
    manual.advance(at("2026-07-28T00:10:00") - at("2026-07-27T23:50:00"));
    expect(feed.time()).toMatchObject({ date: "2026-07-27", rate: 0, minute: expect.closeTo(1440, 2) });
    expect(sink.clocks.at(-1)).toMatchObject({ date: "2026-07-27", rate: 0 });
    manual.advance(at("2026-07-28T08:44:59") - at("2026-07-28T00:10:00"));
    expect(sink.days).toHaveLength(1);
    manual.advance(2000);
    await until(() => sink.days.length === 2);
    expect(sink.day.date).toBe("2026-07-28");
    expect(feed.time()).toMatchObject({ date: "2026-07-28", rate: 1, minute: expect.closeTo(525, 1) });
    expect(sink.day.rooms.every(({ minutes }) => minutes.state.every((state) => state === MISSING_MINUTE))).toBe(true);
  });

  it("on a holiday the newest kept day of a real market stands, and is not kept again", async () => {
    const { folder, sink: first, archive } = await begin({ start: at("2026-07-24T15:20:00") });
    const room = roomOf(first, "NIFTY-7/28/2026");
    const { columns } = createLiveColumns(room.tokens.length);
    columns[LTP][2] = 4321;
    keep(room, 10, columns);
    await archive.writeDay({ ...first.day, origin: "test" }, [room]);
    const simulated = { ...room, date: isoDate("2026-07-25"), source: "sim" as const };
    await archive.writeDay({ ...first.day, date: simulated.date, source: "sim", origin: "test" }, [simulated]);

    const { feed, sink, manual } = await begin({ folder, start: at("2026-07-26T23:00:00") });
    expect(sink.day).toMatchObject({ date: "2026-07-24", source: "kite", isKept: true });
    expect(sink.day.rooms[0].live.columns[LTP][2]).toBe(4321);
    expect(feed.time()).toMatchObject({ source: "none", date: "2026-07-24", rate: 0, minute: minute(565) });
    expect(feed.remarks?.()).toEqual(["no session now: 2026-07-24 is shown, 2026-07-27 opens at 08:45"]);
    manual.advance(at("2026-07-27T08:45:01") - at("2026-07-26T23:00:00"));
    await until(() => sink.days.length === 2);
    expect(sink.day.date).toBe("2026-07-27");
    expect(feed.remarks?.()).toEqual([expect.stringMatching(/^no open interest and volume of 2026-07-24/)]);
  });

  it("with nothing kept, a holiday is refused in one line", async () => {
    const { feed } = await setting({ start: at("2026-07-26T11:00:00") });
    await expect(feed.start(new SinkRecorder())).rejects.toThrow(
      "2026-07-26 has no session, and no day is kept that could be shown: the next is 2026-07-27",
    );
  });

  it("before 08:45 with nothing kept, the day opens at once, and again when its list is out", async () => {
    const { sink, manual } = await begin({ start: at("2026-07-27T07:00:00") });
    expect(sink.day.date).toBe("2026-07-27");
    manual.advance(at("2026-07-27T08:45:01") - at("2026-07-27T07:00:00"));
    await until(() => sink.days.length === 2);
    expect(sink.day.date).toBe("2026-07-27");
  });
});
