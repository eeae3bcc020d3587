/** Every user as administrators see them, and what the subscribers last got. */
import { asc } from "drizzle-orm";
import type { AdminUser, UserStats } from "#contract/wire/http/admin.ts";
import type { Orm } from "../../platform/database/db.ts";
import { type Account, account, subscriptionGrant } from "../accounts/schema.ts";
import { isSubscribed, subscriptionAt } from "../accounts/subscription.ts";
import { loginTime } from "./login-time.ts";

interface Grant {
  readonly period: string;
  readonly grantedAt: Date;
}

export interface Member {
  readonly account: Account;
  /** Oldest first. */
  readonly grants: readonly Grant[];
}

/** Oldest account first. */
export async function readMembers(orm: Orm): Promise<readonly Member[]> {
  const accounts = await orm.select().from(account).orderBy(asc(account.createdAt), asc(account.id));
  const rows = await orm
    .select({
      accountId: subscriptionGrant.accountId,
      period: subscriptionGrant.period,
      grantedAt: subscriptionGrant.grantedAt,
    })
    .from(subscriptionGrant)
    .orderBy(asc(subscriptionGrant.grantedAt), asc(subscriptionGrant.key));
  const grants = new Map<string, Grant[]>();
  for (const { accountId, ...grant } of rows) {
    const known = grants.get(accountId);
    if (known === undefined) grants.set(accountId, [grant]);
    else known.push(grant);
  }
  return accounts.map((found) => ({ account: found, grants: grants.get(found.id) ?? [] }));
}

/** @param now epoch ms of the wall clock. */
export function userOf({ account: found, grants }: Member, now: number): AdminUser {
  const { plan, validUntil } = subscriptionAt(found, now);
  return {
    id: found.id,
    email: found.email,
    confirmed: found.confirmedAt !== null,
    isLoggedIn: loginTime(found.lastLoginAt),
    isSubscribed: plan !== null,
    validity: validUntil?.toISOString() ?? null,
    subscriptionType: plan,
    period: grants.map(({ period }) => period),
    subscription: grants.map(({ grantedAt }) => grantedAt.toISOString()),
  };
}

type PeriodName = "weekly" | "monthly" | "quarterly" | "halfyearly" | "annualy";

/** A reward lengthens what somebody has; it says nothing of what that is. */
const REWARD = "referral";
/** Before the dash of a period that was bought. */
const REGULAR = new Set(["live", "payment"]);

/**
 * The subscribers by what they last got.
 * @param now epoch ms of the wall clock.
 */
export function countPeriods(members: readonly Member[], now: number): Omit<UserStats, "brokerTrials"> {
  const none = () => ({ regular: 0, other: 0 });
  const counts = { weekly: none(), monthly: none(), quarterly: none(), halfyearly: none(), annualy: none() };
  const isPeriod = (word: string): word is PeriodName => Object.hasOwn(counts, word);
  let unknown = 0;
  for (const { account: found, grants } of members) {
    if (!isSubscribed(found, now)) continue;
    const last = grants.findLast(({ period }) => period !== REWARD)?.period ?? "";
    const [source = "", word = ""] = last.split("-");
    if (isPeriod(word)) counts[word][REGULAR.has(source) ? "regular" : "other"]++;
    else unknown++;
  }
  return { ...counts, unknown };
}
