/** What surrounds a room fails: loads, the connection, readers that come and go; and everything at once. */
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { RoomDay } from "#contract/domain/columns.ts";
import { MarketHttpError } from "./market-http.ts";
import { createFakeReader, deferred, expectSameRoom } from "./testing/fake-market.ts";
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

describe("a load that fails", () => {
  test.each([401, 402])("%i concerns the session: told once, not tried again", async (status) => {
    const { loads, refused, settle, kinds } = openRoom();
    loads.reply = () => Promise.reject(new MarketHttpError(status, "no"));
    // The load under way is the good one: start over.
    loads.count = 0;
    const again = openRoom();
    again.loads.reply = () => Promise.reject(new MarketHttpError(status, "no"));
    again.feed.reload();
    await settle(60_000);
    expect(again.refused).toEqual([status]);
    expect(again.kinds()).toEqual([]);
    expect(refused).toEqual([]);
    expect(kinds()).toEqual(["room"]);
  });

  test.each([
    ["no such room", new MarketHttpError(404, "unknown room"), 404],
    ["a server in trouble", new MarketHttpError(500, "oh"), 500],
    ["bytes that are no room-day", new RangeError("not a room-day"), -1],
  ])("%s: the reader is told, and it is tried again until it works", async (_name, error, status) => {
    const { server, loads, feed, settle, same, reader, deliver } = openRoom();
    loads.reply = () => Promise.reject(error);
    feed.reload();
    await settle(600);
    expect(reader.rooms.missing(ROOM)?.status).toBe(status);
    const late = createFakeReader(ROOM);
    feed.add(late);
    expect(late.rooms.missing(ROOM)?.status).toBe(status);
    loads.reply = () => server.blob();
    await settle(10_000);
    expect(reader.rooms.missing(ROOM)).toBeUndefined();
    deliver(server.snapshot());
    same();
  });

  test("a network that fails is silent: the room stays loading", async () => {
    const { server, loads, feed, settle, reader } = openRoom();
    loads.reply = () => Promise.reject(new MarketHttpError(0, "Failed to fetch"));
    feed.reload();
    await settle(3000);
    expect(reader.updates).toEqual([]);
    loads.reply = () => server.blob();
    await settle(9000);
    expect(reader.rooms.room(ROOM)).toBeDefined();
  });

  test("is tried every half second; after ten tries they are spaced out, doubling to eight", async () => {
    const { loads, feed, settle } = openRoom();
    loads.reply = () => Promise.reject(new MarketHttpError(500, "oh"));
    feed.reload();
    loads.count = 1;
    await settle(499);
    expect(loads.count).toBe(1);
    await settle(2);
    expect(loads.count).toBe(2);
    await settle(4500);
    expect(loads.count).toBe(11);
    await settle(60_000);
    expect(loads.count).toBeLessThan(21);
  });

  test("trouble after the first load leaves the figures as they are; only 'no such room' is told", async () => {
    const { loads, feed, settle, reader } = await openLiveRoom();
    loads.reply = () => Promise.reject(new MarketHttpError(503, "starting"));
    feed.reload();
    await settle(100);
    expect(reader.rooms.missing(ROOM)).toBeUndefined();
    loads.reply = () => Promise.reject(new MarketHttpError(404, "unknown room"));
    await settle(1000);
    expect(reader.rooms.missing(ROOM)?.status).toBe(404);
  });
});

describe("a connection that was lost", () => {
  test("ticks are level again with the snapshot of the joining, without asking", async () => {
    const { server, feed, deliver, same, connection } = await openLiveRoom();
    server.tick(0, 11);
    feed.expectSnapshot();
    deliver(server.tick(0, 12));
    expect(connection.resyncs).toEqual([]);
    deliver(server.snapshot(), server.tick(0, 13));
    same();
  });

  test("the day is loaded again for the minutes that were missed; old figures stand until then", async () => {
    const { server, feed, deliver, settle, same, reader } = await openLiveRoom();
    server.minute();
    server.tick(0, 12);
    feed.expectSnapshot();
    feed.reload();
    deliver(server.snapshot(), server.tick(1, 5));
    expect(reader.updates).toEqual([]);
    await settle();
    same();
  });

  test("a load that was under way when it was lost is not believed", async () => {
    const { server, feed, deliver, settle, same, loads } = await openLiveRoom();
    const first = deferred<RoomDay>();
    const before = server.blob();
    loads.reply = () => first.promise;
    feed.reload();
    server.minute();
    loads.reply = () => server.blob();
    feed.reload();
    await settle();
    first.resolve(before);
    await settle();
    deliver(server.snapshot());
    same();
  });
});

