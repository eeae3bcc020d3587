import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { COMPLETE, FIELD_COUNT, MISSING_MINUTE, type RoomDay, VWAP } from "#contract/domain/columns.ts";
import { isFuturesSymbol } from "#contract/domain/instruments.ts";
import { ABSENT, epochMs, isoDate, minute, slot } from "#contract/domain/units.ts";
import type { Feed, ResumePoint } from "../../market/feed.ts";
import { createManualClock } from "../../testing/manual-clock.ts";
import { feedSuite, SinkRecorder, tableFaults, tickFaults } from "../../testing/suites/feed-suite.ts";
import { simulatedSubject } from "../../testing/suites/simulated-subject.ts";
import { simulatedDay } from "./past/simulated-history.ts";
import { STOCK_FACTS } from "./stocks/stock-facts.ts";
import { FACTS } from "./underlyings/facts.ts";

const SEED = 7;
const WALL = epochMs(Date.parse("2026-11-20T05:00:00Z"));
const FRIDAY = isoDate("2026-11-20");
const MONDAY = isoDate("2026-11-23");

/** Fewer than all, for speed: leaving some out changes nothing of the others. */
const SYMBOLS = ["FINNIFTY", "USDINR", "RELIANCE"];
/** It has more contracts than those three: only where every series of an index counts. */
const WITH_NIFTY = ["NIFTY", "USDINR", "RELIANCE"];
/** A quarter of an hour after the open, when everything has begun to move. */
const MORNING = { date: FRIDAY, minute: 570 };

const subject = (start?: { date: string; minute: number }, seed = SEED, symbols: readonly string[] = SYMBOLS) =>
  simulatedSubject(createManualClock(WALL), {
    seed,
    symbols,
    start: start && { date: isoDate(start.date), minute: minute(start.minute) },
  });

const bytes = (column: Int32Array | Float64Array = new Int32Array()): Buffer =>
  Buffer.from(column.buffer, column.byteOffset, column.byteLength);

const ALL = FACTS.map(({ symbol }) => symbol);

async function begin(
  start?: { date: string; minute: number },
  resume?: ResumePoint,
  seed = SEED,
  symbols: readonly string[] = SYMBOLS,
) {
  const made = subject(start, seed, symbols);
  const sink = new SinkRecorder();
  await made.feed.start(sink, resume);
  return { ...made, sink, room: (name: string) => roomOf(sink, name) };
}

function roomOf(sink: SinkRecorder, name: string): RoomDay {
  const room = sink.day.rooms.find((entry) => entry.room === name);
  if (!room) throw new Error(`no room ${name}`);
  return room;
}

const live = (room: RoomDay): number[][] =>
  room.live.columns.map((column) => Array.from(column.subarray(0, room.tokens.length)));

const atSlot = (room: RoomDay, at: number): number[][] =>
  room.minutes.columns.map((column) => {
    const from = at * room.minutes.stride;
    return Array.from(column.subarray(from, from + room.tokens.length));
  });

/** The wall time until the end of the feed's minute, up to which every tick of the minute has been told. */
const toMinuteEnd = (feed: Feed): number =>
  ((Math.ceil(feed.time().minute + 1e-9) - feed.time().minute) * 60_000) / feed.time().rate;

feedSuite(
  "simulated",
  async (early) => subject(early ? { date: FRIDAY, minute: 540 } : MORNING, SEED, ["FINNIFTY", "USDINR", "TCS"]),
  {
    resume: { date: FRIDAY, minute: minute(800) },
    tellsPast: true,
    standsInStall: true,
    opensEarly: true,
    canFallSilent: false,
  },
);

