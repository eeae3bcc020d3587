/**
 * Everything that answers over HTTP on one app: accounts, payments by the simulated checkout, what users keep, a market
 * on a fake feed, an archived day, the operator's page, the mailbox and a small browser app; and a user of each role.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CE } from "#contract/domain/instruments.ts";
import { DAY_MS } from "#contract/domain/reference/calendar.ts";
import { isoDate } from "#contract/domain/units.ts";
import { login } from "#contract/wire/http/accounts.ts";
import { API_BASE } from "#contract/wire/http/api-path.ts";
import { createSealer, type Sealer } from "#contract/wire/sealed.ts";
import { openBilling } from "../../billing.ts";
import { createGovernor, createLocalStarts } from "../../brokers/governor.ts";
import { openPractice } from "../../brokers/login/open-brokers.ts";
import { DayIndex, type ListedContract } from "../../market/instruments/day-index.ts";
import { createMarket } from "../../market/market.ts";
import { openCalls } from "../../market-data.ts";
import { createAccountRepository, type NewAccount } from "../../modules/accounts/account-repository.ts";
import { operatorModule } from "../../modules/operator/operator.ts";
import { scannerModule } from "../../modules/scanner/routes.ts";
import { systemClock } from "../../platform/clocks.ts";
import type { Database } from "../../platform/database/db.ts";
import type { EgressAddress } from "../../platform/env/brokers.ts";
import { parseEnv } from "../../platform/env/env.ts";
import { createRateLimits } from "../../platform/limits/rate-limits.ts";
import { type Log, silentLog } from "../../platform/log.ts";
import { openMailbox } from "../../platform/mail/mailbox.ts";
import { mailboxPage } from "../../platform/mail/mailbox-page.ts";
import { createMetrics } from "../../platform/metrics.ts";
import { NODE_SEALING } from "../../platform/users/sealing.ts";
import { openTrading } from "../../trading.ts";
import { openUserData } from "../../user-data.ts";
import { FaultBroker } from "../brokers/fault-broker.ts";
import { FakeFeed, NIFTY_ROOM } from "../market/fake-feed.ts";
import { fakeDayWithFutures } from "../market/fake-futures.ts";
import { createFileArchive } from "../market/file-archive.ts";
import { fillMinute } from "../market/fill-minute.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { PASSWORD, passwordHash } from "./password.ts";
import { cookiesOf, createTestApp, postJson, type TestApp } from "./test-app.ts";

export const ROLES = ["anonymous", "unsubscribed", "trial", "1min", "live", "admin", "revoked"] as const;
export type Role = (typeof ROLES)[number];

/** A trading day before the fake feed's. */
export const PAST_DAY = isoDate("2026-07-24");

export interface SurfaceUser {
  readonly id: string;
  readonly email: string;
  /** The Cookie header; empty for nobody. */
  readonly cookie: string;
  /** The socket's. */
  readonly ticket: string;
  readonly sealer: Sealer;
}

export interface Surface {
  readonly app: TestApp;
  /** The broker that users connect to, where they do not trade at the practice broker. */
  readonly broker: FaultBroker;
  /** A contract of the open day, with its name as orders have it. */
  listed(): readonly [symbol: string, contract: ListedContract];
  user(email: string, fields?: Partial<NewAccount>): Promise<SurfaceUser>;
  /** A fresh user of the role; nobody's cookie is empty, a revoked one is of a session that ended. */
  userOf(role: Role, email?: string): Promise<SurfaceUser>;
  stop(): Promise<void>;
}

export interface SurfaceOptions {
  readonly log?: Log;
  /** As a server that others reach through a proxy: metrics and mailbox are not open, and the checkout is not there. */
  readonly isPublic?: boolean;
  /** Users trade at the practice broker; else at one that does as it is told. */
  readonly hasPractice?: boolean;
  /** The broker is a real one, to which users bring a key of their own; their orders leave by these addresses. */
  readonly egress?: readonly EgressAddress[];
}

