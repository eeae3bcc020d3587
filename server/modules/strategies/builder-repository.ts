/** Reads and writes the strategies of the older builder. */
import { isDeepStrictEqual } from "node:util";
import { and, desc, eq } from "drizzle-orm";
import { BuilderStrategy } from "#contract/wire/http/strategies.ts";
import type { Orm } from "../../platform/database/db.ts";
import { lockAccount } from "../../platform/users/account-lock.ts";
import type { PrivateKeys } from "../../platform/users/private-choice.ts";
import { refuseUnlikeStrategies } from "./privacy.ts";
import { builderStrategy } from "./schema.ts";

export interface BuilderRepository {
  /** @returns whether it is kept: 'taken' where one has the name, 'full' where there are `max`. @throws as `refuseUnlikeStrategies` */
  insert(accountId: string, saved: BuilderStrategy, now: Date, max: number): Promise<"kept" | "taken" | "full">;
  /** Newest first. */
  list(accountId: string): Promise<readonly BuilderStrategy[]>;
  remove(accountId: string, name: string): Promise<boolean>;
  /**
   * In its place: sealed under the user's own key, or opened.
   * @returns false where the account has none that is as `before` says. @throws as `refuseUnlikeStrategies`
   */
  reseal(accountId: string, before: BuilderStrategy, after: BuilderStrategy): Promise<boolean>;
}

export function createBuilderRepository(orm: Orm, keys: PrivateKeys): BuilderRepository {
  const mine = (accountId: string) => eq(builderStrategy.accountId, accountId);
  return {
    insert: (accountId, saved, savedAt, max) =>
      orm.transaction(async (tx) => {
        await lockAccount(tx, accountId);
        refuseUnlikeStrategies(await keys.sealing(tx, accountId), [saved]);
        if ((await tx.$count(builderStrategy, mine(accountId))) >= max) return "full";
        const rows = await tx
          .insert(builderStrategy)
          .values({ accountId, name: saved.name, content: JSON.stringify(saved), savedAt })
          .onConflictDoNothing()
          .returning({ name: builderStrategy.name });
        return rows.length > 0 ? "kept" : "taken";
      }),
    async list(accountId) {
      const rows = await orm
        .select()
        .from(builderStrategy)
        .where(mine(accountId))
        .orderBy(desc(builderStrategy.savedAt), desc(builderStrategy.name));
      return rows.map(({ content }) => BuilderStrategy.parse(JSON.parse(content)));
    },
    async remove(accountId, name) {
      const rows = await orm
        .delete(builderStrategy)
        .where(and(mine(accountId), eq(builderStrategy.name, name)))
        .returning({ name: builderStrategy.name });
      return rows.length > 0;
    },
    reseal: (accountId, before, after) =>
      orm.transaction(async (tx) => {
        await lockAccount(tx, accountId);
        refuseUnlikeStrategies(await keys.sealing(tx, accountId), [after]);
        const named = and(mine(accountId), eq(builderStrategy.name, before.name));
        const [row] = await tx.select().from(builderStrategy).where(named);
        if (!row || after.name !== before.name || !isDeepStrictEqual(JSON.parse(row.content), before)) return false;
        await tx
          .update(builderStrategy)
          .set({ content: JSON.stringify(after) })
          .where(named);
        return true;
      }),
  };
}