describe("readers", () => {
  test("two of them see the same; each has buffers of its own", async () => {
    const { server, feed, deliver, same } = await openLiveRoom();
    const second = createFakeReader(ROOM);
    feed.add(second);
    deliver(server.tick(1, 8), server.minute());
    same();
    expectSameRoom(second.rooms.room(ROOM)?.day, server.day);
  });

  test("one that left hears nothing more", async () => {
    const { server, feed, deliver, reader } = await openLiveRoom();
    feed.remove(reader);
    deliver(server.tick(1, 8));
    expect(reader.updates).toEqual([]);
  });

  test("a disposed room leaves, and a late load is dropped", async () => {
    const { server, feed, settle, connection, loads, reader } = await openLiveRoom();
    loads.reply = () => new Promise((resolve) => setTimeout(() => resolve(server.blob()), 1000));
    feed.reload();
    feed.dispose();
    await settle(60_000);
    expect(connection.left).toEqual([ROOM]);
    expect(reader.updates).toEqual([]);
    expect(loads.count).toBe(1);
  });

  test("a room that the server will not let join is told as missing, unless its day is there", async () => {
    const { connection, reader, settle } = openRoom();
    connection.joined.get(ROOM)?.refused("unknown room");
    expect(reader.rooms.missing(ROOM)).toMatchObject({ status: 403, message: "unknown room" });
    await settle();
    expect(reader.rooms.missing(ROOM)).toBeUndefined();
    connection.joined.get(ROOM)?.refused("too many rooms");
    expect(reader.rooms.missing(ROOM)).toBeUndefined();
  });
});

type Event = {
  readonly kind: "tick" | "minute" | "list" | "restart" | "reconnect" | "snapshot" | "wait";
  readonly fate: Fate;
  readonly value: number;
};
type Fate = "good" | "lost" | "twice" | "late" | "broken";

const events = fc.array(
  fc.record<Event>({
    kind: fc.constantFrom<Event["kind"]>(
      "tick",
      "tick",
      "tick",
      "tick",
      "minute",
      "minute",
      "list",
      "restart",
      "reconnect",
      "snapshot",
      "wait",
    ),
    fate: fc.constantFrom<Fate>("good", "good", "good", "lost", "twice", "late", "broken"),
    value: fc.integer({ min: 1, max: 5000 }),
  }),
  { maxLength: 60 },
);

test("whatever is lost, doubled, reordered or broken: after the next snapshot reader and server agree", async () => {
  await fc.assert(
    fc.asyncProperty(events, async (history) => {
      const room = openRoom();
      const { server, connection, feed, deliver, settle, same, loads } = room;
      let late: Uint8Array[] = [];
      let price = 10_000;
      loads.reply = () => {
        const blob = server.blob();
        return new Promise((resolve) => setTimeout(() => resolve(blob), history.length * 7));
      };
      const send = (frame: Uint8Array, fate: Fate): void => {
        const before = late;
        late = [];
        if (fate === "late") late = [...before, frame];
        else if (fate === "twice") deliver(frame, frame);
        else if (fate === "broken") deliver(frame.slice(0, frame.length - 2));
        else if (fate === "good") deliver(frame);
        if (fate !== "late") deliver(...before);
      };
      const answer = (fate: Fate): void => {
        if (connection.resyncs.length === 0) return;
        connection.resyncs.length = 0;
        send(server.wholeDictionary(), fate);
        send(server.snapshot(), fate);
      };
      const join = (): void => {
        feed.expectSnapshot();
        feed.reload();
        send(server.wholeDictionary(), "good");
        send(server.snapshot(), "good");
      };
      for (const { kind, fate, value } of history) {
        if (kind === "tick") send(server.tick(value % server.day.tokens.length, price++), fate);
        else if (kind === "minute" && server.day.minutes.state[90] === 0) send(server.minute(), fate);
        else if (kind === "list") send(server.list(), fate);
        else if (kind === "snapshot") answer(fate);
        else if (kind === "wait") await settle(value);
        else {
          if (kind === "restart") server.restart();
          join();
        }
      }
      // From here on nothing is lost.
      for (let round = 0; round < 6; round++) {
        send(server.tick(0, price++), "good");
        send(server.minute(), "good");
        await settle(9000);
        answer("good");
      }
      same();
      feed.dispose();
    }),
    { numRuns: 150 },
  );
});
