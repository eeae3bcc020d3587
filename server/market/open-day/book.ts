/**
 * The market book: the open day's rooms, fed by a feed, closed minute by minute.
 *
 * Order of a minute: the exchange clock passes its end -> every room whose session has it copies its columns into the
 * slot -> the journal makes it durable -> listeners publish it. The book knows nothing of sockets or frames.
 */
import { type ExchangeTime, extrapolateMinute } from "#contract/domain/clock.ts";
import { MISSING_MINUTE, type RoomDay, type Source } from "#contract/domain/columns.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import { type IsoDate, type Minute, minute, slot } from "#contract/domain/units.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Coverage, Feed, FeedSink, SymbolFacts, TradingDay } from "../feed.ts";
import { Beat } from "./beat.ts";
import { BookRoom } from "./book-room.ts";
import type { DayRecorder } from "./day-recorder.ts";
import { mergeMinutes } from "./earlier-minutes.ts";
import { MinuteWatch } from "./minute-watch.ts";

/** The day that is open. */
export interface BookDay {
  readonly date: IsoDate;
  readonly source: Source;
  readonly symbols: readonly SymbolFacts[];
  readonly trading: TradingDay;
  readonly rooms: ReadonlyMap<RoomName, BookRoom>;
  /** Has the feed make a room whose figures it has not made yet. */
  make(room: RoomName): void;
}

/** What the book tells. Rooms and rows are the book's own: read them before returning. */
export interface BookListener {
  /** A day was opened, or opened again after the feed restarted. */
  opened(day: BookDay): void;
  changed(room: BookRoom, rows: Uint16Array, count: number): void;
  extended(room: BookRoom): void;
  /** Previous figures in the room's token table became known. */
  learned(room: BookRoom): void;
  /** The room was listed without figures, and has them now: those of the day so far, and previous ones. */
  made(room: BookRoom): void;
  /** A minute is closed and journalled, and no other process leads: those of `rooms` that have it. */
  minuteClosed(at: Minute, rooms: readonly BookRoom[]): void;
  clockChanged(time: ExchangeTime): void;
  /** The book has looked at the clock: the pulse of whoever has work as often. See {@link MarketBook.pulse}. */
  pulsed?(point: number): void;
}

export interface BookDeps {
  readonly feed: Pick<Feed, "time" | "backfill" | "hasMinute" | "coverage" | "make">;
  readonly clock: WallClock;
  readonly recorder: DayRecorder;
  /** Milliseconds between two points at which it may look at the clock; 100 unless told. */
  readonly pulseMs?: number;
}

const PULSE_MS = 100;
/** Points from one look at the clock to the next, where nothing else is to be done. */
const IDLE_POINTS = 5;
/** Contracts x slots that are packed at a pulse: a millisecond or so. */
const PACKED_CELLS = 5_000;
/** A feed's last ticks of a minute may be told a moment after it: a quiet minute is closed this much later. */
const GRACE_MS = 250;
export class MarketBook implements FeedSink {
  readonly #deps: BookDeps;
  readonly #listeners = new Set<BookListener>();
  /** One timer for all that is done so often: each would wake an idle process by itself. */
  readonly #beat: Beat;
  /** Of the day that is opened next. */
  readonly #expected = new WeakMap<RoomDay, BookRoom>();
  #day: BookDay | undefined;
  /** Handed over by the feed, not open yet. */
  #opening: TradingDay | undefined;
  #watch: MinuteWatch | undefined;
  #down: string | undefined;
  /** Rooms may have blocks of minutes to pack. */
  #mayPack = false;
  #publishing: Promise<void> = Promise.resolve();

