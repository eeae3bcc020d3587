/** The gateway and the calls at an edge: the same suite of promises as in the feed's own process, over a bus that fails. */
import { isDeepStrictEqual } from "node:util";
import { OpenAPIHono } from "@hono/zod-openapi";
import { Registry } from "prom-client";
import type { Socket } from "socket.io-client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RoomDay } from "#contract/domain/columns.ts";
import { isoDate } from "#contract/domain/units.ts";
import { DELTA, MINUTE, SNAPSHOT } from "#contract/wire/frame.ts";
import { COLUMNS_MEDIA_TYPE } from "#contract/wire/http/api-path.ts";
import { OI_PRICE_LIVE, OPTION_LIVE, SINGLE, SINGLE_LIVE } from "#contract/wire/socket-events.ts";
import type { Market } from "../market/market.ts";
import { createMarketMetrics } from "../market/market-metrics.ts";
import { marketModule } from "../modules/market/routes.ts";
import { systemClock } from "../platform/clocks.ts";
import { noFence } from "../platform/data-folder/fence.ts";
import { createBind } from "../platform/http/bind.ts";
import type { HttpEnv } from "../platform/http/http-env.ts";
import { silentLog } from "../platform/log.ts";
import { FAKE_DATE, FakeFeed, fakeDay, fieldValue, NIFTY_ROOM, USDINR_ROOM } from "../testing/market/fake-feed.ts";
import { createFixedIdentities } from "../testing/sockets/fixed-identities.ts";
import { FrameReader } from "../testing/sockets/frame-reader.ts";
import { createLocalHub, type LocalHub } from "../testing/sockets/local-bus.ts";
import { join, next, startGateway, type TestGateway, until } from "../testing/sockets/test-gateway.ts";
import { framesChannel } from "./bus-messages.ts";
import { EdgeMarket } from "./edge-market.ts";
import { type FeedService, startFeedService } from "./feed-service.ts";
import { createRolesMetrics } from "./roles-metrics.ts";

let hub: LocalHub;
let service: FeedService;
let edge: EdgeMarket;
let gateway: TestGateway;
let nifty: RoomDay;
const TERM = 1_795_000_000;

const serve = (market: Market, term: number): Promise<FeedService> =>
  startFeedService({
    market,
    bus: hub.connect(),
    term,
    fence: noFence,
    practice: undefined,
    clock: systemClock,
    log: silentLog,
    metrics: createRolesMetrics(new Registry()),
  });

async function throughBus(market: Market): Promise<EdgeMarket> {
  service = await serve(market, TERM);
  const registry = new Registry();
  edge = new EdgeMarket({
    bus: hub.connect(),
    id: "edge",
    clock: systemClock,
    log: silentLog,
    metrics: createMarketMetrics(registry),
    rolesMetrics: createRolesMetrics(registry),
  });
  const started = edge.start();
  await until(() => hub.sent.some(({ channel }) => channel.endsWith("beat")));
  await started;
  return edge;
}

beforeEach(async () => {
  hub = createLocalHub();
  gateway = await startGateway(new FakeFeed(), 50, throughBus);
  nifty = gateway.feed.room;
});
afterEach(async () => {
  await gateway.stop();
  service.stop();
});

const tick = (value: number, rows?: readonly number[]) => gateway.feed.tick(nifty, value, rows);
const onBus = (room: string) => hub.sent.filter(({ channel }) => channel === framesChannel(room));

async function reading(): Promise<{ readonly reader: FrameReader; readonly ticks: Socket }> {
  const options = { forceNew: false, multiplex: true };
  const ticks = gateway.client("live", OPTION_LIVE, "live", options);
  const minutes = gateway.client("live", OI_PRICE_LIVE, "live", options);
  const reader = new FrameReader(nifty, ticks, minutes);
  tick(1);
  expect(await join(ticks, NIFTY_ROOM)).toBeUndefined();
  expect(await join(minutes, NIFTY_ROOM)).toBeUndefined();
  await until(() => reader.equals(nifty), "the first state");
  return { reader, ticks };
}

