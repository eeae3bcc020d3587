/**
 * What accounts are entitled to, for the modules that sell, give or withdraw it. Everything happens inside the
 * caller's transaction, so that a payment, the days it buys and the news of it are recorded together or not at all.
 */
import { eq } from "drizzle-orm";
import type { Transaction } from "../../platform/database/db.ts";
import { AppError } from "../../platform/errors.ts";
import { recordNews } from "../../platform/news/news-store.ts";
import { type Account, account, subscriptionGrant } from "./schema.ts";
import { NOTHING_WAITS, type Plan, type Subscription, subscriptionAt, upgraded, withDays } from "./subscription.ts";

/** Where days come from. Those of trials alone are not premium. */
export type GrantSource = "payment" | "trial" | "brokerTrial" | "referral" | "operator";

export interface Grant {
  /** What must not happen twice: 'razorpay:pay_9A33XWu170gUtm', 'broker-trial:{account id}'. */
  readonly key: string;
  readonly plan: Plan;
  /** Whole, above zero. */
  readonly days: number;
  readonly source: GrantSource;
  /** As the list of users shows it: 'live-monthly', 'broker-trial', 'free'. */
  readonly period: string;
  readonly now: Date;
}

export interface Extension {
  /** false: this key was granted before, and nothing changed. */
  readonly granted: boolean;
  /** As it is now. */
  readonly subscription: Subscription;
}

const TRIALS: ReadonlySet<GrantSource> = new Set(["trial", "brokerTrial"]);

/**
 * Gives the account days of a plan, once for each key: they begin now, lengthen the same plan, or wait behind another.
 * Locks the account's row until the transaction ends.
 * @throws AppError 404 without such an account; RangeError for days that are none.
 */
export async function extendSubscription(tx: Transaction, accountId: string, grant: Grant): Promise<Extension> {
  const { key, plan, days, source, period, now } = grant;
  if (!Number.isSafeInteger(days) || days <= 0) throw new RangeError(`${days} is not a number of days`);
  const before = await lockAccount(tx, accountId);
  const fresh = await tx
    .insert(subscriptionGrant)
    .values({ key, accountId, plan, days, source, period, grantedAt: now })
    .onConflictDoNothing()
    .returning({ key: subscriptionGrant.key });
  if (fresh.length === 0) return { granted: false, subscription: subscriptionAt(before, now.getTime()) };
  const subscription = withDays(before, { plan, days, paid: !TRIALS.has(source) }, now.getTime());
  await setSubscription(tx, accountId, subscription);
  return { granted: true, subscription };
}

/** Turns what is left of 1min into live. @returns undefined, and changes nothing, where it may not. */
export async function upgradeToLive(tx: Transaction, accountId: string, now: Date): Promise<Subscription | undefined> {
  const subscription = upgraded(await lockAccount(tx, accountId), now.getTime());
  if (subscription !== undefined) await setSubscription(tx, accountId, subscription);
  return subscription;
}

/** Ends the subscription now, with everything that waits behind it. @throws AppError 404 */
export async function endSubscription(tx: Transaction, accountId: string, now: Date): Promise<void> {
  const current = subscriptionAt(await lockAccount(tx, accountId), now.getTime());
  const { validUntil } = current;
  const ended = validUntil === null || validUntil < now ? validUntil : now;
  await setSubscription(tx, accountId, { ...current, validUntil: ended, ...NOTHING_WAITS });
}

/** Parallel changes of one account queue here. @throws AppError 404 */
async function lockAccount(tx: Transaction, id: string): Promise<Account> {
  const [found] = await tx.select().from(account).where(eq(account.id, id)).for("update");
  if (found === undefined) throw new AppError("not-found", "There is no such account");
  return found;
}

async function setSubscription(tx: Transaction, id: string, subscription: Subscription): Promise<void> {
  await tx
    .update(account)
    .set({ ...subscription })
    .where(eq(account.id, id));
  await recordNews(tx, id, [{ type: "account" }]);
}
