/** The feed worker while a past day is looked at, and while replays run. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ALL_FIELDS } from "#contract/domain/columns.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import type { FeedEvent, FeedRequest, FeedUpdate, ReplayControl } from "#contract/worker/feed-api.ts";
import type { ConnectionListener } from "./connection.ts";
import { createFeed } from "./feed.ts";
import { createFakeConnection, type FakeConnection } from "./testing/fake-market.ts";
import { createPort } from "./testing/port.ts";
import { createRoomServer, ROOM } from "./testing/room-server.ts";

const PAST = `${ROOM}@sim:2026-08-17`;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function open() {
  const server = createRoomServer();
  const connections: { readonly connection: FakeConnection; readonly listener: ConnectionListener }[] = [];
  const asked: string[] = [];
  let status = 200;
  const feed = createFeed({
    connect(_config, listener) {
      const connection = createFakeConnection();
      connections.push({ connection, listener });
      return connection;
    },
    fetch(url) {
      asked.push(url.replace("https://x/api/v1/", ""));
      if (status === 0) return Promise.reject(new TypeError("Failed to fetch"));
      const body = status === 200 ? { data: { data: ["the list"], days: [] } } : { status: "fail", message: "why" };
      return Promise.resolve(new Response(JSON.stringify(body), { status }));
    },
    decodeRoomDay: () => server.blob(),
    cache: { read: () => Promise.resolve(undefined), write: () => Promise.resolve() },
    now: () => Date.now(),
    wallNow: () => Date.now(),
  });
  const events = createPort<FeedEvent, ReplayControl>();
  const quant = createPort<FeedUpdate, FeedRequest>();
  const settle = (ms = 1) => vi.advanceTimersByTimeAsync(ms);
  feed.start({ origin: "https://x", ticket: "t", fingerprint: "f" }, events.port);
  feed.attach(quant.port);
  quant.say({ type: "acquire", room: ROOM, fields: ALL_FIELDS });
  await settle();
  asked.length = 0;
  events.sent.length = 0;
  quant.sent.length = 0;
  return {
    server,
    feed,
    events,
    quant,
    asked,
    connections,
    settle,
    reply: (next: number) => {
      status = next;
    },
  };
}

test("a past day's rooms are loaded once, and no room is joined for them", async () => {
  const { quant, asked, connections, settle } = await open();
  quant.say({ type: "acquire", room: PAST, fields: ALL_FIELDS });
  await settle();
  expect(asked).toEqual([`history/08:17:2026/dbOI/${ROOM}?source=sim`]);
  expect(quant.sent).toMatchObject([{ type: "room", room: PAST }]);
  expect([...(connections[0]?.connection.joined.keys() ?? [])]).toEqual([ROOM]);
});

test("replaying the open day leaves its live room, and takes the day as it is", async () => {
  const { quant, asked, connections, settle } = await open();
  quant.say({ type: "acquire", room: `${ROOM}@today`, fields: ALL_FIELDS });
  quant.say({ type: "release", room: ROOM });
  await settle();
  expect(asked).toEqual([`dbOI/${ROOM}`]);
  expect(connections[0]?.connection.left).toEqual([ROOM]);
  quant.say({ type: "acquire", room: ROOM, fields: ALL_FIELDS });
  quant.say({ type: "release", room: `${ROOM}@today` });
  await settle();
  expect(connections[0]?.connection.joined.has(ROOM)).toBe(true);
});

test("what is pushed at a room that is replayed reaches nobody: ticks and minutes", async () => {
  const { server, quant, connections, settle } = await open();
  const listener = connections[0]?.connection.joined.get(ROOM);
  listener?.frame(server.snapshot());
  const told = quant.sent.length;
  expect(told).toBeGreaterThan(0);
  quant.say({ type: "acquire", room: `${ROOM}@today`, fields: ALL_FIELDS });
  quant.say({ type: "release", room: ROOM });
  await settle();
  expect(quant.sent.slice(told)).toMatchObject([{ type: "room", room: `${ROOM}@today` }]);
  listener?.frame(server.tick(0, 120)); // on its way while the room was left
  listener?.frame(server.minute());
  await settle(60_000);
  expect(quant.sent).toHaveLength(told + 1);
});

test("history leaves the market to who still reads it live, such as an armed watch; going back tells what is listed", async () => {
  const { server, feed, events, quant, asked, connections, settle } = await open();
  const watched = createPort<FeedUpdate, FeedRequest>();
  feed.attach(watched.port);
  watched.say({ type: "acquire", room: ROOM, fields: ALL_FIELDS });
  await settle();
  const [{ connection, listener } = { connection: undefined, listener: undefined }] = connections;
  feed.setLive(false);
  feed.setLive(false);
  quant.say({ type: "release", room: ROOM }); // its pane turns to the past day
  expect(connection?.calls).toEqual(["no market"]);
  expect(connection?.left).toEqual([]);
  connection?.joined.get(ROOM)?.frame(server.snapshot());
  connection?.joined.get(ROOM)?.frame(server.tick(0, 120));
  expect(watched.sent.at(-1)).toMatchObject({ type: "rows", room: ROOM });
  watched.say({ type: "release", room: ROOM });
  expect(connection?.left).toEqual([ROOM]);

  asked.length = 0;
  listener?.news({ type: "account" });
  listener?.clock({ source: "sim", date: isoDate("2026-08-19"), minute: 540, rate: 1, wall: 0 });
  await settle(100);
  expect(events.sent.map(({ type }) => type)).toEqual(["news", "clock"]);
  feed.setLive(true);
  feed.setLive(true);
  await settle();
  expect(connection?.calls.filter((call) => call.endsWith("market"))).toEqual(["no market", "market"]);
  expect(connections).toHaveLength(1);
  expect(asked).toEqual(["dbtockendictionaries/init"]);
  expect(events.sent.at(-1)?.type).toBe("universe");
});

test("a day that opens while a past one is looked at tells what it lists: watches go by it", async () => {
  const { feed, events, connections, settle } = await open();
  const clock = (date: string) =>
    connections[0]?.listener.clock({ source: "sim", date: isoDate(date), minute: 540, rate: 1, wall: 0 });
  clock("2026-08-18");
  feed.setLive(false);
  clock("2026-08-19");
  await settle(100);
  expect(events.sent.map(({ type }) => type)).toEqual(["clock", "clock", "universe"]);
});

test("the list of days and what a day lists are given to who asks", async () => {
  const { feed, asked } = await open();
  expect(await feed.history()).toEqual([]);
  expect(await feed.universeOf({ source: "import", date: "2026-08-18" as never })).toEqual(["the list"]);
  expect(asked).toEqual(["history", "history/08:18:2026/dbtockendictionaries/init?source=import"]);
});

test("a refusal of the session ends the session; any other is told in the server's words", async () => {
  const { feed, events, reply } = await open();
  reply(403);
  await expect(feed.history()).rejects.toThrow("why");
  expect(events.sent).toEqual([]);
  reply(401);
  await expect(feed.history()).rejects.toThrow();
  expect(events.sent).toEqual([{ type: "unauthorized" }]);
});

test("a day that is not there is said once; a network that fails is tried again", async () => {
  const { quant, asked, reply, settle } = await open();
  reply(404);
  quant.say({ type: "acquire", room: PAST, fields: ALL_FIELDS });
  await settle(60_000);
  expect(asked).toHaveLength(1);
  expect(quant.sent).toEqual([{ type: "missing", room: PAST, status: 404, message: "why" }]);
  reply(0);
  quant.say({ type: "acquire", room: `${ROOM}@import:2026-08-18`, fields: ALL_FIELDS });
  await settle(600);
  expect(asked).toHaveLength(3);
  reply(200);
  await settle(1100);
  expect(quant.sent.at(-1)).toMatchObject({ type: "room", room: `${ROOM}@import:2026-08-18` });
});

test("a replay's steps go to every worker, also to one that comes later, and to the main thread", async () => {
  const { feed, events, quant, settle } = await open();
  const time = { minute: minute(600), speed: 1, isPlaying: true, from: minute(555), to: minute(930) };
  events.say({ type: "enter", time });
  await vi.dynamicImportSettled(); // the clock comes with the first thing that is done with it
  await settle(1000);
  const steps = [{ minute: 600 }, { minute: 601 }].map((at) => ({ type: "replay", time: at }));
  expect(events.sent).toMatchObject(steps);
  expect(quant.sent).toMatchObject(steps);
  const late = createPort<FeedUpdate, FeedRequest>();
  feed.attach(late.port);
  expect(late.sent).toMatchObject([{ type: "replay", time: { minute: 601 } }]);
  events.say({ type: "exit" });
  await settle(0);
  expect(quant.sent.at(-1)).toEqual({ type: "replay", time: undefined });
  feed.stop();
  await settle(10_000);
  expect(events.sent).toHaveLength(3);
});
