/** ROLE=all: everything in this process, whatever is not configured embedded in the data folder. */
import { openCommerce } from "./commerce.ts";
import { createFront } from "./front.ts";
import { openKept } from "./kept.ts";
import { checkPort } from "./listen.ts";
import { createAccounts } from "./modules/accounts/accounts.ts";
import { ADMIN_EMAIL } from "./modules/accounts/embedded-accounts.ts";
import { createBannerRepository } from "./modules/banner/banner-repository.ts";
import { watchBanner } from "./modules/banner/banner-watch.ts";
import { operatorModule } from "./modules/operator/operator.ts";
import { openDataFolder } from "./platform/data-folder.ts";
import { openDatabase } from "./platform/db.ts";
import { mailboxPage } from "./platform/mail/mailbox-page.ts";
import { openMail } from "./platform/mail/open-mail.ts";
import { createMetrics } from "./platform/metrics.ts";
import { migrate } from "./platform/migrations.ts";
import { createPersonalData } from "./platform/personal-data.ts";
import { createRateLimits } from "./platform/rate-limits.ts";
import { openSecrets } from "./platform/secrets.ts";
import { type MarketCalls, openCalls, openMarket, openStored } from "./sources.ts";
import type { Started, Starting } from "./starting.ts";

export async function startAll({ env, log, clock, fail, stops }: Starting): Promise<Started> {
  const metrics = createMetrics();
  const folder = await openDataFolder(env.dataDir);
  stops.push(() => folder.release());
  const port = await checkPort(env.port, env.host);
  const publicUrl = env.publicUrl ?? `http://localhost:${port}`;
  const secrets = openSecrets(env.appSecret, folder.path);
  const stored = await openStored({ env, folder: folder.path, clock, log });
  stops.push(() => stored.stop());
  const { archive } = stored;
  let calls: MarketCalls | undefined;
  const onArchived = () => calls?.dayArchived();
  // The market computes on this thread while the database opens on its own: together they take as long as one.
  const opening = openMarket({ env, folder: folder.path, stored, onArchived, clock, log, metrics });
  const opened = opening.catch(() => undefined); // if it fails, that is told where it is awaited below
  stops.push(async () => (await opened)?.market.stop());
  const database = await openDatabase({ url: env.databaseUrl, folder: folder.path, log, onFailure: fail });
  stops.push(() => database.close());
  const applied = await migrate(database);
  if (applied.length > 0) log.info({ applied }, "database migrated");
  const rateLimits = createRateLimits(env.redisUrl, log);
  stops.push(() => rateLimits.close());
  await rateLimits.ready();
  const mail = openMail({ env, publicUrl, orm: database.orm, clock, log, registry: metrics.registry });
  stops.push(() => mail.stop());
  const { mailer, mailbox } = mail;
  const personalData = createPersonalData();
  const parts = { database, rateLimits, secrets, mailer, personalData, clock, log, publicUrl };
  const accounts = createAccounts({ ...parts, demo: env.demo });
  const adminPassword = env.demo ? await accounts.seed() : undefined;
  stops.push(accounts.start(), mailer.start());
  const { market, feed, segments } = await opening;
  calls = openCalls({ env, stored, market, clock, log, metrics });
  stops.push(() => calls?.stop());
  const { identities } = accounts;
  const probes = [database.probe, ...market.probes];
  const { registry } = metrics;
  const commerce = openCommerce({ ...parts, env, registry });
  stops.push(() => commerce.stop());
  const operator = operatorModule({ role: "all", market, archive, probes, registry, clock, segments });
  const kept = openKept({ database, secrets, clock, personalData });
  const modules = [accounts.register, ...commerce.modules, ...kept, calls.register, operator];
  const shown = mailbox === undefined ? [] : [mailboxPage({ mailbox, identities, open: env.openMetrics })];
  const pages = [accounts.pages, ...commerce.pages, ...shown];
  const banners = watchBanner({ repository: createBannerRepository(database.orm), clock, log });
  stops.push(() => banners.stop());
  const reach = { env, port, publicUrl, identities, banners, market };
  const front = createFront({ ...reach, modules, pages, probes, clock, log, metrics });
  stops.push(() => front.stop());
  front.openSockets();
  await front.listen();
  return {
    url: publicUrl,
    feed,
    newAdmin: adminPassword === undefined ? undefined : { email: ADMIN_EMAIL, password: adminPassword },
  };
}
