import { Registry } from "prom-client";
import { describe, expect, it } from "vitest";
import { COMPLETE, LTP, MISSING_MINUTE, OI, PARTIAL, type RoomDay, VOL } from "#contract/domain/columns.ts";
import { FUT } from "#contract/domain/instruments.ts";
import { isoDate } from "#contract/domain/units.ts";
import { MarketBook } from "../market/open-day/book.ts";
import { noRecorder } from "../market/open-day/day-recorder.ts";
import { silentLog } from "../platform/log.ts";
import { createManualClock } from "../testing/manual-clock.ts";
import { FakeFeed, fakeDay, fakeRoom, NIFTY_ROOM, USDINR_ROOM } from "../testing/market/fake-feed.ts";
import { SinkRecorder } from "../testing/suites/feed-suite.ts";
import { watchFeed } from "./feed-watch.ts";
import { FEED_SEGMENTS, segmentOfRoom, segmentOfRow } from "./feed-watch-segment.ts";

const SILENCE_MS = 20_000;

class StampedFeed extends FakeFeed {
  /** Writes some fields of one row, and says so with a stamp (epoch seconds, 0 for none). */
  say(at: number, row: number, figures: Readonly<Record<number, number>>, stamp = 0): void {
    const room = this.day.rooms[at];
    for (const [field, value] of Object.entries(figures)) room.live.columns[Number(field)][row] = value;
    this.sink?.changed(room.room, Uint16Array.of(row), 1, Float64Array.of(stamp));
  }
}

const NIFTY = 0;
const USDINR = 1;
const SENSEX = 2;

/** A Monday noon with rooms of all four parts of the market; `run` moves the wall and the exchange clock together. */
async function begin() {
  const clock = createManualClock();
  const day = fakeDay();
  const feed = new StampedFeed({
    day: { ...day, rooms: [...day.rooms, fakeRoom("SENSEX", isoDate("2026-07-30"), 2)] },
    at: 735.2,
  });
  const registry = new Registry();
  const watch = watchFeed(feed, { clock, log: silentLog, registry, silenceMs: SILENCE_MS });
  const sink = new SinkRecorder();
  const book = new MarketBook({ feed: watch, clock, recorder: noRecorder });
  await watch.start({
    open(opened) {
      sink.open(opened);
      book.open(opened);
    },
    changed(room, rows, count) {
      sink.changed(room, rows, count);
      book.changed(room, rows, count);
    },
    extended: (room) => book.extended(room),
    learned: (room) => book.learned(room),
    made: (room, left) => book.made(room, left),
    clockChanged(time) {
      sink.clockChanged(time);
      book.clockChanged(time);
    },
    health(down, rooms) {
      sink.health(down, rooms);
      book.health(down, rooms);
    },
  });
  let value = 1000;
  /** Seconds pass; the parts named say something new in each of them. */
  const run = (seconds: number, speaking: readonly (readonly [number, number])[] = EVERYBODY): void => {
    for (let second = 0; second < seconds; second++) {
      feed.at += feed.rate / 60;
      clock.advance(1000);
      value++;
      for (const [room, row] of speaking) feed.say(room, row, { [LTP]: value, [VOL]: value, [OI]: value });
    }
  };
  const faults = async (): Promise<Record<string, number>> => {
    const { values } = (await registry.getSingleMetric("feed_faults_total")?.get()) ?? { values: [] };
    return Object.fromEntries(values.map(({ labels, value: count }) => [`${labels.kind} ${labels.segment}`, count]));
  };
  const states = (): string[] => watch.ages().map(({ segment, state }) => `${segment} ${state}`);
  return { clock, feed, watch, sink, book, run, faults, states, wall: () => clock.now() / 1000 };
}

/** Room and row of somebody in each part of the market: an option of NIFTY and SENSEX, a USDINR future, the NIFTY index. */
const NSE_OPTION = [NIFTY, 2] as const;
const INDEX = [NIFTY, 0] as const;
const CURRENCY = [USDINR, 1] as const;
const BSE_OPTION = [SENSEX, 2] as const;
const EVERYBODY = [NSE_OPTION, INDEX, CURRENCY, BSE_OPTION];
const ALL_LIVE = ["NSE live", "BSE live", "currency live", "indices live"];

const without = (quiet: readonly [number, number]) => EVERYBODY.filter((entry) => entry !== quiet);

