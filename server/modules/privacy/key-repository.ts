/** Reads and writes wrapped keys of what is private by choice. */
import { and, eq, sql } from "drizzle-orm";
import type { PrivateKeyRecord } from "#contract/wire/http/private-key.ts";
import type { Orm, Transaction } from "../../platform/database/db.ts";
import { privateKey } from "./schema.ts";

export interface KeptKey {
  readonly key: PrivateKeyRecord;
  readonly revision: number;
}

const { keyId, iterations, salt, iv, wrapped, isOpening, revision } = privateKey;

/** @param orm or a transaction */
export async function loadKey(orm: Pick<Orm, "select">, accountId: string): Promise<KeptKey | undefined> {
  const [row] = await orm
    .select({ key: { keyId, iterations, salt, iv, wrapped, isOpening }, revision })
    .from(privateKey)
    .where(eq(privateKey.accountId, accountId));
  return row;
}

/**
 * @param expected the revision that is replaced; 0: there is none yet
 * @returns false where another revision is kept, or another key
 */
export async function saveKey(
  tx: Transaction,
  accountId: string,
  record: PrivateKeyRecord,
  expected: number,
  savedAt: Date,
): Promise<boolean> {
  const isSame = and(eq(privateKey.accountId, accountId), eq(keyId, record.keyId), eq(revision, expected));
  const rows = await (expected === 0
    ? tx
        .insert(privateKey)
        .values({ accountId, ...record, revision: 1, savedAt })
        .onConflictDoNothing()
        .returning({ revision })
    : tx
        .update(privateKey)
        .set({ ...record, revision: sql`${revision} + 1`, savedAt })
        .where(isSame)
        .returning({ revision }));
  return rows.length > 0;
}

export async function deleteKey(tx: Transaction, accountId: string): Promise<void> {
  await tx.delete(privateKey).where(eq(privateKey.accountId, accountId));
}
