import { beforeEach, describe, expect, test } from "vitest";
import { ALL_FIELDS, COMPLETE, FIELD_COUNT, LTP, OI } from "#contract/domain/columns.ts";
import { isoDate } from "#contract/domain/units.ts";
import type { RoomRequest, RoomUpdate } from "#contract/worker/feed-api.ts";
import { makeRoom } from "#market/__fixtures__/room.ts";
import { createDayFold } from "#market/lines/day-fold.ts";
import type { DayMoment } from "#market/reference/moment.ts";
import { createExchangeClock, type ExchangeClock } from "./exchange-clock.ts";
import { createRooms, type Rooms } from "./rooms.ts";

const day = () => makeRoom({ strikes: [{ strike: 24_000, ce: { ltp: 10, oi: 65 }, pe: { ltp: 20, oi: 130 } }] });
const ROOM = day().room;
let now: number;
let sent: RoomRequest[];
let changed: string[];
let rooms: Rooms;
let exchange: ExchangeClock;
let tell: (update: RoomUpdate) => void;

beforeEach(() => {
  now = 1000;
  sent = [];
  changed = [];
  exchange = createExchangeClock(() => now);
  rooms = createRooms({
    send: (request) => void sent.push(request),
    now: () => now,
    exchange,
    changed: (room) => void changed.push(room),
  });
  tell = rooms.apply;
});

const rowsOf = (row: number, ltp: number, time: number): RoomUpdate => {
  const values = new Float64Array(FIELD_COUNT).fill(-1);
  values[LTP] = ltp;
  return { type: "rows", room: ROOM, rows: Uint16Array.of(row), values, time };
};

test("a room is asked for once, and let go by its last holder", () => {
  rooms.acquire(ROOM, ALL_FIELDS);
  rooms.acquire(ROOM, ALL_FIELDS);
  rooms.release(ROOM);
  expect(sent).toEqual([{ type: "acquire", room: ROOM, fields: ALL_FIELDS }]);
  rooms.release(ROOM);
  rooms.release(ROOM);
  expect(sent).toEqual([
    { type: "acquire", room: ROOM, fields: ALL_FIELDS },
    { type: "release", room: ROOM },
  ]);
});

describe("what the feed worker sends", () => {
  test("the whole room, then rows of it, then a minute: each counts", () => {
    rooms.acquire(ROOM, ALL_FIELDS);
    tell({ type: "room", room: ROOM, day: day(), fields: ALL_FIELDS });
    const room = rooms.room(ROOM);
    expect(room).toMatchObject({ structureVersion: 1, minuteVersion: 1, tickVersion: 1 });
    tell(rowsOf(1, 4000, 600 * 60_000));
    expect(rooms.room(ROOM)).toMatchObject({ structureVersion: 1, minuteVersion: 1, tickVersion: 2 });
    expect(room?.day.live.columns[LTP][1]).toBe(4000);
    expect(room?.day.live.columns[LTP][0]).toBe(1000);

    const { stride } = day().minutes;
    const values = day().minutes.columns.map((column, field) => column.slice(0, stride).fill(field + 7));
    tell({ type: "minute", room: ROOM, slot: 3, state: COMPLETE, values });
    expect(rooms.room(ROOM)).toMatchObject({ structureVersion: 1, minuteVersion: 2, tickVersion: 2 });
    expect(room?.day.minutes.state[3]).toBe(COMPLETE);
    expect(room?.day.minutes.columns[OI][3 * stride]).toBe(OI + 7);
    tell({ type: "room", room: ROOM, day: day(), fields: ALL_FIELDS });
    expect(rooms.room(ROOM)).toMatchObject({ structureVersion: 4, minuteVersion: 4, tickVersion: 4 });
    expect(changed).toEqual([ROOM, ROOM, ROOM, ROOM]);
  });

  test("what comes for a room that was let go is ignored", () => {
    rooms.acquire(ROOM, ALL_FIELDS);
    rooms.release(ROOM);
    tell({ type: "room", room: ROOM, day: day(), fields: ALL_FIELDS });
    expect(rooms.room(ROOM)).toBeUndefined();
    expect(changed).toEqual([]);
  });

  test("rows before the room are ignored", () => {
    rooms.acquire(ROOM, ALL_FIELDS);
    tell(rowsOf(0, 1, 0));
    expect(rooms.room(ROOM)).toBeUndefined();
    expect(rooms.ageOf(ROOM)).toBeNaN();
  });

  test("a room that is missing is asked for anew, and one that is there is not", () => {
    rooms.acquire(ROOM, ALL_FIELDS);
    rooms.askAgain(ROOM);
    expect(sent).toHaveLength(1);
    tell({ type: "missing", room: ROOM, status: 404, message: "unknown room" });
    rooms.askAgain(ROOM);
    expect(rooms.missing(ROOM)).toBeUndefined();
    expect(sent.slice(1)).toEqual([
      { type: "release", room: ROOM },
      { type: "acquire", room: ROOM, fields: ALL_FIELDS },
    ]);
  });

  test("a room that is missing says why, until it comes", () => {
    rooms.acquire(ROOM, ALL_FIELDS);
    tell({ type: "missing", room: ROOM, status: 404, message: "unknown room" });
    expect(rooms.missing(ROOM)).toMatchObject({ status: 404, message: "unknown room" });
    tell({ type: "room", room: ROOM, day: day(), fields: ALL_FIELDS });
    expect(rooms.missing(ROOM)).toBeUndefined();
  });
});

