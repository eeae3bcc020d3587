/** Reads and writes the strategies of the older builder. */
import { and, desc, eq, sql } from "drizzle-orm";
import { BuilderStrategy } from "#contract/wire/http/strategies.ts";
import type { Orm } from "../../platform/database/db.ts";
import { builderStrategy } from "./schema.ts";

export interface BuilderRepository {
  /** @returns whether it is kept: 'taken' where one has the name, 'full' where there are `max`. */
  insert(accountId: string, saved: BuilderStrategy, now: Date, max: number): Promise<"kept" | "taken" | "full">;
  /** Newest first. */
  list(accountId: string): Promise<readonly BuilderStrategy[]>;
  remove(accountId: string, name: string): Promise<boolean>;
}

export function createBuilderRepository(orm: Orm): BuilderRepository {
  const mine = (accountId: string) => eq(builderStrategy.accountId, accountId);
  return {
    insert: (accountId, saved, savedAt, max) =>
      orm.transaction(async (tx) => {
        await tx.execute(sql`select 1 from account where id = ${accountId} for no key update`);
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
  };
}
