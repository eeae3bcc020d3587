import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LTP, type RoomDay } from "#contract/domain/columns.ts";
import { deferred } from "./testing/fake-market.ts";
import { openLiveRoom, openRoom } from "./testing/open-room.ts";
import { ROOM } from "./testing/room-server.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a room that is opened", () => {
  test("joins, loads its day, then applies frames", async () => {
    const { server, connection, deliver, settle, same, kinds, loads } = openRoom();
    expect(connection.joined.has(ROOM)).toBe(true);
    await settle();
    expect(loads.count).toBe(1);
    deliver(server.snapshot(), server.tick(1, 40), server.minute());
    same();
    expect(kinds()).toEqual(["room", "rows", "rows", "minute"]);
  });

  test("frames that come before the day wait for it; the reader takes the room whole, as of the newest of them", async () => {
    const { server, deliver, settle, same, kinds, reader, connection } = openRoom();
    const old = server.blob();
    deliver(server.snapshot(), server.tick(0, 10), server.minute(), server.tick(2, 7));
    expect(kinds()).toEqual([]);
    await settle();
    same();
    expect(kinds()).toEqual(["room", "rows"]);
    expect(reader.rooms.minuteOf(ROOM)).toBe(Math.floor(server.time / 60_000));
    expect(connection.resyncs).toEqual([]);
    expect(old.live.columns[LTP][0]).not.toBe(50);
  });

  test("asks for a snapshot when none of the frames that waited was one", async () => {
    const { server, deliver, settle, same, connection } = openRoom();
    deliver(server.tick(0, 10));
    await settle();
    expect(connection.resyncs).toEqual([ROOM]);
    deliver(server.snapshot());
    same();
  });

  test("more frames than may wait are dropped, and asked for again", async () => {
    const { server, deliver, settle, same, loads, connection } = openRoom();
    loads.reply = () => new Promise<RoomDay>((resolve) => setTimeout(() => resolve(server.blob()), 5000));
    await settle(0);
    await settle(0);
    deliver(server.snapshot());
    for (let i = 0; i < 300; i++) deliver(server.tick(0, i + 1000));
    await settle(6000);
    deliver(server.tick(0, 1));
    expect(connection.resyncs.length).toBeGreaterThan(0);
    deliver(server.snapshot());
    same();
  });
});

describe("a gap in the ticks", () => {
  test("asks once for a snapshot, which heals it", async () => {
    const { server, deliver, same, connection, loads } = await openLiveRoom();
    server.tick(0, 11); // lost
    deliver(server.tick(1, 12), server.tick(2, 13), server.tick(3, 14));
    expect(connection.resyncs).toEqual([ROOM]);
    deliver(server.snapshot());
    same();
    expect(loads.count).toBe(0);
  });

  test("asks again after two seconds, while frames show that it is still there", async () => {
    const { server, deliver, settle, connection } = await openLiveRoom();
    server.tick(0, 11);
    deliver(server.tick(1, 12));
    await settle(1900);
    deliver(server.tick(1, 13));
    expect(connection.resyncs).toHaveLength(1);
    await settle(200);
    deliver(server.tick(1, 14));
    expect(connection.resyncs).toHaveLength(2);
  });

  test("never shows a row of a frame that does not follow", async () => {
    const { server, deliver, reader } = await openLiveRoom();
    server.tick(0, 11);
    deliver(server.tick(1, 12));
    expect(reader.updates).toEqual([]);
  });

  test("bytes that are no frame are logged, nothing is shown, and a snapshot heals", async () => {
    const { server, deliver, same, connection, reader } = await openLiveRoom();
    deliver(Uint8Array.of(1, 2, 3), server.tick(1, 12));
    expect(console.warn).toHaveBeenCalled();
    expect(reader.updates).toEqual([]);
    expect(connection.resyncs).toEqual([ROOM]);
    deliver(server.snapshot());
    same();
  });

  test("a minute that overtakes lost ticks is applied, and a snapshot asked for", async () => {
    const { server, deliver, same, connection, kinds } = await openLiveRoom();
    server.tick(0, 11);
    deliver(server.minute());
    expect(kinds()).toEqual(["minute"]);
    expect(connection.resyncs).toEqual([ROOM]);
    deliver(server.snapshot());
    same();
  });

  test("frames told twice do nothing", async () => {
    const { server, deliver, same, connection, reader } = await openLiveRoom();
    const tick = server.tick(0, 11);
    deliver(tick, tick, tick);
    expect(reader.updates).toHaveLength(1);
    expect(connection.resyncs).toEqual([]);
    same();
  });
});

