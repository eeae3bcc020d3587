import { describe, expect, test } from "vitest";
import { DAY_MS } from "#contract/domain/reference/calendar.ts";
import { onEachDatabase } from "../../testing/processes/databases.ts";
import { createAccountRepository } from "./account-repository.ts";
import { endSubscription, extendSubscription, type Grant, upgradeToLive } from "./entitlements.ts";
import { grantReferralReward, MAX_REWARD_DAYS, referralsOf, rewardDays } from "./referrals.ts";
import { isPremium, isSubscribed } from "./subscription.ts";

const NOW = new Date("2026-07-27T06:45:00Z");
const in_ = (days: number): Date => new Date(NOW.getTime() + days * DAY_MS);
const month = (key: string, more: Partial<Grant> = {}): Grant => ({
  key,
  plan: "live",
  days: 30,
  source: "payment",
  period: "live-monthly",
  now: NOW,
  ...more,
});

describe("the reward of a referral", () => {
  test("is 7, 21, 42 or 84 live days, and stops at 365 in total", () => {
    expect((["monthly", "quarterly", "halfyearly", "annualy"] as const).map((plan) => rewardDays(plan, 0))).toEqual([
      7, 21, 42, 84,
    ]);
    expect(rewardDays("annualy", 300)).toBe(65);
    expect(rewardDays("monthly", 365)).toBe(0);
  });
});

onEachDatabase("entitlements", (database) => {
  let users = 0;
  const accounts = () => createAccountRepository(database().orm);

  async function newAccount(referredBy?: string): Promise<string> {
    const email = `entitled${++users}@example.com`;
    const made = await accounts().insert({ email, name: "Asha", passwordHash: "x", createdAt: NOW, referredBy });
    return made?.id ?? "";
  }
  const extend = (id: string, grant: Grant) => database().orm.transaction((tx) => extendSubscription(tx, id, grant));
  const reward = (accountId: string, plan: "monthly" | "annualy" = "monthly") =>
    database().orm.transaction((tx) => grantReferralReward(tx, { accountId, plan, now: NOW }));
  const stored = async (id: string) => (await accounts().byId(id)) ?? expect.unreachable();

  test("days of one key are granted once, however often and in parallel", async () => {
    const id = await newAccount();
    const tries = await Promise.all(Array.from({ length: 10 }, () => extend(id, month("pay:1"))));
    expect(tries.filter(({ granted }) => granted)).toHaveLength(1);
    expect(await stored(id)).toMatchObject({ plan: "live", planPaid: true, validUntil: in_(30) });
    expect((await extend(id, month("pay:2"))).subscription.validUntil).toEqual(in_(60));
    const others = await newAccount();
    expect((await extend(others, month("pay:1"))).granted).toBe(false);
    expect((await stored(others)).plan).toBeNull();
  });

  test("a transaction that fails grants nothing, and its key is free again", async () => {
    const id = await newAccount();
    const failing = database().orm.transaction(async (tx) => {
      await extendSubscription(tx, id, month("pay:failed"));
      throw new Error("the rest of it did not work");
    });
    await expect(failing).rejects.toThrow(/did not work/);
    expect((await stored(id)).plan).toBeNull();
    expect((await extend(id, month("pay:failed"))).granted).toBe(true);
  });

  test("trials are not premium; days that are none, and nobody's days, are refused", async () => {
    const id = await newAccount();
    await extend(id, month("trial:1", { source: "brokerTrial", days: 14, period: "broker-trial" }));
    expect(await stored(id)).toMatchObject({ planPaid: false, validUntil: in_(14) });
    await expect(extend(id, month("zero", { days: 0 }))).rejects.toThrow(RangeError);
    await expect(extend("00000000-0000-4000-8000-000000000000", month("nobody"))).rejects.toThrow(/no such account/);
  });

  test("a trial that waited behind 1min days is not premium when it begins, unless paid days are with it", async () => {
    const id = await newAccount();
    await extend(id, month("min:trial", { plan: "1min", days: 3 }));
    await extend(id, month("trial:2", { source: "brokerTrial", days: 14, period: "broker-trial" }));
    const premium = async () => isPremium(await stored(id), in_(5).getTime());
    expect(await premium()).toBe(false);
    await extend(id, month("live:trial"));
    expect(await premium()).toBe(true);
  });

  test("of two upgrades at once one goes through", async () => {
    const id = await newAccount();
    await extend(id, month("min:1", { plan: "1min", days: 11 }));
    await extend(id, month("live:1", { days: 3 }));
    const upgrade = () => database().orm.transaction((tx) => upgradeToLive(tx, id, NOW));
    const done = await Promise.all([upgrade(), upgrade()]);
    expect(done.filter((result) => result !== undefined)).toHaveLength(1);
    expect(await stored(id)).toMatchObject({ plan: "live", validUntil: in_(8), pendingLiveDays: 0 });
  });

  test("a subscription that is ended takes what waits with it", async () => {
    const id = await newAccount();
    await extend(id, month("min:2", { plan: "1min" }));
    await extend(id, month("live:2"));
    await database().orm.transaction((tx) => endSubscription(tx, id, NOW));
    expect(isSubscribed(await stored(id), NOW.getTime())).toBe(false);
    expect(isSubscribed(await stored(id), in_(31).getTime())).toBe(false);
  });

  test("whoever referred the payer is rewarded for the first paid plan only, once", async () => {
    const referrer = await newAccount();
    const payer = await newAccount(referrer);
    const first = await Promise.all([reward(payer), reward(payer)]);
    expect(first.sort()).toEqual([0, 7]);
    expect(await reward(payer, "annualy")).toBe(0);
    expect(await stored(referrer)).toMatchObject({ plan: "live", validUntil: in_(7) });
    expect(await reward(await newAccount())).toBe(0);
  });

  test("rewards stop at 365 days, also when the last two come at once", async () => {
    const referrer = await newAccount();
    const payers = await Promise.all(Array.from({ length: 6 }, () => newAccount(referrer)));
    const granted = await Promise.all(payers.map((payer) => reward(payer, "annualy")));
    expect(granted.sort((a, b) => a - b)).toEqual([0, 29, 84, 84, 84, 84]);
    expect(await stored(referrer)).toMatchObject({ validUntil: in_(MAX_REWARD_DAYS) });
    const { referrals, totalDays } = await referralsOf(database().orm, referrer);
    expect(totalDays).toBe(365);
    expect(referrals).toHaveLength(6);
    expect(referrals[0]).toMatchObject({ email: "e***@e***.com", plan: "annualy", date: NOW.toISOString() });
  });

  test("the referral list shows who has not paid yet, and keeps the days of who is gone", async () => {
    const referrer = await newAccount();
    const [payer, waiting] = [await newAccount(referrer), await newAccount(referrer)];
    await reward(payer);
    await database().pool.query("delete from account where id = $1", [payer]);
    const { referrals, totalDays } = await referralsOf(database().orm, referrer);
    expect(totalDays).toBe(7);
    expect(referrals).toEqual([
      { email: "e***@e***.com", joined: NOW.toISOString(), plan: null, date: null, days: 0 },
      { email: null, joined: null, plan: "monthly", date: NOW.toISOString(), days: 7 },
    ]);
    expect((await stored(waiting)).referredBy).toBe(referrer);
  });
});
