/**
 * Turns the book's changes into frames: at most one tick frame a room and interval, encoded once, and one minute frame
 * a slot. Rooms are spread over the interval by their underlying, so that a turn of the event loop carries a few rooms
 * and the expiries of one underlying leave together. What nobody listens to is not encoded.
 */
import { type ExchangeTime, extrapolateMinute } from "#contract/domain/clock.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import type { Minute } from "#contract/domain/units.ts";
import { FLAG_OPEN, FLAG_STALE, type FrameHeader } from "#contract/wire/frame.ts";
import type { LiveIndex, OpenInterestMessage } from "#contract/wire/socket-events.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { MarketMetrics } from "../market-metrics.ts";
import type { BookDay, BookListener, MarketBook } from "../open-day/book.ts";
import type { BookRoom } from "../open-day/book-room.ts";
import { feedTroubles } from "../open-day/feed-troubles.ts";
import { FIRST_INDEX, indexValues } from "../open-day/spots.ts";
import type { Outlet } from "./outlet.ts";
import { RoomChannel, type RoomState } from "./room-channel.ts";
import { slotLabels } from "./slot-labels.ts";
import { liveTicks, slotTicks, type TickMap } from "./ticks-json.ts";

export interface PublisherDeps {
  readonly book: MarketBook;
  readonly time: () => ExchangeTime;
  readonly clock: WallClock;
  readonly metrics: MarketMetrics;
  /** A number that no earlier publisher of these rooms had within some hours: what the epochs count on from. */
  readonly term: number;
}

/** Points of the book's pulse between two tick frames of a room. */
export const TURNS = 5;
const SECOND_MS = 1000;
/** Seconds over which previous figures that become known late are told together: a client takes the room again for them. */
const LEARNING_SECONDS = 5;

export class Publisher implements BookListener {
  readonly #deps: PublisherDeps;
  readonly #outlets = new Set<Outlet>();
  readonly #stops: (() => void)[];
  readonly #wheel: readonly RoomChannel[][] = Array.from({ length: TURNS }, () => []);
  #channels = new Map<RoomName, RoomChannel>();
  /** Rooms whose previous figures became known since they were last told. */
  readonly #learned = new Set<RoomChannel>();
  /** The point of the last pulse. */
  #point = 0;
  /** Turns that have a room with changes: a bit each. */
  #due = 0;
  #second = 0;
  #epoch: number;
  #clockMinute = -1;
  /** The second's values wait for the frames of the first index. */
  #isIndexDue = true;
  #lastIndex = "";
  #lastTroubles = "[]";

  constructor(deps: PublisherDeps) {
    this.#deps = deps;
    this.#epoch = deps.term & 0xffff;
    this.#stops = [deps.book.listen(this), deps.clock.every(SECOND_MS, () => this.#everySecond())];
    if (deps.book.day) this.opened(deps.book.day);
  }

  /** Of the open day's frames: another publisher and another day have another one. */
  get epoch(): number {
    return this.#epoch;
  }

