/** An account as its owner sees it. */
import type { User } from "#contract/wire/http/accounts.ts";
import type { Secrets } from "../../platform/secrets.ts";
import { sealingKey } from "../../platform/users/sealing.ts";
import type { Account } from "./schema.ts";
import { isSubscribed, subscriptionAt } from "./subscription.ts";

export interface UserViewOptions {
  /** When the session ends. */
  readonly expiresAt: Date;
  /** Epoch ms. */
  readonly now: number;
  readonly secrets: Secrets;
  /** Where the referral link leads, without a slash at its end. */
  readonly publicUrl: string;
}

export function userView(account: Account, { expiresAt, now, secrets, publicUrl }: UserViewOptions): User {
  const subscribed = isSubscribed(account, now);
  const { plan, validUntil, pendingLiveDays, pendingOneMinDays } = subscriptionAt(account, now);
  return {
    name: account.name,
    email: account.email,
    expires: expiresAt.getTime(),
    subscribed,
    validity: validUntil?.toISOString() ?? null,
    plan: subscribed ? plan : null,
    pendingSubs: { live: pendingLiveDays, oneMin: pendingOneMinDays },
    referral: `${publicUrl}/register/${account.referralCode}`,
    key: sealingKey(secrets, account.id),
  };
}
