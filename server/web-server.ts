/** The side of the server that users reach: HTTP, and the sockets on the same port. */
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { createApp } from "./app.ts";
import { createGateway, type Gateway } from "./gateway.ts";
import { listen } from "./listen.ts";
import type { MarketView } from "./market/market-view.ts";
import type { Banners } from "./platform/banner.ts";
import type { WallClock } from "./platform/clocks.ts";
import type { Env } from "./platform/env.ts";
import type { Bind } from "./platform/http/bind.ts";
import type { Pages } from "./platform/http/pages.ts";
import type { Identities } from "./platform/identity.ts";
import type { Log } from "./platform/log.ts";
import type { Metrics } from "./platform/metrics.ts";
import type { NewsStream } from "./platform/news.ts";
import type { Probe } from "./platform/probe.ts";

export interface WebServerDeps {
  readonly env: Env;
  /** A free one. */
  readonly port: number;
  readonly publicUrl: string;
  readonly identities: Identities;
  readonly news: NewsStream;
  readonly banners: Banners;
  readonly market: MarketView;
  readonly modules: readonly ((bind: Bind) => void)[];
  readonly pages: readonly Pages[];
  readonly probes: readonly Probe[];
  readonly clock: WallClock;
  readonly log: Log;
  readonly metrics: Metrics;
}

export interface WebServer {
  /** Opens the sockets; the market has its first day then. */
  openSockets(): void;
  /** @throws StartError */
  listen(): Promise<void>;
  stop(): Promise<void>;
}

/** Bundled, this file lies in dist/server, beside the browser app. */
const fromSource = import.meta.url.endsWith(".ts");
const WEB_ROOT = fileURLToPath(new URL(fromSource ? "../dist/web" : "../web", import.meta.url));

/** Requests under way get this long when the server stops. */
const DRAIN_MS = 3000;

export function createWebServer({
  env,
  port,
  publicUrl,
  identities,
  news,
  banners,
  market,
  ...deps
}: WebServerDeps): WebServer {
  const { clock, log } = deps;
  const app = createApp({
    ...deps,
    identities,
    metricsAccess: { token: env.metricsToken, open: env.openMetrics },
    allowedHosts: [new URL(publicUrl).hostname, ...env.allowedHosts],
    trustProxy: env.trustProxy,
    webRoot: WEB_ROOT,
  });
  const server = createServer(getRequestListener(app.fetch));
  let gateway: Gateway | undefined;
  server.on("upgrade", refuseUpgrade);
  return {
    openSockets() {
      server.off("upgrade", refuseUpgrade);
      const allowedOrigins = [publicUrl, ...env.allowedHosts.map((host) => `https://${host}`)];
      gateway = createGateway(server, {
        market,
        identities,
        news,
        banners,
        clock,
        log,
        allowedOrigins,
        trustProxy: env.trustProxy,
      });
    },
    async listen() {
      await listen(server, port, env.host);
    },
    async stop() {
      const closed = closeHttp(server, clock);
      await gateway?.stop();
      await closed;
    },
  };
}

/** No sockets yet: clients come again. */
function refuseUpgrade(_request: IncomingMessage, socket: Duplex): void {
  socket.end("HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\n\r\n");
}

/** Accepts nothing more, and waits for what is under way. */
export function closeHttp(server: Server, clock: WallClock): Promise<void> {
  return new Promise((resolve) => {
    const cut = clock.after(DRAIN_MS, () => server.closeAllConnections());
    server.close(() => {
      cut();
      resolve();
    });
  });
}
