/**
 * The behaviour that every feed shows, whatever its source. A feed's own test calls feedSuite() with a way to make it on
 * a wall clock that the test moves.
 */
import { Registry } from "prom-client";
import { afterEach, describe, expect, it } from "vitest";
import type { ExchangeTime } from "#contract/domain/clock.ts";
import {
  ASK,
  BID,
  COMPLETE,
  FIELD_COUNT,
  HIGH,
  LOW,
  LTP,
  MISSING_MINUTE,
  type RoomDay,
  VOL,
} from "#contract/domain/columns.ts";
import { CE, EQ, FUT, isSpotSymbol, PE, type RoomName, roomName } from "#contract/domain/instruments.ts";
import { ABSENT, slot } from "#contract/domain/units.ts";
import { watchFeed } from "../../feeds/feed-watch.ts";
import type { Feed, FeedSink, ResumePoint, TradingDay } from "../../market/feed.ts";
import { MarketBook } from "../../market/open-day/book.ts";
import { noRecorder } from "../../market/open-day/day-recorder.ts";
import type { WallClock } from "../../platform/clocks.ts";
import { silentLog } from "../../platform/log.ts";

/** A feed on a wall clock of its own. */
export interface FeedSubject {
  readonly feed: Feed;
  /** Moves the wall clock on, running what is due, and lets promises settle. */
  advance(ms: number): Promise<void>;
  /** Moves the wall clock on as if the process had been suspended: nothing runs meanwhile. */
  stall(ms: number): Promise<void>;
  /** The wall clock that is moved. */
  readonly clock: WallClock;
  /** Makes the source say nothing, or speak again; left out where a feed has no source but itself. */
  mute?(isMute: boolean): void;
}

/** What a kind of feed can and cannot do. */
export interface FeedTraits {
  /** Where an interrupted day may have ended: a feed that cannot resume has none. */
  readonly resume: ResumePoint | undefined;
  /** Whether it can tell minutes before the one it starts in. */
  readonly tellsPast: boolean;
  /** Whether its exchange clock stays where it was while the process is suspended. */
  readonly standsInStall: boolean;
  /** Whether its day can be opened before the session: a recording begins with its first minute. */
  readonly opensEarly: boolean;
  /** Whether its source can stop speaking while the feed runs. */
  readonly canFallSilent: boolean;
}

/** Remembers what a feed says. */
export class SinkRecorder implements FeedSink {
  readonly days: TradingDay[] = [];
  readonly clocks: ExchangeTime[] = [];
  readonly changes = new Map<string, number>();
  /** Faults of the feed against its own rooms, in words. */
  readonly faults: string[] = [];
  /** Why the whole source is down, as it said last. */
  down: string | undefined;
  onChanged: ((room: RoomDay) => void) | undefined;
  /** Rooms that were made after the day was opened, and how many are still to be made. */
  readonly madeRooms: RoomName[] = [];
  left = 0;

  get day(): TradingDay {
    const day = this.days.at(-1);
    if (!day) throw new Error("no day was opened");
    return day;
  }

  open(day: TradingDay): void {
    this.days.push(day);
  }

  changed(name: string, rows: Uint16Array, count: number): void {
    const room = this.day.rooms.find((entry) => entry.room === name);
    if (!room) return void this.faults.push(`${name} is not open`);
    if (count < 1 || count > room.tokens.length) this.faults.push(`${name}: ${count} rows`);
    for (let i = 0; i < count; i++) {
      if ((rows[i] ?? Number.NaN) >= room.tokens.length) this.faults.push(`${name}: row ${rows[i]}`);
    }
    this.changes.set(name, (this.changes.get(name) ?? 0) + count);
    this.onChanged?.(room);
  }

  extended(): void {}

  learned(): void {}

  made(room: RoomName, left: number): void {
    this.madeRooms.push(room);
    this.left = left;
  }

  clockChanged(time: ExchangeTime): void {
    this.clocks.push(time);
  }

  health(down: string | undefined, rooms?: ReadonlySet<RoomName>): void {
    if (rooms === undefined) this.down = down;
    if (down !== undefined) this.faults.push(rooms ? `${down} (${[...rooms].join(", ")})` : down);
  }
}

/** What is wrong with a room's token table, in words; empty when nothing is. */
export function tableFaults(room: RoomDay): string[] {
  const faults: string[] = [];
  const { tokens } = room;
  const seen = new Set<number>();
  let strike = 0;
  for (let row = 0; row < tokens.length; row++) {
    const type = tokens.type[row];
    const fault = (what: string) => faults.push(`${room.room} row ${row}: ${what}`);
    if (seen.has(tokens.token[row] ?? 0)) fault("token twice");
    seen.add(tokens.token[row] ?? 0);
    if ((tokens.lotSize[row] ?? 0) < 1) fault("no lot");
    const isSpots = isSpotSymbol(room.symbol);
    if (type === EQ && row !== 0 && !isSpots) fault("the spot is the first row");
    if (tokens.symbol && type !== (isSpots ? EQ : FUT)) fault("a room of many underlyings has another kind of row");
    if (!tokens.symbol && type === FUT && row > 1) fault("the future comes before the options");
    if (type === EQ || type === FUT) {
      if (tokens.strike[row] !== 0) fault("a strike");
    } else if (type === CE || type === PE) {
      if ((tokens.strike[row] ?? 0) < strike) fault("strikes descend");
      strike = tokens.strike[row] ?? 0;
    } else fault(`type ${type}`);
  }
  return faults;
}