  constructor(deps: BookDeps) {
    this.#deps = deps;
    this.#beat = new Beat(deps.clock, deps.pulseMs ?? PULSE_MS, (point) => {
      this.#poll();
      for (const listener of this.#listeners) listener.pulsed?.(point);
      this.#beat.at(point + (this.#mayPack || this.#opening !== undefined ? 1 : IDLE_POINTS));
    });
    this.#beat.at(this.#beat.next);
  }

  get day(): BookDay | undefined {
    return this.#day;
  }

  /** When it looks at the clock: whoever has work asks for the point at which it is to be done. */
  get pulse(): Pick<Beat, "next" | "at"> {
    return this.#beat;
  }

  /** The last minute of the day that has passed; NaN while no day is open. */
  get closedMinute(): number {
    return this.#watch ? this.#watch.current - 1 : Number.NaN;
  }

  /** Why the source is down; undefined while it is up. */
  get down(): string | undefined {
    return this.#down;
  }

  /** What the open day lacks, or has from elsewhere. */
  get coverage(): readonly Coverage[] {
    return this.#deps.feed.coverage?.() ?? [];
  }

  listen(listener: BookListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  expect(room: RoomDay): void {
    this.#expected.set(room, new BookRoom(room));
  }

  open(trading: TradingDay): void {
    // The minute during which a feed restarts is not over: it is closed in its time, and marked partial.
    if (this.#day === undefined || !isSameDay(this.#day.trading, trading)) this.#finish();
    this.#opening = trading;
    this.#begin();
  }

  written(): Promise<void> {
    return this.#deps.recorder.written();
  }

  /** Opens the day that the feed has handed over, once its clock shows that day: feeds set it just before or after. */
  #begin(): void {
    const trading = this.#opening;
    const time = trading && this.#timeOn(trading.date);
    if (trading === undefined || time === undefined) return;
    this.#opening = undefined;
    const now = time.minute;
    const previous = this.#day?.trading;
    const known = previous && isSameDay(previous, trading) ? previous : this.#deps.recorder.known(trading);
    const rooms = new Map(trading.rooms.map((room) => [room.room, this.#roomOf(room)]));
    const { date, source, symbols } = trading;
    const make = (name: RoomName): void => this.#deps.feed.make?.(name);
    const day: BookDay = { date, source, symbols, trading, rooms, make };
    if (known) {
      const earlier = new Map(known.rooms.map((room) => [room.room, room]));
      for (const room of trading.rooms) {
        const from = earlier.get(room.room);
        if (from && from !== room) mergeMinutes(from, room);
      }
    }
    this.#day = day;
    this.#mayPack = true;
    this.#watch = new MinuteWatch(now, this.#down !== undefined);
    for (const room of rooms.values()) this.#backfill(room, room.firstMinute, Math.floor(now) - 1);
    this.#record(day);
    for (const listener of this.#listeners) listener.opened(day);
  }

  #roomOf(room: RoomDay): BookRoom {
    const expected = this.#expected.get(room);
    this.#expected.delete(room);
    return expected ?? new BookRoom(room);
  }

  /** Has the recorder write what is known of the day, and take its minutes from now on. */
  #record(day: BookDay): void {
    if (day.trading.isKept === true) return;
    const changed = Array.from(day.rooms.values(), (room) => room.changed);
    this.#deps.recorder.begin(day.trading, filledMinutes(day), changed);
  }

  changed(name: RoomName, rows: Uint16Array, count: number): void {
    const room = this.#day?.rooms.get(name);
    if (room === undefined) return;
    this.#passTo(this.#now());
    room.settle(rows, count);
    for (const listener of this.#listeners) listener.changed(room, rows, count);
  }

  extended(name: RoomName): void {
    const room = this.#day?.rooms.get(name);
    if (room === undefined) return;
    this.#passTo(this.#now());
    room.grow();
    for (const listener of this.#listeners) listener.extended(room);
  }

  learned(name: RoomName): void {
    const room = this.#day?.rooms.get(name);
    if (room === undefined) return;
    for (const listener of this.#listeners) listener.learned(room);
  }

  made(name: RoomName, left: number): void {
    const day = this.#day;
    const room = day?.rooms.get(name);
    if (day === undefined || room === undefined) return;
    room.made();
    this.#mayPack = true;
    for (const listener of this.#listeners) listener.made(room);
    // The journal has no previous figures and no earlier minutes of these rooms: it is written again, once for all of them.
    if (left === 0) this.#record(day);
  }

  clockChanged(time: ExchangeTime): void {
    this.#begin();
    if (this.#day?.date !== time.date) return;
    this.#passTo(time.minute);
    if (time.rate === 0) this.#closeAtStop();
    for (const listener of this.#listeners) listener.clockChanged(time);
  }

  health(down: string | undefined, rooms?: ReadonlySet<RoomName>): void {
    if (this.#day) this.#passTo(this.#now());
    if (rooms) {
      for (const name of rooms) this.#day?.rooms.get(name)?.setDown(down);
      return;
    }
    this.#down = down;
    this.#watch?.setDown(down !== undefined);
  }

  /** Resolves when every minute closed so far is published. */
  settled(): Promise<void> {
    return this.#publishing;
  }

  stop(): void {
    this.#beat.stop();
  }

  #now(): number {
    return this.#deps.feed.time().minute;
  }

  /** The exchange clock where it shows `date`. */
  #timeOn(date: IsoDate): ExchangeTime | undefined {
    try {
      const time = this.#deps.feed.time();
      return time.date === date ? time : undefined;
    } catch {
      // A feed that is starting has no clock yet.
      return undefined;
    }
  }

  #poll(): void {
    this.#begin();
    this.#pack();
    const time = this.#day && this.#timeOn(this.#day.date);
    if (time === undefined) return;
    this.#passTo(extrapolateMinute(time, -GRACE_MS));
    if (time.rate === 0) this.#closeAtStop();
  }

  /** Packs some of the blocks that are due: they come due in one minute, and are no reason to keep a tick waiting. */
  #pack(): void {
    if (!this.#mayPack) return;
    let cells = 0;
    for (const room of this.#day?.rooms.values() ?? []) {
      cells += room.pack();
      if (cells > PACKED_CELLS) return;
    }
    this.#mayPack = cells > 0;
  }

  /**
   * The clock is at `now`: closes the minutes that have passed. A tick told while the clock stands exactly on a minute
   * is the last of the minute that ends.
   */
  #passTo(now: number): void {
    const watch = this.#watch;
    const minuteNow = Math.ceil(now) - 1;
    if (watch === undefined || this.#day === undefined || minuteNow <= watch.current) return;
    this.#close(watch.current, watch.state);
    for (let at = watch.current + 1; at < minuteNow; at++) this.#closeUnseen(at);
    watch.moveTo(minuteNow);
  }

  /** The clock stands (a recorded day has ended): its last minute will never pass, so it is closed where it stands. */
  #closeAtStop(): void {
    const watch = this.#watch;
    if (watch === undefined || this.#day === undefined || watch.current !== lastMinuteOf(this.#day)) return;
    this.#close(watch.current, watch.state);
    watch.moveTo(watch.current + 1);
  }

  /** The open day is over. What had begun is closed. */
  #finish(): void {
    const watch = this.#watch;
    if (watch === undefined || this.#day === undefined) return;
    if (watch.current <= lastMinuteOf(this.#day)) this.#close(watch.current, watch.state);
    this.#watch = undefined;
  }

  #close(at: number, state: number): void {
    const day = this.#day;
    if (day === undefined) return;
    const closed: BookRoom[] = [];
    const { feed } = this.#deps;
    for (const room of day.rooms.values()) {
      const place = room.slotAt(at);
      const roomState = room.endMinute(state);
      if (place === undefined || feed.hasMinute?.(room.day.room, minute(at)) === false) continue;
      if (room.close(place, roomState)) closed.push(room);
    }
    this.#keep(day, at, closed);
  }

  /** A minute that passed while nobody watched (the process stood still, the clock jumped): the feed may know it. */
  #closeUnseen(at: number): void {
    const day = this.#day;
    if (day === undefined) return;
    const closed: BookRoom[] = [];
    for (const room of day.rooms.values()) if (this.#backfill(room, at, at)) closed.push(room);
    this.#keep(day, at, closed);
  }

  #keep(day: BookDay, at: number, closed: readonly BookRoom[]): void {
    this.#mayPack = true;
    if (at < firstMinuteOf(day) || at > lastMinuteOf(day)) return;
    const kept = this.#deps.recorder.minute(minute(at));
    this.#publishing = this.#publishing
      .then(() => kept)
      .then((isOurs) => {
        if (!isOurs || this.#day !== day) return;
        for (const listener of this.#listeners) listener.minuteClosed(minute(at), closed);
      });
  }

  /** Asks the feed for the holes between two minutes. True when any was filled. */
  #backfill(room: BookRoom, from: number, to: number): boolean {
    const { minutes } = room.day;
    const first = slot(Math.max(from - room.day.open, 0));
    const last = Math.min(to - room.day.open, minutes.slots - 1);
    let filled = false;
    for (let at: number = first; at <= last; at++) {
      if (minutes.state[at] !== MISSING_MINUTE) continue;
      let end = at;
      while (end < last && minutes.state[end + 1] === MISSING_MINUTE) end++;
      if (room.backfill(this.#deps.feed, slot(at), slot(end))) filled = true;
      at = end;
    }
    return filled;
  }
}

const isSameDay = (a: TradingDay, b: TradingDay): boolean => a.date === b.date && a.source === b.source;

const firstMinuteOf = (day: BookDay): number => Math.min(...Array.from(day.rooms.values(), (room) => room.firstMinute));
const lastMinuteOf = (day: BookDay): number => Math.max(...Array.from(day.rooms.values(), (room) => room.lastMinute));

/** The minutes of which any room knows something, in order. */
function filledMinutes(day: BookDay): number[] {
  const filled = new Set<number>();
  for (const { day: room } of day.rooms.values()) {
    for (let at = 0; at < room.minutes.slots; at++)
      if (room.minutes.state[at] !== MISSING_MINUTE) filled.add(room.open + at);
  }
  return [...filled].sort((a, b) => a - b);
}