export async function openSurface(database: Database, options: SurfaceOptions = {}): Promise<Surface> {
  const { log = silentLog, isPublic = false, hasPractice = false, egress } = options;
  const folder = temporaryFolder();
  const archive = createFileArchive({ folder: join(folder, "archive") });
  await archivePastDay(archive);
  const metrics = createMetrics();
  const clock = systemClock;
  const market = await createMarket({
    feed: tickedFeed(),
    archive,
    journalFolder: join(folder, "journal"),
    keeps: false,
    origin: "test",
    clock,
    log,
    registry: metrics.registry,
  });
  const env = parseEnv({ FEED: "none", DATA_DIR: folder }, () => "");
  const stored = { archive, kept: archive, stop: async () => undefined };
  const calls = openCalls({ env, stored, market, clock, log, metrics });
  // It answers as soon as it can.
  const broker = new FaultBroker({ clock, random: () => 0, isFaulty: false, isReal: egress !== undefined });
  let stopCommerce = async (): Promise<void> => undefined;
  const app = createTestApp({
    database,
    log,
    webRoot: builtApp(folder),
    metricsAccess: { token: undefined, open: !isPublic },
    trustProxy: isPublic,
    more({ accounts: { identities }, ...parts }) {
      const shared = { ...parts, database, rateLimits: createRateLimits(undefined, log), clock, log };
      const publicUrl = "http://localhost:4000";
      const settings = {
        practiceLagDays: 90,
        real: [],
        apps: {},
        addresses: [],
        egress: [],
        vaultKeys: [],
        modes: {},
        publisher: hasPractice ? "publisher" : undefined,
      };
      const practice = hasPractice
        ? openPractice({
            ...shared,
            feed: { kind: "simulated" },
            settings,
            practice: undefined,
            orm: database.orm,
            market,
            identities,
          })
        : undefined;
      const trading = openTrading({
        ...shared,
        market,
        ports: practice?.ports ?? new Map([["zerodha", broker]]),
        governor: createGovernor(
          createLocalStarts(() => clock.monotonic()),
          clock,
        ),
        vaultKeys: [],
        addresses: ["203.0.113.7"],
        egress: egress ?? [],
        modes: {},
        handoff: practice?.handoff,
        isAlone: true,
        publicUrl,
        registry: metrics.registry,
      });
      const commerce = openBilling({
        ...shared,
        publicUrl,
        connectedBroker: (accountId) => trading.connectedBroker(accountId, true),
        env: { payments: { kind: isPublic ? "none" : "simulated" }, operatorEmail: undefined },
        registry: metrics.registry,
      });
      stopCommerce = async () => {
        await trading.stop();
        await practice?.stop();
        await commerce.stop();
      };
      const operator = { role: "all", market, archive, probes: [database.probe], registry: metrics.registry, clock };
      const mailbox = openMailbox(join(folder, "mail"), clock);
      return {
        modules: [
          ...commerce.modules,
          ...trading.modules,
          ...openUserData(shared),
          calls.register,
          scannerModule({ calls, rateLimits: shared.rateLimits }),
          operatorModule({ ...operator, segments: () => [] }),
        ],
        pages: [...commerce.pages, mailboxPage({ mailbox, identities, open: !isPublic }), ...(practice?.pages ?? [])],
      };
    },
  });
  const user = userMaker(app, database);
  const until = new Date(app.clock.now() + 30 * DAY_MS);
  const fieldsOf: Readonly<Record<Role, Partial<NewAccount>>> = {
    anonymous: {},
    unsubscribed: {},
    trial: { plan: "live", validUntil: until, planPaid: false },
    "1min": { plan: "1min", validUntil: until, planPaid: true },
    live: { plan: "live", validUntil: until, planPaid: true },
    admin: { admin: true },
    revoked: { plan: "live", validUntil: until, planPaid: true },
  };
  return {
    app,
    broker,
    listed() {
      const call = market.day?.rooms.get(NIFTY_ROOM)?.day.tokens;
      const index = new DayIndex(() => market.day);
      const token = call?.token[call.type.indexOf(CE)] ?? -1;
      const found = index.named(index.nameOf(token) ?? "");
      if (found === undefined) throw new Error("the fake day lists no call");
      return [`NSE:${found.name}`, found];
    },
    user,
    async userOf(role, email = `${role}@example.com`) {
      const made = await user(email, fieldsOf[role]);
      if (role === "revoked") await app.fetch(`${API_BASE}users/login`, loginRequest(email));
      return role === "anonymous" ? { ...made, cookie: "" } : made;
    },
    async stop() {
      await stopCommerce();
      await calls.stop();
      await market.stop();
    },
  };
}

export const loginRequest = (email: string, password = PASSWORD): RequestInit =>
  postJson({ email, password, fingerprint: "a-Linux-b-Chrome" });

function userMaker(app: TestApp, database: Database): Surface["user"] {
  return async (email, fields = {}) => {
    const now = new Date(app.clock.now());
    const fresh = {
      email,
      name: "Asha",
      passwordHash: await passwordHash(),
      createdAt: now,
      confirmedAt: now,
      ...fields,
    };
    const made = await createAccountRepository(database.orm).insert(fresh);
    if (made === undefined) throw new Error(`there is a user ${email} already`);
    const reply = await app.fetch(`${API_BASE}users/login`, loginRequest(email));
    const { data, token = "" } = login.response.parse(await reply.json());
    if (data === undefined) throw new Error(`${email} cannot log in`);
    const sealer = createSealer(NODE_SEALING, data.user.key);
    return { id: made.id, email, cookie: cookiesOf(reply), ticket: token, sealer };
  };
}

/** Every room has its figures up to 12:15. */
function tickedFeed(): FakeFeed {
  const feed = new FakeFeed({ day: fakeDayWithFutures(), at: 735 });
  feed.knowsPast = true;
  return feed;
}

async function archivePastDay(archive: ReturnType<typeof createFileArchive>): Promise<void> {
  const { symbols, rooms: simulated } = fakeDayWithFutures(PAST_DAY);
  const rooms = simulated.map((room) => ({ ...room, source: "import" as const }));
  for (const room of rooms) for (let at = 555; at <= 930; at++) fillMinute(room, at, at);
  await archive.writeDay({ date: PAST_DAY, source: "import", origin: "test", symbols }, rooms);
}

function builtApp(folder: string): string {
  const web = join(folder, "web");
  mkdirSync(join(web, "assets"), { recursive: true });
  writeFileSync(join(web, "index.html"), "<!doctype html><title>Strikeboard</title>");
  writeFileSync(join(web, "assets/main-abc123.js"), "export {};");
  return web;
}