describe("a feed that does what it should", () => {
  it("is live in every part, passes every tick on, and is not accused", async () => {
    const { run, states, sink, faults, watch } = await begin();
    run(90);
    expect(states()).toEqual(ALL_LIVE);
    expect(watch.ages().map(({ ageMs }) => ageMs)).toEqual([0, 0, 0, 0]);
    expect(sink.changes.get(NIFTY_ROOM)).toBe(180);
    expect(sink.faults).toEqual([]);
    expect(sink.clocks).toEqual([]);
    expect(await faults()).toEqual({});
  });
});

describe("a day whose rooms were told before it is opened", () => {
  it("is watched as any other", async () => {
    const { run, states, sink, feed, faults } = await begin();
    for (const room of feed.day.rooms) feed.sink?.expect?.(room);
    feed.sink?.open({ ...feed.day });
    run(30);
    expect(states()).toEqual(ALL_LIVE);
    const told = sink.changes.get(NIFTY_ROOM);
    feed.say(NIFTY, 2, { [LTP]: 0 });
    expect(sink.changes.get(NIFTY_ROOM)).toBe(told);
    expect(await faults()).toEqual({ "price NSE": 1 });
  });
});

describe("a room that its feed says is down", () => {
  it("is up when the feed opens a day anew and says no more of it", async () => {
    const { feed, book } = await begin();
    const down = () => book.day?.rooms.get(NIFTY_ROOM)?.down;
    feed.sink?.health("connection 2 of 3: lost", new Set([NIFTY_ROOM]));
    expect(down()).toBe("connection 2 of 3: lost");
    feed.sink?.open({ ...feed.day });
    expect(down()).toBeUndefined();
  });
});

describe("silence", () => {
  it("of one part is that part's, in words, and ends with its first tick", async () => {
    const { run, states, watch, book } = await begin();
    run(30);
    run(21, without(BSE_OPTION));
    expect(states()).toEqual(["NSE live", "BSE silent", "currency live", "indices live"]);
    expect(watch.ages()[1]).toMatchObject({ reason: "BSE: silent for 21 s", ageMs: 21_000 });
    expect(book.day?.rooms.get("SENSEX-7/30/2026")?.down).toBe("BSE F&O: silent since 12:15");
    expect(book.day?.rooms.get(NIFTY_ROOM)?.down).toBeUndefined();
    expect(book.down).toBeUndefined();
    run(1);
    expect(states()).toEqual(ALL_LIVE);
    expect(book.day?.rooms.get("SENSEX-7/30/2026")?.down).toBeUndefined();
  });

  it("is given currency four times, which trades thinly", async () => {
    const { run, states } = await begin();
    run(1);
    run(79, without(CURRENCY));
    expect(states()).toEqual(ALL_LIVE);
    run(1, without(CURRENCY));
    expect(states()).toContain("currency silent");
  });

  it("that turns into repetition is told in other words, with the same beginning", async () => {
    const { run, feed, book } = await begin();
    const words = () => book.day?.rooms.get("SENSEX-7/30/2026")?.down;
    run(50); // 12:16
    run(25, without(BSE_OPTION));
    expect(words()).toBe("BSE F&O: silent since 12:16");
    for (let second = 0; second < 60; second++) {
      feed.say(...BSE_OPTION, {});
      run(1, without(BSE_OPTION));
    }
    expect(words()).toBe("BSE F&O: nothing new since 12:16");
  });

  it("of the indices is told to the rooms priced on them, and their options' minutes are partial", async () => {
    const { run, book, feed } = await begin();
    run(60);
    run(120, without(INDEX));
    expect(book.day?.rooms.get(NIFTY_ROOM)?.down).toBe("Indices: silent since 12:16");
    const { state } = feed.day.rooms[NIFTY].minutes;
    expect([...state.subarray(735 - 555, 738 - 555)]).toEqual([PARTIAL, PARTIAL, PARTIAL]);
  });

  it("leaves a hole for every minute without a tick, and invents none", async () => {
    const { run, feed } = await begin();
    run(49); // 12:16
    run(60);
    run(180, without(BSE_OPTION));
    run(120);
    const room = feed.day.rooms[SENSEX];
    expect([...room.minutes.state.subarray(736 - 555, 742 - 555)]).toEqual([
      COMPLETE,
      PARTIAL,
      MISSING_MINUTE,
      MISSING_MINUTE,
      PARTIAL,
      COMPLETE,
    ]);
    expect([...feed.day.rooms[NIFTY].minutes.state.subarray(737 - 555, 741 - 555)].every((s) => s === COMPLETE)).toBe(
      true,
    );
  });

  it("is not asked of a closed exchange, nor of a suspended process", async () => {
    const { run, states, feed, clock } = await begin();
    run(5);
    feed.at = 930;
    feed.sink?.clockChanged(feed.time());
    run(40, [CURRENCY]);
    expect(states()).toEqual(["NSE closed", "BSE closed", "currency live", "indices closed"]);
    feed.at = 800;
    feed.rate = 0;
    feed.sink?.clockChanged(feed.time());
    clock.advance(300_000);
    expect(states().every((state) => state.endsWith("closed"))).toBe(true);
  });
});

