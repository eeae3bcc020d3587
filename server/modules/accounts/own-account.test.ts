import { beforeAll, expect, test, vi } from "vitest";
import { DAY_MS } from "#contract/domain/reference/calendar.ts";
import { exportAccount, referrals, upgradeToLive } from "#contract/wire/http/accounts.ts";
import { PASSWORD, passwordHash } from "../../testing/http/password.ts";
import { cookiesOf, createTestApp, postJson, type TestApp } from "../../testing/http/test-app.ts";
import { onEachDatabase } from "../../testing/processes/databases.ts";
import { createAccountRepository, type NewAccount } from "./account-repository.ts";
import { DEMO } from "./embedded-accounts.ts";
import { extendSubscription } from "./entitlements.ts";
import { grantReferralReward } from "./referrals.ts";

const ACCOUNT = "/api/v1/users/account";

onEachDatabase("one's own account", (database) => {
  let app: TestApp;
  let users = 0;
  beforeAll(async () => {
    app = createTestApp({ database: database() });
    await app.accounts.seed();
  });

  const now = () => new Date(app.clock.now());
  const login = async (email: string, password = PASSWORD) =>
    cookiesOf(await app.fetch("/api/v1/users/login", postJson({ email, password, fingerprint: "f" })));

  async function newUser(more: Partial<NewAccount> = {}): Promise<{ id: string; email: string; cookie: string }> {
    const email = `own${++users}@example.com`;
    const accounts = createAccountRepository(database().orm);
    const made = await accounts.insert({
      email,
      name: "Asha",
      passwordHash: await passwordHash(),
      createdAt: now(),
      ...more,
    });
    return { id: made?.id ?? "", email, cookie: await login(email) };
  }
  const minute = (days: number): Partial<NewAccount> => ({
    plan: "1min",
    planPaid: true,
    validUntil: new Date(app.clock.now() + days * DAY_MS),
  });
  const grant = (id: string, key: string, plan: "1min" | "live", days: number) =>
    database().orm.transaction((tx) =>
      extendSubscription(tx, id, { key, plan, days, source: "payment", period: "live-monthly", now: now() }),
    );
  const get = (path: string, cookie: string) => app.fetch(`/api/v1/users/${path}`, { headers: { cookie } });
  const upgrade = (cookie: string) => app.fetch("/api/v1/users/upgradetolive", { method: "POST", headers: { cookie } });
  const remove = (cookie: string, password: string) =>
    app.fetch(ACCOUNT, { ...postJson({ password }, { cookie }), method: "DELETE" });
  const trail = async (id: string) => {
    const { rows } = await database().pool.query(
      "select action, actor, address from audit where account_id = $1 order by id",
      [id],
    );
    return rows as { action: string; actor: string; address: string | null }[];
  };

  test("11 days of 1min and 3 waiting live days become 8 live days, once, and for good", async () => {
    const { id, cookie } = await newUser(minute(11));
    await grant(id, `${id} live`, "live", 3);
    expect(((await (await get("account", cookie)).json()) as { user: object }).user).toMatchObject({
      plan: "1min",
      pendingSubs: { live: 3, oneMin: 0 },
    });
    const replies = await Promise.all([upgrade(cookie), upgrade(cookie)]);
    const bodies = await Promise.all(replies.map(async (reply) => upgradeToLive.response.parse(await reply.json())));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(bodies.map(({ status }) => status).sort()).toEqual(["failed", "success"]);
    const { user } = (await (await get("account", cookie)).json()) as { user: object };
    expect(user).toMatchObject({
      plan: "live",
      pendingSubs: { live: 0, oneMin: 0 },
      validity: new Date(app.clock.now() + 8 * DAY_MS).toISOString(),
    });
    expect((await trail(id)).filter(({ action }) => action === "upgrade")).toHaveLength(1);
  });

  test.each([
    ["without a subscription", {}],
    ["on the live plan", { plan: "live" as const, planPaid: true, days: 30 }],
    ["with a day left", { plan: "1min" as const, planPaid: true, days: 1 }],
  ])(
    "an upgrade %s fails",
    async (_, { days, ...more }: { days?: number; plan?: "1min" | "live"; planPaid?: boolean }) => {
      const until = days === undefined ? {} : { validUntil: new Date(app.clock.now() + days * DAY_MS) };
      const { cookie } = await newUser({ ...more, ...until });
      expect(await (await upgrade(cookie)).json()).toMatchObject({ status: "failed" });
    },
  );

  test("waiting days follow by themselves, and the socket's ticket knows the new plan", async () => {
    const { id, cookie } = await newUser(minute(1));
    await grant(id, `${id} next`, "live", 2);
    app.clock.advance(DAY_MS);
    const again = await login((await createAccountRepository(database().orm).byId(id))?.email ?? "");
    expect(await app.accounts.identities.byCookie(again)).toMatchObject({ plan: "live", subscribed: true });
    app.clock.advance(2 * DAY_MS);
    expect(await app.accounts.identities.byCookie(cookie)).toBeUndefined();
    const last = await login((await createAccountRepository(database().orm).byId(id))?.email ?? "");
    expect(await app.accounts.identities.byCookie(last)).toMatchObject({ plan: null, subscribed: false });
  });

  test("the referral details are masked, and nobody else's", async () => {
    const referrer = await newUser();
    const other = await newUser();
    const payer = await newUser({ referredBy: referrer.id });
    await database().orm.transaction((tx) =>
      grantReferralReward(tx, { accountId: payer.id, plan: "quarterly", now: now() }),
    );
    const { data } = referrals.response.parse(await (await get("referrals", referrer.cookie)).json());
    expect(data).toMatchObject({
      totalDays: 21,
      maxDays: 365,
      link: expect.stringMatching(/^http.*\/register\/\w{12}$/),
    });
    expect(data.referrals).toMatchObject([{ email: "o***@e***.com", plan: "quarterly", days: 21 }]);
    expect(JSON.stringify(data)).not.toContain(payer.email);
    expect(
      ((await (await get("referrals", other.cookie)).json()) as typeof data & { data: object }).data,
    ).toMatchObject({
      referrals: [],
      totalDays: 0,
    });
  });

  test("the export has everything about the user, no secret, and nothing of anybody else", async () => {
    const [asha, other] = [await newUser(), await newUser()];
    await grant(asha.id, `${asha.id} paid`, "live", 30);
    const reply = await get("export", asha.cookie);
    expect(reply.headers.get("content-disposition")).toMatch(/^attachment; filename="strikeboard-account.json"/);
    const text = await reply.text();
    const { data } = exportAccount.response.parse(JSON.parse(text));
    expect(Object.keys(data)).toEqual(["account", "sessions", "subscription", "referrals", "activity"]);
    expect(data).toMatchObject({
      account: { email: asha.email },
      sessions: [{ address: "127.0.0.1", fingerprint: "f" }],
      subscription: [{ plan: "live", days: 30 }],
      activity: [{ action: "login" }],
    });
    expect(text).not.toMatch(/argon2|passwordHash|tokenHash/);
    expect(text).not.toContain(other.email);
    const replies = await Promise.all(Array.from({ length: 12 }, () => get("export", asha.cookie)));
    expect(replies.some(({ status }) => status === 429)).toBe(true);
    expect((await get("export", other.cookie)).status).toBe(200);
  });

  test("a module's data is exported with the rest, under a name of its own", async () => {
    const own = createTestApp({ database: database(), clock: app.clock });
    own.personalData.register("orders", async (accountId) => [{ accountId }]);
    expect(() => own.personalData.register("orders", async () => 1)).toThrow(/twice/);
    const { id, cookie } = await newUser();
    const reply = await own.fetch("/api/v1/users/export", { headers: { cookie } });
    expect(await reply.json()).toMatchObject({ data: { orders: [{ accountId: id }] } });
  });

  test("an account is deleted by its password, with all that belongs to it and every session", async () => {
    const { id, email, cookie } = await newUser();
    await grant(id, `${id} gone`, "live", 30);
    expect((await remove(cookie, "wrong")).status).toBe(401);
    expect((await app.fetch(ACCOUNT, { method: "DELETE", headers: { cookie } })).status).toBe(415);
    const ended = vi.fn();
    const stop = app.news.onNews(({ event }) => {
      if (event.type === "sessionEnded") ended(event.sessionId, event.why);
    });
    const reply = await remove(cookie, PASSWORD);
    stop();
    expect(reply.status).toBe(200);
    expect(reply.headers.getSetCookie()[0]).toMatch(/Max-Age=0/);
    expect(ended).toHaveBeenCalledOnce();
    expect((await app.fetch(ACCOUNT, { headers: { cookie } })).status).toBe(401);
    expect(await createAccountRepository(database().orm).byEmail(email)).toBeUndefined();
    const { rows } = await database().pool.query(
      "select 1 from session where account_id = $1 union all select 1 from subscription_grant where account_id = $1",
      [id],
    );
    expect(rows).toEqual([]);
    expect((await trail(id)).map(({ action }) => action)).toEqual([
      "login",
      "account.deletion-refused",
      "account.deleted",
    ]);
  });

  test("another site cannot delete an account, and the demo account stays", async () => {
    const { cookie } = await newUser();
    const request = {
      ...postJson({ password: PASSWORD }, { cookie, "sec-fetch-site": "cross-site" }),
      method: "DELETE",
    };
    expect((await app.fetch(ACCOUNT, request)).status).toBe(403);
    expect((await get("account", cookie)).status).toBe(200);
    expect((await remove(await login(DEMO.email, DEMO.password), DEMO.password)).status).toBe(403);
  });

  test("guessing the password of a deletion is stopped", async () => {
    const { cookie } = await newUser();
    const statuses = await Promise.all(Array.from({ length: 14 }, async () => (await remove(cookie, "guess")).status));
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  });

  test("what happens to an account leaves a trace that cannot be changed", async () => {
    const { id, email, cookie } = await newUser();
    await app.fetch("/api/v1/users/login", postJson({ email, password: "wrong", fingerprint: "f" }), "10.3.0.1");
    await app.fetch("/api/v1/users/logout", { headers: { cookie } });
    expect(await trail(id)).toEqual([
      { action: "login", actor: id, address: "127.0.0.1" },
      { action: "login.refused", actor: "anonymous", address: "10.3.0.1" },
      { action: "logout", actor: id, address: "127.0.0.1" },
    ]);
    for (const change of ["update audit set actor = 'me'", "delete from audit", "truncate audit"]) {
      await expect(database().pool.query(change)).rejects.toThrow(/append-only/);
    }
  });
});