describe("a gap in the minutes or contracts", () => {
  test("a lost minute loads the day again; ticks go on meanwhile, and no price goes back", async () => {
    const { server, deliver, settle, same, loads, connection, reader } = await openLiveRoom();
    deliver(server.minute(), server.tick(0, 20));
    const stale = server.blob().live; // a blob's ticks may be a minute old
    const reply = deferred<RoomDay>();
    loads.reply = () => reply.promise;
    server.minute(); // lost
    deliver(server.minute(), server.tick(0, 21));
    expect(loads.count).toBe(1);
    expect(connection.resyncs).toEqual([ROOM]);
    deliver(server.snapshot(), server.tick(0, 22));
    const shown = () => reader.rooms.room(ROOM)?.day.live.columns[LTP][0];
    expect(shown()).toBe(110);
    reply.resolve({ ...server.blob(), live: stale });
    await settle();
    expect(shown()).toBe(110);
    same();
    expect(connection.resyncs).toEqual([ROOM]);
  });

  test("a minute that closes while the day is loading is not lost with the old tables", async () => {
    const { server, deliver, settle, same, loads } = await openLiveRoom();
    deliver(server.minute());
    server.minute(); // lost
    const reply = deferred<RoomDay>();
    loads.reply = () => reply.promise;
    deliver(server.minute());
    const blob = server.blob();
    deliver(server.minute());
    reply.resolve(blob);
    await settle();
    same();
  });

  test("gaps that follow one another wait for the load under way", async () => {
    const { server, deliver, settle, same, loads } = await openLiveRoom();
    deliver(server.minute());
    server.minute();
    loads.reply = () => new Promise((resolve) => setTimeout(() => resolve(server.blob()), 3000));
    for (let second = 0; second < 10; second++) {
      deliver(server.minute());
      await settle(1000);
    }
    await settle(3000);
    expect(loads.count).toBeLessThanOrEqual(3);
    same();
  });

  test("new contracts come with the dictionary; known ones told again are no news", async () => {
    const { server, deliver, same, kinds } = await openLiveRoom();
    const added = server.list();
    deliver(added, added, server.tick(5, 9), server.wholeDictionary(), server.snapshot());
    same();
    expect(kinds()).toEqual(["room", "rows", "rows"]);
  });

  test("previous closes that became known reach the readers", async () => {
    const { server, deliver, same, kinds } = await openLiveRoom();
    deliver(server.tick(0, 4), server.learn(1, 12_345), server.tick(0, 5), server.wholeDictionary());
    same();
    expect(kinds()).toEqual(["rows", "room", "rows"]);
  });

  test("a lost dictionary loads the day again", async () => {
    const { server, deliver, settle, same, connection } = await openLiveRoom();
    server.list();
    deliver(server.tick(5, 9), server.snapshot());
    await settle();
    if (connection.resyncs.length > 0) deliver(server.wholeDictionary(), server.snapshot());
    same();
  });
});

describe("another epoch", () => {
  test("starts over: the day is loaded, then a snapshot", async () => {
    const { server, deliver, settle, same, loads } = await openLiveRoom();
    server.restart();
    deliver(server.tick(0, 33));
    expect(loads.count).toBe(1);
    await settle();
    deliver(server.snapshot());
    same();
  });

  test("a snapshot of it never lands on the old day's tables", async () => {
    const { server, deliver, settle, same, loads, reader } = await openLiveRoom();
    server.restart();
    server.tick(0, 33);
    deliver(server.snapshot());
    expect(reader.updates).toEqual([]);
    expect(loads.count).toBe(1);
    await settle();
    deliver(server.snapshot());
    same();
  });

  test("without ticks (a plan by the minute) each minute loads the day", async () => {
    const { server, deliver, settle, same, loads } = openRoom();
    await settle();
    for (let i = 0; i < 3; i++) {
      server.tick(0, 50 + i);
      deliver(server.minute());
      await settle();
    }
    expect(loads.count).toBe(4);
    same();
  });
});
