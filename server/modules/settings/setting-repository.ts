/** Reads and writes settings. */
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Revision } from "#contract/wire/revisions.ts";
import type { Orm, Transaction } from "../../platform/database/db.ts";
import { lockAccount } from "../../platform/users/account-lock.ts";
import { type Setting, setting } from "./schema.ts";

export interface SettingRepository {
  /**
   * Of two that save at once, the later stays whole, or is refused where it knew nothing of the other.
   * @param expected the revision that is to be replaced, 0 for none; undefined: whatever is kept
   * @param check throws where this may not be kept; nothing else of the account is written meanwhile
   * @returns the new revision; undefined where another one is kept than was expected.
   */
  save(
    row: Omit<Setting, "revision">,
    expected: Revision | undefined,
    check: (tx: Transaction) => Promise<void>,
  ): Promise<Revision | undefined>;
  load(accountId: string, fields: readonly string[]): Promise<readonly Setting[]>;
  all(accountId: string): Promise<readonly Setting[]>;
}

export function createSettingRepository(orm: Orm): SettingRepository {
  return {
    save: (row, expected, check) =>
      orm.transaction(async (tx) => {
        const { sealed, savedAt, accountId, field } = row;
        await lockAccount(tx, accountId);
        await check(tx);
        const change = { sealed, savedAt, revision: sql`${setting.revision} + 1` };
        const revision = { revision: setting.revision };
        const mine = and(eq(setting.accountId, accountId), eq(setting.field, field));
        if (expected !== undefined && expected > 0) {
          const isExpected = and(mine, eq(setting.revision, expected));
          const rows = await tx.update(setting).set(change).where(isExpected).returning(revision);
          return rows[0]?.revision;
        }
        const fresh = tx.insert(setting).values({ ...row, revision: 1 });
        const rows = await (expected === 0
          ? fresh.onConflictDoNothing().returning(revision)
          : fresh.onConflictDoUpdate({ target: [setting.accountId, setting.field], set: change }).returning(revision));
        return rows[0]?.revision;
      }),
    load: (accountId, fields) =>
      orm
        .select()
        .from(setting)
        .where(and(eq(setting.accountId, accountId), inArray(setting.field, [...fields]))),
    all: (accountId) => orm.select().from(setting).where(eq(setting.accountId, accountId)).orderBy(asc(setting.field)),
  };
}
