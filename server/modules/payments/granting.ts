/** What a paid payment gives: its days, the trial that it spends, and the reward of whoever brought the buyer. */
import type { Transaction } from "../../platform/database/db.ts";
import { extendSubscription } from "../accounts/entitlements.ts";
import { grantReferralReward } from "../accounts/referrals.ts";
import { type Payment, paymentGrant } from "./schema.ts";
import type { Trials } from "./trials.ts";

/** @returns whether the payment gave its days. */
export async function grantPayment(
  tx: Transaction,
  { id, accountId, name, days }: Payment,
  now: Date,
  trials: Pick<Trials, "spend">,
): Promise<boolean> {
  if (accountId === null) return false;
  const isTrial = name === "weekly";
  if (isTrial && !(await trials.spend(tx, { accountId, kind: "paid", usedAt: now }))) return false;
  await tx.insert(paymentGrant).values({ paymentId: id, days, grantedAt: now });
  const { granted } = await extendSubscription(tx, accountId, {
    key: `payment:${id}`,
    plan: "live",
    days,
    source: isTrial ? "trial" : "payment",
    period: `live-${name}`,
    now,
  });
  if (!granted) throw new Error(`payment ${id} was granted before it was paid`);
  if (!isTrial) await grantReferralReward(tx, { accountId, plan: name, now });
  return true;
}
