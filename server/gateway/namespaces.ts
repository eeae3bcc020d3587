/** The five namespaces of one socket path. */

import type { ExchangeTime } from "#contract/domain/clock.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import { TIME_9AM } from "#contract/domain/reference/calendar.ts";
import {
  type Banner,
  type FeedTrouble,
  LIVE_INDEX,
  type LiveIndex,
  NAMESPACES,
  OI_PRICE_LIVE,
  OPTION_LIVE,
  SINGLE,
  SINGLE_LIVE,
} from "#contract/wire/socket-events.ts";
import type { DayIndex } from "../market/instruments/day-index.ts";
import type { MarketView } from "../market/market-view.ts";
import type { LiveRoom } from "../market/open-day/open-day.ts";
import type { WallClock } from "../platform/clocks.ts";
import type { Banners } from "../platform/news/banner.ts";
import type { Admission } from "./connections/admission.ts";
import { handshake } from "./connections/handshake.ts";
import type { Sessions } from "./connections/sessions.ts";
import type { GatewaySocket, SocketPath } from "./connections/socket-path.ts";
import { spendUnknown } from "./connections/spending.ts";
import type { UserNews } from "./connections/user-news.ts";
import type { FanoutDeps } from "./fanout/fanout-deps.ts";
import { MinuteFanout } from "./fanout/minute-fanout.ts";
import { PriceFanout } from "./fanout/price-fanout.ts";
import { TickFanout } from "./fanout/tick-fanout.ts";

export interface PathDeps {
  readonly path: SocketPath;
  readonly name: string;
  readonly isBinary: boolean;
  readonly market: MarketView;
  readonly admission: Admission;
  readonly trustProxy: boolean;
  readonly banners: Pick<Banners, "current" | "ended">;
  readonly sessions: Sessions;
  readonly news: UserNews;
  readonly names: DayIndex;
  readonly clock: WallClock;
}

export class PathNamespaces {
  readonly path: SocketPath;
  readonly ticks: TickFanout;
  readonly minutes: MinuteFanout;
  readonly #deps: PathDeps;
  readonly #single: PriceFanout;
  readonly #singleLive: PriceFanout;
  readonly #spendUnknown: ReturnType<typeof spendUnknown>;

