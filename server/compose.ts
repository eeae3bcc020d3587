/**
 * Puts the server together in the order in which its parts need each other, and takes it apart in reverse. A part
 * that does not start takes down what started before it.
 */

import { createServer, type Server } from "node:http";
import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { createApp } from "./app.ts";
import { createGateway } from "./gateway.ts";
import { checkPort, listen } from "./listen.ts";
import { createAccounts } from "./modules/accounts/accounts.ts";
import { ADMIN_EMAIL } from "./modules/accounts/embedded-accounts.ts";
import { operatorModule } from "./modules/operator/operator.ts";
import { systemClock, type WallClock } from "./platform/clocks.ts";
import { openDataFolder } from "./platform/data-folder.ts";
import { openDatabase } from "./platform/db.ts";
import type { Env } from "./platform/env.ts";
import type { Log } from "./platform/log.ts";
import { createMetrics } from "./platform/metrics.ts";
import { migrate } from "./platform/migrations.ts";
import { createRateLimits } from "./platform/rate-limits.ts";
import { openSecrets } from "./platform/secrets.ts";
import { openMarket } from "./sources.ts";

export interface RunningServer {
  /** Where a browser on this machine finds it. */
  readonly url: string;
  /** Market data in words. */
  readonly feed: string;
  /** Only on the very first start. */
  readonly newAdmin: { readonly email: string; readonly password: string } | undefined;
  stop(): Promise<void>;
}

/**
 * @param fail is told of what breaks beyond repair while the server runs.
 * @throws StartError, one line for the operator.
 */
export async function startServer(env: Env, log: Log, fail: (error: unknown) => void): Promise<RunningServer> {
  const stops: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (let next = stops.pop(); next !== undefined; next = stops.pop()) await next();
  };
  try {
    return { ...(await start(env, log, fail, stops)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Bundled, this file lies in dist/server, beside the browser app. */
const fromSource = import.meta.url.endsWith(".ts");
/** Requests under way get this long when the server stops. */
const DRAIN_MS = 3000;

/** Accepts nothing more, and waits for what is under way. */
function closeHttp(server: Server, clock: WallClock): Promise<void> {
  return new Promise((resolve) => {
    const cut = clock.after(DRAIN_MS, () => server.closeAllConnections());
    server.close(() => {
      cut();
      resolve();
    });
  });
}

type Started = Omit<RunningServer, "stop">;

async function start(env: Env, log: Log, fail: (error: unknown) => void, stops: (() => unknown)[]): Promise<Started> {
  const clock = systemClock;
  const metrics = createMetrics();
  const folder = await openDataFolder(env.dataDir);
  stops.push(() => folder.release());
  const port = await checkPort(env.port, env.host);
  const publicUrl = env.publicUrl ?? `http://localhost:${port}`;
  const secrets = openSecrets(env.appSecret, folder.path);

  // The market computes on this thread while the database opens on its own: together they take as long as one.
  const opening = openMarket({ env, folder: folder.path, clock, log, metrics });
  const opened = opening.catch(() => undefined); // if it fails, that is told where it is awaited below
  stops.push(async () => (await opened)?.stop());

  const database = await openDatabase({ url: env.databaseUrl, folder: folder.path, log, onFailure: fail });
  stops.push(() => database.close());
  const applied = await migrate(database);
  if (applied.length > 0) log.info({ applied }, "database migrated");

  const rateLimits = createRateLimits(env.redisUrl, log);
  stops.push(() => rateLimits.close());
  await rateLimits.ready();
  const accounts = createAccounts({ database, rateLimits, secrets, clock, log, demo: env.demo, publicUrl });
  const adminPassword = env.demo ? await accounts.seed() : undefined;
  stops.push(accounts.start());
  const { market, archive, register, feed, segments } = await opening;
  const probes = [database.probe, ...market.probes];
  const operator = operatorModule({
    role: "all",
    market,
    archive,
    probes,
    registry: metrics.registry,
    clock,
    segments,
  });

  const allowedHosts = [new URL(publicUrl).hostname, ...env.allowedHosts];
  const app = createApp({
    identities: accounts.identities,
    modules: [accounts.register, register, operator],
    probes,
    clock,
    log,
    metrics,
    metricsAccess: { token: env.metricsToken, open: env.openMetrics },
    allowedHosts,
    trustProxy: env.trustProxy,
    webRoot: fileURLToPath(new URL(fromSource ? "../dist/web" : "../web", import.meta.url)),
  });
  const server = createServer(getRequestListener(app.fetch));
  const gateway = createGateway(server, {
    market,
    identities: accounts.identities,
    clock,
    log,
    allowedOrigins: [publicUrl, ...env.allowedHosts.map((host) => `https://${host}`)],
  });
  stops.push(async () => {
    const closed = closeHttp(server, clock);
    await gateway.stop();
    await closed;
  });
  await listen(server, port, env.host);
  return {
    url: publicUrl,
    feed,
    newAdmin: adminPassword === undefined ? undefined : { email: ADMIN_EMAIL, password: adminPassword },
  };
}
