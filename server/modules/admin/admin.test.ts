import { afterAll, beforeAll, expect, test } from "vitest";
import { type AdminUser, permission, userStats, users } from "#contract/wire/http/admin.ts";
import { openShop, type Shop, type ShopUser } from "../../testing/http/shop.ts";
import { onEachDatabase } from "../../testing/processes/databases.ts";
import { extendSubscription, type GrantSource } from "../accounts/entitlements.ts";
import { loginTime } from "./login-time.ts";

test("a login is told in IST, whatever the machine's zone", () => {
  expect(loginTime(new Date("2026-07-26T18:30:00Z"))).toBe("7/27/2026, 12:00:00 AM");
  expect(loginTime(new Date("2026-11-20T06:45:09Z"))).toBe("11/20/2026, 12:15:09 PM");
  expect(loginTime(null)).toBe("");
});

onEachDatabase("the user list", (database) => {
  let shop: Shop;
  let admin: ShopUser;
  let grants = 0;
  beforeAll(async () => {
    shop = await openShop(database());
    admin = await shop.user({ admin: true });
  });
  afterAll(() => shop.stop());

  const list = async () => users.response.parse(await (await shop.get("users", admin)).json()).data.data.doc;
  const stats = async () => userStats.response.parse(await (await shop.get("users/stats", admin)).json()).data;
  const grant = (user: ShopUser, period: string, days: number, source: GrantSource = "payment") => {
    const now = new Date(shop.clock.now());
    const fields = { key: `test:${++grants}`, plan: "live", days, source, period, now } as const;
    return database().orm.transaction((tx) => extendSubscription(tx, user.id, fields));
  };

  test.each([
    ["users", 403],
    ["users/stats", 403],
    ["reports", 403],
    ["users/permission", 200],
  ])("%s: nobody gets 401, a user %i, an administrator 200", async (path, forUser) => {
    expect((await shop.get(path)).status).toBe(401);
    const reply = await shop.get(path, await shop.user());
    expect(reply.status).toBe(forUser);
    if (forUser === 403) {
      expect(await reply.json()).toEqual({ status: "fail", message: "You don't have permission to view this page" });
    }
    expect((await shop.get(path, admin)).status).toBe(200);
  });

  test("the permission is the administrator's", async () => {
    expect(permission.response.parse(await (await shop.get("users/permission", admin)).json())).toEqual({
      permission: true,
    });
    const user = await shop.user();
    expect(await (await shop.get("users/permission", user)).json()).toEqual({ permission: false });
  });

  test("a user is told with what they had and have, and no secret", async () => {
    const user = await shop.user();
    await grant(user, "broker-trial", 14, "brokerTrial");
    shop.clock.advance(3600_000);
    await grant(user, "live-monthly", 30);
    const raw = await (await shop.get("users", admin)).text();
    expect(raw).not.toMatch(/argon2|password|referral/i);
    const found = (await list()).find(({ email }) => email === user.email);
    const now = shop.clock.now();
    expect(found).toEqual({
      id: user.id,
      email: user.email,
      confirmed: true,
      isLoggedIn: expect.stringMatching(/^\d{1,2}\/\d{1,2}\/\d{4}, \d{1,2}:\d\d:\d\d [AP]M$/),
      isSubscribed: true,
      validity: new Date(now - 3600_000 + 44 * 24 * 3600_000).toISOString(),
      subscriptionType: "live",
      period: ["broker-trial", "live-monthly"],
      subscription: [new Date(now - 3600_000).toISOString(), new Date(now).toISOString()],
    } satisfies AdminUser);
    const bare = await shop.user();
    expect((await list()).find(({ id }) => id === bare.id)).toMatchObject({
      isSubscribed: false,
      validity: null,
      subscriptionType: null,
      period: [],
      subscription: [],
    });
  });

  test("subscribers are counted by what they last got", async () => {
    const before = await stats();
    const given: readonly (readonly [string, number, GrantSource])[] = [
      ["live-weekly", 7, "trial"],
      ["live-monthly", 30, "payment"],
      ["payment-monthly", 30, "payment"],
      ["gift-monthly", 30, "operator"],
      ["live-quarterly", 90, "payment"],
      ["gift-halfyearly", 180, "operator"],
      ["live-annualy", 365, "payment"],
      ["broker-trial", 14, "brokerTrial"],
      ["free", 3, "operator"],
    ];
    for (const [period, days, source] of given) await grant(await shop.user(), period, days, source);
    // Over by the time of counting; a reward that says nothing; an earlier plan that a later one replaces.
    const over = await shop.user();
    await grant(over, "live-monthly", 1);
    const rewarded = await shop.user();
    await grant(rewarded, "live-annualy", 365);
    const replaced = await shop.user();
    await grant(replaced, "live-monthly", 30);
    shop.clock.advance(2 * 24 * 3600_000);
    await grant(rewarded, "referral", 84, "referral");
    await grant(replaced, "live-quarterly", 90);
    admin = await shop.user({ admin: true }); // two days are too long for a session that nobody uses
    const after = await stats();
    const grown = (name: "weekly" | "monthly" | "quarterly" | "halfyearly" | "annualy") => [
      after[name].regular - before[name].regular,
      after[name].other - before[name].other,
    ];
    expect(grown("weekly")).toEqual([1, 0]);
    expect(grown("monthly")).toEqual([2, 1]);
    expect(grown("quarterly")).toEqual([2, 0]);
    expect(grown("halfyearly")).toEqual([0, 1]);
    expect(grown("annualy")).toEqual([2, 0]);
    expect(after.unknown - before.unknown).toBe(2);
  });

  test("free trials are counted by broker", async () => {
    const before = (await stats()).brokerTrials;
    for (const broker of ["fyers", "fyers", "upstox"]) {
      shop.connection.broker = broker;
      await shop.post("users/brokertrial", { broker }, await shop.user());
    }
    const after = (await stats()).brokerTrials;
    expect((after["fyers"] ?? 0) - (before["fyers"] ?? 0)).toBe(2);
    expect((after["upstox"] ?? 0) - (before["upstox"] ?? 0)).toBe(1);
  });

  test("who looked at the list is in the audit", async () => {
    await list();
    const { rows } = await database().pool.query(
      "select actor, address from audit where action = 'admin.users' order by id desc limit 1",
    );
    expect(rows).toEqual([{ actor: admin.id, address: "127.0.0.1" }]);
  });
});
