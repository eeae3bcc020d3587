/**
 * The trials that a user has had: each kind once, however close two attempts are. The address is remembered as well, as a
 * keyed hash that outlives the account: who deletes an account and signs up again has had the trial.
 */
import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Orm, Transaction } from "../../platform/database/db.ts";
import type { Secrets } from "../../platform/secrets.ts";
import { account } from "../accounts/schema.ts";
import { trialAddress, trialUse } from "./schema.ts";

export const TRIAL_USED = "Trial already used";

export type TrialKind = "paid" | "broker";

export interface Trials {
  /** @returns false when the account, or an earlier one of its address, has had that trial */
  spend(tx: Transaction, use: typeof trialUse.$inferInsert): Promise<boolean>;
  used(orm: Orm, accountId: string): Promise<ReadonlySet<TrialKind>>;
}

export function createTrials(secrets: Secrets): Trials {
  const key = secrets.derive("trial address", "");

  async function hashOf(orm: Orm | Transaction, accountId: string): Promise<Buffer | undefined> {
    const [row] = await orm.select({ email: account.email }).from(account).where(eq(account.id, accountId));
    return row && createHmac("sha256", key).update(row.email.trim().toLowerCase()).digest();
  }

  return {
    async spend(tx, use) {
      const fresh = await tx.insert(trialUse).values(use).onConflictDoNothing().returning({ kind: trialUse.kind });
      const addressHash = await hashOf(tx, use.accountId);
      if (fresh.length === 0 || addressHash === undefined) return false;
      const { kind, usedAt } = use;
      const first = await tx
        .insert(trialAddress)
        .values({ addressHash, kind, usedAt })
        .onConflictDoNothing()
        .returning({ kind: trialAddress.kind });
      return first.length > 0;
    },
    async used(orm, accountId) {
      const addressHash = await hashOf(orm, accountId);
      const own = await orm.select({ kind: trialUse.kind }).from(trialUse).where(eq(trialUse.accountId, accountId));
      const earlier =
        addressHash === undefined
          ? []
          : await orm
              .select({ kind: trialAddress.kind })
              .from(trialAddress)
              .where(eq(trialAddress.addressHash, addressHash));
      return new Set([...own, ...earlier].map(({ kind }) => kind));
    },
  };
}
