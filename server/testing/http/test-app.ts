/** The HTTP surface with real accounts on a database of the test's choice, and a client that behaves like a browser. */

import { createApp } from "../../app.ts";
import { type Accounts, createAccounts } from "../../modules/accounts/accounts.ts";
import type { Passwords } from "../../modules/accounts/password.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Database } from "../../platform/database/db.ts";
import { AppError } from "../../platform/errors.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { refusalsOf } from "../../platform/http/document-call.ts";
import type { MetricsAccess } from "../../platform/http/operator-routes.ts";
import type { Pages } from "../../platform/http/pages.ts";
import { createRateLimits } from "../../platform/limits/rate-limits.ts";
import { type Log, silentLog } from "../../platform/log.ts";
import { createMailer, type Mailer, type Message } from "../../platform/mail/mailer.ts";
import { createMetrics } from "../../platform/metrics.ts";
import { createNews, type News } from "../../platform/news/news.ts";
import type { Probe } from "../../platform/probe.ts";
import { type Secrets, secretsFrom } from "../../platform/secrets.ts";
import { createPersonalData, type PersonalData } from "../../platform/users/personal-data.ts";
import { createManualClock, type ManualClock } from "../manual-clock.ts";
import { quickPasswords } from "./password.ts";

export interface TestAppOptions {
  readonly database: Database;
  readonly clock?: WallClock;
  readonly demo?: boolean;
  readonly redisUrl?: string;
  readonly modules?: readonly ((bind: Bind) => void)[];
  readonly pages?: readonly Pages[];
  /** Modules and pages that need what is made here. */
  readonly more?: (parts: Pick<TestApp, "accounts" | "mailer" | "news" | "personalData" | "secrets">) => {
    readonly modules: readonly ((bind: Bind) => void)[];
    readonly pages: readonly Pages[];
  };
  readonly probes?: readonly Probe[];
  readonly passwords?: Passwords;
  /** Whether the mail server takes nothing now. */
  readonly isMailAway?: () => boolean;
  readonly trustProxy?: boolean;
  readonly webRoot?: string;
  /** Open unless told. */
  readonly metricsAccess?: MetricsAccess;
  /** Where modules of the test's have registered theirs. */
  readonly personalData?: PersonalData;
  readonly log?: Log;
}

export interface TestApp {
  readonly accounts: Accounts;
  /** Not started: it reads what this app records. */
  readonly news: News;
  readonly mailer: Mailer;
  readonly personalData: PersonalData;
  /** Delivers what waits. @returns every message to the address so far, oldest first. */
  mailTo(address: string): Promise<readonly Message[]>;
  readonly clock: ManualClock;
  readonly secrets: Secrets;
  /** @param address of the peer. */
  fetch(path: string, init?: RequestInit, address?: string): Promise<Response>;
  /** What is registered: 'GET /api/v1/users/account', each once, without what runs for every request. */
  routes(): readonly string[];
  /** As @hono/node-server serves it. */
  readonly handler: (request: Request) => Response | Promise<Response>;
}

export const TEST_SECRETS = secretsFrom(Buffer.alloc(32, 7));

export function createTestApp(options: TestAppOptions): TestApp {
  const manual = createManualClock();
  const clock = options.clock ?? manual;
  const log = options.log ?? silentLog;
  const secrets = TEST_SECRETS;
  const messages: Message[] = [];
  const metrics = createMetrics();
  const mailer = createMailer({
    orm: options.database.orm,
    transport: {
      async send(message) {
        if (options.isMailAway?.()) throw new Error("the mail server is away");
        messages.push(message);
      },
      close: () => undefined,
    },
    clock,
    log,
    registry: metrics.registry,
  });
  const personalData = options.personalData ?? createPersonalData();
  const news = createNews({ orm: options.database.orm, clock, log });
  const accounts = createAccounts({
    database: options.database,
    passwords: options.passwords ?? quickPasswords(),
    mailer,
    personalData,
    news,
    rateLimits: createRateLimits(options.redisUrl, log),
    secrets,
    clock,
    log,
    demo: options.demo ?? true,
    publicUrl: "http://localhost:4000",
  });
  const more = options.more?.({ accounts, mailer, news, personalData, secrets });
  const app = createApp({
    identities: accounts.identities,
    modules: [accounts.register, ...(options.modules ?? []), ...(more?.modules ?? [])].map(asDocumented),
    pages: [accounts.pages, ...(options.pages ?? []), ...(more?.pages ?? [])],
    probes: options.probes ?? [options.database.probe],
    clock,
    log,
    metrics,
    metricsAccess: options.metricsAccess ?? { token: undefined, open: true },
    allowedHosts: ["strikeboard.example"],
    trustProxy: options.trustProxy ?? false,
    webRoot: options.webRoot ?? "/nonexistent",
  });
  return {
    accounts,
    news,
    mailer,
    personalData,
    async mailTo(address) {
      await mailer.deliver();
      return messages.filter(({ to }) => to === address);
    },
    clock: manual,
    secrets,
    fetch: async (path, init = {}, address = "127.0.0.1") => {
      const url = new URL(path, "http://localhost:4000");
      const peer = { incoming: { socket: { remoteAddress: address } } };
      return app.request(new Request(url, init), undefined, peer);
    },
    routes: () => [
      ...new Set(app.routes.filter(({ method }) => method !== "ALL").map(({ method, path }) => `${method} ${path}`)),
    ],
    handler: app.fetch,
  };
}

/** A refusal that the document of its call does not name counts as the server's fault: the test that meets it fails. */
const asDocumented =
  (register: (bind: Bind) => void) =>
  (bind: Bind): void =>
    register((call, handler) =>
      bind(call, async (asked) => {
        try {
          return await handler(asked);
        } catch (error) {
          if (!(error instanceof AppError) || error.code === "stale" || error.code === "internal") throw error;
          if (refusalsOf(call).includes(error.httpStatus)) throw error;
          throw new AppError("internal", `${call.method} ${call.path} is not documented to answer ${error.httpStatus}`);
        }
      }),
    );

/** The Cookie header that a browser would send after these replies. */
export const cookiesOf = (reply: Response): string =>
  reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

export const postJson = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});
