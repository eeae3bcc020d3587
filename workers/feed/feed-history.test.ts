/** The feed worker while a past day is looked at, and while replays run. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ALL_FIELDS } from "#contract/domain/columns.ts";
import { minute } from "#contract/domain/units.ts";
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

test("history closes the sockets and leaves no live room; going back connects, joins and tells what is listed", async () => {
  const { feed, events, quant, asked, connections, settle } = await open();
  feed.setLive(false);
  expect(connections[0]?.connection.calls).toEqual(["close"]);
  expect(connections[0]?.connection.left).toEqual([ROOM]);
  expect(events.sent).toEqual([{ type: "connection", state: "closed" }]);
  connections[0]?.listener.connection("offline", "io client disconnect");
  expect(events.sent).toHaveLength(1);
  quant.say({ type: "acquire", room: "BANKNIFTY-8/25/2026", fields: ALL_FIELDS });
  await settle(60_000);
  expect(asked).toEqual([]);
  feed.setLive(false);
  feed.setLive(true);
  feed.setLive(true);
  await settle();
  expect(connections).toHaveLength(2);
  expect([...(connections[1]?.connection.joined.keys() ?? [])]).toEqual([ROOM, "BANKNIFTY-8/25/2026"]);
  expect(events.sent.map(({ type }) => type)).toEqual(["connection", "universe"]);
});

test("what the market lists, asked for before history was turned on, is not told any more", async () => {
  const { feed, events, settle } = await open();
  feed.refresh();
  feed.setLive(false);
  await settle(10_000);
  expect(events.sent.map(({ type }) => type)).toEqual(["connection"]);
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
  await settle(1000);
  const steps = [{ minute: 600 }, { minute: 601 }].map((at) => ({ type: "replay", time: at }));
  expect(events.sent).toMatchObject(steps);
  expect(quant.sent).toMatchObject(steps);
  const late = createPort<FeedUpdate, FeedRequest>();
  feed.attach(late.port);
  expect(late.sent).toMatchObject([{ type: "replay", time: { minute: 601 } }]);
  events.say({ type: "exit" });
  expect(quant.sent.at(-1)).toEqual({ type: "replay", time: undefined });
  feed.stop();
  await settle(10_000);
  expect(events.sent).toHaveLength(3);
});
