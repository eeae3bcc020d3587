/** Only the minute columns that a worker asks for cross to it and are kept there. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ALL_FIELDS, FIELDS, type FieldMask, fieldMask, LTP, OI, VOL } from "#contract/domain/columns.ts";
import { createExchangeClock } from "../quant/exchange-clock.ts";
import { createRooms } from "../quant/rooms.ts";
import { createReaderRooms } from "./reader-rooms.ts";
import { createFakeConnection } from "./testing/fake-market.ts";
import { createRoomServer, ROOM } from "./testing/room-server.ts";

const PRICES = fieldMask(["ltp"]);
const INTEREST = fieldMask(["oi"]);
const PAST = `${ROOM}@sim:2026-08-17`;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A feed worker's rooms, and those of a quant worker behind a port that copies. */
function open() {
  const server = createRoomServer();
  const connection = createFakeConnection();
  const http = { roomDay: async () => server.blob() };
  const feedRooms = createReaderRooms({
    session: () => ({ http, connection }) as never,
    now: () => Date.now(),
    refused: () => undefined,
  });
  let bytes = 0;
  const worker = {
    send(update: Parameters<Parameters<typeof feedRooms.acquire>[0]["send"]>[0], transfer: ArrayBuffer[] = []) {
      const copy = structuredClone(update, { transfer });
      if (!("room" in copy)) return;
      if (copy.type === "minute") bytes += copy.values.reduce((sum, { byteLength }) => sum + byteLength, 0);
      rooms.apply(copy);
    },
  };
  const rooms = createRooms({
    send(request) {
      if (request.type === "acquire") feedRooms.acquire(worker, request.room, request.fields);
      else feedRooms.release(worker, request.room);
    },
    now: () => Date.now(),
    exchange: createExchangeClock(() => 0),
    changed: () => undefined,
  });
  const kept = (key: string) =>
    rooms.room(key)?.day.minutes.columns.reduce((sum, { byteLength }) => sum + byteLength, 0) ?? 0;
  const settle = () => vi.advanceTimersByTimeAsync(1);
  const frame = (one: Uint8Array) => connection.joined.get(ROOM)?.frame(one);
  return { server, connection, rooms, kept, settle, frame, minuteBytes: () => bytes };
}

test.each([ROOM, PAST])("%s: what is not asked for takes no bytes", async (key) => {
  const bytesOf = async (fields: FieldMask): Promise<number> => {
    const { rooms, kept, settle } = open();
    rooms.acquire(key, fields);
    await settle();
    return kept(key);
  };
  const all = await bytesOf(ALL_FIELDS);
  // The source has price, OI and volume: 4, 8 and 8 bytes a cell.
  expect(await bytesOf(PRICES)).toBe(all * (4 / 20));
  expect(await bytesOf(INTEREST)).toBe(all * (8 / 20));
  expect(await bytesOf(fieldMask([...FIELDS]))).toBe(all);
});

test("a minute brings the columns that were asked for", async () => {
  const { server, rooms, settle, frame, minuteBytes } = open();
  rooms.acquire(ROOM, INTEREST);
  await settle();
  frame(server.snapshot());
  frame(server.minute());
  const day = rooms.room(ROOM, INTEREST)?.day;
  expect(day?.minutes.columns[OI]).toEqual(server.day.minutes.columns[OI]);
  expect(day?.minutes.columns[LTP]).toHaveLength(0);
  expect(minuteBytes()).toBe(server.day.minutes.stride * 8);
  expect(day?.live.columns.map(({ length }) => length)).toEqual(server.day.live.columns.map(({ length }) => length));
});

test("a later pane that needs more gets the room anew with the columns of both, and until then nothing half", async () => {
  const { server, connection, rooms, settle, frame } = open();
  rooms.acquire(ROOM, PRICES);
  await settle();
  frame(server.snapshot());
  const first = rooms.room(ROOM, PRICES);
  rooms.acquire(ROOM, INTEREST);
  const both = rooms.room(ROOM, INTEREST);
  expect(both?.day.minutes.columns[LTP].length).toBeGreaterThan(0);
  expect(both?.day.minutes.columns[OI].length).toBeGreaterThan(0);
  expect(both?.day.minutes.columns[VOL]).toHaveLength(0);
  expect(both).not.toBe(first);
  expect([...connection.joined.keys()]).toEqual([ROOM]);
  expect(connection.left).toEqual([]);
  rooms.release(ROOM);
  rooms.release(ROOM);
  expect(connection.left).toEqual([ROOM]);
});

test("before the columns come, the pane that asked for more finds no room", () => {
  const rooms = createRooms({
    send: () => undefined,
    now: () => 0,
    exchange: createExchangeClock(() => 0),
    changed: () => undefined,
  });
  rooms.acquire(ROOM, PRICES);
  rooms.apply({ type: "room", room: ROOM, day: createRoomServer().blob(), fields: PRICES });
  rooms.acquire(ROOM, INTEREST);
  expect(rooms.room(ROOM, PRICES)).toBeDefined();
  expect(rooms.room(ROOM, INTEREST)).toBeUndefined();
});
