/** The outlets of an edge, which is the gateway: what they are handed of a mirrored market, and what they follow of it. */
import type { ExchangeTime } from "#contract/domain/clock.ts";
import { lastFilledSlot, type RoomDay } from "#contract/domain/columns.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import { slotOfMinute } from "#contract/wire/frame.ts";
import type { FeedTrouble, LiveIndex, OpenInterestMessage } from "#contract/wire/socket-events.ts";
import type { SourceRoom } from "../market/day-json/day-source.ts";
import type { OpenDay } from "../market/open-day/open-day.ts";
import type { Outlet } from "../market/publish/outlet.ts";
import { slotLabels } from "../market/publish/slot-labels.ts";
import { slotTicks, type TickMap } from "../market/publish/ticks-json.ts";
import type { Log } from "../platform/log.ts";
import type { RoomMirror } from "./room-mirror.ts";

/** How often a room-day is asked for that has a minute which was just told. */
const ATTEMPTS = 3;

export class EdgeOutlets {
  readonly #outlets = new Set<Outlet>();
  readonly #roomOf: (room: RoomName) => Promise<SourceRoom | undefined>;
  readonly #log: Log;
  /** By room, when its last minute and those before it are told as JSON. */
  readonly #told = new Map<RoomName, Promise<void>>();
  #lastIndex = "";
  #lastTroubles = "[]";

  /** @param roomOf a room with its minutes. */
  constructor(roomOf: (room: RoomName) => Promise<SourceRoom | undefined>, log: Log) {
    this.#roomOf = roomOf;
    this.#log = log;
  }

  attach(outlet: Outlet): () => void {
    this.#outlets.add(outlet);
    return () => this.#outlets.delete(outlet);
  }

  /** Those of the rooms that anybody follows in any way. */
  *wanted(mirrors: Iterable<RoomMirror>): Iterable<RoomMirror> {
    const priced = new Set([...this.#outlets].flatMap((outlet) => [...outlet.pricedRooms()]));
    for (const mirror of mirrors) if (priced.has(mirror.day.room) || this.#isHeard(mirror.day.room)) yield mirror;
  }

  /** Everybody fetches and joins again. */
  opened(day: OpenDay, time: ExchangeTime): void {
    for (const outlet of this.#outlets) {
      outlet.opened(day);
      outlet.clock(time);
    }
  }

  /** Minutes that were told may be others now: of these rooms, or of another leader. */
  revised(rooms?: readonly RoomName[]): void {
    for (const outlet of this.#outlets) outlet.revised?.(rooms);
  }

  clock(time: ExchangeTime): void {
    for (const outlet of this.#outlets) outlet.clock(time);
  }

  /** Told only when they have moved. */
  index(values: LiveIndex): void {
    const text = JSON.stringify(values);
    if (text === this.#lastIndex) return;
    this.#lastIndex = text;
    for (const outlet of this.#outlets) outlet.index(values);
  }

  /** Told only when they are others. */
  feed(troubles: readonly FeedTrouble[]): void {
    const text = JSON.stringify(troubles);
    if (text === this.#lastTroubles) return;
    this.#lastTroubles = text;
    for (const outlet of this.#outlets) outlet.feed(troubles);
  }

  /** Hot. Passes a frame on as it is to whoever follows its kind. */
  heard(mirror: RoomMirror, kind: "ticks" | "dictionary" | "minute", frame: Uint8Array): void {
    const { room } = mirror.day;
    let changed: TickMap | undefined;
    for (const outlet of this.#outlets) {
      if (kind === "dictionary") outlet.dictionary(room, frame, mirror.seq);
      else if (kind === "minute") {
        outlet.minute(room, outlet.minuteAudience(room).frames ? frame : undefined, mirror.seq, undefined);
      } else {
        const { frames, json } = outlet.tickAudience(room);
        if (json) changed ??= mirror.changedTicks();
        outlet.tick(room, frames ? frame : undefined, mirror.seq, json ? changed : undefined);
        outlet.prices(mirror, "tick");
      }
    }
    if (kind === "minute") this.#told.set(room, this.#tellMinute(room, frame, this.#told.get(room)));
  }

  /** The prices of the room's last closed minute are here: those that differ are told to whoever has no ticks. */
  closed(mirror: RoomMirror): void {
    for (const outlet of this.#outlets) outlet.prices(mirror, "minute");
  }

  /** Stock clients get the minute as JSON, from the room-day that holds it, and after the minute before. */
  async #tellMinute(room: RoomName, frame: Uint8Array, before: Promise<void> | undefined): Promise<void> {
    const listeners = [...this.#outlets].filter((outlet) => outlet.minuteAudience(room).json);
    if (listeners.length === 0) return before;
    try {
      const slot = slotOfMinute(frame);
      // It is asked for at once: in turn, questions to a slow feed would fall behind without end.
      const [found] = await Promise.allSettled([this.#dayWith(slot, room, ATTEMPTS), before]);
      if (found.status === "rejected") throw found.reason;
      const day = found.value;
      const message: OpenInterestMessage = { live: slotTicks(day, slot), time: slotLabels(day, slot) };
      for (const outlet of listeners) outlet.minute(room, undefined, 0, message);
    } catch (error) {
      this.#log.warn({ err: error, room }, "stock clients were not told of a minute");
    }
  }

  /** A busy feed may be late, and what was told last is older. @throws after some attempts */
  async #dayWith(slot: number, room: RoomName, attempts: number): Promise<RoomDay> {
    try {
      const found = await this.#roomOf(room);
      if (found && lastFilledSlot(found.day.minutes) >= slot) return found.day;
      throw new Error(`no feed has told slot ${slot}`);
    } catch (error) {
      if (attempts === 1) throw error;
      return this.#dayWith(slot, room, attempts - 1);
    }
  }

  /** The state is here: whoever reads the ticks starts over. */
  restarted(mirror: RoomMirror): void {
    for (const outlet of this.#outlets) {
      outlet.restarted(mirror.day.room);
      outlet.prices(mirror, "tick");
    }
    this.closed(mirror);
  }

  #isHeard(room: RoomName): boolean {
    for (const outlet of this.#outlets) {
      const ticks = outlet.tickAudience(room);
      const minutes = outlet.minuteAudience(room);
      if (ticks.frames || ticks.json || minutes.frames || minutes.json) return true;
    }
    return false;
  }
}
