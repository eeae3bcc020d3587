/** What happens to an account reaches its sockets: real accounts behind a real gateway. */

import type { Socket } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DAY_MS } from "#contract/domain/reference/calendar.ts";
import { OI_PRICE_LIVE, OPTION_LIVE } from "#contract/wire/socket-events.ts";
import { createAccountRepository, type NewAccount } from "./modules/accounts/account-repository.ts";
import { endSubscription } from "./modules/accounts/entitlements.ts";
import { createSessionRepository } from "./modules/accounts/sessions/session-repository.ts";
import { systemClock } from "./platform/clocks.ts";
import type { Database } from "./platform/database/db.ts";
import { migrate } from "./platform/database/migrations.ts";
import { PASSWORD, passwordHash } from "./testing/http/password.ts";
import { cookiesOf, createTestApp, postJson, type TestApp } from "./testing/http/test-app.ts";
import { FakeFeed } from "./testing/market/fake-feed.ts";
import { openTestDatabase } from "./testing/processes/databases.ts";
import { startGateway, type TestGateway } from "./testing/sockets/test-gateway.ts";

/** A busy machine may take this long for anything. */
const PATIENCE_MS = 20_000;
vi.setConfig({ testTimeout: 3 * PATIENCE_MS });

let database: Database;
let app: TestApp;
let gateway: TestGateway;
let stopNews: () => void;
let users = 0;

beforeAll(async () => {
  database = await openTestDatabase(undefined);
  await migrate(database);
  app = createTestApp({ database, clock: systemClock });
  stopNews = app.news.start();
  gateway = await startGateway(new FakeFeed(), 50, async (market) => market, {
    identities: app.accounts.identities,
    news: app.news,
  });
});
afterAll(async () => {
  stopNews();
  await gateway.stop();
  await database.close();
});

interface User {
  readonly id: string;
  readonly email: string;
  readonly ticket: string;
  readonly cookie: string;
}

async function login(email: string): Promise<Pick<User, "ticket" | "cookie">> {
  const reply = await app.fetch("/api/v1/users/login", postJson({ email, password: PASSWORD, fingerprint: "f" }));
  const { token } = (await reply.json()) as { token: string };
  return { ticket: token, cookie: cookiesOf(reply) };
}

async function newUser(plan: "1min" | "live", more: Partial<NewAccount> = {}): Promise<User> {
  const email = `socket${++users}@example.com`;
  const now = systemClock.now();
  const subscription = { plan, planPaid: true, validUntil: new Date(now + 11 * DAY_MS) };
  const made = await createAccountRepository(database.orm).insert({
    email,
    name: "Asha",
    passwordHash: await passwordHash(),
    createdAt: new Date(now),
    ...subscription,
    ...more,
  });
  return { id: made?.id ?? "", email, ...(await login(email)) };
}

const heard = (socket: Socket, event: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${event}`)), PATIENCE_MS);
    socket.once(event, (value: unknown) => {
      clearTimeout(timer);
      resolve(value);
    });
  });

async function connect(ticket: string, namespace: string = OI_PRICE_LIVE): Promise<Socket> {
  const socket = gateway.client("live", namespace, ticket);
  await heard(socket, "connect");
  return socket;
}

test("fifty users who log in elsewhere at once: each old socket hears multiLogout", async () => {
  const before = await Promise.all(Array.from({ length: 50 }, () => newUser("live")));
  const sockets = await Promise.all(before.map(({ ticket }) => connect(ticket)));
  const waits = await Promise.all(
    before.map(async ({ email }, i) => {
      const socket = sockets[i] ?? expect.unreachable();
      let endedAt = 0;
      const ended = heard(socket, "multiLogout").then(() => {
        endedAt = performance.now();
      });
      const closed = heard(socket, "disconnect");
      await login(email);
      const repliedAt = performance.now();
      await Promise.all([ended, closed]);
      return Math.max(0, endedAt - repliedAt);
    }),
  );
  waits.sort((a, b) => a - b);
  const at = (share: number): string => (waits[Math.ceil(share * waits.length) - 1] ?? 0).toFixed(1);
  console.log(`multiLogout after the login's reply: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, 50 logins at once`);
  const statuses = await Promise.all(
    before.map(async ({ cookie }) => (await app.fetch("/api/v1/users/account", { headers: { cookie } })).status),
  );
  expect(new Set(statuses)).toEqual(new Set([401]));
  const refused = gateway.client("live", OI_PRICE_LIVE, before[0]?.ticket ?? "");
  expect(await heard(refused, "connect_error")).toMatchObject({ message: "multiLogout" }); // it was away, and hears of it now
});