describe("our client at an edge", () => {
  it("has the feed's columns from one snapshot and the feed's own frames", async () => {
    const { reader } = await reading();
    expect(reader.count("applied", SNAPSHOT)).toBe(1);
    const [deltas, crossed] = [reader.count("applied", DELTA), onBus(NIFTY_ROOM).length];
    for (let i = 0; i < 5; i++) {
      tick(10 + i, [i, i + 1]);
      await until(() => reader.equals(nifty), `tick ${i}`);
    }
    expect([reader.count("gap"), reader.count("applied", SNAPSHOT)]).toEqual([0, 1]);
    expect([reader.count("applied", DELTA) - deltas, onBus(NIFTY_ROOM).length - crossed]).toEqual([5, 5]);
  });

  it("gets byte for byte what crosses the bus", async () => {
    await reading();
    const heard: string[] = [];
    const ticks = gateway.client("live", OPTION_LIVE, "live2");
    ticks.on(NIFTY_ROOM, (bytes: Uint8Array) => heard.push(Buffer.from(bytes).toString("hex")));
    await join(ticks, NIFTY_ROOM);
    await until(() => heard.length === 1, "the snapshot");
    const before = onBus(NIFTY_ROOM).length;
    // As many as a reader may leave unanswered.
    for (let i = 0; i < 2; i++) {
      tick(20 + i, [i]);
      await until(() => heard.length === 2 + i, "a frame");
    }
    const crossed = onBus(NIFTY_ROOM).slice(before);
    expect(heard.slice(1)).toEqual(crossed.map(({ message }) => Buffer.from(message).toString("hex")));
  });

  it("makes nothing cross the bus for rooms that nobody follows", async () => {
    await reading();
    gateway.feed.tick(gateway.feed.day.rooms[1] as RoomDay, 5);
    tick(2);
    await until(() => onBus(NIFTY_ROOM).length > 0, "a frame");
    expect(onBus(USDINR_ROOM)).toHaveLength(0);
  });

  it("gets the minutes, and the next tick on them", async () => {
    const { reader } = await reading();
    const { feed } = gateway;
    feed.at = 735.5;
    tick(30);
    feed.at = 736.5;
    tick(31, [2]);
    await until(() => reader.count("applied", MINUTE) === 1, "a minute");
    await until(() => reader.equals(nifty), "the tick after it");
    expect(reader.count("gap")).toBe(0);
  });

  it("is brought up to date when frames are lost, without a frame patched over the gap", async () => {
    const { reader } = await reading();
    let lost = 0;
    hub.passes = (channel) => channel !== framesChannel(NIFTY_ROOM) || lost++ !== 0;
    tick(40);
    await until(() => lost === 1, "a lost frame");
    tick(41, [1, 2]);
    await until(() => reader.equals(nifty), "the state");
    expect(reader.count("gap")).toBe(0);
  });

  it("misses nothing when the bus was away for a while", async () => {
    const { reader } = await reading();
    hub.isAway = true;
    tick(50);
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(reader.equals(nifty)).toBe(false);
    hub.isAway = false;
    await until(() => reader.equals(nifty), "the state");
  });

  it("is told to fetch the day again when minutes closed while the bus was away", async () => {
    const { ticks } = await reading();
    const told = next(ticks, "optionLiveSocket-init");
    hub.isAway = true;
    gateway.feed.at = 737.5;
    tick(60);
    await new Promise((resolve) => setTimeout(resolve, 100));
    hub.isAway = false;
    await told;
  });

  it("goes on with the next leader of the same day where it was", async () => {
    const { reader, ticks } = await reading();
    let isTold = false;
    ticks.on("optionLiveSocket-init", () => {
      isTold = true;
    });
    service.stop();
    service = await serve(gateway.market, TERM + 60);
    tick(70);
    await until(() => reader.equals(nifty), "the state");
    expect([isTold, edge.probes[0]?.check()]).toEqual([false, { ok: true, detail: "up" }]);
  });

  it("joins again when another day opens", async () => {
    const { ticks } = await reading();
    const told = next(ticks, "optionLiveSocket-init");
    const { feed } = gateway;
    feed.day = fakeDay(isoDate("2026-07-28"));
    feed.at = 600;
    feed.sink?.open(feed.day);
    await told;
    const reader = new FrameReader(feed.room, ticks);
    feed.tick(feed.room, 3);
    await join(ticks, feed.room.room);
    await until(() => reader.equals(feed.room), "the new day's state");
    expect([edge.day?.date, edge.facts()?.date]).toEqual(["2026-07-28", "2026-07-28"]);
  });

  it("learns of contracts that are listed during the day, whether it followed the room or not", async () => {
    const { reader } = await reading();
    gateway.feed.extend(nifty);
    const usdinr = gateway.feed.day.rooms[1] as RoomDay;
    gateway.feed.extend(usdinr);
    tick(80);
    await until(() => reader.equals(nifty), "the longer room");
    await until(() => edge.day?.rooms.get(USDINR_ROOM)?.day.tokens.length === usdinr.tokens.length, "the other room");
  });
});

