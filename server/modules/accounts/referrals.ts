/** What a user earns by bringing others: live days for the first paid live plan of each, up to a limit. */
import { randomUUID } from "node:crypto";
import { desc, eq, sql, sum } from "drizzle-orm";
import type { Referral } from "#contract/wire/http/accounts.ts";
import type { Orm, Transaction } from "../../platform/database/db.ts";
import { extendSubscription } from "./entitlements.ts";
import { maskedEmail } from "./masked-email.ts";
import { account, referralReward } from "./schema.ts";

/** Live days by the name of the plan that was paid. */
const REWARD_DAYS = { monthly: 7, quarterly: 21, halfyearly: 42, annualy: 84 } as const;
export type RewardedPlan = keyof typeof REWARD_DAYS;
/** Over all referrals of a user. */
export const MAX_REWARD_DAYS = 365;

/** @param earned days so far. */
export const rewardDays = (plan: RewardedPlan, earned: number): number =>
  Math.max(0, Math.min(REWARD_DAYS[plan], MAX_REWARD_DAYS - earned));

export interface PaidPlan {
  /** Who paid. */
  readonly accountId: string;
  readonly plan: RewardedPlan;
  readonly now: Date;
}

/**
 * Rewards whoever referred the payer, for the payer's first paid live plan only; call it for every one of them, in the
 * transaction that grants the payer's own days.
 * @returns the days granted; 0 where nobody is to be rewarded.
 */
export async function grantReferralReward(tx: Transaction, { accountId, plan, now }: PaidPlan): Promise<number> {
  const [payer] = await tx.select({ by: account.referredBy }).from(account).where(eq(account.id, accountId));
  const referrerId = payer?.by;
  if (!referrerId) return 0;
  // Rewards of one referrer queue here: two at once must not both fill the rest of the limit.
  await tx.select({ id: account.id }).from(account).where(eq(account.id, referrerId)).for("update");
  const days = rewardDays(plan, await earnedDays(tx, referrerId));
  const fresh = await tx
    .insert(referralReward)
    .values({ id: randomUUID(), referrerId, referredId: accountId, plan, days, rewardedAt: now })
    .onConflictDoNothing()
    .returning({ id: referralReward.id });
  if (fresh.length === 0 || days === 0) return 0;
  const grant = { plan: "live", days, source: "referral", period: "referral", now } as const;
  await extendSubscription(tx, referrerId, { ...grant, key: `referral:${accountId}` });
  return days;
}

async function earnedDays(orm: Orm | Transaction, referrerId: string): Promise<number> {
  const [row] = await orm
    .select({ days: sum(referralReward.days) })
    .from(referralReward)
    .where(eq(referralReward.referrerId, referrerId));
  return Number(row?.days ?? 0);
}

/** Who signed up with the user's link, newest first, and what each brought. */
export async function referralsOf(
  orm: Orm,
  accountId: string,
): Promise<{ readonly referrals: Referral[]; readonly totalDays: number }> {
  const time = (value: Date | null | undefined): string | null => value?.toISOString() ?? null;
  const joined = await orm
    .select({ email: account.email, createdAt: account.createdAt, reward: referralReward })
    .from(account)
    .leftJoin(referralReward, eq(referralReward.referredId, account.id))
    .where(eq(account.referredBy, accountId))
    .orderBy(desc(account.createdAt), account.id);
  const gone = await orm
    .select({ reward: referralReward })
    .from(referralReward)
    .where(sql`${referralReward.referrerId} = ${accountId} and ${referralReward.referredId} is null`)
    .orderBy(desc(referralReward.rewardedAt), referralReward.id);
  const referrals = [
    ...joined.map(({ email, createdAt, reward }) => ({ email: maskedEmail(email), joined: time(createdAt), reward })),
    ...gone.map(({ reward }) => ({ email: null, joined: null, reward })),
  ].map(({ reward, ...who }) => ({
    ...who,
    plan: reward?.plan ?? null,
    date: time(reward?.rewardedAt),
    days: reward?.days ?? 0,
  }));
  return { referrals, totalDays: await earnedDays(orm, accountId) };
}
