/** What surrounds a room in the feed worker, for tests: a connection and an HTTP side that a test drives. */
import { expect } from "vitest";
import { ALL_FIELDS, FIELD_COUNT, MISSING_MINUTE, type RoomDay } from "#contract/domain/columns.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import type { FeedUpdate } from "#contract/worker/feed-api.ts";
import { createExchangeClock } from "../../quant/exchange-clock.ts";
import { createRooms, type Rooms } from "../../quant/rooms.ts";
import type { Connection } from "../connection.ts";
import type { RoomReader } from "../room-updates.ts";

export interface FakeConnection extends Connection {
  readonly joined: Map<RoomName, { frame(bytes: Uint8Array): void; refused(why: string): void }>;
  readonly left: RoomName[];
  readonly resyncs: RoomName[];
  /** Where the room was after each frame. */
  readonly calls: string[];
}

/** @param answer what a resync brings. */
export function createFakeConnection(answer: (room: RoomName) => void = () => undefined): FakeConnection {
  const joined: FakeConnection["joined"] = new Map();
  const connection: FakeConnection = {
    joined,
    left: [],
    resyncs: [],
    calls: [],
    join: (room, frame, refused) => void joined.set(room, { frame, refused }),
    leave(room) {
      joined.delete(room);
      connection.left.push(room);
    },
    resync(room) {
      connection.resyncs.push(room);
      answer(room);
    },
    follow: (names) => void connection.calls.push(`follow ${names.join()}`),
    unfollow: (names) => void connection.calls.push(`unfollow ${names.join()}`),
    restart: () => void connection.calls.push("restart"),
    setMarket: (isLookedAt) => void connection.calls.push(isLookedAt ? "market" : "no market"),
    setTicks: (hasTicks) => void connection.calls.push(`ticks ${hasTicks}`),
    close: () => void connection.calls.push("close"),
  };
  return connection;
}

export interface FakeLoads {
  /** How many were asked for. */
  count: number;
  /** What the next load does, and those after it. */
  reply: () => RoomDay | Promise<RoomDay>;
  roomDay(room: RoomName): Promise<RoomDay>;
}

export function createFakeLoads(reply: () => RoomDay | Promise<RoomDay>): FakeLoads {
  const loads: FakeLoads = {
    count: 0,
    reply,
    async roomDay() {
      loads.count++;
      return loads.reply();
    },
  };
  return loads;
}

/** A load that is answered when the test says so. */
export function deferred<T>(): { promise: Promise<T>; resolve(value: T): void; reject(why: unknown): void } {
  let resolve: (value: T) => void = () => undefined;
  let reject: (why: unknown) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

export interface FakeReader extends RoomReader {
  readonly updates: FeedUpdate[];
  /** What a quant worker makes of the updates. */
  readonly rooms: Rooms;
}

/** A quant worker's rooms behind a port: messages are copied as a port copies them. */
export function createFakeReader(room: RoomName, now: () => number = () => 0): FakeReader {
  const updates: FeedUpdate[] = [];
  const exchange = createExchangeClock(now);
  const rooms = createRooms({ send: () => undefined, now, exchange, changed: () => undefined });
  rooms.acquire(room, ALL_FIELDS);
  return {
    fields: ALL_FIELDS,
    updates,
    rooms,
    send(update, transfer = []) {
      const copy = structuredClone(update, { transfer });
      updates.push(copy);
      if (copy.type === "clock") exchange.set(copy.time);
      else if ("room" in copy) rooms.apply(copy);
    },
  };
}

/** Contracts, live columns and minutes of `shown` are those of `real`. */
export function expectSameRoom(shown: RoomDay | undefined, real: RoomDay): void {
  if (!shown) throw new Error("the reader has no room");
  const rows = real.tokens.length;
  expect(shown.tokens.length).toBe(rows);
  for (let field = 0; field < FIELD_COUNT; field++) {
    expect(shown.live.columns[field].subarray(0, rows), `live ${field}`).toEqual(
      real.live.columns[field].subarray(0, rows),
    );
  }
  expect(shown.minutes.state).toEqual(real.minutes.state);
  for (let slot = 0; slot < real.minutes.slots; slot++) {
    if (real.minutes.state[slot] === MISSING_MINUTE) continue;
    for (let field = 0; field < FIELD_COUNT; field++) {
      const cells = ({ minutes }: RoomDay) =>
        minutes.columns[field].subarray(slot * minutes.stride, slot * minutes.stride + rows);
      expect(cells(shown), `slot ${slot}, field ${field}`).toEqual(cells(real));
    }
  }
}
