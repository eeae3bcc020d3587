/**
 * ROLE=feed: the market alone, for edges elsewhere. One feed leads and holds the data folder; others stand by and take
 * over when its lease ends. Its HTTP port answers the operator's questions and nobody else's.
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { Registry } from "prom-client";
import { istDate } from "#contract/domain/reference/calendar.ts";
import { mayPractise, openPracticeDesk } from "./brokers/login/open-brokers.ts";
import { checkPort, listen } from "./listen.ts";
import { openMarket, openStored } from "./market-data.ts";
import { createOperatorApp } from "./operator-app.ts";
import { RedisBus } from "./platform/bus/bus-redis.ts";
import { type DataFolder, openDataFolder } from "./platform/data-folder/data-folder.ts";
import { type Fence, isReplaced, lastTerm, takeFence } from "./platform/data-folder/fence.ts";
import { DataFolderInUse } from "./platform/data-folder/folder-lock.ts";
import { openDatabase } from "./platform/database/db.ts";
import { migrate } from "./platform/database/migrations.ts";
import type { Log } from "./platform/log.ts";
import { createMetrics } from "./platform/metrics.ts";
import type { Probe } from "./platform/probe.ts";
import { practiceChanges, startFeedService } from "./roles/feed-service.ts";
import { LeaderLock, type Tenure } from "./roles/leader-lock.ts";
import { createRolesMetrics } from "./roles/roles-metrics.ts";
import type { Started, Starting } from "./starting.ts";
import { closeHttp } from "./web-server.ts";

export async function startFeed({ env, log, clock, fail, stops }: Starting): Promise<Started> {
  const metrics = createMetrics();
  const rolesMetrics = createRolesMetrics(metrics.registry);
  const port = await checkPort(env.port, env.host);
  const bus = await RedisBus.open({ url: env.redisUrl ?? "", clock, log });
  stops.push(() => bus.close());
  // The edges' database: brought up to date here as well, so that a new version may start in any order.
  const database = await openDatabase({ url: env.databaseUrl, folder: env.dataDir, log, onFailure: fail });
  stops.push(() => database.close());
  const applied = await migrate(database);
  if (applied.length > 0) log.info({ applied }, "database migrated");

  let probes: readonly Probe[] = [];
  /** What the market counts while this feed leads: another tenure counts again. */
  let leading = new Registry();
  const lead = async (tenure: Tenure): Promise<void> => {
    const closing: (() => unknown)[] = [];
    let words = "starting";
    let fence: Fence | undefined;
    probes = [{ name: "feed", check: () => ({ ok: false, detail: words }) }];
    try {
      const folder = await openWhenFree(env.dataDir, tenure, log);
      if (folder === undefined) return;
      closing.push(() => folder.release());
      fence = takeFence(folder.path, tenure.term);
      const stored = await openStored({ env, folder: folder.path, clock, log });
      closing.push(() => stored.stop());
      const { term } = tenure;
      leading = new Registry();
      const { market } = await openMarket({
        env,
        folder: folder.path,
        stored,
        clock,
        log,
        metrics: { ...metrics, registry: leading },
        term,
        fence,
        doing: (now) => {
          words = now;
        },
      });
      closing.push(() => market.stop());
      tenure.opened();
      if (tenure.isOver) return;
      const { practiceLagDays } = env.brokers;
      const desk = mayPractise(env.feed, istDate(clock.now()), practiceLagDays)
        ? openPracticeDesk({ orm: database.orm, market, term, clock, log, onChange: practiceChanges(bus) })
        : undefined;
      closing.push(() => desk?.stop());
      const practice = desk?.answer;
      const service = await startFeedService({ market, bus, term, fence, practice, clock, log, metrics: rolesMetrics });
      closing.push(() => service.stop());
      probes = market.probes;
      rolesMetrics.leads.set(1);
      log.info({ term }, "this feed leads");
      await tenure.ended;
    } catch (error) {
      // A machine that is too busy to open a market in time loses the lease meanwhile: this feed stands by again.
      if (!isReplaced(error, fence)) throw error;
      log.warn({ term: tenure.term, err: error }, "another feed leads now");
      await tenure.end();
    } finally {
      probes = [];
      rolesMetrics.leads.set(0);
      for (let next = closing.pop(); next !== undefined; next = closing.pop()) await next();
    }
  };

  const app = createOperatorApp({
    env,
    clock,
    log,
    metrics,
    probes: () => [database.probe, ...probes],
    registry: () => Registry.merge([metrics.registry, leading]),
  });
  const server = createServer(getRequestListener(app.fetch));
  await listen(server, port, env.host);
  stops.push(() => closeHttp(server, clock));

  const lock = new LeaderLock({
    redis: bus.commands,
    id: randomUUID(),
    clock,
    log,
    lastTerm: () => lastTerm(env.dataDir),
  });
  const stopping = new AbortController();
  let tenure: Tenure | undefined;
  const running = (async () => {
    while (!stopping.signal.aborted) {
      tenure = await lock.take(stopping.signal);
      if (tenure !== undefined) await lead(tenure);
    }
  })();
  running.catch(fail);
  stops.push(async () => {
    stopping.abort();
    await tenure?.end();
    await running.catch(() => undefined);
  });
  return {
    url: `http://localhost:${port}`,
    feed: `${env.feed.kind}, told to the edges while this feed leads`,
    newAdmin: undefined,
  };
}

/** A feed that was deposed, or killed, may need a moment to leave the folder. */
const LEAVING_MS = 10_000;
const RETRY_MS = 100;

/** @returns undefined, the lease given back, where another process stays in the folder. */
async function openWhenFree(path: string, tenure: Tenure, log: Log): Promise<DataFolder | undefined> {
  for (let waited = 0; ; waited += RETRY_MS) {
    try {
      // Whoever held it has lost its lease: one that stood still finds itself fenced.
      return await openDataFolder(path, undefined, { fromSilent: true });
    } catch (error) {
      if (!(error instanceof DataFolderInUse)) throw error;
      if (waited >= LEAVING_MS) {
        log.error(error.message);
        await tenure.end();
        return undefined;
      }
      await sleep(RETRY_MS);
    }
  }
}
