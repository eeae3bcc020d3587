import { beforeAll, expect, test, vi } from "vitest";
import { login as loginCall } from "#contract/wire/http/accounts.ts";
import { PASSWORD, passwordHash } from "../../testing/http/password.ts";
import { cookiesOf, createTestApp, postJson, type TestApp } from "../../testing/http/test-app.ts";
import { onEachDatabase } from "../../testing/processes/databases.ts";
import { createAccountRepository } from "./account-repository.ts";
import { DEMO } from "./embedded-accounts.ts";

const LOGIN = "/api/v1/users/login";
const ACCOUNT = "/api/v1/users/account";
const LOGOUT = "/api/v1/users/logout";
const SAME_ORIGIN = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" };

onEachDatabase("accounts", (database) => {
  let app: TestApp;
  let users = 0;

  beforeAll(async () => {
    app = createTestApp({ database: database() });
    await app.accounts.seed();
  });

  /** @returns the address of a new account. */
  async function newUser(): Promise<string> {
    const email = `User${++users}@Example.com`;
    const accounts = createAccountRepository(database().orm);
    await accounts.insert({
      email,
      name: "Asha",
      passwordHash: await passwordHash(),
      createdAt: new Date(app.clock.now()),
    });
    return email;
  }
  const login = (email: string, password = PASSWORD, address = "127.0.0.1", headers = {}) =>
    app.fetch(LOGIN, postJson({ email, password, fingerprint: "a-Linux-b-Chrome" }, headers), address);
  const account = (cookie: string) => app.fetch(ACCOUNT, { headers: { cookie } });

  test("the demo subscriber logs in and gets what the contract promises", async () => {
    const reply = await login("DEMO@strikeboard.local", DEMO.password);
    expect(reply.status).toBe(200);
    const body = loginCall.response.parse(await reply.json());
    expect(body).toMatchObject({ status: "success", message: "Login Successful" });
    expect(body.token).toMatch(/^[\w-]{43}$/);
    expect(body.data?.user).toMatchObject({ email: DEMO.email, subscribed: true, plan: "live" });
    expect(body.data?.user.expires).toBeGreaterThan(app.clock.now());
    expect(body.data?.user.key).toMatch(/^[0-9a-f]{64}$/);
    const premium = await app.fetch("/api/v1/users/isPremium", { headers: { cookie: cookiesOf(reply) } });
    expect(await premium.json()).toEqual({ isPremium: true });
  });

  test("the cookie is HttpOnly, SameSite=Lax, and named plainly over http", async () => {
    const [cookie] = (await login(await newUser())).headers.getSetCookie();
    expect(cookie).toMatch(/^strikeboard=[\w-]{43};/);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(cookie).toMatch(/Path=\//);
    expect(cookie).not.toMatch(/Secure|Domain/);
  });

  test("over TLS the cookie is __Host- and Secure, and the same secret under the plain name opens nothing", async () => {
    const tls = createTestApp({ database: database(), trustProxy: true });
    const secure = { "x-forwarded-proto": "https", host: "strikeboard.example" };
    const body = { email: await newUser(), password: PASSWORD, fingerprint: "f" };
    const reply = await tls.fetch(LOGIN, postJson(body, secure));
    expect(reply.headers.get("strict-transport-security")).toMatch(/max-age/);
    const [cookie = ""] = reply.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-strikeboard=/);
    expect(cookie).toMatch(/Secure/);
    const pair = cookie.split(";")[0] ?? "";
    expect((await tls.fetch(ACCOUNT, { headers: { ...secure, cookie: pair } })).status).toBe(200);
    const renamed = pair.replace("__Host-", "");
    expect((await tls.fetch(ACCOUNT, { headers: { ...secure, cookie: renamed } })).status).toBe(401);
  });

  test("a wrong password and an unknown address get the same answer", async () => {
    const wrong = await login(await newUser(), "wrong");
    const unknown = await login("nobody@example.com", "wrong");
    for (const reply of [wrong, unknown]) expect(reply.status).toBe(401);
    const body = await wrong.text();
    expect(await unknown.text()).toBe(body);
    expect(JSON.parse(body)).toEqual({ status: "fail", message: "Incorrect email or password" });
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  test("logging in elsewhere ends the other session at once, and says so", async () => {
    const email = await newUser();
    const ended = vi.fn();
    const first = cookiesOf(await login(email));
    const stop = app.news.onNews(({ event }) => {
      if (event.type === "sessionEnded") ended(event.sessionId, event.why);
    });
    const { sessionId } = (await app.accounts.identities.byCookie(first)) ?? {};
    const second = cookiesOf(await login(email));
    stop();
    expect(ended.mock.calls).toEqual([[sessionId, "multiLogout"]]);
    expect((await account(first)).status).toBe(401);
    expect((await account(second)).status).toBe(200);
  });

  test("a hundred parallel logins leave exactly one session", async () => {
    const email = await newUser();
    const replies = await Promise.all(Array.from({ length: 100 }, () => login(email)));
    expect(replies.map(({ status }) => status)).toEqual(Array(100).fill(200));
    const alive = await Promise.all(replies.map(async (reply) => (await account(cookiesOf(reply))).status));
    expect(alive.filter((status) => status === 200)).toHaveLength(1);
    const { rows } = await database().pool.query(
      "select count(*)::int as live from session join account a on a.id = account_id where a.email = $1 and ended_at is null",
      [email],
    );
    expect(rows).toEqual([{ live: 1 }]);
  });

  test("the database itself refuses a second live session and a second account of one address", async () => {
    const email = await newUser();
    await login(email);
    const copy = `insert into session select gen_random_uuid(), account_id, 'a'::bytea, 'b'::bytea, fingerprint, address,
      s.created_at, last_seen_at, expires_at from session s join account a on a.id = account_id
      where a.email = $1 and ended_at is null`;
    await expect(database().pool.query(copy, [email])).rejects.toThrow(/session_one_live/);
    const accounts = createAccountRepository(database().orm);
    const again = { email: email.toUpperCase(), name: "x", passwordHash: await passwordHash(), createdAt: new Date() };
    expect(await accounts.insert(again)).toBeUndefined();
  });

  test("the socket ticket names the session, and is useless on HTTP; the cookie's secret is useless as a ticket", async () => {
    const reply = await login(await newUser());
    const { token } = (await reply.json()) as { token: string };
    const cookie = cookiesOf(reply);
    const byTicket = await app.accounts.identities.byTicket(token);
    expect(byTicket).toEqual(await app.accounts.identities.byCookie(cookie));
    expect(byTicket).toMatchObject({ subscribed: false, plan: null, premium: false });
    expect((await account(`strikeboard=${token}`)).status).toBe(401);
    expect((await app.fetch(ACCOUNT, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
    const secret = cookie.match(/strikeboard=([\w-]+)/)?.[1] ?? "";
    expect(await app.accounts.identities.byTicket(secret)).toBeUndefined();
  });

  test("logout ends the session and clears the cookie; without a session it is still a success", async () => {
    const cookie = cookiesOf(await login(await newUser()));
    const ended = vi.fn();
    const stop = app.news.onNews(({ event }) => {
      if (event.type === "sessionEnded") ended(event.sessionId, event.why);
    });
    const reply = await app.fetch(LOGOUT, { headers: { cookie, ...SAME_ORIGIN } });
    stop();
    expect(reply.status).toBe(200);
    expect(reply.headers.getSetCookie()[0]).toMatch(/^strikeboard=;.*Max-Age=0/);
    expect(ended.mock.calls[0]?.[1]).toBe("logout");
    expect((await account(cookie)).status).toBe(401);
    expect((await app.fetch(LOGOUT, { headers: { cookie, ...SAME_ORIGIN } })).status).toBe(200);
  });

  test("a logout of the session before leaves the cookie of a login that has come meanwhile", async () => {
    const email = await newUser();
    const before = cookiesOf(await login(email));
    const now = cookiesOf(await login(email));
    const reply = await app.fetch(LOGOUT, { headers: { cookie: before, ...SAME_ORIGIN } });
    expect(reply.status).toBe(200);
    expect(reply.headers.getSetCookie()).toEqual([]);
    expect(reply.headers.get("clear-site-data")).toBe('"cache"');
    expect((await account(now)).status).toBe(200);
  });

  test.each([
    ["a cross-site image", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }],
    ["a sub-domain", { "sec-fetch-site": "same-site", "sec-fetch-mode": "cors" }],
    ["a link followed on our own site", { "sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate" }],
    ["a typed address", { "sec-fetch-site": "none", "sec-fetch-mode": "navigate" }],
    ["an old browser's foreign fetch", { origin: "http://evil.example" }],
    ["an old browser's image", { accept: "image/webp,*/*" }],
  ])("%s cannot log the user out", async (_, headers) => {
    const cookie = cookiesOf(await login(await newUser()));
    expect((await app.fetch(LOGOUT, { headers: { cookie, ...headers } })).status).toBe(403);
    expect((await account(cookie)).status).toBe(200);
  });

  test("another site cannot log a user in", async () => {
    const reply = await login(await newUser(), PASSWORD, "127.0.0.1", { "sec-fetch-site": "cross-site" });
    expect(reply.status).toBe(403);
  });

  test("guessing is stopped for the guesser, while the user's own browser still gets in", async () => {
    const email = await newUser();
    const known = cookiesOf(await login(email, PASSWORD, "10.0.0.1"));
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async () => (await login(email, "guess", "10.0.0.1")).status),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    const refused = await login(email, PASSWORD, "10.0.0.1");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await login(email, PASSWORD, "10.0.0.1", { cookie: known })).status).toBe(200);
    expect((await login(email, PASSWORD, "10.0.0.2")).status).toBe(200);
    // Ten wrong passwords block this account at this address: whoever shares the address logs in.
    expect((await login(await newUser(), PASSWORD, "10.0.0.1")).status).toBe(200);
  });

  test("addresses of one IPv6 network guess together; the audit has each", async () => {
    const email = await newUser();
    const statuses: number[] = [];
    for (let host = 1; host <= 12; host++) statuses.push((await login(email, "guess", `2001:db8:1:1::${host}`)).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect((await login(email, PASSWORD, "2001:db8:1:2::1")).status).toBe(200);
    const { rows } = await database().pool.query("select 1 from audit where address = '2001:db8:1:1::10'");
    expect(rows).toHaveLength(1);
  });

  test("trying many accounts from one address is stopped", async () => {
    const address = "10.0.0.3";
    const replies = await Promise.all(
      Array.from({ length: 220 }, (_, i) => login(`nobody${i}@example.com`, "x", address)),
    );
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  test("a session ends by age, and when it was idle for a day", async () => {
    const cookie = cookiesOf(await login(await newUser()));
    const HOUR = 3600_000;
    for (let hours = 0; hours < 160; hours += 20) {
      app.clock.advance(20 * HOUR);
      expect((await account(cookie)).status).toBe(200);
    }
    app.clock.advance(20 * HOUR);
    expect((await account(cookie)).status).toBe(401);
    const idle = cookiesOf(await login(await newUser()));
    const ended = vi.fn();
    const stop = app.news.onNews(({ event }) => {
      if (event.type === "sessionEnded") ended(event.sessionId, event.why);
    });
    const { sessionId } = (await app.accounts.identities.byCookie(idle)) ?? {};
    const stopSweeping = app.accounts.start();
    app.clock.advance(25 * HOUR);
    expect((await account(idle)).status).toBe(401);
    await vi.waitFor(() => {
      app.clock.advance(60_000);
      expect(ended).toHaveBeenCalledWith(sessionId, "expired");
    }, 5000);
    stop();
    stopSweeping();
  });

  test("where demo accounts are not allowed, the demo user is nobody", async () => {
    const cookie = cookiesOf(await login(DEMO.email, DEMO.password));
    const strict = createTestApp({ database: database(), demo: false, clock: app.clock });
    const body = { email: DEMO.email, password: DEMO.password, fingerprint: "f" };
    expect((await strict.fetch(LOGIN, postJson(body))).status).toBe(401);
    expect((await strict.fetch(ACCOUNT, { headers: { cookie } })).status).toBe(401);
  });

  test("no secret is stored as it is", async () => {
    const reply = await login(await newUser());
    const { token } = (await reply.json()) as { token: string };
    const { rows } = await database().pool.query("select s::text || a::text as row from session s, account a");
    const dump = rows.map(({ row }: { row: string }) => row).join("\n");
    expect(dump).not.toContain(token);
    expect(dump).not.toContain(cookiesOf(reply).match(/strikeboard=([\w-]+)/)?.[1]);
    expect(dump).not.toContain(PASSWORD);
  });

  test("seeding again changes nothing and tells no password", async () => {
    expect(await app.accounts.seed()).toBeUndefined();
  });
});
