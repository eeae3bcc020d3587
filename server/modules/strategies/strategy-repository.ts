/** Reads and writes strategies. Every statement names the account: nobody's id reaches another's row. */
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Orm } from "../../platform/database/db.ts";
import { lockAccount } from "../../platform/users/account-lock.ts";
import type { PrivateKeys } from "../../platform/users/private-choice.ts";
import { type Strategy, strategy } from "./schema.ts";

export type StrategyChange = Partial<Omit<Strategy, "id" | "accountId" | "revision">>;
export type ListedStrategy = Omit<Strategy, "accountId" | "sealed" | "revision" | "savedAt">;

/** What can be done while the account's names stand still. */
export interface StrategyWriter {
  /** Of the user's own key, where what is written now must be sealed under it. */
  sealingKey(): Promise<string | undefined>;
  /** Names by id. */
  names(): Promise<ReadonlyMap<string, string>>;
  load(ids: readonly string[]): Promise<readonly Strategy[]>;
  /** Whether any account has a strategy of that id. */
  isTaken(id: string): Promise<boolean>;
  insert(row: Strategy): Promise<void>;
  /** Its revision grows. @returns the row as it is now; undefined where the account has none of that id. */
  replace(id: string, change: StrategyChange): Promise<Strategy | undefined>;
}

export interface StrategyRepository {
  /** Newest first. */
  list(accountId: string): Promise<readonly ListedStrategy[]>;
  load(accountId: string, ids: readonly string[]): Promise<readonly Strategy[]>;
  all(accountId: string): Promise<readonly Strategy[]>;
  /** @returns how many there were. */
  remove(accountId: string, ids: readonly string[]): Promise<number>;
  /** Writes of one account happen one after another; all of them or none. */
  writing<Result>(accountId: string, work: (writer: StrategyWriter) => Promise<Result>): Promise<Result>;
}

export function createStrategyRepository(orm: Orm, keys: PrivateKeys): StrategyRepository {
  const owned = (accountId: string, ids: readonly string[]) =>
    and(eq(strategy.accountId, accountId), inArray(strategy.id, [...ids]));
  const newest = [desc(strategy.savedAt), desc(strategy.id)];
  const { id, name, portfolio, symbolName, expiry, date } = strategy;
  return {
    list: (accountId) =>
      orm
        .select({ id, name, portfolio, symbolName, expiry, date })
        .from(strategy)
        .where(eq(strategy.accountId, accountId))
        .orderBy(...newest),
    load: (accountId, ids) =>
      orm
        .select()
        .from(strategy)
        .where(owned(accountId, ids))
        .orderBy(...newest),
    all: (accountId) =>
      orm
        .select()
        .from(strategy)
        .where(eq(strategy.accountId, accountId))
        .orderBy(...newest),
    async remove(accountId, ids) {
      const rows = await orm.delete(strategy).where(owned(accountId, ids)).returning({ id });
      return rows.length;
    },
    writing: (accountId, work) =>
      orm.transaction(async (tx) => {
        await lockAccount(tx, accountId);
        return work({
          sealingKey: () => keys.sealing(tx, accountId),
          async names() {
            const rows = await tx.select({ id, name }).from(strategy).where(eq(strategy.accountId, accountId));
            return new Map(rows.map((row) => [row.id, row.name]));
          },
          load: (ids) => tx.select().from(strategy).where(owned(accountId, ids)),
          async isTaken(wished) {
            const rows = await tx.select({ id }).from(strategy).where(eq(strategy.id, wished));
            return rows.length > 0;
          },
          async insert(row) {
            await tx.insert(strategy).values(row);
          },
          async replace(changed, change) {
            const rows = await tx
              .update(strategy)
              .set({ ...change, revision: sql`${strategy.revision} + 1` })
              .where(owned(accountId, [changed]))
              .returning();
            return rows[0];
          },
        });
      }),
  };
}