describe("trouble with the feed, at an edge", () => {
  const hear = (path: "stock" | "live"): unknown[] => {
    const heard: unknown[] = [];
    gateway.client(path, OI_PRICE_LIVE).on("feed", (troubles: unknown) => heard.push(troubles));
    return heard;
  };
  const expectLast = (heard: unknown[], troubles: unknown) =>
    expect.poll(() => heard.at(-1), { timeout: 15_000 }).toEqual(troubles);

  it("is told as the feed tells it, at connect and on change", async () => {
    const heard = hear("live");
    await expectLast(heard, []);
    gateway.feed.sink?.health("NSE F&O: silent since 12:15", new Set([NIFTY_ROOM]));
    const trouble = [{ words: "NSE F&O: silent since 12:15", rooms: [NIFTY_ROOM] }];
    await expectLast(heard, trouble);
    await expectLast(hear("stock"), trouble);
    gateway.feed.sink?.health(undefined, new Set([NIFTY_ROOM]));
    await expectLast(heard, []);
  });

  it("is the feed's silence where no feed is heard", async () => {
    const heard = hear("live");
    await expectLast(heard, []);
    service.stop();
    await expectLast(heard, [{ words: "the feed is silent" }]);
    service = await serve(gateway.market, TERM);
    await expectLast(heard, []);
  });
});

describe("a stock client at an edge", () => {
  it("receives ticks, minutes and single prices as JSON, made from the mirrored state", async () => {
    const { feed } = gateway;
    tick(100);
    const ticks = gateway.client("stock", OPTION_LIVE);
    const minutes = gateway.client("stock", OI_PRICE_LIVE);
    const single = gateway.client("stock", SINGLE_LIVE);
    const whole = next<Record<string, number[]>>(ticks, NIFTY_ROOM);
    await join(ticks, NIFTY_ROOM);
    expect(Object.keys(await whole)).toHaveLength(10);
    await join(minutes, NIFTY_ROOM);
    const price = next(single, "NIFTY260728910CE");
    await join(single, "NIFTY260728910CE");
    expect(await price).toBe(fieldValue(100, 2, 0) / 100);
    const changed = next<Record<string, number[]>>(ticks, NIFTY_ROOM);
    tick(101, [3]);
    expect(await changed).toEqual({ "1003": expect.arrayContaining([fieldValue(101, 3, 0) / 100]) });
    const minute = next<{ live: Record<string, number[]>; time: string[] }>(minutes, `openInterest${NIFTY_ROOM}`);
    feed.at = 736.5;
    tick(102);
    const { live, time } = await minute;
    expect([live["1003"]?.[0], time.at(-1)]).toEqual([fieldValue(101, 3, 0) / 100, "12:15"]);
  });
});

it("whoever has no ticks is told the last closed minute's price at an edge, also where nobody followed the room", async () => {
  const { feed } = gateway;
  feed.at = 735.5;
  tick(10);
  feed.at = 736.5;
  tick(11);
  await gateway.market.book.settled();
  for (let times = 0; times < 2; times++) {
    const socket = gateway.client("live", SINGLE, "1min");
    const price = next(socket, "NIFTY260728910CE");
    await join(socket, "NIFTY260728910CE");
    expect(await price).toBe(fieldValue(10, 2, 0) / 100);
    socket.disconnect();
  }
  await until(() => edge.facts()?.spots(true)["NIFTY"] === fieldValue(10, 0, 0) / 100, "its spot");
});

it("they are told what a minute closed with, though its last tick was not sent and the next minute's first one came", async () => {
  gateway.feed.at = 735.5;
  tick(10);
  const socket = gateway.client("live", SINGLE, "1min");
  const prices: number[] = [];
  socket.on("NIFTY260728910CE", (price: number) => prices.push(price));
  await join(socket, "NIFTY260728910CE");
  await until(() => edge.liveTicks(NIFTY_ROOM)?.["1002"]?.[0] === fieldValue(10, 2, 0) / 100, "the state");
  const before = prices.length;
  tick(11);
  gateway.feed.at = 736.5;
  tick(12);
  await until(() => prices.length > before, "a price");
  expect(prices.slice(before)).toEqual([fieldValue(11, 2, 0) / 100]);
});