describe("the simulated exchange", { timeout: 120_000 }, () => {
  it("stands, at a start in mid-day, where backfill ends, and ends every minute live with what backfill says of it", async () => {
    const { feed, sink, advance } = await begin(undefined, undefined, SEED, WITH_NIFTY);
    const isEnd = (at: number): void => {
      for (const room of sink.day.rooms) {
        expect(feed.backfill(room, slot(at - room.open), slot(at - room.open))).toBe(true);
        expect(room.minutes.state[at - room.open]).toBe(COMPLETE);
        expect(atSlot(room, at - room.open), `${room.room} at ${at}`).toEqual(live(room));
      }
    };
    isEnd(734);
    for (let i = 0; i < 3; i++) {
      await advance(toMinuteEnd(feed));
      isEnd(Math.round(feed.time().minute) - 1);
    }
    await feed.stop();
  });

  it("goes on after a restart as if there had been none", async () => {
    const whole = await begin(MORNING);
    await whole.advance(3 * 60_000 + 20_000);
    const again = await begin(undefined, { date: FRIDAY, minute: minute(572) });
    await again.advance(20_000);
    expect(again.feed.time().minute).toBeCloseTo(whole.feed.time().minute, 9);
    for (const room of whole.sink.day.rooms) expect(live(again.room(room.room)), room.room).toEqual(live(room));
    await Promise.all([whole.feed.stop(), again.feed.stop()]);
  });

  it("makes what its first tick needs once the opened day is written", async () => {
    const symbols = ["FINNIFTY"];
    const whole = await begin({ date: "2026-11-20", minute: 600 }, undefined, SEED, symbols);
    for (const room of whole.sink.day.rooms) whole.feed.backfill(room, slot(0), slot(599 - room.open));
    const { feed, advance } = subject(undefined, SEED, symbols);
    const sink = new SinkRecorder();
    let written: () => void = () => undefined;
    const writing = new Promise<void>((resolve) => {
      written = resolve;
    });
    await feed.start(Object.assign(sink, { written: () => writing }), {
      date: FRIDAY,
      minute: minute(599),
      day: whole.sink.day,
    });
    await advance(3_000);
    expect(sink.changes.size).toBe(0);
    written();
    for (let i = 0; i < 50; i++) await advance(0);
    await advance(3_000);
    expect([...sink.changes.keys()]).toEqual(expect.arrayContaining(["FINNIFTY-11/23/2026", "Spot-NSE-11/23/2026"]));
    await Promise.all([whole.feed.stop(), feed.stop()]);
  });

  it("goes on from the journal's minutes, without a run from the open", async () => {
    const whole = await begin(MORNING);
    await whole.advance(2 * 60_000);
    for (const room of whole.sink.day.rooms) whole.feed.backfill(room, slot(570 - room.open), slot(571 - room.open));
    const { day } = whole.sink;
    const again = await begin(undefined, { date: FRIDAY, minute: minute(571), day });
    expect(again.sink.day.symbols).toEqual(whole.sink.day.symbols);
    // Rooms are prepared one by one, between two turns of the event loop.
    for (let i = 0; i < 200; i++) await again.advance(0);
    await Promise.all([whole.advance(80_000), again.advance(80_000)]);
    for (const room of whole.sink.day.rooms) {
      const other = again.room(room.room);
      expect(other.tokens, room.room).toEqual(room.tokens);
      for (const [field, column] of live(room).entries()) {
        const now = live(other)[field] ?? [];
        // The vwap before the restart is known to its last digit only; a futures room multiplies USDINR's by a hundred.
        const digit = isFuturesSymbol(room.symbol) ? 100 : 1;
        if (field === VWAP)
          for (const [row, value] of column.entries())
            expect(Math.abs((now[row] ?? 0) - value)).toBeLessThanOrEqual(digit);
        else expect(now, `${room.room} field ${field}`).toEqual(column);
      }
    }
    const other = await begin(undefined, { date: FRIDAY, minute: minute(571), day }, SEED + 1);
    expect(live(other.room("FINNIFTY-11/23/2026"))).not.toEqual(live(whole.room("FINNIFTY-11/23/2026")));
    await Promise.all([whole.feed.stop(), again.feed.stop(), other.feed.stop()]);
  });

  describe("with many stocks", () => {
    const STOCKS = STOCK_FACTS.slice(0, 12).map(({ symbol }) => symbol);
    const NEAR = `${STOCKS[0]}-11/23/2026`;
    const FAR = `${STOCKS[0]}-1/25/2027`;
    const start = { date: "2026-11-20", minute: 600 };
    const ended = async (feed: Feed, advance: (ms: number) => Promise<void>): Promise<void> => {
      for (let i = 0; i < 400 && (feed.remarks?.() ?? []).length > 0; i++) await advance(0);
    };

    it("opens the day before their rooms are made, and makes one that is asked for at once", async () => {
      const alone = await begin(start, undefined, SEED, [STOCKS[0] ?? ""]);
      const { feed, sink, room, advance } = await begin(start, undefined, SEED, ["FINNIFTY", ...STOCKS]);
      expect(sink.madeRooms).toEqual([]);
      expect(feed.remarks?.()).toEqual([expect.stringMatching(/^36 rooms of stocks are still being made/)]);
      expect(room("FINNIFTY-11/23/2026").minutes.state[40]).toBe(COMPLETE);
      expect(room(NEAR).minutes.state[40]).toBe(MISSING_MINUTE);
      feed.make?.(NEAR);
      expect(sink.madeRooms).toEqual([NEAR]);
      expect(live(room(NEAR))).toEqual(live(alone.room(NEAR)));
      expect(room(NEAR).tokens).toEqual(alone.room(NEAR).tokens);
      await Promise.all([alone.advance(130_000), advance(130_000)]);
      await ended(feed, advance);
      await Promise.all([alone.advance(1_000), advance(1_000)]);
      expect(sink.madeRooms).toHaveLength(36);
      expect(sink.left).toBe(0);
      for (const name of [NEAR, FAR]) {
        expect(live(room(name)), name).toEqual(live(alone.room(name)));
        for (let at = 0; at < 45; at++) expect(atSlot(room(name), at), name).toEqual(atSlot(alone.room(name), at));
      }
      await Promise.all([alone.feed.stop(), feed.stop()]);
    });

    it("goes on from a journal that has some of them whole, some in part and some not at all", async () => {
      const symbols = STOCKS;
      const whole = await begin(start, undefined, SEED, symbols);
      await ended(whole.feed, whole.advance);
      await whole.advance(120_000);
      for (const room of whole.sink.day.rooms) whole.feed.backfill(room, slot(45), slot(46));
      const { day } = whole.sink;
      // One was made a minute before the end, another not at all.
      day.rooms[1]?.minutes.state.fill(MISSING_MINUTE, 0, 46);
      day.rooms[2]?.minutes.state.fill(MISSING_MINUTE);
      for (const column of ["prevClose", "prevOi", "prevVol"] as const) day.rooms[2]?.tokens[column].fill(ABSENT);
      const expected = await begin({ ...start, minute: 602 }, undefined, SEED, symbols);
      const again = await begin(undefined, { date: FRIDAY, minute: minute(601), day }, SEED, symbols);
      await ended(again.feed, again.advance);
      await ended(expected.feed, expected.advance);
      for (const { room: name } of day.rooms.slice(0, 4)) {
        const [now, right] = [again.room(name), expected.room(name)];
        expect(now.tokens, name).toEqual(right.tokens);
        for (const [field, column] of live(right).entries())
          if (field !== VWAP) expect(live(now)[field], `${name} field ${field}`).toEqual(column);
      }
      await Promise.all([whole.feed.stop(), again.feed.stop(), expected.feed.stop()]);
    });
  });

  it("goes on as if nothing had happened after the process was suspended", async () => {
    const steady = await begin(MORNING);
    const stalled = await begin(MORNING);
    await steady.advance(30_000);
    await stalled.advance(10_000);
    await stalled.stall(3_600_000);
    await stalled.advance(20_025);
    expect(stalled.feed.time().minute).toBeCloseTo(steady.feed.time().minute, 6);
    for (const room of steady.sink.day.rooms) expect(live(stalled.room(room.room)), room.room).toEqual(live(room));
    await Promise.all([steady.feed.stop(), stalled.feed.stop()]);
  });

  it("lists all seven underlyings", async () => {
    const { feed, sink } = await begin({ date: "2026-11-20", minute: 540 }, undefined, SEED, ALL);
    expect(sink.day.symbols.map(({ symbol }) => symbol)).toEqual([
      "NIFTY",
      "BANKNIFTY",
      "FINNIFTY",
      "MIDCPNIFTY",
      "SENSEX",
      "BANKEX",
      "USDINR",
    ]);
    for (const room of sink.day.rooms) expect([...tableFaults(room), ...tickFaults(room)]).toEqual([]);
    await feed.stop();
  });

  it("shows yesterday's close and open interest before the open, and nothing else", async () => {
    const { feed, room } = await begin({ date: "2026-11-20", minute: 545 }, undefined, SEED, ["FINNIFTY"]);
    const options = room("FINNIFTY-12/29/2026");
    const [ltp, vwap, oi, vol, open, , , bid] = live(options);
    expect(ltp).toEqual(Array.from(options.tokens.prevClose));
    expect(oi).toEqual(Array.from(options.tokens.prevOi));
    expect(new Set(vol?.slice(1))).toEqual(new Set([0]));
    expect(new Set([...(vwap ?? []), ...(open ?? []), ...(bid ?? [])])).toEqual(new Set([ABSENT]));
    await feed.stop();
  });

  it("is another market with another seed", async () => {
    const one = await begin(MORNING, undefined, SEED, ["FINNIFTY"]);
    const two = await begin(MORNING, undefined, SEED + 1, ["FINNIFTY"]);
    const name = one.sink.day.rooms[0]?.room ?? "";
    expect(live(two.room(name))).not.toEqual(live(one.room(name)));
    await Promise.all([one.feed.stop(), two.feed.stop()]);
  });

  it("tells nothing of minutes that are not over", async () => {
    const { feed, room } = await begin(undefined, undefined, SEED, ["FINNIFTY"]);
    const options = room("FINNIFTY-11/23/2026");
    expect(feed.backfill(options, slot(180), slot(200))).toBe(false);
    expect(feed.backfill(options, slot(170), slot(385))).toBe(true);
    expect(Array.from(options.minutes.state.subarray(178, 182))).toEqual([
      COMPLETE,
      COMPLETE,
      MISSING_MINUTE,
      MISSING_MINUTE,
    ]);
    await feed.stop();
  });

  it("fast-forwards to the next trading day, over a weekend and a holiday, with its own close as yesterday's", async () => {
    const { feed, sink, advance } = await begin({ date: "2026-11-20", minute: 939 });
    expect(feed.time().rate).toBe(1);
    await advance(60_000);
    expect([feed.time().minute, feed.time().rate]).toEqual([940, 60]);
    const friday = sink.day.rooms.find((room) => room.room === "FINNIFTY-11/23/2026");
    const clocks = sink.clocks.length;
    await advance(82_000);
    for (let i = 0; i < 200 && sink.days.length < 2; i++) await advance(0);
    expect(sink.days.map((day) => day.date)).toEqual([FRIDAY, MONDAY]);
    expect(sink.clocks.length).toBeGreaterThan(clocks);
    // It stands once the day is over: the book closes the last minute, and tells it before the next day opens.
    expect(sink.clocks).toContainEqual(expect.objectContaining({ date: FRIDAY, minute: 1021, rate: 0 }));
    expect(feed.time().minute).toBeCloseTo(540, 0);
    const monday = roomOf(sink, "FINNIFTY-11/23/2026");
    const closes = new Map(live(friday!)[0]?.map((ltp, row) => [friday!.tokens.token[row], ltp]));
    const traded = new Map(live(friday!)[3]?.map((vol, row) => [friday!.tokens.token[row], vol]));
    for (let row = 0; row < monday.tokens.length; row++) {
      const token = monday.tokens.token[row];
      if (traded.get(token) === 0 || !traded.has(token)) continue;
      expect(monday.tokens.prevClose[row]).toBe(closes.get(token));
      if (row > 0) expect(monday.tokens.prevVol[row]).toBe(traded.get(token));
    }
    expect(sink.faults).toEqual([]);
    for (const room of sink.day.rooms) expect(tickFaults(room)).toEqual([]);
    await feed.stop();
    const fresh = await begin({ date: "2026-11-23", minute: 540 });
    for (const room of sink.day.rooms) {
      const other = fresh.room(room.room);
      expect(Array.from(other.tokens.prevClose), room.room).toEqual(Array.from(room.tokens.prevClose));
      expect(Array.from(other.tokens.prevOi)).toEqual(Array.from(room.tokens.prevOi));
      expect(Array.from(other.tokens.prevVol)).toEqual(Array.from(room.tokens.prevVol));
    }
    expect(fresh.sink.day.symbols).toEqual(sink.day.symbols);
    await fresh.feed.stop();
  });

  it("lists the futures of every underlying without their options, with their own closes as yesterday's", async () => {
    const choice = ["FINNIFTY", "futures"];
    const { feed, sink, advance } = await begin({ date: "2026-11-20", minute: 1018 }, undefined, SEED, choice);
    await advance(3_000);
    for (let i = 0; i < 500 && sink.days.length < 2; i++) await advance(0);
    const fresh = await begin({ date: "2026-11-23", minute: 540 }, undefined, SEED, choice);
    expect(sink.day.rooms.map(({ room }) => room)).toEqual(fresh.sink.day.rooms.map(({ room }) => room));
    for (const room of sink.day.rooms) {
      const other = fresh.room(room.room);
      expect(Array.from(other.tokens.prevClose), room.room).toEqual(Array.from(room.tokens.prevClose));
      expect(Array.from(other.tokens.prevVol)).toEqual(Array.from(room.tokens.prevVol));
      expect(Array.from(other.tokens.prevOi)).toEqual(Array.from(room.tokens.prevOi));
    }
    expect(fresh.sink.day.symbols).toEqual(sink.day.symbols);
    await Promise.all([feed.stop(), fresh.feed.stop()]);
  });

  it("makes a past day that is the live day's", async () => {
    const past = simulatedDay(SEED, FRIDAY, SYMBOLS);
    const { feed, sink } = await begin({ date: "2026-11-20", minute: 1020 });
    expect(past.symbols).toEqual(sink.day.symbols);
    expect(past.rooms).toEqual(sink.day.rooms.map((room) => room.room));
    const names = ["FINNIFTY-11/23/2026", "USDINR-11/20/2026", "USDINR-12/4/2026", "FINNIFTY-1/25/2027"];
    for (const name of [...names, "RELIANCE-11/23/2026", "Futures-NSE-12/29/2026"]) {
      const made = past.room(name);
      const room = roomOf(sink, name);
      feed.backfill(room, slot(0), slot(379));
      expect(Array.from(made?.tokens.prevClose ?? [])).toEqual(Array.from(room.tokens.prevClose));
      expect(Array.from(made?.tokens.prevVol ?? [])).toEqual(Array.from(room.tokens.prevVol));
      for (let field = 0; field < FIELD_COUNT; field++) {
        const length = 379 * room.minutes.stride;
        const [past, live] = [made, room].map((entry) => entry?.minutes.columns[field]?.slice(0, length));
        expect(Buffer.compare(bytes(past), bytes(live)), `${name} field ${field}`).toBe(0);
      }
      expect(made?.minutes.state.every((state) => state === COMPLETE)).toBe(true);
      expect(made && live(made)).toEqual(made && atSlot(made, made.minutes.slots - 1));
    }
    expect(past.room("NIFTY-1/1/2030")).toBeUndefined();
    await feed.stop();
  });

  it("is the same market in every time zone", async () => {
    const contents = `
      import { simulatedDay } from "./past/simulated-history.ts";
      import { createHash } from "node:crypto";
      const room = simulatedDay(7, "2026-11-20", ["NIFTY"]).room("NIFTY-12/29/2026");
      const hash = createHash("sha256");
      for (const column of room.minutes.columns) hash.update(new Uint8Array(column.buffer));
      process.stdout.write(hash.digest("hex"));`;
    const stdin = { contents, resolveDir: import.meta.dirname };
    const { outputFiles } = await build({ stdin, bundle: true, write: false, platform: "node", format: "esm" });
    const hashes = ["Asia/Kolkata", "America/Los_Angeles"].map((TZ) =>
      execFileSync(process.execPath, ["--input-type=module"], {
        input: outputFiles[0]?.text,
        env: { ...process.env, TZ },
        encoding: "utf8",
      }),
    );
    const here = createHash("sha256");
    for (const column of simulatedDay(SEED, FRIDAY, ["NIFTY"]).room("NIFTY-12/29/2026")?.minutes.columns ?? []) {
      here.update(new Uint8Array(column.buffer));
    }
    expect(new Set(hashes)).toEqual(new Set([here.digest("hex")]));
  });
});
