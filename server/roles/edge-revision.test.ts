/** Minutes at an edge that may be others than those that readers were told: who learns of it, and who is left in peace. */
import { Registry } from "prom-client";
import { afterEach, expect, it } from "vitest";
import type { RoomName } from "#contract/domain/instruments.ts";
import { MINUTE } from "#contract/wire/frame.ts";
import { OI_PRICE_LIVE, OPTION_LIVE } from "#contract/wire/socket-events.ts";
import type { Market } from "../market/market.ts";
import { createMarketMetrics } from "../market/market-metrics.ts";
import type { Outlet } from "../market/publish/outlet.ts";
import { systemClock, type WallClock } from "../platform/clocks.ts";
import { type Fence, Fenced, noFence } from "../platform/data-folder/fence.ts";
import { silentLog } from "../platform/log.ts";
import { createManualClock } from "../testing/manual-clock.ts";
import { FakeFeed, NIFTY_ROOM } from "../testing/market/fake-feed.ts";
import { FrameReader } from "../testing/sockets/frame-reader.ts";
import { createLocalHub, type LocalHub } from "../testing/sockets/local-bus.ts";
import { join, next, openTestMarket, startGateway, until } from "../testing/sockets/test-gateway.ts";
import { BEAT_CHANNEL, framesChannel } from "./bus-messages.ts";
import { EdgeMarket } from "./edge-market.ts";
import { type FeedService, startFeedService } from "./feed-service.ts";
import { createRolesMetrics } from "./roles-metrics.ts";

const TERM = 1_795_000_000;
const stops: (() => unknown)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function serve(hub: LocalHub, market: Market, options: { term?: number; fence?: Fence; clock?: WallClock } = {}) {
  const service = await startFeedService({
    market,
    bus: hub.connect(),
    term: options.term ?? TERM,
    fence: options.fence ?? noFence,
    practice: undefined,
    clock: options.clock ?? systemClock,
    log: silentLog,
    metrics: createRolesMetrics(new Registry()),
  });
  stops.push(() => service.stop());
  return service;
}

function edgeOf(hub: LocalHub, clock: WallClock): EdgeMarket {
  const registry = new Registry();
  return new EdgeMarket({
    bus: hub.connect(),
    id: "edge",
    clock,
    log: silentLog,
    metrics: createMarketMetrics(registry),
    rolesMetrics: createRolesMetrics(registry),
  });
}

/** @param term decides the epoch of its frames. */
async function marketOf(feed: FakeFeed, term: number): Promise<Market> {
  const market = await openTestMarket(feed, { term });
  stops.push(() => market.stop());
  return market;
}

/** A feed's minute of 12:15, and the first ticks of the next one. */
function closeMinute(feed: FakeFeed, value: number): void {
  feed.at = 735.5;
  feed.tick(feed.room, value);
  feed.at = 736.5;
  feed.tick(feed.room, value + 1);
}

it("are those of the feed that took over, where it has as many: each reader is told once, in its way", async () => {
  const hub = createLocalHub();
  let service: FeedService | undefined;
  const gateway = await startGateway(new FakeFeed(), 50, async (market) => {
    service = await serve(hub, market);
    const edge = edgeOf(hub, systemClock);
    const started = edge.start();
    await until(() => hub.sent.some(({ channel }) => channel === BEAT_CHANNEL));
    await started;
    return edge;
  });
  stops.push(() => gateway.stop());
  closeMinute(gateway.feed, 100);

  const ticks = gateway.client("live", OPTION_LIVE, "live", { forceNew: false, multiplex: true });
  const minutes = gateway.client("live", OI_PRICE_LIVE, "live", { forceNew: false, multiplex: true });
  const reader = new FrameReader(gateway.feed.room, ticks, minutes);
  await join(ticks, NIFTY_ROOM);
  await join(minutes, NIFTY_ROOM);
  await until(() => reader.equals(gateway.feed.room), "the first state");
  const before = await gateway.view.blob(NIFTY_ROOM);
  const { epoch } = reader.cursor;
  let isDisturbed = false;
  for (const socket of [ticks, minutes]) {
    socket.onAny((event: string) => {
      isDisturbed ||= event.endsWith("-init") || event === "special";
    });
  }
  const stock = gateway.client("stock", OI_PRICE_LIVE);
  const minuteOnly = gateway.client("live", OI_PRICE_LIVE, "1min");
  await Promise.all([next(stock, "clock"), next(minuteOnly, "clock")]);
  const told = [next(stock, "special"), next(minuteOnly, "OIPriceLiveSocket-init")];

  service?.stop();
  const successor = new FakeFeed({ at: 735 });
  const market = await marketOf(successor, Math.floor(Date.now() / 1000) + 60);
  closeMinute(successor, 200);
  await market.book.settled();
  await serve(hub, market, { term: TERM + 3 });

  expect((await Promise.all(told))[0]).toBe("update");
  // By this our client loads the day again.
  await until(() => reader.cursor.epoch !== epoch, "the successor's state");
  expect(isDisturbed).toBe(false);
  const after = await gateway.view.blob(NIFTY_ROOM);
  expect(after?.checksum).not.toBe(before?.checksum);
  expect(after?.checksum).toBe((await market.blob(NIFTY_ROOM))?.checksum);
});

