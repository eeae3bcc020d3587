/**
 * The side of the server that users reach: the database, accounts with what they save and buy, HTTP and sockets. It is the
 * same in a process that does everything and in an edge.
 */

import { openBilling } from "./billing.ts";
import { checkEgress } from "./brokers/egress.ts";
import { createGovernor, createLocalStarts, type StartLog } from "./brokers/governor.ts";
import { openBrokers } from "./brokers/login/open-brokers.ts";
import type { PracticeLine } from "./brokers/sandbox/practice-desk.ts";
import type { Front } from "./front.ts";
import type { Archive } from "./market/archive/archive.ts";
import type { MarketView } from "./market/market-view.ts";
import type { MarketCalls } from "./market-data.ts";
import { createAccounts } from "./modules/accounts/accounts.ts";
import { ADMIN_EMAIL } from "./modules/accounts/embedded-accounts.ts";
import { createPasswords } from "./modules/accounts/password.ts";
import { createBannerRepository } from "./modules/banner/banner-repository.ts";
import { createBannerState } from "./modules/banner/banner-state.ts";
import { type OperatorDeps, operatorModule } from "./modules/operator/operator.ts";
import { scannerModule } from "./modules/scanner/routes.ts";
import type { Bus } from "./platform/bus/bus.ts";
import { type Database, type DatabaseOptions, openDatabase } from "./platform/database/db.ts";
import { migrate } from "./platform/database/migrations.ts";
import { createRateLimits } from "./platform/limits/rate-limits.ts";
import { mailboxPage } from "./platform/mail/mailbox-page.ts";
import { openMail } from "./platform/mail/open-mail.ts";
import type { Metrics } from "./platform/metrics.ts";
import { createNews } from "./platform/news/news.ts";
import type { Secrets } from "./platform/secrets.ts";
import { createPersonalData } from "./platform/users/personal-data.ts";
import type { Started, Starting } from "./starting.ts";
import { openTrading } from "./trading.ts";
import { openUserData } from "./user-data.ts";
import { createWebServer, type WebServer } from "./web-server.ts";

export interface UserSideDeps extends Starting {
  readonly front: Front;
  readonly publicUrl: string;
  /** Where the embedded database is, when there is no other. */
  readonly folder: string;
  readonly secrets: Secrets;
  readonly metrics: Metrics;
  /** To the other processes with users; without it news waits for the next look into the database. */
  readonly bus?: Bus;
  /** Counts the starts of all edges; without it this process sends orders alone. */
  readonly starts?: StartLog;
}

/** What users see of the market. */
export interface ServedMarket extends Pick<OperatorDeps, "role" | "segments"> {
  readonly market: MarketView;
  /** To the practice broker of another process; undefined where it is in this one. */
  readonly practice: PracticeLine | undefined;
  readonly archive: Archive;
  readonly calls: MarketCalls;
}

export interface UserSide {
  readonly newAdmin: Started["newAdmin"];
  /** Puts HTTP and sockets together; both are still to be opened. */
  serve(served: ServedMarket): WebServer;
}

/** Opens the database and accounts. What it starts goes onto `stops`. @throws StartError */
export async function openUserSide({ bus, starts, ...deps }: UserSideDeps): Promise<UserSide> {
  const { env, log, clock, fail, stops, front, publicUrl, folder, secrets, metrics } = deps;
  const { registry } = metrics;
  await checkEgress(env.brokers.egress);
  const { database, applied } = await openMigrated({ url: env.databaseUrl, folder, log, onFailure: fail });
  stops.push(() => database.close());
  if (applied.length > 0) log.info({ applied }, "database migrated");
  const rateLimits = createRateLimits(env.redisUrl, log);
  stops.push(() => rateLimits.close());
  await rateLimits.ready();
  const mail = openMail({ env, publicUrl, orm: database.orm, clock, log, registry });
  stops.push(() => mail.stop());
  const { mailer, mailbox } = mail;
  const personalData = createPersonalData();
  const news = createNews({ orm: database.orm, clock, log, bus });
  const parts = { database, rateLimits, secrets, mailer, personalData, news, clock, log, publicUrl };
  const accounts = createAccounts({ ...parts, passwords: createPasswords(), demo: env.demo });
  const adminPassword = env.demo ? await accounts.seed() : undefined;
  stops.push(news.start(), accounts.start(), mailer.start());
  const { identities } = accounts;
  return {
    newAdmin: adminPassword === undefined ? undefined : { email: ADMIN_EMAIL, password: adminPassword },
    serve({ market, practice, archive, calls, role, segments }) {
      const probes = [database.probe, ...market.probes];
      const { orm } = database;
      const { feed, brokers: settings } = env;
      const brokers = openBrokers({ feed, settings, practice, orm, market, identities, personalData, clock, log });
      stops.push(() => brokers.stop());
      const governor = createGovernor(starts ?? createLocalStarts(() => clock.monotonic()), clock);
      const { ports, handoff } = brokers;
      const { vaultKeys, addresses, egress, modes } = env.brokers;
      const isAlone = starts === undefined;
      const ofBrokers = { ports, governor, vaultKeys, addresses, egress, modes, handoff };
      const trading = openTrading({ ...parts, ...ofBrokers, market, isAlone, registry });
      stops.push(() => trading.stop());
      // What is bought with a practice connection is worth nothing where accounts are no demo's.
      const connectedBroker = (accountId: string) => trading.connectedBroker(accountId, env.demo);
      const billing = openBilling({ ...parts, env, registry, connectedBroker });
      stops.push(() => billing.stop());
      const operator = operatorModule({ role, market, archive, probes, registry, clock, segments });
      const userData = openUserData({ database, secrets, clock, personalData });
      const modules = [
        accounts.register,
        ...billing.modules,
        ...trading.modules,
        ...userData,
        calls.register,
        scannerModule({ calls, rateLimits }),
        operator,
      ];
      const shown = mailbox === undefined ? [] : [mailboxPage({ mailbox, identities, open: env.openMetrics })];
      const pages = [accounts.pages, ...billing.pages, ...brokers.pages, ...shown];
      const banners = createBannerState({ repository: createBannerRepository(database.orm), news, clock, log });
      stops.push(() => banners.stop());
      const formActions = handoff && !handoff.facts.isPractice ? [new URL(handoff.action).origin] : [];
      const reach = { env, front, publicUrl, formActions, identities, news, banners, market };
      const webServer = createWebServer({ ...reach, modules, pages, probes, clock, log, metrics });
      stops.push(() => webServer.stop());
      return webServer;
    },
  };
}

/** Users wait no longer for a database that says nothing. A migration may take its time. */
const ANSWER_MS = 10_000;

async function openMigrated(options: DatabaseOptions): Promise<{ database: Database; applied: readonly string[] }> {
  const database = await openDatabase(options);
  let applied: readonly string[];
  try {
    applied = await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  if (database.kind === "embedded") return { database, applied };
  await database.close();
  return { database: await openDatabase({ ...options, answerMs: ANSWER_MS }), applied };
}
