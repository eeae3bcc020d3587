/** A market on a fake feed behind real sockets, and clients of both paths. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Registry } from "prom-client";
import { io, type Socket } from "socket.io-client";
import * as liveParser from "#contract/wire/live-parser.ts";
import { LIVE_PATH, STOCK_PATH } from "#contract/wire/socket-events.ts";
import type { SocketPath } from "../../gateway/connections/socket-path.ts";
import { createGateway, type Gateway } from "../../gateway.ts";
import { createMarket, type Market } from "../../market/market.ts";
import type { MarketView } from "../../market/market-view.ts";
import { systemClock, type WallClock } from "../../platform/clocks.ts";
import { silentLog } from "../../platform/log.ts";
import type { NewsStream } from "../../platform/news/news.ts";
import type { Identities } from "../../platform/users/identity.ts";
import { FakeFeed } from "../market/fake-feed.ts";
import { createMemoryArchive } from "../market/memory-archive.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { createFixedBanners, type FixedBanners } from "./fixed-banners.ts";
import { createFixedIdentities, type FixedIdentities } from "./fixed-identities.ts";
import { createFixedNews, type FixedNews } from "./fixed-news.ts";

export interface TestGateway {
  readonly feed: FakeFeed;
  readonly market: Market;
  /** What the gateway serves from. */
  readonly view: MarketView;
  readonly identities: FixedIdentities;
  readonly news: FixedNews;
  readonly banners: FixedBanners;
  readonly http: Server;
  readonly port: number;
  readonly live: SocketPath;
  client(path: "stock" | "live", namespace: string, token?: string, options?: object): Socket;
  stop(): Promise<void>;
}

/** How the gateway sees the market: itself, unless told. */
export type SeenThrough = (market: Market) => Promise<MarketView>;

/** Between two tick frames of a room, unless told otherwise. */
export const TICK_MS = 50;

/** The market of a feed, which keeps nothing. @param more its term decides the epoch of its frames */
export const openTestMarket = (
  feed: FakeFeed,
  more: { readonly tickMs?: number; readonly term?: number } = {},
): Promise<Market> =>
  createMarket({
    feed,
    archive: createMemoryArchive(),
    journalFolder: temporaryFolder(),
    keeps: false,
    origin: "test",
    clock: systemClock,
    log: silentLog,
    registry: new Registry(),
    tickMs: TICK_MS,
    ...more,
  });

/**
 * @param served whose tickets it takes, whose news it hears and what time it is, where those are not the usual ones.
 */
export async function startGateway(
  feed: FakeFeed = new FakeFeed(),
  tickMs = TICK_MS,
  seenThrough: SeenThrough = async (market) => market,
  served?: { readonly identities: Identities; readonly news: NewsStream; readonly clock?: WallClock },
): Promise<TestGateway> {
  const market = await openTestMarket(feed, { tickMs });
  const view = await seenThrough(market);
  const identities = createFixedIdentities();
  const news = createFixedNews();
  const banners = createFixedBanners();
  const http = createServer();
  const gateway: Gateway = createGateway(http, {
    market: view,
    identities: served?.identities ?? identities,
    news: served?.news ?? news,
    banners,
    clock: served?.clock ?? systemClock,
    log: silentLog,
    allowedOrigins: [],
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  const clients: Socket[] = [];
  return {
    feed,
    market,
    view,
    identities,
    news,
    banners,
    http,
    port,
    live: gateway.live,
    client(path, namespace, token = "live", options = {}) {
      const socket = io(`http://127.0.0.1:${port}${namespace}`, {
        path: path === "live" ? LIVE_PATH : STOCK_PATH,
        transports: ["websocket"],
        reconnection: false,
        forceNew: true,
        auth: { token },
        ...(path === "live" ? { parser: liveParser } : {}),
        ...options,
      });
      clients.push(socket);
      return socket;
    },
    async stop() {
      for (const client of clients) client.disconnect();
      await gateway.stop();
      if (view !== market) await view.stop();
      await market.stop();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

/** The next event of a name; rejects after two seconds. */
export function next<Value = unknown>(socket: Socket, event: string): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${event}`)), 2000);
    socket.once(event, (value: Value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}

/** Waits until `isTrue` is; rejects after three seconds. */
export async function until(isTrue: () => boolean | Promise<boolean>, what = "it"): Promise<void> {
  for (let i = 0; i < 300; i++) {
    if (await isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${what} did not happen`);
}

/** Joins, and gives the refusal. */
export const join = (socket: Socket, room: string): Promise<unknown> =>
  new Promise((resolve) => socket.emit("joinRoom", room, resolve));

/** Why a socket was refused; rejects when it was not. */
export const refusal = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    socket.once("connect_error", (error) => resolve(error.message));
    socket.once("connect", () => reject(new Error("connected")));
  });