  attach(outlet: Outlet): () => void {
    this.#outlets.add(outlet);
    return () => this.#outlets.delete(outlet);
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  /** The room as of its last tick frame; undefined for a room that is not open. */
  state(name: RoomName): RoomState | undefined {
    this.#deps.book.day?.make(name);
    const channel = this.#channels.get(name);
    return channel?.state(this.#header(channel.room));
  }

  /** Every contract's last tick as JSON; undefined for a room that is not open. */
  liveTicks(name: RoomName): TickMap | undefined {
    const { day } = this.#deps.book;
    day?.make(name);
    const room = day?.rooms.get(name);
    return room && liveTicks(room.day);
  }

  /** Whether anybody listens to the room's ticks. */
  isHeard(name: RoomName): boolean {
    for (const outlet of this.#outlets) {
      const { frames, json } = outlet.tickAudience(name);
      if (frames || json) return true;
    }
    return false;
  }

  index(): LiveIndex {
    const day = this.#deps.book.day;
    return day ? indexValues(day) : {};
  }

  opened(day: BookDay): void {
    this.#epoch = (this.#epoch + 1) & 0xffff;
    this.#channels = new Map(
      Array.from(day.rooms, ([name, room]) => [name, new RoomChannel(room, this.#epoch, turnOf(room.day.symbol))]),
    );
    this.#learned.clear();
    for (const turn of this.#wheel) turn.length = 0;
    for (const channel of this.#channels.values()) {
      // The encoder starts from empty columns. It is brought up to date when the room is first asked for: to encode all
      // rooms of a market now would hold the event loop.
      channel.markBehind();
      this.#wheel[channel.turn]?.push(channel);
    }
    for (const outlet of this.#outlets) outlet.opened(day);
    this.clockChanged(this.#deps.time());
  }

  changed(room: BookRoom, rows: Uint16Array, count: number): void {
    const channel = this.#channels.get(room.day.room);
    if (channel === undefined) return;
    channel.mark(rows, count);
    this.#await(channel.turn);
  }

  extended(room: BookRoom): void {
    const channel = this.#channels.get(room.day.room);
    const frame = channel?.encodeDictionary(this.#header(room));
    if (channel && frame) this.#publishDictionary(channel, frame);
  }

  learned(room: BookRoom): void {
    const channel = this.#channels.get(room.day.room);
    if (channel) this.#learned.add(channel);
  }

  made(room: BookRoom): void {
    const channel = this.#channels.get(room.day.room);
    if (channel === undefined) return;
    channel.restart();
    this.#await(channel.turn);
  }

  minuteClosed(at: Minute, rooms: readonly BookRoom[]): void {
    for (const room of rooms) {
      const channel = this.#channels.get(room.day.room);
      const slot = room.slotAt(at);
      if (channel && slot !== undefined) this.#publishMinute(channel, slot);
    }
  }

  clockChanged(time: ExchangeTime): void {
    this.#clockMinute = Math.floor(time.minute);
    for (const outlet of this.#outlets) outlet.clock(time);
  }

  #publishDictionary(channel: RoomChannel, frame: Uint8Array): void {
    this.#count("dictionary", frame);
    for (const outlet of this.#outlets) outlet.dictionary(channel.room.day.room, frame, channel.seq);
  }

  #tellLearned(): void {
    for (const channel of this.#learned)
      this.#publishDictionary(channel, channel.encodeKnownRows(this.#header(channel.room)));
    this.#learned.clear();
  }

  #publishMinute(channel: RoomChannel, slot: number): void {
    const { room } = channel;
    const name = room.day.room;
    let frame: Uint8Array | undefined;
    let message: OpenInterestMessage | undefined;
    for (const outlet of this.#outlets) {
      const audience = outlet.minuteAudience(name);
      if (audience.frames && frame === undefined) {
        frame = channel.encodeMinute(slot, this.#header(room));
        if (frame) this.#count("minute", frame);
      }
      if (audience.json) message ??= { live: slotTicks(room.day, slot), time: slotLabels(room.day, slot) };
      outlet.minute(name, audience.frames ? frame : undefined, channel.seq, audience.json ? message : undefined);
      outlet.prices(room, "minute");
    }
  }

  /** Has the book pulse at the turn's next point. */
  #await(turn: number): void {
    if ((this.#due & (1 << turn)) !== 0) return;
    this.#due |= 1 << turn;
    this.#wake(turn);
  }

  #wake(turn: number): void {
    const { pulse } = this.#deps.book;
    const { next } = pulse;
    pulse.at(next + ((turn - (next % TURNS) + TURNS) % TURNS));
  }

  /** Also what was due at points that a busy process has missed, each turn once. */
  pulsed(point: number): void {
    for (let at = Math.max(this.#point + 1, point - TURNS + 1); at <= point; at++) {
      const turn = at % TURNS;
      this.#due &= ~(1 << turn);
      for (const channel of this.#wheel[turn] ?? []) if (channel.isDirty) this.#flush(channel);
      // Most panes show this index: what tells of it in words is written in the frame of their figures then.
      if (turn === INDEX_TURN && this.#isIndexDue) this.#tellIndex();
    }
    this.#point = point;
    for (let turn = 0; turn < TURNS; turn++) if ((this.#due & (1 << turn)) !== 0) this.#wake(turn);
  }

  #flush(channel: RoomChannel): void {
    const { room } = channel;
    const name = room.day.room;
    let frame: Uint8Array | undefined;
    let changed: TickMap | undefined;
    let isEncoded = false;
    for (const outlet of this.#outlets) {
      const audience = outlet.tickAudience(name);
      if (audience.frames && !isEncoded) {
        isEncoded = true;
        frame = channel.encodeDelta(this.#header(room));
        if (frame) this.#count("tick", frame);
      }
      if (audience.json) changed ??= channel.changedTicks();
      outlet.tick(name, audience.frames ? frame : undefined, channel.seq, audience.json ? changed : undefined);
      outlet.prices(room, "tick");
    }
    // Without listeners the encoder falls behind on purpose; the state that the first joiner asks for catches it up.
    if (!isEncoded && this.#outlets.size > 0) channel.markBehind();
    channel.clearChanged();
  }

  #everySecond(): void {
    if (this.#deps.book.day === undefined) return;
    const time = this.#deps.time();
    if (Math.floor(extrapolateMinute(time, 0)) !== this.#clockMinute) this.clockChanged(time);
    if (this.#isIndexDue) this.#tellIndex(); // a second without those frames
    this.#isIndexDue = true;
    this.#tellTroubles();
    this.#second = (this.#second + 1) % LEARNING_SECONDS;
    if (this.#second === 0) this.#tellLearned();
  }

  #tellIndex(): void {
    this.#isIndexDue = false;
    const values = this.index();
    const text = JSON.stringify(values);
    if (text === this.#lastIndex) return;
    this.#lastIndex = text;
    for (const outlet of this.#outlets) outlet.index(values);
  }

  #tellTroubles(): void {
    const troubles = feedTroubles(this.#deps.book);
    const text = JSON.stringify(troubles);
    if (text === this.#lastTroubles) return;
    this.#lastTroubles = text;
    for (const outlet of this.#outlets) outlet.feed(troubles);
  }

  #header(room: BookRoom): FrameHeader {
    const now = extrapolateMinute(this.#deps.time(), 0);
    const isDown = (this.#deps.book.down ?? room.down) !== undefined;
    const flags = (room.isOpenAt(now as Minute) ? FLAG_OPEN : 0) | (isDown ? FLAG_STALE : 0);
    return { time: Math.floor(now * 60_000), flags };
  }

  #count(kind: string, frame: Uint8Array): void {
    this.#deps.metrics.frames.inc({ kind });
    this.#deps.metrics.frameBytes.inc({ kind }, frame.length);
  }
}

/** A turn of the wheel by the name of the underlying (FNV-1a). */
function turnOf(symbol: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < symbol.length; i++) hash = Math.imul(hash ^ symbol.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % TURNS;
}

const INDEX_TURN = turnOf(FIRST_INDEX);
