/** The rooms this worker holds: what the feed worker sends is applied here, and derivations read it. */
import { FIELD_COUNT, type FieldMask, type RoomDay } from "#contract/domain/columns.ts";
import type { RoomKey } from "#contract/domain/room-key.ts";
import { type Minute, minute } from "#contract/domain/units.ts";
import type { MarketRoom, Missing } from "#contract/worker/derivation.ts";
import type { RoomRequest, RoomUpdate } from "#contract/worker/feed-api.ts";
import { hasTicks } from "#market/reference/moment.ts";
import type { ExchangeClock } from "./exchange-clock.ts";

interface HeldRoom {
  holders: number;
  /** Minute columns that were asked for, and those that came. */
  asked: FieldMask;
  sent: FieldMask;
  room:
    | (MarketRoom & { day: RoomDay; structureVersion: number; minuteVersion: number; tickVersion: number })
    | undefined;
  missing: Missing | undefined;
  trouble: string;
  lacks: string;
  /** Exchange milliseconds of the newest frame; NaN before the first. */
  time: number;
  /** When the newest frame came, on this worker's monotonic timer; before the first ticks, when the room came. */
  arrived: number;
  /** Ticks have come on this day. */
  hasTicked: boolean;
}

export interface Rooms {
  /** Undefined until the room is loaded with these minute columns. */
  room(key: RoomKey, fields?: FieldMask): MarketRoom | undefined;
  acquire(key: RoomKey, fields: FieldMask): void;
  release(key: RoomKey): void;
  /** Asks anew for a room that is missing, for all its readers. */
  askAgain(key: RoomKey): void;
  missing(key: RoomKey): Missing | undefined;
  /** What is wrong with the room's feed, or what the room lacks though it is up, in words; '' for nothing. */
  wordsOf(key: RoomKey, what: "trouble" | "lacks"): string;
  /** The exchange minute of the room's newest frame; before the first, that of the exchange clock. */
  minuteOf(key: RoomKey): Minute;
  /** Milliseconds since the room's newest frame; before its first ticks, since it was loaded. NaN before that, and where the clock stands. */
  ageOf(key: RoomKey): number;
  /** Whether ticks have come on this day. A plan without them loads the room by the minute. */
  hasTicked(key: RoomKey): boolean;
  /** Whether it was loaded again without the ticks that it had: it is of an earlier minute until a tick or a minute comes. */
  isBehind(key: RoomKey): boolean;
  apply(update: RoomUpdate): void;
}

export interface RoomsDeps {
  readonly send: (request: RoomRequest) => void;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly exchange: ExchangeClock;
  /** A room has something new for the derivations that read it. */
  readonly changed: (key: RoomKey) => void;
}

export function createRooms({ send, now, exchange, changed }: RoomsDeps): Rooms {
  const held = new Map<RoomKey, HeldRoom>();
  /** Of all rooms: one that was let go and loaded again never looks like the one that scratches were built from. */
  let version = 0;

  function apply(update: RoomUpdate): void {
    const entry = held.get(update.room);
    if (!entry) return; // released while the message was on its way
    if (update.type === "trouble") {
      entry.trouble = update.words;
      entry.lacks = update.lacks;
    } else if (update.type === "missing") {
      entry.missing = update;
    } else if (update.type === "room") {
      // Another day: yesterday's last frame says nothing about its time.
      if (entry.room?.day.date !== update.day.date) {
        entry.time = Number.NaN;
        entry.hasTicked = false;
      }
      // A clock that stands ages nothing.
      if (!entry.hasTicked) entry.arrived = exchange.rate > 0 ? now() : Number.NaN;
      version++;
      entry.sent = update.fields;
      entry.room = { day: update.day, structureVersion: version, minuteVersion: version, tickVersion: version };
      entry.missing = undefined;
    } else if (entry.room) {
      if (update.type === "rows") {
        applyRows(entry.room.day, update.rows, update.values);
        entry.room.tickVersion = ++version;
        entry.time = update.time;
        if (update.rows.length > 0) entry.hasTicked = true;
      } else {
        const { day } = entry.room;
        applyMinute(day, update.slot, update.state, update.values);
        version++; // no room that is loaded from now on looks like this one
        entry.room.minuteVersion++; // one a minute, whatever ticked between: folds count them
        const time = (day.open + update.slot) * 60_000;
        if (!(entry.time >= time)) entry.time = time;
      }
      entry.arrived = now();
    }
    changed(update.room);
  }

  return {
    apply,
    room(key, fields = 0) {
      const entry = held.get(key);
      return entry && (entry.sent & fields) === fields ? entry.room : undefined;
    },
    missing: (name) => held.get(name)?.missing,
    wordsOf: (name, what) => held.get(name)?.[what] ?? "",
    minuteOf(name) {
      const time = held.get(name)?.time ?? Number.NaN;
      return Number.isNaN(time) ? exchange.minute : minute(Math.floor(time / 60_000));
    },
    ageOf(name) {
      const entry = held.get(name);
      return entry ? now() - entry.arrived : Number.NaN;
    },
    hasTicked: (name) => held.get(name)?.hasTicked ?? false,
    isBehind(name) {
      const { room, hasTicked = false } = held.get(name) ?? {};
      return room !== undefined && hasTicked && room.minuteVersion === room.structureVersion && !hasTicks(room.day);
    },
    acquire(name, fields) {
      const entry = held.get(name) ?? {
        holders: 0,
        asked: 0,
        sent: 0,
        room: undefined,
        missing: undefined,
        trouble: "",
        lacks: "",
        time: Number.NaN,
        arrived: Number.NaN,
        hasTicked: false,
      };
      held.set(name, entry);
      entry.holders++;
      const asked = entry.asked | fields;
      if (entry.holders > 1 && asked === entry.asked) return;
      entry.asked = asked;
      send({ type: "acquire", room: name, fields: asked });
    },
    askAgain(name) {
      const entry = held.get(name);
      if (!entry?.missing) return;
      entry.missing = undefined;
      send({ type: "release", room: name });
      send({ type: "acquire", room: name, fields: entry.asked });
    },
    release(name) {
      const entry = held.get(name);
      if (!entry || --entry.holders > 0) return;
      held.delete(name);
      send({ type: "release", room: name });
    },
  };
}

/** `values` holds the eleven fields of each row in turn. */
function applyRows(day: RoomDay, rows: Uint16Array, values: Float64Array): void {
  const { columns } = day.live;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    for (let field = 0; field < FIELD_COUNT; field++) columns[field][row] = values[i * FIELD_COUNT + field];
  }
}

function applyMinute(day: RoomDay, slot: number, state: number, values: readonly (Int32Array | Float64Array)[]): void {
  const { columns, stride } = day.minutes;
  for (let field = 0; field < FIELD_COUNT; field++) {
    // A minute that was on its way may lack columns that were asked for since.
    if (columns[field].length > 0 && values[field].length > 0) columns[field].set(values[field], slot * stride);
  }
  day.minutes.state[slot] = state;
}
