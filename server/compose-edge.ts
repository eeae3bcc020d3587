/**
 * ROLE=edge: HTTP and sockets for a market that a feed elsewhere has. It stores nothing of its own: accounts are in
 * PostgreSQL, finished days in the shared archive, and of the open day it mirrors what its users look at.
 */
import { randomUUID } from "node:crypto";
import { istDate } from "#contract/domain/reference/calendar.ts";
import { createRedisStarts } from "./brokers/governor-redis.ts";
import { mayPractise, refuseReal } from "./brokers/login/open-brokers.ts";
import { openFront } from "./front.ts";
import { createMarketMetrics } from "./market/market-metrics.ts";
import { openCalls, openStored } from "./market-data.ts";
import { RedisBus } from "./platform/bus/bus-redis.ts";
import { createMetrics } from "./platform/metrics.ts";
import { secretsFrom } from "./platform/secrets.ts";
import { EdgeMarket } from "./roles/edge-market.ts";
import { createRolesMetrics } from "./roles/roles-metrics.ts";
import type { Started, Starting } from "./starting.ts";
import { openUserSide } from "./user-side.ts";
import { closeHttp } from "./web-server.ts";

const WAITING_MS = 10_000;

export async function startEdge(starting: Starting): Promise<Started> {
  const { env, log, clock, stops } = starting;
  const metrics = createMetrics();
  const front = await openFront(env.port, env.host);
  stops.push(() => closeHttp(front.server, clock));
  const publicUrl = env.publicUrl ?? `http://localhost:${front.port}`;
  // The environment has been checked: an edge has both.
  const { appSecret = "", redisUrl = "" } = env;
  const bus = await RedisBus.open({ url: redisUrl, clock, log });
  stops.push(() => bus.close());
  const users = await openUserSide({
    ...starting,
    front,
    publicUrl,
    folder: env.dataDir,
    secrets: secretsFrom(Buffer.from(appSecret)),
    metrics,
    bus,
    starts: createRedisStarts(bus.commands),
  });
  const market = new EdgeMarket({
    bus,
    id: randomUUID(),
    clock,
    log,
    metrics: createMarketMetrics(metrics.registry),
    rolesMetrics: createRolesMetrics(metrics.registry),
  });
  stops.push(() => market.stop());
  const stored = await openStored({ env, folder: env.dataDir, clock, log });
  stops.push(() => stored.stop());
  const calls = openCalls({ env, stored, market, clock, log, metrics });
  stops.push(() => calls.stop());
  const webServer = users.serve({
    role: "edge",
    market,
    practice: market.practice,
    archive: stored.archive,
    calls,
    segments: () => [],
  });
  // Before there is a feed it answers that it is not ready, rather than not at all.
  webServer.openCalls();
  const stopWaiting = clock.every(WAITING_MS, () => log.warn("no feed has told of its day yet: waiting"));
  await market.start().finally(stopWaiting);
  // FEED may have been set otherwise here than at the feed.
  const hasPage = mayPractise(env.feed, istDate(clock.now()), env.brokers.practiceLagDays);
  refuseReal(env.brokers, market.time().source, hasPage);
  webServer.openSockets();
  return {
    url: publicUrl,
    feed: `of the feed behind REDIS_URL: ${market.time().source}, ${market.time().date}`,
    newAdmin: users.newAdmin,
  };
}
