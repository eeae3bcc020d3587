/**
 * A watch on any feed: stands between the feed and the book, and believes neither silence nor nonsense.
 *
 *     const watched = watchFeed(feed, { clock, log, registry, silenceMs });
 *     await watched.start(book);
 *     watched.ages()   // what each part of the market is doing, and why not
 *
 * Ticks that cannot be true are refused and counted. A part of the market that says nothing new in its session, only
 * repeats itself, or tells old times, is reported down in words, for the rooms it feeds alone, and comes back by itself
 * with the next tick that is new. An exchange clock that jumps without saying so is said so for.
 */
import { Counter, Gauge, type Registry } from "prom-client";
import { type ExchangeTime, extrapolateMinute } from "#contract/domain/clock.ts";
import type { RoomDay } from "#contract/domain/columns.ts";
import { EQ, type RoomName } from "#contract/domain/instruments.ts";
import type { Feed, FeedSink, ResumePoint, TradingDay } from "../market/feed.ts";
import type { WallClock } from "../platform/clocks.ts";
import type { Log } from "../platform/log.ts";
import { RowGuard } from "./feed-watch-rows.ts";
import {
  FEED_SEGMENTS,
  type FeedSegment,
  isOpen,
  type SegmentState,
  SegmentWatch,
  segmentOfRoom,
  segmentOfRow,
  type TickFault,
} from "./feed-watch-segment.ts";

export interface FeedWatchOptions {
  readonly clock: WallClock;
  readonly log: Log;
  readonly registry: Registry;
  /** Milliseconds without anything new, in session, after which a part of the market counts as silent. */
  readonly silenceMs: number;
}

/** What a part of the market is doing. */
export interface SegmentAge {
  readonly segment: FeedSegment;
  /** Since it last said something new; undefined before the first time. */
  readonly ageMs: number | undefined;
  readonly state: SegmentState;
  /** What is wrong, in words; undefined while nothing is. */
  readonly reason: string | undefined;
}

export interface WatchedFeed extends Feed {
  /** The parts of the market that the open day has. */
  ages(): readonly SegmentAge[];
}

const POLL_MS = 1000;
/** A later poll than this follows a stall of the process: nobody listened, so nobody was silent. */
const STALL_MS = 2 * POLL_MS;
/** Wall milliseconds by which the exchange clock may differ from what it promised a poll ago. */
const CLOCK_MS = 5000;
/** Seconds by which the exchange's stamps may be ahead of the wall clock, or the newest of them behind it. */
const STAMP_SECONDS = 30;

export function watchFeed(feed: Feed, options: FeedWatchOptions): WatchedFeed {
  const watch = new FeedWatch(feed, options);
  return {
    source: feed.source,
    start: (sink, resume) => watch.start(sink, resume),
    time: () => feed.time(),
    backfill: (day, from, to) => feed.backfill(day, from, to),
    ...(feed.make ? { make: feed.make.bind(feed) } : {}),
    ...(feed.hasMinute ? { hasMinute: feed.hasMinute.bind(feed) } : {}),
    coverage: () => feed.coverage?.() ?? [],
    remarks: () => [...watch.troubles(), ...(feed.remarks?.() ?? [])],
    stop: () => watch.stop(),
    ages: () => watch.ages(),
  };
}

interface NextDay {
  readonly segments: readonly SegmentWatch[];
  readonly guards: WeakMap<RoomDay, RowGuard>;
}

class FeedWatch implements FeedSink {
  readonly #feed: Feed;
  readonly #options: FeedWatchOptions;
  readonly #faults: Counter<"kind" | "segment">;
  #sink: FeedSink | undefined;
  #day: TradingDay | undefined;
  #guards = new Map<RoomName, RowGuard>();
  /** Of the day that is opened next, as far as the feed has told its rooms. */
  #next: NextDay | undefined;
  /** In the order of FEED_SEGMENTS; those the day lacks are never judged. */
  #segments: readonly SegmentWatch[] = [];
  #present: ReadonlySet<SegmentWatch> = new Set();
  /** Why the feed says that it is down, whole or by room. */
  #down: string | undefined;
  readonly #downRooms = new Map<RoomName, string>();
  /** What the sink was last told of each room. */
  readonly #told = new Map<RoomName, string>();
  #polledAt: number;
  /** What the exchange clock last promised, and the monotonic time of that. */
  #promise: { readonly time: ExchangeTime; readonly since: number } | undefined;
  #cancel: (() => void) | undefined;

