import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ExchangeTime } from "#contract/domain/clock.ts";
import { ALL_FIELDS } from "#contract/domain/columns.ts";
import { isoDate } from "#contract/domain/units.ts";
import type { FeedConfig, FeedEvent, FeedRequest, FeedUpdate } from "#contract/worker/feed-api.ts";
import type { ConnectionListener } from "./connection.ts";
import { createFeed } from "./feed.ts";
import { createFakeConnection, createFakeReader, expectSameRoom, type FakeConnection } from "./testing/fake-market.ts";
import { createPort } from "./testing/port.ts";
import { createRoomServer, ROOM } from "./testing/room-server.ts";

const CONFIG: FeedConfig = { origin: "https://strikeboard.example/", ticket: "t", fingerprint: "f" };
const at = (minute: number, rate = 1, date = "2026-08-18"): ExchangeTime => ({
  source: "sim",
  date: isoDate(date),
  minute,
  rate,
  wall: 0,
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function open() {
  const server = createRoomServer();
  const connections: { readonly connection: FakeConnection; readonly listener: ConnectionListener }[] = [];
  const asked: { readonly url: string; readonly headers: Readonly<Record<string, string>> }[] = [];
  let wall = 0;
  let status = 200;
  const feed = createFeed({
    connect(_config, listener) {
      const connection = createFakeConnection();
      connections.push({ connection, listener });
      return connection;
    },
    fetch(url, init) {
      asked.push({ url, headers: init.headers as Record<string, string> });
      if (status === 0) return Promise.reject(new TypeError("Failed to fetch"));
      const body = status === 200 ? { data: { data: [] } } : { status: "fail", message: "why" };
      return Promise.resolve(new Response(JSON.stringify(body), { status }));
    },
    decodeRoomDay: () => server.blob(),
    cache: { read: () => Promise.resolve(undefined), write: () => Promise.resolve() },
    now: () => Date.now(),
    wallNow: () => Date.now() + wall,
  });
  const events = createPort<FeedEvent, never>();
  const reader = createFakeReader(ROOM, () => Date.now());
  const quant = createPort<FeedUpdate, FeedRequest>((update) => reader.send(update));
  const latest = () => {
    const one = connections.at(-1);
    if (!one) throw new Error("not connected");
    return one;
  };
  const dayLoads = () => asked.filter(({ url }) => url.includes("dbOI")).length;
  const initLoads = () => asked.filter(({ url }) => url.endsWith("/init")).length;
  const settle = (ms = 1) => vi.advanceTimersByTimeAsync(ms);
  return {
    server,
    feed,
    events,
    quant,
    reader,
    asked,
    connections,
    latest,
    dayLoads,
    initLoads,
    settle,
    reply(next: number) {
      status = next;
    },
    sleep(ms: number) {
      wall += ms;
    },
    kinds: () => events.sent.map(({ type }) => type),
  };
}

async function openRoom() {
  const one = open();
  one.feed.start(CONFIG, one.events.port);
  one.feed.attach(one.quant.port);
  one.quant.say({ type: "acquire", room: ROOM, fields: ALL_FIELDS });
  await one.settle();
  one.latest().connection.joined.get(ROOM)?.frame(one.server.snapshot());
  return one;
}

describe("a session", () => {
  test("loads init, connects, and tells what the market lists", async () => {
    const { feed, events, settle, asked, kinds } = open();
    feed.start(CONFIG, events.port);
    await settle();
    expect(kinds()).toEqual(["universe"]);
    expect(asked[0]?.url).toBe("https://strikeboard.example/api/v1/dbtockendictionaries/init");
    expect(asked[0]?.headers).toEqual({ "X-Device-Fingerprint": "f" });
  });

  test("rooms are asked for by their path, as the archive's bytes", async () => {
    const { asked } = await openRoom();
    const call = asked.find(({ url }) => url.includes("dbOI"));
    expect(call?.url).toBe("https://strikeboard.example/api/v1/dbOI/NIFTY-8/25/2026");
    expect(call?.headers).toEqual({ Accept: "application/vnd.strikeboard.columns" });
  });

  test.each([
    [401, "unauthorized"],
    [402, "unsubscribed"],
  ])("%i on init: %s, and no further try", async (status, type) => {
    const { feed, events, reply, settle, kinds, initLoads } = open();
    reply(status);
    feed.start(CONFIG, events.port);
    await settle(60_000);
    expect(kinds()).toEqual([type]);
    expect(initLoads()).toBe(1);
  });

  test.each([500, 0])("status %i on init: tried again every two seconds", async (status) => {
    const { feed, events, reply, settle, kinds, initLoads } = open();
    reply(status);
    feed.start(CONFIG, events.port);
    await settle(4100);
    expect(initLoads()).toBe(3);
    reply(200);
    await settle(2000);
    expect(kinds()).toEqual(["universe"]);
  });

  test("rooms that were wanted before it began, and those of a former session, are opened with it", async () => {
    const { feed, events, quant, reader, server, settle, latest, connections } = open();
    feed.attach(quant.port);
    quant.say({ type: "acquire", room: ROOM, fields: ALL_FIELDS });
    feed.start(CONFIG, events.port);
    await settle();
    expect(reader.rooms.room(ROOM)).toBeDefined();
    feed.start(CONFIG, events.port);
    await settle();
    expect(connections[0]?.connection.calls).toEqual(["close"]);
    expect(latest().connection.joined.has(ROOM)).toBe(true);
    latest().connection.joined.get(ROOM)?.frame(server.snapshot());
    expectSameRoom(reader.rooms.room(ROOM)?.day, server.day);
  });

  test("stop closes everything, and nothing is asked for afterwards", async () => {
    const { feed, settle, asked, latest } = await openRoom();
    latest().listener.clock(at(540));
    feed.stop();
    const before = asked.length;
    await settle(3_600_000);
    expect(asked).toHaveLength(before);
    expect(latest().connection.left).toEqual([ROOM]);
    expect(latest().connection.calls).toEqual(["close"]);
  });

  test("a refused socket says whether it is the login, one elsewhere, or the subscription; what it does not know ends nothing", async () => {
    const { latest, events } = await openRoom();
    events.sent.length = 0;
    for (const why of ["unauthorized", "multiLogout", "no subscription", "closed for today"])
      latest().listener.connection("refused", why);
    expect(events.sent).toEqual([
      { type: "unauthorized" },
      { type: "multiLogout" },
      { type: "unsubscribed" },
      { type: "connection", state: "refused", why: "closed for today" },
    ]);
  });
});

describe("rooms", () => {
  test("are joined once for two workers, and left when the last lets go", async () => {
    const { feed, latest, dayLoads, quant } = await openRoom();
    const second = createPort<FeedUpdate, FeedRequest>();
    feed.attach(second.port);
    second.say({ type: "acquire", room: ROOM, fields: ALL_FIELDS });
    expect(second.sent.map(({ type }) => type)).toEqual(["room"]);
    expect(dayLoads()).toBe(1);
    quant.say({ type: "release", room: ROOM });
    expect(latest().connection.left).toEqual([]);
    second.say({ type: "release", room: ROOM });
    expect(latest().connection.left).toEqual([ROOM]);
  });

  test("a reconnection expects a snapshot and loads the day again", async () => {
    const { server, reader, latest, dayLoads, settle } = await openRoom();
    const { connection, listener } = latest();
    connection.resyncs.length = 0;
    server.minute();
    server.tick(0, 44);
    listener.rejoined("ticks");
    listener.rejoined("minutes");
    connection.joined.get(ROOM)?.frame(server.snapshot());
    await settle();
    expect(dayLoads()).toBe(2);
    expect(connection.resyncs).toEqual([]);
    expectSameRoom(reader.rooms.room(ROOM)?.day, server.day);
  });

  test("special 'update' loads init and each room once more", async () => {
    const { latest, settle, initLoads, dayLoads } = await openRoom();
    await settle(100);
    const before = initLoads();
    latest().listener.special("update");
    latest().listener.special("update");
    await settle(100);
    expect([initLoads(), dayLoads()]).toEqual([before + 1, 2]);
  });

  test("rooms that are named are loaded again, and nothing else", async () => {
    const { latest, settle, initLoads, dayLoads } = await openRoom();
    await settle(100);
    const before = initLoads();
    latest().listener.rejoined("minutes", ["BANKNIFTY-8/25/2026"]);
    await settle(100);
    expect(dayLoads()).toBe(1);
    latest().listener.rejoined("minutes", ["BANKNIFTY-8/25/2026", ROOM]);
    await settle(100);
    expect([initLoads(), dayLoads()]).toEqual([before, 2]);
  });

  test("a new day, told in several ways at once, loads init once and each room once", async () => {
    const { latest, settle, initLoads, dayLoads } = await openRoom();
    const { listener } = latest();
    listener.clock(at(930));
    await settle(100);
    const before = initLoads();
    listener.special("update");
    listener.rejoined("minutes");
    listener.rejoined("ticks");
    listener.rejoined("ticks");
    listener.clock(at(540, 60, "2026-08-19"));
    await settle(100);
    expect(initLoads()).toBe(before + 1);
    expect(dayLoads()).toBe(2);
  });
});

describe("trouble with the feed", () => {
  const words = ({ reader }: Awaited<ReturnType<typeof openRoom>>) =>
    reader.updates.flatMap((update) => (update.type === "trouble" ? [update.words] : []));

  test("is told to those who read its rooms, until it is over, and not again at a reconnection", async () => {
    const one = await openRoom();
    const { listener } = one.latest();
    listener.feed([{ words: "BSE F&O: silent", rooms: ["SENSEX-8/20/2026"] }]);
    expect(words(one)).toEqual([]);
    listener.feed([{ words: "NSE F&O: silent", rooms: ["BANKNIFTY-8/25/2026", ROOM] }]);
    expect(one.reader.rooms.wordsOf(ROOM, "trouble")).toBe("NSE F&O: silent");
    listener.rejoined("minutes");
    listener.feed([{ words: "NSE F&O: silent", rooms: ["BANKNIFTY-8/25/2026", ROOM] }]);
    await one.settle();
    expect(one.reader.rooms.wordsOf(ROOM, "trouble")).toBe("NSE F&O: silent");
    listener.feed([]);
    expect(words(one)).toEqual(["NSE F&O: silent", ""]);
    expect(one.reader.rooms.wordsOf(ROOM, "trouble")).toBe("");
  });

  test("comes with what a room lacks though its feed is up, and that alone says nothing is wrong", async () => {
    const one = await openRoom();
    const { listener } = one.latest();
    const words = "no figures of the day before";
    listener.feed([{ words, rooms: [ROOM], coverage: true }]);
    expect(one.reader.rooms.wordsOf(ROOM, "lacks")).toBe(words);
    expect(one.reader.rooms.wordsOf(ROOM, "trouble")).toBe("");
    listener.feed([{ words: "NSE F&O: silent" }, { words, rooms: [ROOM], coverage: true }]);
    expect(one.reader.rooms.wordsOf(ROOM, "lacks")).toBe(words);
    expect(one.reader.rooms.wordsOf(ROOM, "trouble")).toBe("NSE F&O: silent");
    listener.feed([]);
    expect(one.reader.rooms.wordsOf(ROOM, "lacks")).toBe("");
  });

  test("of the whole feed is that of every room, and of rooms that are opened meanwhile", async () => {
    const one = open();
    one.feed.start(CONFIG, one.events.port);
    one.latest().listener.feed([{ words: "the line is cut" }]);
    one.feed.attach(one.quant.port);
    one.quant.say({ type: "acquire", room: ROOM, fields: ALL_FIELDS });
    one.quant.say({ type: "acquire", room: `${ROOM}@sim:2026-08-14`, fields: ALL_FIELDS });
    await one.settle();
    const told = one.reader.updates.filter(({ type }) => type === "trouble");
    expect(told).toEqual([{ type: "trouble", room: ROOM, words: "the line is cut", lacks: "" }]);
    one.feed.setLive(false);
    one.feed.setLive(true);
    await one.settle();
    expect(one.reader.updates.filter(({ type }) => type === "trouble")).toHaveLength(1);
  });
});

describe("the exchange clock", () => {
  test("goes to the main thread, to the workers, and to a worker that comes later as of now", async () => {
    const { feed, latest, quant, kinds, settle } = await openRoom();
    latest().listener.clock(at(600, 60));
    expect(kinds()).toContain("clock");
    expect(quant.sent.at(-1)).toMatchObject({ type: "clock", time: { minute: 600 } });
    await settle(30_000);
    const late = createPort<FeedUpdate, FeedRequest>();
    feed.attach(late.port);
    expect(late.sent).toMatchObject([{ type: "clock", time: { minute: 630, rate: 60 } }]);
  });

  test("rooms opened before 09:15:15 are loaded anew then, at the clock's rate", async () => {
    const { latest, settle, dayLoads } = await openRoom();
    latest().listener.clock(at(545, 60)); // the reopening of 09:04 has passed
    await settle(10_000);
    expect(dayLoads()).toBe(1);
    await settle(260); // 10.25 minutes of the exchange
    expect(dayLoads()).toBe(2);
    await settle(60_000);
    expect(dayLoads()).toBe(2);
  });

  test("a change of rate on the way is followed; a clock told just before the timer does not swallow it", async () => {
    const { latest, settle, dayLoads } = await openRoom();
    const { listener } = latest();
    listener.clock(at(545, 60));
    await settle(9000);
    listener.clock(at(555, 1)); // 09:15:00, from here at the trader's pace
    await settle(14_900);
    expect(dayLoads()).toBe(1);
    listener.clock(at(555.26, 1));
    await settle();
    expect(dayLoads()).toBe(2);
    listener.clock(at(556.3, 1));
    await settle(60_000);
    expect(dayLoads()).toBe(2);
  });

  test("a clock that stands never reopens", async () => {
    const { latest, settle, dayLoads } = await openRoom();
    latest().listener.clock(at(540, 0));
    await settle(3_600_000);
    expect(dayLoads()).toBe(1);
  });
});

test("a machine that slept drops the transport", async () => {
  const { latest, settle, sleep } = await openRoom();
  await settle(10_000);
  expect(latest().connection.calls).toEqual([]);
  sleep(60_000);
  await settle(2000);
  expect(latest().connection.calls).toEqual(["restart"]);
  await settle(60_000);
  expect(latest().connection.calls).toEqual(["restart"]);
});

test("special '1min' closes the ticks, and is passed on", async () => {
  const { latest, events } = await openRoom();
  latest().listener.special("1min");
  expect(latest().connection.calls).toEqual(["ticks false"]);
  expect(events.sent.at(-1)).toEqual({ type: "special", kind: "1min", payload: undefined });
});

test("when the account has changed, the ticks are asked for: the plan may have them now", async () => {
  const { latest, events } = await openRoom();
  latest().listener.special("1min");
  latest().listener.news({ type: "account" });
  expect(latest().connection.calls).toEqual(["ticks false", "ticks true"]);
  expect(events.sent.at(-1)).toEqual({ type: "news", event: { type: "account" } });
});