describe("a feed that only repeats itself", () => {
  it("is found out, though it sends as often as ever", async () => {
    const { feed, run, clock, watch, sink } = await begin();
    run(5);
    const told = sink.changes.get(NIFTY_ROOM);
    for (let second = 0; second < 25; second++) {
      feed.at += 1 / 60;
      clock.advance(1000);
      for (const [room, row] of EVERYBODY) feed.say(room, row, {});
    }
    expect(watch.ages()[0]).toMatchObject({ state: "repeating", reason: "NSE: for 25 s it has only repeated itself" });
    expect(sink.changes.get(NIFTY_ROOM)).toBe(told);
    run(1);
    expect(watch.ages()[0].state).toBe("live");
  });

  it("is believed while its stamps move on: the market may stand still", async () => {
    const { feed, clock, watch, wall, run } = await begin();
    run(1);
    for (let second = 0; second < 40; second++) {
      feed.at += 1 / 60;
      clock.advance(1000);
      for (const [room, row] of EVERYBODY) feed.say(room, row, {}, wall());
    }
    expect(watch.ages().every(({ state }) => state === "live")).toBe(true);
  });
});

describe("a tick that cannot be true", () => {
  it.each([
    ["a price of nothing", { [LTP]: 0 }, "price"],
    ["a negative price", { [LTP]: -500 }, "price"],
    ["negative open interest", { [OI]: -75 }, "interest"],
    ["open interest that is no number", { [OI]: Number.NaN }, "interest"],
    ["a negative volume", { [VOL]: -75 }, "volume"],
    ["a volume that falls", { [VOL]: 100 }, "volume"],
  ])("%s is refused, counted, and put back", async (_, figures, kind) => {
    const { feed, run, faults, sink } = await begin();
    run(3);
    const room = feed.day.rooms[NIFTY];
    const before = room.live.columns.map((column) => column[2]);
    const told = sink.changes.get(NIFTY_ROOM);
    feed.say(NIFTY, 2, { [LTP]: 7777, ...figures });
    expect(room.live.columns.map((column) => column[2])).toEqual(before);
    expect(sink.changes.get(NIFTY_ROOM)).toBe(told);
    expect(await faults()).toEqual({ [`${kind} NSE`]: 1 });
    run(1);
    expect(sink.changes.get(NIFTY_ROOM)).toBe((told ?? 0) + 2);
  });

  it("does not take its neighbours with it", async () => {
    const { feed, run, sink } = await begin();
    run(1);
    const room = feed.day.rooms[NIFTY];
    const rows = Uint16Array.of(2, 3, 4);
    for (const row of rows) room.live.columns[LTP][row] = 4000 + row;
    room.live.columns[OI][3] = -2;
    const told = sink.changes.get(NIFTY_ROOM) ?? 0;
    feed.sink?.changed(room.room, rows, 3);
    expect(sink.changes.get(NIFTY_ROOM)).toBe(told + 2);
    expect([...room.live.columns[LTP].subarray(2, 5)]).toEqual([4002, -1, 4004]);
  });

  it("is believed after a minute of insisting: exchanges do correct volumes downwards", async () => {
    const { feed, run, faults, states } = await begin();
    run(3);
    for (let second = 0; second < 60; second++) {
      run(1, without(NSE_OPTION));
      feed.say(NIFTY, 2, { [LTP]: 5000, [VOL]: 10 + second });
    }
    const room = feed.day.rooms[NIFTY];
    expect(room.live.columns[VOL][2]).not.toBe(69);
    expect(states()[0]).toBe("NSE refused");
    run(1, without(NSE_OPTION));
    feed.say(NIFTY, 2, { [LTP]: 5000, [VOL]: 80 });
    expect(room.live.columns[VOL][2]).toBe(80);
    expect(states()[0]).toBe("NSE live");
    expect((await faults())["volume NSE"]).toBe(60);
  });
});

