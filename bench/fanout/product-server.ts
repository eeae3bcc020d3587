/** The product's own market, publisher and gateway on a port, fed with prepared ticks. Its ticks come fast. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { Registry } from "prom-client";
import type { RoomDay } from "#contract/domain/columns.ts";
import { parseRoom } from "#contract/domain/instruments.ts";
import { isoDate } from "#contract/domain/units.ts";
import { OI_PRICE_LIVE, OPTION_LIVE } from "#contract/wire/socket-events.ts";
import { createGateway, type Gateway } from "../../server/gateway.ts";
import { createMarket } from "../../server/market/market.ts";
import { systemClock, type WallClock } from "../../server/platform/clocks.ts";
import { silentLog } from "../../server/platform/log.ts";
import { FakeFeed, fakeDay, fakeRoom } from "../../server/testing/market/fake-feed.ts";
import { createMemoryArchive } from "../../server/testing/market/memory-archive.ts";
import { createFixedBanners } from "../../server/testing/sockets/fixed-banners.ts";
import { createManyIdentities } from "../../server/testing/sockets/fixed-identities.ts";
import { createFixedNews } from "../../server/testing/sockets/fixed-news.ts";
import { ROOMS } from "./protocol.ts";
import { createPlayer } from "./room-ticks.ts";
import { type BenchedServer, serve } from "./server-process.ts";

/** A tick of the publisher's half second takes a tenth of a second, and all else that recurs is five times as fast, too. */
const SPEED = 5;
const TICK_MS = 500 / SPEED;
const STRIKES = 99; // and a spot and a future: the 200 rows of the recording
const FIRST_MINUTE = 600;

/** Only what recurs is faster: clients acknowledge in seconds of their own. */
const fastClock: WallClock = {
  ...systemClock,
  every(ms, task) {
    const timer = setInterval(task, ms / SPEED);
    return () => clearInterval(timer);
  },
};

interface ProductServer extends BenchedServer {
  readonly gateway: Gateway;
  /** The exchange clock goes to the next minute: every room that ticked closes one. */
  nextMinute(): void;
}

function roomOf(name: string): RoomDay {
  const parsed = parseRoom(name);
  if (parsed === undefined) throw new Error(`${name} is no room`);
  return fakeRoom(parsed.symbol, parsed.expiry, STRIKES);
}

async function start(): Promise<ProductServer> {
  const rooms = new Map(
    Object.values(ROOMS)
      .flat()
      .map((name) => [name, roomOf(name)]),
  );
  const day = { ...fakeDay(isoDate("2026-07-27")), rooms: [...rooms.values()] };
  const feed = new FakeFeed({ day, at: FIRST_MINUTE });
  const market = await createMarket({
    feed,
    archive: createMemoryArchive(),
    journalFolder: tmpdir(),
    keeps: false, // so nothing is written there
    origin: "bench",
    clock: fastClock,
    tickMs: TICK_MS,
    log: silentLog,
    registry: new Registry(),
  });
  const http = createServer();
  const gateway = createGateway(http, {
    market,
    identities: createManyIdentities(),
    news: createFixedNews(),
    banners: createFixedBanners(),
    clock: fastClock,
    log: silentLog,
    allowedOrigins: [],
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const play = createPlayer();
  return {
    port: (http.address() as AddressInfo).port,
    gateway,
    tick(scenario) {
      for (const name of ROOMS[scenario]) {
        const rows = play(rooms.get(name) as RoomDay);
        feed.sink?.changed(name, rows, rows.length);
      }
    },
    nextMinute: () => void feed.at++,
  };
}

serve<unknown>(start, (server) => {
  const { gateway, nextMinute } = server as ProductServer;
  const sockets = () => [...gateway.live.io.of(OPTION_LIVE).sockets.values()];
  return {
    nextMinute: async () => nextMinute(),
    /** Bytes that wait in this process for the one who waits for most. */
    backlog: async () => Math.max(0, ...sockets().map(({ data }) => data.line.backlog)),
    special: async (text: string) => {
      for (const socket of gateway.live.io.of(OI_PRICE_LIVE).sockets.values()) socket.emit("special", "banner", text);
    },
  };
});