describe("what another process does is noticed here", () => {
  test("a subscription that is taken away: 'subscribe', and the sockets close", async () => {
    const { id, ticket } = await newUser("live");
    const [minutes, ticks] = [await connect(ticket), await connect(ticket, OPTION_LIVE)];
    const told = Promise.all([heard(minutes, "special"), heard(ticks, "disconnect")]);
    await database.orm.transaction((tx) => endSubscription(tx, id, new Date(systemClock.now())));
    expect((await told)[0]).toBe("subscribe");
  });

  test("a session that is ended: 'logout', and the sockets close", async () => {
    const { id, ticket } = await newUser("live");
    const socket = await connect(ticket);
    const told = Promise.all([heard(socket, "special"), heard(socket, "disconnect")]);
    await createSessionRepository(database.orm).endOfAccount(id, "logout", new Date(systemClock.now()));
    expect((await told)[0]).toBe("logout");
    const again = gateway.client("live", OI_PRICE_LIVE, ticket);
    expect(await heard(again, "connect_error")).toMatchObject({ message: "unauthorized" });
  });
});

test("an upgrade opens the live namespaces: the sockets of the old plan close, and the same ticket comes in", async () => {
  const { ticket, cookie } = await newUser("1min");
  const refused = gateway.client("live", OPTION_LIVE, ticket);
  await heard(refused, "connect_error");
  const socket = gateway.client("live", OI_PRICE_LIVE, ticket);
  expect(await heard(socket, "special")).toBe("1min");
  const closed = heard(socket, "disconnect");
  const reply = await app.fetch("/api/v1/users/upgradetolive", { method: "POST", headers: { cookie } });
  expect(await reply.json()).toMatchObject({ status: "success" });
  await closed;
  await connect(ticket, OPTION_LIVE);
});

test("a plan that ends gives way to the one that waits; without one the frames stop and the user is told", async () => {
  const soon = new Date(systemClock.now() + 3000);
  const next = await newUser("live", { validUntil: soon });
  await database.pool.query("update account set pending_one_min_days = 5 where id = $1", [next.id]);
  const waiting = gateway.client("live", OI_PRICE_LIVE, next.ticket);
  const starts: unknown[] = [];
  waiting.on("newsFrom", (start: unknown) => starts.push(start));
  const closed = heard(waiting, "disconnect");
  const last = await newUser("live", { validUntil: new Date(systemClock.now() + 1500) });
  const [minutes, ticks] = [await connect(last.ticket), await connect(last.ticket, OPTION_LIVE)];
  const told = Promise.all([heard(minutes, "special"), heard(ticks, "disconnect")]);
  expect((await told)[0]).toBe("subscribe");
  await closed;
  expect(starts).toEqual([
    expect.objectContaining({ isWhole: true }),
    expect.objectContaining({ isWhole: false }), // which makes the client ask for the account
  ]);
  expect(await app.accounts.identities.byTicket(next.ticket)).toMatchObject({ plan: "1min", subscribed: true });
});

test("a deleted account is logged out of its sockets", async () => {
  const { ticket, cookie } = await newUser("live");
  const socket = await connect(ticket);
  const told = Promise.all([heard(socket, "special"), heard(socket, "disconnect")]);
  const request = { ...postJson({ password: PASSWORD }, { cookie }), method: "DELETE" };
  expect((await app.fetch("/api/v1/users/account", request)).status).toBe(200);
  expect((await told)[0]).toBe("logout");
});
