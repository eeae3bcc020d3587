/** The rooms this worker holds: what the feed worker sends is applied here, and derivations read it. */
import { type ExchangeTime, extrapolateMinute } from "#contract/domain/clock.ts";
import { FIELD_COUNT, type RoomDay } from "#contract/domain/columns.ts";
import type { RoomKey } from "#contract/domain/room-key.ts";
import { type Minute, minute } from "#contract/domain/units.ts";
import type { MarketRoom, Missing } from "#contract/worker/derivation.ts";
import type { RoomRequest, RoomUpdate } from "#contract/worker/feed-api.ts";
import type { TypedPort } from "#contract/worker/port.ts";

interface HeldRoom {
  holders: number;
  room:
    | (MarketRoom & { day: RoomDay; structureVersion: number; minuteVersion: number; tickVersion: number })
    | undefined;
  missing: Missing | undefined;
  trouble: string;
  /** Exchange milliseconds of the newest frame; NaN before the first. */
  time: number;
  /** When the newest frame came, on this worker's monotonic timer; NaN before the first. */
  arrived: number;
}

export interface Rooms {
  /** Undefined until the room is loaded. */
  room(key: RoomKey): MarketRoom | undefined;
  acquire(key: RoomKey): void;
  release(key: RoomKey): void;
  missing(key: RoomKey): Missing | undefined;
  /** What is wrong with the room's feed, in words; '' for nothing. */
  troubleOf(key: RoomKey): string;
  /** The exchange minute of the room's newest frame; before the first, that of the exchange clock. */
  minuteOf(key: RoomKey): Minute;
  /** Milliseconds since the room's newest frame; NaN before the first. */
  ageOf(key: RoomKey): number;
  /** Exchange seconds per wall second. */
  readonly rate: number;
}

/**
 * @param changed is told of each room that has something new for the derivations that read it.
 * @param other takes the updates that are not about a room.
 */
export function createRooms(
  feed: TypedPort<RoomRequest, RoomUpdate>,
  now: () => number,
  changed: (key: RoomKey) => void,
  other: (update: Extract<RoomUpdate, { type: "replay" }>) => void = () => undefined,
): Rooms {
  const held = new Map<RoomKey, HeldRoom>();
  let clock: { readonly time: ExchangeTime; readonly arrived: number } | undefined;

  feed.listen((update) => {
    if (update.type === "clock") {
      clock = { time: update.time, arrived: now() };
      return;
    }
    if (update.type === "replay") {
      other(update);
      return;
    }
    const entry = held.get(update.room);
    if (!entry) return; // released while the message was on its way
    if (update.type === "trouble") {
      entry.trouble = update.words;
    } else if (update.type === "missing") {
      entry.missing = update;
    } else if (update.type === "room") {
      const { structureVersion = 0, minuteVersion = 0, tickVersion = 0 } = entry.room ?? {};
      // Another day: yesterday's last frame says nothing about its time.
      if (entry.room?.day.date !== update.day.date) entry.time = entry.arrived = Number.NaN;
      entry.room = {
        day: update.day,
        structureVersion: structureVersion + 1,
        minuteVersion: minuteVersion + 1,
        tickVersion: tickVersion + 1,
      };
      entry.missing = undefined;
    } else if (entry.room) {
      if (update.type === "rows") {
        applyRows(entry.room.day, update.rows, update.values);
        entry.room.tickVersion++;
        entry.time = update.time;
      } else {
        const { day } = entry.room;
        applyMinute(day, update.slot, update.state, update.values);
        entry.room.minuteVersion++;
        const time = (day.open + update.slot) * 60_000;
        if (!(entry.time >= time)) entry.time = time;
      }
      entry.arrived = now();
    }
    changed(update.room);
  });

  return {
    room: (name) => held.get(name)?.room,
    missing: (name) => held.get(name)?.missing,
    troubleOf: (name) => held.get(name)?.trouble ?? "",
    get rate() {
      return clock?.time.rate ?? 1;
    },
    minuteOf(name) {
      const time = held.get(name)?.time ?? Number.NaN;
      if (!Number.isNaN(time)) return minute(Math.floor(time / 60_000));
      return minute(clock ? Math.floor(extrapolateMinute(clock.time, now() - clock.arrived)) : 0);
    },
    ageOf(name) {
      const entry = held.get(name);
      return entry ? now() - entry.arrived : Number.NaN;
    },
    acquire(name) {
      const entry = held.get(name);
      if (entry) {
        entry.holders++;
        return;
      }
      const nothing = { room: undefined, missing: undefined, trouble: "", time: Number.NaN, arrived: Number.NaN };
      held.set(name, { holders: 1, ...nothing });
      feed.send({ type: "acquire", room: name });
    },
    release(name) {
      const entry = held.get(name);
      if (!entry || --entry.holders > 0) return;
      held.delete(name);
      feed.send({ type: "release", room: name });
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
    if (columns[field].length > 0) columns[field].set(values[field], slot * stride);
  }
  day.minutes.state[slot] = state;
}
