/** Reads and writes settings. */
import { and, asc, eq, inArray } from "drizzle-orm";
import type { Orm } from "../../platform/db.ts";
import { type Setting, setting } from "./schema.ts";

export interface SettingRepository {
  /** In one statement: of two that save at once, the later stays whole. */
  save(row: Setting): Promise<void>;
  load(accountId: string, fields: readonly string[]): Promise<readonly Setting[]>;
  all(accountId: string): Promise<readonly Setting[]>;
}

export function createSettingRepository(orm: Orm): SettingRepository {
  return {
    async save(row) {
      const { sealed, savedAt } = row;
      await orm
        .insert(setting)
        .values(row)
        .onConflictDoUpdate({ target: [setting.accountId, setting.field], set: { sealed, savedAt } });
    },
    load: (accountId, fields) =>
      orm
        .select()
        .from(setting)
        .where(and(eq(setting.accountId, accountId), inArray(setting.field, [...fields]))),
    all: (accountId) => orm.select().from(setting).where(eq(setting.accountId, accountId)).orderBy(asc(setting.field)),
  };
}