it("are not told by a feed whose folder another one has taken", async () => {
  const hub = createLocalHub();
  const clock = createManualClock();
  let isReplaced = false;
  const fence: Fence = {
    check() {
      if (isReplaced) throw new Fenced(TERM, TERM + 3);
    },
  };
  const feed = new FakeFeed();
  const market = await marketOf(feed, TERM);
  await serve(hub, market, { fence, clock });
  const edge = edgeOf(hub, clock);
  stops.push(() => edge.stop());
  const started = edge.start();
  clock.advance(1000);
  await started;
  edge.state(NIFTY_ROOM);
  await until(() => edge.liveTicks(NIFTY_ROOM) !== undefined, "the state");
  isReplaced = true;
  clock.advance(1000);
  const sent = hub.sent.length;
  closeMinute(feed, 100);
  await market.book.settled();
  clock.advance(5000);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(hub.sent.slice(sent).map(({ channel }) => channel)).not.toContain(BEAT_CHANNEL);
  expect(hub.sent.slice(sent).map(({ channel }) => channel)).not.toContain(framesChannel(NIFTY_ROOM));
});

it("are loaded again when the feed is back, by readers of a room whose old ones were served meanwhile", async () => {
  const hub = createLocalHub();
  const clock = createManualClock();
  const feed = new FakeFeed();
  const market = await marketOf(feed, TERM);
  await serve(hub, market, { clock });
  const edge = edgeOf(hub, clock);
  stops.push(() => edge.stop());
  const frames: Uint8Array[] = [];
  const revised: (readonly RoomName[] | undefined)[] = [];
  const outlet: Outlet = {
    tickAudience: () => ({ frames: true, json: false }),
    minuteAudience: () => ({ frames: true, json: false }),
    pricedRooms: () => [],
    tick: () => undefined,
    dictionary: () => undefined,
    minute: (room, frame) => void (room === NIFTY_ROOM && frame && frames.push(frame)),
    prices: () => undefined,
    restarted: () => undefined,
    revised: (rooms) => void revised.push(rooms),
    index: () => undefined,
    clock: () => undefined,
    feed: () => undefined,
    opened: () => undefined,
  };
  edge.attach(outlet);
  const started = edge.start();
  clock.advance(1000);
  await started;
  clock.advance(250);
  await until(() => edge.liveTicks(NIFTY_ROOM) !== undefined, "the state");
  const old = await edge.blob(NIFTY_ROOM);
  closeMinute(feed, 100);
  await until(() => frames.length === 1, "the minute");
  expect(frames[0]?.[1]).toBe(MINUTE);

  hub.passes = () => false;
  clock.advance(3100);
  const served = edge.blob(NIFTY_ROOM);
  clock.advance(2000);
  expect((await served)?.checksum).toBe(old?.checksum);
  hub.passes = () => true;
  clock.advance(1000);
  await until(() => revised.length === 1, "the beat");
  clock.advance(1000);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(revised).toEqual([[NIFTY_ROOM]]);
});

it("are loaded again by our readers of a doubted room, and by every stock client", async () => {
  const outlets: Outlet[] = [];
  const gateway = await startGateway(new FakeFeed(), 50, async (market) => {
    const { attach } = market;
    return Object.assign(market, {
      attach(outlet: Outlet) {
        outlets.push(outlet);
        return attach.call(market, outlet);
      },
    });
  });
  stops.push(() => gateway.stop());
  const other = [...(gateway.market.day?.rooms.keys() ?? [])].find((room) => room !== NIFTY_ROOM) ?? NIFTY_ROOM;
  const told: string[] = [];
  const updates: string[] = [];
  for (const room of [NIFTY_ROOM, other]) {
    for (const [path, plan] of [
      ["stock", "live"],
      ["live", "live"],
      ["live", "1min"],
    ] as const) {
      const socket = gateway.client(path, OI_PRICE_LIVE, plan);
      await join(socket, room);
      socket.on("OIPriceLiveSocket-init", (named?: string[]) =>
        told.push([room, path, plan, ...(named ?? [])].join(" ")),
      );
      socket.on("special", (type: string) => updates.push(`${type} ${path}`));
    }
  }
  for (const outlet of outlets) outlet.revised?.([NIFTY_ROOM]);
  await until(() => told.length >= 4, "the readers");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(told.sort()).toEqual(
    [
      ...[`${NIFTY_ROOM} live 1min ${NIFTY_ROOM}`, `${NIFTY_ROOM} live live ${NIFTY_ROOM}`, `${NIFTY_ROOM} stock live`],
      `${other} stock live`,
    ].sort(),
  );
  expect(updates.filter((one) => one.startsWith("update"))).toEqual(["update stock", "update stock"]);
});
