/** The side of the server that users reach: HTTP, and the sockets on the same port. */
import type { Server } from "node:http";
import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { createApp } from "./app.ts";
import type { Front } from "./front.ts";
import { createGateway, type Gateway } from "./gateway.ts";
import type { MarketView } from "./market/market-view.ts";
import type { WallClock } from "./platform/clocks.ts";
import type { Env } from "./platform/env/env.ts";
import type { Bind } from "./platform/http/bind.ts";
import type { Pages } from "./platform/http/pages.ts";
import type { Log } from "./platform/log.ts";
import type { Metrics } from "./platform/metrics.ts";
import type { Banners } from "./platform/news/banner.ts";
import type { NewsStream } from "./platform/news/news.ts";
import type { Probe } from "./platform/probe.ts";
import type { Identities } from "./platform/users/identity.ts";

export interface WebServerDeps {
  readonly env: Env;
  /** It listens already. */
  readonly front: Front;
  readonly publicUrl: string;
  /** Pages of others that forms may be posted to. */
  readonly formActions: readonly string[];
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
  /** Answers requests. */
  openCalls(): void;
  stop(): Promise<void>;
}

/** Bundled, this file lies in dist/server, beside the browser app. */
const fromSource = import.meta.url.endsWith(".ts");
const WEB_ROOT = fileURLToPath(new URL(fromSource ? "../dist/web" : "../web", import.meta.url));

/** Requests under way get this long when the server stops. */
const DRAIN_MS = 3000;

export function createWebServer({
  env,
  front,
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
  const { server } = front;
  let gateway: Gateway | undefined;
  return {
    openSockets() {
      front.handOverUpgrades();
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
    openCalls() {
      front.handOver(getRequestListener(app.fetch));
    },
    async stop() {
      const closed = closeHttp(server, clock);
      await gateway?.stop();
      await closed;
    },
  };
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
