/**
 * The sockets: `/socket.io` for stock clients and `/live` for ours, on one HTTP server. Same namespaces, rooms, tickets
 * and limits; JSON maps on the one, binary frames on the other.
 *
 * The gateway is an outlet of the publisher: it is handed each room's frame once and gives it to whoever has joined.
 */
import type { Server as HttpServer, IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import * as stockParser from "socket.io-parser";
import type { ExchangeTime } from "#contract/domain/clock.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import { TIME_9AM } from "#contract/domain/reference/calendar.ts";
import * as liveParser from "#contract/wire/live-parser.ts";
import {
  type FeedTrouble,
  LIVE_PATH,
  type LiveIndex,
  type OpenInterestMessage,
  STOCK_PATH,
} from "#contract/wire/socket-events.ts";
import { Admission } from "./gateway/connections/admission.ts";
import { isAllowedOrigin } from "./gateway/connections/handshake.ts";
import { Sessions } from "./gateway/connections/sessions.ts";
import { SocketPath } from "./gateway/connections/socket-path.ts";
import { UserNews } from "./gateway/connections/user-news.ts";
import { PathNamespaces } from "./gateway/namespaces.ts";
import { DayIndex } from "./market/instruments/day-index.ts";
import type { MarketView } from "./market/market-view.ts";
import type { LiveRoom, OpenDay } from "./market/open-day/open-day.ts";
import type { Audience, Outlet } from "./market/publish/outlet.ts";
import type { TickMap } from "./market/publish/ticks-json.ts";
import type { WallClock } from "./platform/clocks.ts";
import type { Log } from "./platform/log.ts";
import type { Banners } from "./platform/news/banner.ts";
import type { NewsStream } from "./platform/news/news.ts";
import { isForUser, type NewsItem } from "./platform/news/news-event.ts";
import type { Identities } from "./platform/users/identity.ts";

export interface GatewayDeps {
  readonly market: MarketView;
  readonly identities: Identities;
  readonly news: NewsStream;
  readonly banners: Banners;
  readonly clock: WallClock;
  readonly log: Log;
  /** Origins of pages that may connect besides our own: 'https://host'. */
  readonly allowedOrigins: readonly string[];
  /** Whether a proxy says where a client is; not unless told. */
  readonly trustProxy?: boolean;
}

export interface Gateway {
  /** The path of our own client: for tests and the operator's figures. */
  readonly live: SocketPath;
  /** Tells every socket goodbye. The HTTP server is the caller's to close. */
  stop(): Promise<void>;
}

const SWEEP_MS = 5000;
/** A subscription that is over has no more frames after this, and what the asking takes; a price that is owed is sent by then. */
const SUBSCRIPTION_MS = 1000;

export function createGateway(httpServer: HttpServer, deps: GatewayDeps): Gateway {
  const { market, clock, identities, news, banners, log } = deps;
  const userNews = new UserNews(news);
  const sessions = new Sessions(identities, userNews, clock);
  const admission = new Admission(identities, clock);
  const names = new DayIndex(() => market.day);
  const allowRequest = (request: IncomingMessage): boolean => isAllowedOrigin(request, deps.allowedOrigins);
  const createPath = (
    path: string,
    parser: typeof stockParser | typeof liveParser,
    isBinary: boolean,
  ): PathNamespaces =>
    new PathNamespaces({
      path: new SocketPath(httpServer, { path, parser, isBinary, allowRequest, clock }),
      name: path,
      isBinary,
      market,
      admission,
      trustProxy: deps.trustProxy ?? false,
      banners,
      sessions,
      news: userNews,
      names,
      clock,
    });
  const stock = createPath(STOCK_PATH, stockParser, false);
  const live = createPath(LIVE_PATH, liveParser, true);
  const paths = [stock, live];
  httpServer.on("upgrade", refuseUnknownPath);

  const outlet: Outlet = {
    tickAudience: (room): Audience => ({ frames: live.ticks.hasMembers(room), json: stock.ticks.hasMembers(room) }),
    minuteAudience: (room): Audience => ({
      frames: live.minutes.hasMembers(room),
      json: stock.minutes.hasMembers(room),
    }),
    tick(room: RoomName, frame: Uint8Array | undefined, _seq: number, changed: TickMap | undefined) {
      if (frame) live.ticks.frame(room, frame);
      if (changed) stock.ticks.map(room, changed);
    },
    dictionary(room: RoomName, frame: Uint8Array) {
      names.forget();
      live.ticks.frame(room, frame);
      live.minutes.send(room, frame);
    },
    minute(room: RoomName, frame: Uint8Array | undefined, _seq: number, message: OpenInterestMessage | undefined) {
      if (frame) live.minutes.send(room, frame);
      if (message) stock.minutes.send(room, message);
    },
    prices(room: LiveRoom, kind: "tick" | "minute") {
      for (const path of paths) path.prices(room, kind);
    },
    pricedRooms: () => new Set(paths.flatMap((path) => path.pricedRooms())),
    restarted(room: RoomName) {
      for (const path of paths) path.ticks.restarted(room);
    },
    revised(rooms?: readonly RoomName[]) {
      for (const path of paths) path.revised(rooms);
    },
    index(values: LiveIndex) {
      for (const path of paths) path.index(values);
    },
    clock(time: ExchangeTime) {
      for (const path of paths) path.clock(time);
    },
    feed(troubles: readonly FeedTrouble[]) {
      for (const path of paths) path.feed(troubles);
    },
    opened(day: OpenDay) {
      log.debug({ date: day.date }, "gateway: rooms are to be joined again");
      for (const path of paths) path.opened(TIME_9AM, market.slotTimes());
    },
  };

  function heard({ id, accountId, event }: NewsItem): void {
    if (event.type === "sessionEnded") sessions.end(event.sessionId, event.why);
    else if (isForUser(event) && accountId !== null) {
      userNews.send(accountId, id, event);
      if (event.type === "account") void sessions.changed(accountId);
    }
  }

  const stops = [
    market.attach(outlet),
    news.onNews(heard),
    banners.onChanged((banner) => {
      for (const path of paths) path.banner(banner);
    }),
    clock.every(SUBSCRIPTION_MS, () => {
      void sessions.sweep(clock.now());
      userNews.retry();
      for (const path of paths) path.sweepPrices();
    }),
    clock.every(SWEEP_MS, () => {
      for (const path of paths) path.ticks.sweep();
      market.metrics.lagging.set(live.ticks.laggingCount + stock.ticks.laggingCount);
    }),
  ];
  return {
    live: live.path,
    async stop() {
      for (const stop of stops) stop();
      httpServer.off("upgrade", refuseUnknownPath);
      await Promise.all(paths.map((path) => path.close()));
    },
  };
}

/** An upgrade to anything else is answered at once: nobody is going to. */
function refuseUnknownPath(request: IncomingMessage, socket: Duplex): void {
  const url = request.url ?? "";
  if (url.startsWith(`${STOCK_PATH}/`) || url.startsWith(`${LIVE_PATH}/`)) return;
  socket.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n");
}