/** What is wrong with a room's last ticks, in words; empty when nothing is. */
export function tickFaults(room: RoomDay): string[] {
  const faults: string[] = [];
  const { tokens } = room;
  const at = (field: number, row: number) => room.live.columns[field]?.[row] ?? Number.NaN;
  for (let row = 0; row < tokens.length; row++) {
    const fault = (what: string) => faults.push(`${room.room} row ${row}: ${what}`);
    for (let field = 0; field < FIELD_COUNT; field++) {
      const value = at(field, row);
      if (!Number.isInteger(value) || (value < 0 && value !== ABSENT)) fault(`field ${field} is ${value}`);
    }
    const [bid, ask, high, low, ltp] = [at(BID, row), at(ASK, row), at(HIGH, row), at(LOW, row), at(LTP, row)];
    if (bid !== ABSENT && ask !== ABSENT && bid >= ask) fault(`bid ${bid}, ask ${ask}`);
    if (high !== ABSENT && (ltp > high || low > ltp)) fault(`${ltp} outside ${low}..${high}`);
  }
  return faults;
}

/** @param make a subject in its session; `early` asks for one on the same day before any session has opened. */
export function feedSuite(name: string, make: (early?: "early") => Promise<FeedSubject>, traits: FeedTraits): void {
  describe(`${name}: the behaviour of every feed`, () => {
    const running: Feed[] = [];
    const stops: (() => void)[] = [];
    const begin = async (resume?: ResumePoint) => {
      const subject = await make();
      const sink = new SinkRecorder();
      running.push(subject.feed);
      await subject.feed.start(sink, resume);
      return { ...subject, sink };
    };

    /** The feed under the watch and the book that the server puts over it. */
    const beginWatched = async () => {
      const subject = await make();
      const { clock } = subject;
      const options = { clock, log: silentLog, registry: new Registry(), silenceMs: 20_000 };
      const watch = watchFeed(subject.feed, options);
      const book = new MarketBook({ feed: watch, clock, recorder: noRecorder });
      const sink = new SinkRecorder();
      running.push(watch);
      stops.push(() => book.stop());
      await watch.start({
        open(day) {
          sink.open(day);
          book.open(day);
        },
        changed: (room, rows, count) => book.changed(room, rows, count),
        extended: (room) => book.extended(room),
        learned: (room) => book.learned(room),
        made: (room, left) => book.made(room, left),
        clockChanged: (time) => book.clockChanged(time),
        health(down, rooms) {
          sink.health(down, rooms);
          book.health(down, rooms);
        },
      });
      return { ...subject, watch, book, sink };
    };

    afterEach(async () => {
      for (const stop of stops.splice(0)) stop();
      await Promise.all(running.splice(0).map((feed) => feed.stop()));
    });

    it("opens one day before it has started, and its clock shows that day", async () => {
      const { feed, sink } = await begin();
      expect(sink.days).toHaveLength(1);
      expect(sink.day.source).toBe(feed.source);
      expect(feed.time().date).toBe(sink.day.date);
      expect(feed.time().minute).toBeGreaterThanOrEqual(0);
      expect(feed.time().minute).toBeLessThan(24 * 60);
    });

    it("lists rooms by the convention, one for every expiry of its symbols", async () => {
      const { sink } = await begin();
      const { day } = sink;
      const names = day.rooms.map((room) => room.room);
      expect(new Set(names).size).toBe(names.length);
      for (const { symbol, expiries } of day.symbols) {
        expect([...expiries]).toEqual([...expiries].sort());
        for (const expiry of expiries) expect(names).toContain(roomName(symbol, expiry));
      }
      for (const room of day.rooms) {
        expect(room.date).toBe(day.date);
        expect(room.source).toBe(day.source);
        expect(room.expiry >= day.date).toBe(true);
        expect(tableFaults(room)).toEqual([]);
        expect(room.live.capacity).toBeGreaterThanOrEqual(room.tokens.length);
        expect(room.minutes.stride).toBeGreaterThanOrEqual(room.tokens.length);
      }
    });

    it("gives one contract one token in every room of its symbol", async () => {
      const { sink } = await begin();
      const spots = new Map<string, number>();
      for (const room of sink.day.rooms) {
        if (room.tokens.type[0] !== EQ || isSpotSymbol(room.symbol)) continue;
        const token = room.tokens.token[0] ?? 0;
        expect(spots.get(room.symbol) ?? token).toBe(token);
        spots.set(room.symbol, token);
      }
    });

    it("tells of rows it has, and writes ticks that can be true", async () => {
      const { sink, advance } = await begin();
      await advance(5000);
      expect(sink.faults).toEqual([]);
      expect(sink.changes.size).toBeGreaterThan(0);
      for (const room of sink.day.rooms) expect(tickFaults(room)).toEqual([]);
    });

    it("never takes back volume", async () => {
      const { sink, advance } = await begin();
      const volumes = new Map<RoomDay, Float64Array>();
      const faults: string[] = [];
      sink.onChanged = (room) => {
        const now = room.live.columns[VOL] as Float64Array;
        const before = volumes.get(room);
        for (let row = 0; before && row < room.tokens.length; row++) {
          if ((now[row] ?? 0) < (before[row] ?? 0)) faults.push(`${room.room} row ${row}`);
        }
        volumes.set(room, now.slice());
      };
      await advance(4000);
      expect(faults).toEqual([]);
    });

    it("moves its clock by its rate", async () => {
      const { feed, advance } = await begin();
      const before = feed.time();
      await advance(2000);
      const after = feed.time();
      expect(after.date).toBe(before.date);
      const expected = before.minute + (2000 * before.rate) / 60_000;
      expect(Math.abs(after.minute - expected)).toBeLessThanOrEqual((300 * Math.max(before.rate, 1)) / 60_000);
    });

    it("says so when the clock does not do what the last word of it promised", async () => {
      const { feed, sink, stall, advance } = await begin();
      await advance(1000);
      const before = feed.time();
      const told = sink.clocks.length;
      await stall(600_000);
      await advance(100);
      if (!traits.standsInStall) return;
      expect(feed.time().minute - before.minute).toBeLessThan((1000 * Math.max(before.rate, 1)) / 60_000);
      expect(sink.clocks.length).toBeGreaterThan(told);
    });

    it("fills the past where it can, and leaves holes where it cannot", async () => {
      const { feed, sink } = await begin();
      const room = sink.day.rooms[0];
      if (!room) throw new Error("no room");
      const last = Math.floor(feed.time().minute) - room.open - 1;
      const known = feed.backfill(room, slot(0), slot(last));
      expect(known).toBe(traits.tellsPast);
      const states = [...room.minutes.state.subarray(0, last + 1)];
      if (traits.tellsPast) expect(states).toContain(COMPLETE);
      else expect(new Set(states)).toEqual(new Set([MISSING_MINUTE]));
      expect([...room.minutes.state.subarray(last + 1)].every((state) => state === MISSING_MINUTE)).toBe(true);
    });

    it("resumes at the minute after the last that was kept", async () => {
      if (!traits.resume) return;
      const { feed } = await begin(traits.resume);
      expect(feed.time().date).toBe(traits.resume.date);
      expect(feed.time().minute).toBe(traits.resume.minute + 1);
    });

    it("is silent once stopped", async () => {
      const { feed, sink, advance } = await begin();
      await advance(1500);
      await feed.stop();
      const changes = new Map(sink.changes);
      await advance(5000);
      expect(sink.changes).toEqual(changes);
    });

    it("tells no tick of a room before its session opens", async () => {
      if (!traits.opensEarly) return;
      const subject = await make("early");
      const sink = new SinkRecorder();
      running.push(subject.feed);
      await subject.feed.start(sink);
      const early = new Set<string>();
      sink.onChanged = (room) => {
        if (subject.feed.time().minute < room.open) early.add(room.room);
      };
      for (let second = 0; second < 20; second++) await subject.advance(1000);
      expect([...early]).toEqual([]);
    });

    it("is accused of nothing by the watch, and its minutes are whole", async () => {
      const { book, sink, advance, feed } = await beginWatched();
      const first = Math.floor(feed.time().minute);
      const seconds = Math.ceil(65 / Math.max(feed.time().rate, 1));
      for (let second = 0; second < seconds; second++) await advance(1000);
      expect(sink.faults).toEqual([]);
      const room = [...(book.day?.rooms.values() ?? [])][0];
      expect(room.day.minutes.state[first - room.day.open]).toBe(COMPLETE);
    });

    it("has its silence reported by the watch, invents no minute of it, and is whole again after it", async () => {
      if (!traits.canFallSilent) return;
      const { book, watch, advance, feed, mute } = await beginWatched();
      await advance(1000);
      mute?.(true);
      const first = Math.floor(feed.time().minute) + 1;
      for (let second = 0; second < 180; second++) await advance(1000);
      const room = [...(book.day?.rooms.values() ?? [])][0];
      expect(watch.ages()[0].state).not.toBe("live");
      expect(room.down ?? book.down).toMatch(/silent|heartbeat/);
      mute?.(false);
      for (let second = 0; second < 180; second++) await advance(1000);
      expect(watch.ages()[0]).toMatchObject({ state: "live", reason: undefined });
      expect(room.down ?? book.down).toBeUndefined();
      const states = [...room.day.minutes.state.subarray(first - room.day.open, first - room.day.open + 5)];
      expect(states).toEqual([MISSING_MINUTE, MISSING_MINUTE, expect.any(Number), expect.any(Number), COMPLETE]);
    });
  });
}