describe("the calls at an edge", () => {
  const appOf = (view: TestGateway["view"]): OpenAPIHono<HttpEnv> => {
    const app = new OpenAPIHono<HttpEnv>();
    marketModule(view)(createBind(app, createFixedIdentities()));
    return app;
  };
  const get = (view: TestGateway["view"], path: string, headers = {}) =>
    appOf(view).request(`/api/v1/${path}`, { headers: { cookie: "ticket=live", ...headers } });

  beforeEach(() => {
    gateway.feed.at = 735.5;
    for (const room of gateway.feed.day.rooms) gateway.feed.tick(room, 18_000);
    gateway.feed.at = 737.5;
    for (const room of gateway.feed.day.rooms) gateway.feed.tick(room, 18_010);
  });

  it("give the feed's own bytes under the feed's own ETag, in every encoding, and 304 to whoever has them", async () => {
    const headers = { accept: COLUMNS_MEDIA_TYPE };
    const right = await get(gateway.market, `dbOI/${NIFTY_ROOM}`, headers);
    const bytes = Buffer.from(await right.arrayBuffer());
    const etag = right.headers.get("etag") ?? "";
    for (const encoding of ["identity", "gzip", "br"]) {
      const reply = await get(gateway.view, `dbOI/${NIFTY_ROOM}`, { ...headers, "accept-encoding": encoding });
      expect([reply.status, reply.headers.get("etag")]).toEqual([200, etag]);
      if (encoding === "identity") expect(Buffer.from(await reply.arrayBuffer()).equals(bytes)).toBe(true);
    }
    const again = await get(gateway.view, `dbOI/${NIFTY_ROOM}`, { ...headers, "if-none-match": etag });
    expect(again.status).toBe(304);
    gateway.feed.at = 738.5;
    tick(18_020);
    const later = await get(gateway.view, `dbOI/${NIFTY_ROOM}`, { ...headers, "if-none-match": etag });
    expect([later.status, later.headers.get("etag") === etag]).toEqual([200, false]);
  });

  it.each(["dbtockendictionaries/init", `dbtockendictionaries/${NIFTY_ROOM}`, `dbOI/NIFTY-7:28:2026`])(
    "say of %s what the feed says",
    async (path) => {
      await until(() => edge.facts()?.spots()["NIFTY"] === fieldValue(18_010, 0, 0) / 100, "spots");
      const ticks = gateway.client("live", OPTION_LIVE);
      await join(ticks, NIFTY_ROOM);
      const ltp = () => edge.liveTicks(NIFTY_ROOM)?.["1002"]?.[0];
      await until(() => ltp() === fieldValue(18_010, 2, 0) / 100, "the state");
      const said = async (market: typeof gateway.view) => (await get(market, path)).json();
      // Greeks move with the clock: both are asked until it stood still between.
      for (let before = await said(gateway.market); ; ) {
        const told = await said(gateway.view);
        const after = await said(gateway.market);
        if (isDeepStrictEqual(before, after)) {
          expect(told).toEqual(after);
          return;
        }
        before = after;
      }
    },
  );

  it("scan the feed's whole market, refuse what the feed would refuse, and say so when no feed answers", async () => {
    const request = { exchange: "NSE", kind: "all", formula: "LTP > 0" } as const;
    const { minute: _at, ...found } = (await gateway.view.scan(request)) ?? expect.unreachable();
    expect(found.matches).toBeGreaterThan(0);
    expect(await gateway.market.scan(request)).toMatchObject(found);
    expect(() => gateway.view.scan({ ...request, formula: "LTP > lag(LTP, 5)" })).toThrow(/minutes of the day/);
    hub.isAway = true;
    await expect(gateway.view.scan(request)).rejects.toThrow("not ready");
    hub.isAway = false;
  });

  it("know no other rooms, and go on telling what they have while no feed answers", async () => {
    expect(await gateway.view.blob("NIFTY-1/1/2020")).toBeUndefined();
    expect(await gateway.view.room("NIFTY-1/1/2020")).toBeUndefined();
    const headers = { accept: COLUMNS_MEDIA_TYPE };
    await gateway.market.book.settled();
    await new Promise((resolve) => setImmediate(resolve)); // the beat that tells of it
    const first = await get(gateway.view, `dbOI/${NIFTY_ROOM}`, headers);
    hub.isAway = true;
    const second = await get(gateway.view, `dbOI/${NIFTY_ROOM}`, headers);
    expect(second.headers.get("etag")).toBe(first.headers.get("etag"));
    hub.isAway = false;
  });
});

it("an edge that has heard of no feed has no day, and says so", () => {
  const registry = new Registry();
  const alone = new EdgeMarket({
    bus: hub.connect(),
    id: "alone",
    clock: systemClock,
    log: silentLog,
    metrics: createMarketMetrics(registry),
    rolesMetrics: createRolesMetrics(registry),
  });
  expect([alone.day, alone.facts(), alone.resolveRoom(NIFTY_ROOM)]).toEqual([undefined, undefined, undefined]);
  expect(() => alone.time()).toThrow("not ready");
  expect(alone.probes[0]?.check()).toMatchObject({ ok: false });
  expect(FAKE_DATE).toBe(gateway.feed.day.date);
});
