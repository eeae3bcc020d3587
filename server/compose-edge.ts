/**
 * ROLE=edge: HTTP and sockets for a market that a feed elsewhere has. It keeps nothing of its own: accounts are in
 * PostgreSQL, finished days in the shared archive, and of the open day it mirrors what its users look at.
 */
import { randomUUID } from "node:crypto";
import { openCommerce } from "./commerce.ts";
import { createFront } from "./front.ts";
import { openKept } from "./kept.ts";
import { checkPort } from "./listen.ts";
import { createMarketMetrics } from "./market/market-metrics.ts";
import { createAccounts } from "./modules/accounts/accounts.ts";
import { ADMIN_EMAIL } from "./modules/accounts/embedded-accounts.ts";
import { createBannerRepository } from "./modules/banner/banner-repository.ts";
import { watchBanner } from "./modules/banner/banner-watch.ts";
import { operatorModule } from "./modules/operator/operator.ts";
import { RedisBus } from "./platform/bus-redis.ts";
import { openDatabase } from "./platform/db.ts";
import { mailboxPage } from "./platform/mail/mailbox-page.ts";
import { openMail } from "./platform/mail/open-mail.ts";
import { createMetrics } from "./platform/metrics.ts";
import { migrate } from "./platform/migrations.ts";
import { createPersonalData } from "./platform/personal-data.ts";
import { createRateLimits } from "./platform/rate-limits.ts";
import { secretsFrom } from "./platform/secrets.ts";
import { EdgeMarket } from "./roles/edge-market.ts";
import { createRolesMetrics } from "./roles/roles-metrics.ts";
import { shareEndings } from "./roles/session-endings.ts";
import { openCalls, openStored } from "./sources.ts";
import type { Started, Starting } from "./starting.ts";

const WAITING_MS = 10_000;

export async function startEdge({ env, log, clock, fail, stops }: Starting): Promise<Started> {
  const metrics = createMetrics();
  const port = await checkPort(env.port, env.host);
  const publicUrl = env.publicUrl ?? `http://localhost:${port}`;
  // The environment has been checked: an edge has all three.
  const { appSecret = "", databaseUrl, redisUrl = "" } = env;
  const bus = await RedisBus.open({ url: redisUrl, clock, log });
  stops.push(() => bus.close());
  const database = await openDatabase({ url: databaseUrl, folder: env.dataDir, log, onFailure: fail });
  stops.push(() => database.close());
  const applied = await migrate(database);
  if (applied.length > 0) log.info({ applied }, "database migrated");
  const rateLimits = createRateLimits(redisUrl, log);
  stops.push(() => rateLimits.close());
  await rateLimits.ready();
  const secrets = secretsFrom(Buffer.from(appSecret));
  const mail = openMail({ env, publicUrl, orm: database.orm, clock, log, registry: metrics.registry });
  stops.push(() => mail.stop());
  const { mailer, mailbox } = mail;
  const personalData = createPersonalData();
  const parts = { database, rateLimits, secrets, mailer, personalData, clock, log, publicUrl };
  const accounts = createAccounts({ ...parts, demo: env.demo });
  const adminPassword = env.demo ? await accounts.seed() : undefined;
  const { endedSince } = accounts;
  const identities = await shareEndings({ identities: accounts.identities, endedSince, bus, clock, log });
  stops.push(() => identities.stop(), accounts.start(), mailer.start());
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
  const { archive } = stored;
  const calls = openCalls({ env, stored, market, clock, log, metrics });
  stops.push(() => calls.stop());
  const probes = [database.probe, ...market.probes];
  const { registry } = metrics;
  const commerce = openCommerce({ ...parts, env, registry });
  stops.push(() => commerce.stop());
  const operator = operatorModule({ role: "edge", market, archive, probes, registry, clock, segments: () => [] });
  const kept = openKept({ database, secrets, clock, personalData });
  const modules = [accounts.register, ...commerce.modules, ...kept, calls.register, operator];
  const shown = mailbox === undefined ? [] : [mailboxPage({ mailbox, identities, open: env.openMetrics })];
  const pages = [accounts.pages, ...commerce.pages, ...shown];
  const banners = watchBanner({ repository: createBannerRepository(database.orm), clock, log });
  stops.push(() => banners.stop());
  const reach = { env, port, publicUrl, identities, banners, market };
  const front = createFront({ ...reach, modules, pages, probes, clock, log, metrics });
  stops.push(() => front.stop());
  // Before there is a feed it answers that it is not ready, rather than not at all.
  await front.listen();
  const stopWaiting = clock.every(WAITING_MS, () => log.warn("no feed has told of its day yet: waiting"));
  await market.start().finally(stopWaiting);
  front.openSockets();
  return {
    url: publicUrl,
    feed: `of the feed behind REDIS_URL: ${market.time().source}, ${market.time().date}`,
    newAdmin: adminPassword === undefined ? undefined : { email: ADMIN_EMAIL, password: adminPassword },
  };
}
