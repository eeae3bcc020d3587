/** Reads and writes wrapped keys of what is private by choice. */
import { eq, sql } from "drizzle-orm";
import type { PrivateKeyRecord } from "#contract/wire/http/private-key.ts";
import type { Orm } from "../../platform/database/db.ts";
import { privateKey, type Strategy, strategy } from "./schema.ts";

export interface PrivateKeyRepository {
  load(accountId: string): Promise<PrivateKeyRecord | undefined>;
  /** In place of one with the same key. @returns false where another key is kept */
  save(accountId: string, record: PrivateKeyRecord, now: Date): Promise<boolean>;
  /** @param isFree of all of the account's strategies, while none can be written. @returns whether it was */
  remove(accountId: string, isFree: (strategies: readonly Strategy[]) => Promise<boolean>): Promise<boolean>;
}

export function createPrivateKeyRepository(orm: Orm): PrivateKeyRepository {
  return {
    load: (accountId) => loadPrivateKeyOf(orm, accountId),
    async save(accountId, record, savedAt) {
      const rows = await orm.transaction(async (tx) => {
        await tx.execute(sql`select 1 from account where id = ${accountId} for no key update`);
        return tx
          .insert(privateKey)
          .values({ accountId, ...record, savedAt })
          .onConflictDoUpdate({
            target: privateKey.accountId,
            set: { ...record, savedAt },
            setWhere: eq(privateKey.keyId, record.keyId),
          })
          .returning({ keyId: privateKey.keyId });
      });
      return rows.length > 0;
    },
    remove: (accountId, isFree) =>
      orm.transaction(async (tx) => {
        await tx.execute(sql`select 1 from account where id = ${accountId} for no key update`);
        if (!(await isFree(await tx.select().from(strategy).where(eq(strategy.accountId, accountId))))) return false;
        await tx.delete(privateKey).where(eq(privateKey.accountId, accountId));
        return true;
      }),
  };
}

/** @param orm or a transaction */
export async function loadPrivateKeyOf(
  orm: Pick<Orm, "select">,
  accountId: string,
): Promise<PrivateKeyRecord | undefined> {
  const { keyId, iterations, salt, iv, wrapped, isOpening } = privateKey;
  const [row] = await orm
    .select({ keyId, iterations, salt, iv, wrapped, isOpening })
    .from(privateKey)
    .where(eq(privateKey.accountId, accountId));
  return row;
}
