/** The trials that an account has used: each kind once, however close two attempts are. */
import type { Transaction } from "../../platform/db.ts";
import { trialUse } from "./schema.ts";

export const TRIAL_USED = "Trial already used";

/** @returns false when the account has used that trial before. */
export async function spendTrial(tx: Transaction, use: typeof trialUse.$inferInsert): Promise<boolean> {
  const fresh = await tx.insert(trialUse).values(use).onConflictDoNothing().returning({ kind: trialUse.kind });
  return fresh.length > 0;
}