test("a room that was let go and loaded again is not taken for the one before", () => {
  rooms.acquire(ROOM, ALL_FIELDS);
  tell({ type: "room", room: ROOM, day: day(), fields: ALL_FIELDS });
  const before = { ...rooms.room(ROOM) };
  rooms.release(ROOM);
  rooms.acquire(ROOM, ALL_FIELDS);
  tell({ type: "room", room: ROOM, day: day(), fields: ALL_FIELDS });
  const after = rooms.room(ROOM);
  for (const version of ["structureVersion", "minuteVersion", "tickVersion"] as const)
    expect(after?.[version]).not.toBe(before[version]);
});

test("a fold takes a minute once, whatever ticked between, and starts over where one comes again or the room is loaded", () => {
  rooms.acquire(ROOM, ALL_FIELDS);
  const load = () => tell({ type: "room", room: ROOM, day: day(), fields: ALL_FIELDS });
  const close = (slot: number) => {
    const values = day().minutes.columns.map((column) => column.slice(0, 0));
    tell({ type: "minute", room: ROOM, slot, state: COMPLETE, values });
  };
  const tick = () => tell(rowsOf(1, 4000, 600 * 60_000));
  let steps: string[] = [];
  const fold = createDayFold<void, Pick<DayMoment, "room" | "day" | "closed">>({
    reset: () => void steps.push("reset"),
    add: (_at, from, to) => void steps.push(`${from}-${to}`),
  });
  const at = (closed: number): readonly string[] => {
    steps = [];
    const room = rooms.room(ROOM);
    if (room) fold.upTo({ room, day: room.day, closed });
    return steps;
  };
  load();
  tick();
  close(0);
  expect(at(1)).toEqual(["reset", "0-1"]);
  tick();
  tick();
  close(1);
  tick();
  expect(at(2)).toEqual(["1-2"]);
  tick();
  close(1); // with other figures
  expect(at(2)).toEqual(["reset", "0-2"]);
  close(4); // 2 and 3 are late
  tick();
  expect(at(5)).toEqual(["2-5"]);
  close(3);
  tick();
  close(5);
  expect(at(6)).toEqual(["reset", "0-6"]);
  close(6);
  load(); // without any minute
  tick();
  expect(at(0)).toEqual(["reset"]);
  close(0);
  tick();
  expect(at(1)).toEqual(["0-1"]);
});

describe("age and minute", () => {
  beforeEach(() => {
    rooms.acquire(ROOM, ALL_FIELDS);
    exchange.set({ source: "sim", date: isoDate("2026-08-18"), minute: 600.5, rate: 60, wall: 0 });
    tell({ type: "room", room: ROOM, day: day(), fields: ALL_FIELDS });
  });

  test("before the first frame: the exchange clock's minute, and the age of the load", () => {
    now += 2000;
    expect(rooms.minuteOf(ROOM)).toBe(602);
    expect(rooms.ageOf(ROOM)).toBe(2000);
  });

  test("of a plan without ticks, each load is the newest; ticks that came once are", () => {
    const load = () => tell({ type: "room", room: ROOM, day: day(), fields: ALL_FIELDS });
    now += 60_000;
    load();
    now += 500;
    expect([rooms.hasTicked(ROOM), rooms.ageOf(ROOM)]).toEqual([false, 500]);
    tell(rowsOf(0, 1, 610 * 60_000));
    now += 700;
    load();
    expect([rooms.hasTicked(ROOM), rooms.ageOf(ROOM)]).toEqual([true, 700]);
  });

  test("where the clock stands nothing ages that did not tick", () => {
    exchange.set({ source: "none", date: isoDate("2026-08-18"), minute: 930, rate: 0, wall: 0 });
    tell({ type: "room", room: ROOM, day: day(), fields: ALL_FIELDS });
    now += 900_000;
    expect(rooms.ageOf(ROOM)).toBeNaN();
  });

  test("then those of the newest frame, a minute's as well as a tick's", () => {
    tell(rowsOf(0, 1, 610.9 * 60_000));
    now += 5000;
    expect(rooms.minuteOf(ROOM)).toBe(610);
    expect(rooms.ageOf(ROOM)).toBe(5000);
    const values = day().minutes.columns.map((column) => column.slice(0, 0));
    tell({ type: "minute", room: ROOM, slot: 54, state: COMPLETE, values });
    expect(rooms.ageOf(ROOM)).toBe(0);
    expect(rooms.minuteOf(ROOM)).toBe(610); // 10:09 closed after 10:10 had ticked
    tell({ type: "minute", room: ROOM, slot: 60, state: COMPLETE, values });
    expect(rooms.minuteOf(ROOM)).toBe(615);
  });

  test("of another day they start afresh: yesterday's close is not this morning", () => {
    tell(rowsOf(0, 1, 939 * 60_000));
    tell({ type: "room", room: ROOM, day: { ...day(), date: isoDate("2026-08-19") }, fields: ALL_FIELDS });
    expect(rooms.minuteOf(ROOM)).toBe(600);
    expect([rooms.hasTicked(ROOM), rooms.ageOf(ROOM)]).toEqual([false, 0]);
  });

  test("loading the same day again keeps them", () => {
    tell(rowsOf(0, 1, 610 * 60_000));
    now += 700;
    tell({ type: "room", room: ROOM, day: day(), fields: ALL_FIELDS });
    expect(rooms.minuteOf(ROOM)).toBe(610);
    expect(rooms.ageOf(ROOM)).toBe(700);
  });
});
