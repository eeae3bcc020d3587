/** What users do with their own account besides logging in: upgrade it, look at what it earned, take it along, end it. */
import { eq } from "drizzle-orm";
import type { WallClock } from "../../platform/clocks.ts";
import type { Orm } from "../../platform/database/db.ts";
import { AppError } from "../../platform/errors.ts";
import type { RateLimits } from "../../platform/limits/rate-limits.ts";
import type { News } from "../../platform/news/news.ts";
import { audit, auditOf } from "../../platform/users/audit.ts";
import type { PersonalData } from "../../platform/users/personal-data.ts";
import type { AccountRepository } from "./account-repository.ts";
import { upgradeToLive } from "./entitlements.ts";
import type { Passwords } from "./password.ts";
import { referralsOf } from "./referrals.ts";
import { account, session, subscriptionGrant } from "./schema.ts";
import type { LoginLimits } from "./sessions/login-limits.ts";
import type { Sessions } from "./sessions/sessions.ts";
import type { Subscription } from "./subscription.ts";

export interface Deletion {
  readonly accountId: string;
  readonly password: string;
  readonly address: string;
  /** The browser's device cookie, if it has one. */
  readonly device: string | undefined;
}

export interface OwnAccounts {
  /** @returns undefined where there is nothing to upgrade. */
  upgrade(accountId: string, address: string): Promise<Subscription | undefined>;
  /** Everything that is kept about the account, by part of the product. @throws AppError 429 */
  export(accountId: string): Promise<Readonly<Record<string, unknown>>>;
  /** @throws AppError 401 for a wrong password, 403 for an account that is not the user's own, 429 */
  delete(deletion: Deletion): Promise<void>;
}

export interface OwnAccountDeps {
  readonly orm: Orm;
  readonly accounts: AccountRepository;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly limits: LoginLimits;
  readonly rateLimits: RateLimits;
  readonly personalData: PersonalData;
  readonly news: Pick<News, "wake">;
  readonly clock: WallClock;
}

const EXPORTS = { points: 10, seconds: 3600 };

export function createOwnAccounts(deps: OwnAccountDeps): OwnAccounts {
  const { orm, accounts, sessions, passwords, limits, personalData, news, clock } = deps;
  const exports = deps.rateLimits.create({ name: "export", ...EXPORTS });
  registerPersonalData(personalData, orm, accounts);

  return {
    async upgrade(accountId, address) {
      const upgraded = await orm.transaction(async (tx) => {
        const at = new Date(clock.now());
        const subscription = await upgradeToLive(tx, accountId, at);
        const until = subscription?.validUntil?.toISOString();
        if (until !== undefined) await audit(tx, { at, action: "upgrade", accountId, address, detail: { until } });
        return subscription;
      });
      if (upgraded !== undefined) await news.wake();
      return upgraded;
    },
    async export(accountId) {
      const wait = await exports.take(accountId);
      if (wait > 0) throw new AppError("rate-limited", undefined, { retryAfter: wait });
      return personalData.export(accountId);
    },
    async delete({ accountId, password, address, device }) {
      const own = await accounts.byId(accountId);
      if (own === undefined) throw new AppError("unauthorized");
      if (own.demo) throw new AppError("forbidden", "A demo account cannot be deleted");
      const attempt = { email: own.email, address, device, accountId };
      const right = await limits.guarded(attempt, async () =>
        (await passwords.verify(own.passwordHash, password)) ? true : undefined,
      );
      const at = new Date(clock.now());
      if (right === undefined) {
        await audit(orm, { at, action: "account.deletion-refused", accountId, address });
        throw new AppError("bad-credentials", "Incorrect password");
      }
      // Its sockets hear of it before the rows are gone that say whose they are.
      await sessions.endOfAccount(accountId, "logout");
      await orm.transaction(async (tx) => {
        await audit(tx, { at, action: "account.deleted", accountId, address });
        await tx.delete(account).where(eq(account.id, accountId));
      });
    },
  };
}

/** Hashes and tokens are no data about a person, and stay here. */
function registerPersonalData(personalData: PersonalData, orm: Orm, accounts: AccountRepository): void {
  personalData.register("account", async (accountId) => {
    const own = await accounts.byId(accountId);
    if (own === undefined) return undefined;
    const { passwordHash: _, referredBy, ...rest } = own;
    return { ...rest, wasReferred: referredBy !== null };
  });
  personalData.register("sessions", (accountId) =>
    orm
      .select({
        openedAt: session.createdAt,
        lastSeenAt: session.lastSeenAt,
        endedAt: session.endedAt,
        endReason: session.endReason,
        address: session.address,
        fingerprint: session.fingerprint,
      })
      .from(session)
      .where(eq(session.accountId, accountId))
      .orderBy(session.createdAt),
  );
  personalData.register("subscription", (accountId) =>
    orm
      .select()
      .from(subscriptionGrant)
      .where(eq(subscriptionGrant.accountId, accountId))
      .orderBy(subscriptionGrant.grantedAt),
  );
  personalData.register("referrals", (accountId) => referralsOf(orm, accountId));
  personalData.register("activity", (accountId) => auditOf(orm, accountId));
}