  constructor(deps: PathDeps) {
    this.#deps = deps;
    this.path = deps.path;
    const { market, clock, admission, sessions, trustProxy, path, isBinary, names } = deps;
    const { metrics } = market;
    const fanout: FanoutDeps = {
      path,
      isBinary,
      market,
      resolveRoom: (name) => market.resolveRoom(name),
      clock,
      metrics,
    };
    this.ticks = new TickFanout(fanout);
    this.minutes = new MinuteFanout(fanout);
    this.#single = new PriceFanout(SINGLE, names, fanout);
    this.#singleLive = new PriceFanout(SINGLE_LIVE, names, fanout);
    this.#spendUnknown = spendUnknown(metrics);
    for (const namespace of NAMESPACES) {
      path.io.of(namespace).use(handshake(namespace, { admission, sessions, trustProxy, clock, metrics, path }));
      path.io.of(namespace).on("connection", (socket) => this.#connected(namespace, socket));
    }
    // The default namespace is refused: every namespace of ours has a name.
    path.io.of("/").use((_socket, next) => next(new Error("unauthorized")));
    const closed = (): void => metrics.sockets.dec({ path: deps.name });
    path.io.engine.on("connection", (connection: { on(event: "close", listener: () => void): void }) => {
      metrics.sockets.inc({ path: deps.name });
      connection.on("close", closed);
    });
  }

  prices(room: LiveRoom, kind: "tick" | "minute"): void {
    (kind === "tick" ? this.#singleLive : this.#single).send(room, kind);
  }

  sweepPrices(): void {
    this.#single.sweep();
    this.#singleLive.sweep();
  }

  /** Rooms with an instrument that somebody follows. */
  pricedRooms(): RoomName[] {
    return [...this.#single.rooms(), ...this.#singleLive.rooms()];
  }

  index(values: LiveIndex): void {
    this.#broadcast(LIVE_INDEX, "liveIndex", values);
  }

  clock(time: ExchangeTime): void {
    this.#broadcast(OI_PRICE_LIVE, "clock", time);
  }

  feed(troubles: readonly FeedTrouble[]): void {
    this.#broadcast(OI_PRICE_LIVE, "feed", troubles);
  }

  banner(banner: Banner): void {
    this.#broadcast(OI_PRICE_LIVE, "special", "banner", banner);
  }

  /** A day was opened: every room is left, and clients are told to fetch and join again. */
  opened(time9am: readonly string[], slotTimes: readonly string[]): void {
    this.ticks.clear();
    this.minutes.clear();
    this.#single.clear();
    this.#singleLive.clear();
    this.#broadcast(OI_PRICE_LIVE, "time9am", time9am);
    this.#broadcast(OI_PRICE_LIVE, "time330pm", slotTimes);
    this.#broadcast(OI_PRICE_LIVE, "special", "update");
    this.#broadcast(OI_PRICE_LIVE, "OIPriceLiveSocket-init");
    this.#broadcast(OPTION_LIVE, "optionLiveSocket-init");
    this.#broadcast(OPTION_LIVE, "optionsocket-init");
    this.#broadcast(SINGLE, "singleSymbol-init");
    this.#broadcast(SINGLE_LIVE, "singleSymbol-init");
  }

  /**
   * Minutes may be others than were sent: our readers of these rooms are told to fetch and join them again, and every stock client
   * all that it has, which may fetch a room before it joins it; without rooms, whoever has no frames of ticks, and so no epoch.
   */
  revised(rooms?: readonly RoomName[]): void {
    const { isBinary } = this.#deps;
    if (isBinary && rooms) {
      const isReader = (socket: GatewaySocket): boolean => rooms.some((room) => this.minutes.isMember(room, socket));
      this.#send(isReader, OI_PRICE_LIVE, "OIPriceLiveSocket-init", rooms);
      return;
    }
    const isTold = (socket: GatewaySocket): boolean => !isBinary || socket.data.identity.plan === "1min";
    this.#send(isTold, OI_PRICE_LIVE, "special", "update");
    this.#send(isTold, OI_PRICE_LIVE, "OIPriceLiveSocket-init");
  }

  close(): Promise<void> {
    return this.#deps.path.close();
  }

  #connected(namespace: string, socket: GatewaySocket): void {
    const { market, sessions, news, banners } = this.#deps;
    sessions.add(socket);
    socket.onAny(this.#spendUnknown);
    // Rooms are ours (membership.ts): that of Socket.IO would hold a set a socket.
    socket.leave(socket.id);
    if (namespace === OPTION_LIVE) this.ticks.add(socket);
    else if (namespace === SINGLE) this.#single.add(socket);
    else if (namespace === SINGLE_LIVE) this.#singleLive.add(socket);
    else if (namespace === LIVE_INDEX) this.#say(socket, "liveIndex", market.index());
    else {
      this.minutes.add(socket);
      this.#say(socket, "clock", market.time());
      this.#say(socket, "feed", market.troubles());
      this.#say(socket, "time9am", TIME_9AM);
      this.#say(socket, "time330pm", market.slotTimes());
      if (socket.data.identity.plan === "1min") this.#say(socket, "special", "1min");
      // A stock client would show an end as an empty banner; ours takes down what it still shows.
      const banner = banners.current() ?? (this.#deps.isBinary ? banners.ended() : undefined);
      if (banner !== undefined) this.#say(socket, "special", "banner", banner);
      news.add(socket, (event, ...args) => this.#say(socket, event, ...args));
    }
  }

  /** By the line, as all that follows: a later clock does not overtake the first one. */
  #say(socket: GatewaySocket, event: string, ...args: unknown[]): void {
    socket.data.line.write(this.path.prepare(socket.nsp.name, event, ...args));
  }

  #broadcast(namespace: string, event: string, ...args: unknown[]): void {
    this.#send(() => true, namespace, event, ...args);
  }

  #send(isTold: (socket: GatewaySocket) => boolean, namespace: string, event: string, ...args: unknown[]): void {
    const { path } = this.#deps;
    const { sockets } = path.io.of(namespace);
    if (sockets.size === 0) return;
    const packet = path.prepare(namespace, event, ...args);
    for (const socket of sockets.values()) if (isTold(socket)) socket.data.line.write(packet);
  }
}