  constructor(feed: Feed, options: FeedWatchOptions) {
    this.#feed = feed;
    this.#options = options;
    this.#polledAt = options.clock.monotonic();
    this.#faults = new Counter({
      name: "feed_faults_total",
      help: "Ticks refused and clocks corrected, by what was wrong and part of the market",
      labelNames: ["kind", "segment"],
      registers: [options.registry],
    });
    const ages = (): readonly SegmentAge[] => this.ages();
    new Gauge({
      name: "feed_age_seconds",
      help: "Seconds since a part of the market last said something new",
      labelNames: ["segment"],
      registers: [options.registry],
      collect() {
        this.reset();
        for (const { segment, ageMs } of ages()) if (ageMs !== undefined) this.set({ segment }, ageMs / 1000);
      },
    });
  }

  async start(sink: FeedSink, resume: ResumePoint | undefined): Promise<void> {
    this.#sink = sink;
    this.#cancel = this.#options.clock.every(POLL_MS, () => this.#poll());
    await this.#feed.start(this, resume);
  }

  async stop(): Promise<void> {
    this.#cancel?.();
    await this.#feed.stop();
    this.#sink = undefined;
  }

  ages(): readonly SegmentAge[] {
    const now = this.#options.clock.monotonic();
    return Array.from(this.#present, (watch) => ({
      segment: watch.segment,
      ageMs: watch.ageMs(now),
      state: watch.state,
      reason: watch.reason,
    }));
  }

  /** What is amiss, in words. */
  troubles(): string[] {
    return [...this.#present].flatMap((watch) => (watch.isTroubled && watch.reason ? [watch.reason] : []));
  }

  expect(room: RoomDay): void {
    this.#next ??= this.#watchNext();
    this.#next.guards.set(room, this.#guardOf(room, this.#next.segments));
    this.#sink?.expect?.(room);
  }

  #watchNext(): NextDay {
    // A source that samples says itself which minutes it lacks, and two samples may well be alike.
    const silenceMs = this.#feed.hasMinute ? Number.POSITIVE_INFINITY : this.#options.silenceMs;
    const limits = { silenceMs, lagSeconds: STAMP_SECONDS };
    return { segments: FEED_SEGMENTS.map((segment) => new SegmentWatch(segment, limits)), guards: new WeakMap() };
  }

  #guardOf(room: RoomDay, segments: readonly SegmentWatch[]): RowGuard {
    const onFault = (kind: TickFault, { segment }: SegmentWatch): void => this.#faults.inc({ kind, segment });
    return new RowGuard(room, segments, onFault);
  }

  open(day: TradingDay): void {
    const { segments, guards } = this.#next ?? this.#watchNext();
    this.#next = undefined;
    this.#guards = new Map(day.rooms.map((room) => [room.room, guards.get(room) ?? this.#guardOf(room, segments)]));
    const present = new Set(day.rooms.map(segmentOfRoom));
    for (const guard of this.#guards.values()) for (const segment of guard.segments) present.add(segment);
    this.#segments = segments;
    this.#present = new Set([...present].sort().map((at) => segments[at]));
    this.#day = day;
    this.#promise = undefined;
    this.#told.clear();
    // A feed that opens a day tells anew of its rooms that are down, and of no other.
    this.#downRooms.clear();
    this.#sink?.open(day);
    this.#tellTroubles();
  }

  async written(): Promise<void> {
    await this.#sink?.written?.();
  }

  changed(name: RoomName, rows: Uint16Array, count: number, stamps?: Float64Array): void {
    const guard = this.#guards.get(name);
    const { clock } = this.#options;
    if (guard === undefined) return;
    const arrival = { now: clock.monotonic(), latest: clock.now() / 1000 + STAMP_SECONDS };
    const kept = guard.check(rows, count, stamps, arrival);
    if (kept > 0) this.#sink?.changed(name, guard.kept, kept);
    // Back at once, not at the next poll: the next minute may be whole.
    if (this.#told.has(name)) this.#judge(0);
  }

  extended(name: RoomName): void {
    this.#sink?.extended(name);
    this.#guards.get(name)?.grow();
  }

  learned(name: RoomName): void {
    this.#sink?.learned(name);
  }

  made(name: RoomName, left: number): void {
    this.#guards.get(name)?.grow();
    this.#sink?.made(name, left);
  }

  clockChanged(time: ExchangeTime): void {
    this.#promise = { time, since: this.#options.clock.monotonic() };
    this.#sink?.clockChanged(time);
  }

  health(down: string | undefined, rooms?: ReadonlySet<RoomName>): void {
    if (rooms === undefined) {
      this.#down = down;
      this.#sink?.health(down);
      if (this.#day) this.#judge(0);
      return;
    }
    for (const room of rooms) {
      if (down === undefined) this.#downRooms.delete(room);
      else this.#downRooms.set(room, down);
    }
    this.#tellTroubles();
  }

  #poll(): void {
    const now = this.#options.clock.monotonic();
    const elapsed = now - this.#polledAt;
    this.#polledAt = now;
    if (this.#day === undefined) return;
    // Out of session a feed may take its time with its clock: it is making the next day.
    if (elapsed > STALL_MS || !this.#isAnyOpen()) this.#promise = undefined;
    else this.#checkClock(now);
    this.#judge(elapsed > STALL_MS ? 0 : elapsed);
  }

  #checkClock(now: number): void {
    const time = this.#feed.time();
    const { time: was, since } = this.#promise ?? { time, since: now };
    this.#promise ??= { time, since: now };
    const minutes = time.minute - extrapolateMinute(was, now - since);
    const allowed = (CLOCK_MS * Math.max(was.rate, 1)) / 60_000;
    if (was.date === time.date && Math.abs(minutes) <= allowed) return;
    this.#promise = { time, since: now };
    if (was.date !== time.date) return;
    this.#faults.inc({ kind: "clock", segment: "all" });
    this.#options.log.warn({ minutes: Number(minutes.toFixed(1)) }, "feed: the exchange clock jumped");
    this.#sink?.clockChanged(time);
  }

  #isOpen({ segment }: SegmentWatch, { rate, date, minute }: ExchangeTime): boolean {
    return rate > 0 && date === this.#day?.date && isOpen(segment, date, minute);
  }

  #isAnyOpen(): boolean {
    const time = this.#feed.time();
    return [...this.#present].some((watch) => this.#isOpen(watch, time));
  }

  #judge(ms: number): void {
    const time = this.#feed.time();
    const seconds = this.#options.clock.now() / 1000;
    let hasChanged = false;
    for (const watch of this.#present) {
      const slice = { ms, minute: time.minute, isOpen: this.#isOpen(watch, time), down: this.#down };
      if (!watch.judge(slice, seconds)) continue;
      hasChanged = true;
      const { segment, state, reason } = watch;
      if (watch.isTroubled) this.#options.log.warn({ segment, state }, `feed: ${reason}`);
      else if (state === "live") this.#options.log.info({ segment }, `feed: ${segment} is live`);
    }
    if (hasChanged) this.#tellTroubles();
  }

  /** Tells the sink of every room whose trouble is another one than it knows. */
  #tellTroubles(): void {
    const news = new Map<string | undefined, Set<RoomName>>();
    for (const room of this.#day?.rooms ?? []) {
      const name = room.room;
      const trouble = this.#downRooms.get(name) ?? this.#troubleOf(room);
      if (trouble === this.#told.get(name)) continue;
      if (trouble === undefined) this.#told.delete(name);
      else this.#told.set(name, trouble);
      const rooms = news.get(trouble) ?? new Set();
      news.set(trouble, rooms.add(name));
    }
    for (const [trouble, rooms] of news) this.#sink?.health(trouble, rooms);
  }

  /** Of its own part of the market, or of the index that it is priced on. */
  #troubleOf(room: TradingDay["rooms"][number]): string | undefined {
    const own = this.#segments[segmentOfRoom(room)];
    if (own.isTroubled) return own.notice;
    const spot = room.tokens.type[0] === EQ ? this.#segments[segmentOfRow(room, 0)] : own;
    return spot.notice;
  }
}