describe("a feed that lies about time", () => {
  it("ahead: the tick is refused, and a part that sends nothing else says why", async () => {
    const { feed, run, faults, watch, wall } = await begin();
    run(2);
    for (let second = 0; second < 25; second++) {
      run(1, without(NSE_OPTION));
      feed.say(NIFTY, 2, { [LTP]: 6000 + second }, wall() + 31);
    }
    expect(await faults()).toEqual({ "ahead NSE": 25 });
    expect(watch.ages()[0].reason).toBe(
      "NSE: for 25 s it has sent only times ahead of this server's clock (check both clocks)",
    );
    feed.say(NIFTY, 2, { [LTP]: 6500 }, wall() + 29);
    expect(watch.ages()[0].state).toBe("live");
  });

  it("backwards: an older tick of a contract is refused", async () => {
    const { feed, faults, wall } = await begin();
    feed.say(NIFTY, 2, { [LTP]: 6000 }, wall());
    feed.say(NIFTY, 2, { [LTP]: 6100 }, wall() - 1);
    expect(feed.day.rooms[NIFTY].live.columns[LTP][2]).toBe(6000);
    feed.say(NIFTY, 3, { [LTP]: 6100 }, wall() - 1);
    expect(feed.day.rooms[NIFTY].live.columns[LTP][3]).toBe(6100);
    expect(await faults()).toEqual({ "backwards NSE": 1 });
  });

  it("behind: a part whose newest figures are old is late, though it never stops", async () => {
    const { feed, clock, watch, wall } = await begin();
    for (let second = 0; second < 40; second++) {
      feed.at += 1 / 60;
      clock.advance(1000);
      feed.say(NIFTY, 2, { [LTP]: 6000 + second }, wall() - 45);
    }
    expect(watch.ages()[0]).toMatchObject({ state: "late", reason: "NSE: its newest figures are 45 s old" });
    feed.say(NIFTY, 2, { [LTP]: 7000 }, wall());
    clock.advance(1000);
    expect(watch.ages()[0].state).toBe("live");
  });

  it.each([
    ["jumps", 12],
    ["goes back", -3],
  ])("an exchange clock that %s without saying so is said so for", async (_, minutes) => {
    const { feed, run, sink, faults } = await begin();
    run(10);
    expect(sink.clocks).toEqual([]);
    feed.at += minutes;
    run(3);
    expect(sink.clocks).toHaveLength(1);
    expect(sink.clocks[0].minute).toBeCloseTo(feed.at, 0);
    expect(await faults()).toEqual({ "clock all": 1 });
  });

  it("a clock that stands though it promised to run is found out", async () => {
    const { clock, faults } = await begin();
    clock.advance(12_000);
    expect((await faults())["clock all"]).toBe(2);
  });
});

describe("a feed that says itself that it is down", () => {
  it("is not called silent as well, and rooms that it names are theirs alone", async () => {
    const { feed, clock, watch, book, states, run } = await begin();
    run(2);
    feed.sink?.health("the line is cut");
    clock.advance(60_000);
    expect(states()).toEqual(["NSE down", "BSE down", "currency down", "indices down"]);
    expect(watch.ages()[0].reason).toBe("NSE: the line is cut");
    feed.sink?.health(undefined);
    feed.sink?.health("one connection of two is cut", new Set([USDINR_ROOM]));
    run(2);
    expect(states()).toEqual(ALL_LIVE);
    expect(book.day?.rooms.get(USDINR_ROOM)?.down).toBe("one connection of two is cut");
    feed.sink?.health(undefined, new Set([USDINR_ROOM]));
    expect(book.day?.rooms.get(USDINR_ROOM)?.down).toBeUndefined();
  });
});

describe("a row's part of the market", () => {
  it("is that of its underlying: a futures room of NSE holds currency, too, and index spots are the indices'", () => {
    const [nifty, usdinr] = fakeDay().rooms;
    const names = ["NIFTY", "USDINR"];
    const futures = { ...nifty, symbol: "Futures-NSE", tokens: { ...nifty.tokens, length: 2, symbol: names } };
    futures.tokens.type = Uint8Array.of(FUT, FUT);
    const part = (room: RoomDay, row: number) => FEED_SEGMENTS[segmentOfRow(room, row)];
    expect([part(nifty, 0), part(nifty, 1), part(usdinr, 1)]).toEqual(["indices", "NSE", "currency"]);
    expect([part(futures, 0), part(futures, 1)]).toEqual(["NSE", "currency"]);
    expect(FEED_SEGMENTS[segmentOfRoom(usdinr)]).toBe("currency");
  });
});
