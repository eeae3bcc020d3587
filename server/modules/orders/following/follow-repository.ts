/** Keeps which orders' limits follow the quotes, and what ended those that do not any more. */
import { and, asc, eq, gte, isNull, lt, notInArray, sql } from "drizzle-orm";
import type { Orm } from "../../../platform/database/db.ts";
import { type FollowRow, orderFollow } from "../schema.ts";

export type Follow = FollowRow;

export interface FollowRepository {
  /** @returns whether it is armed now; false: the order was armed already, or the account has as many as it may. */
  arm(
    follow: Pick<Follow, "id" | "accountId" | "broker" | "orderId" | "connection" | "worst">,
    now: Date,
  ): Promise<boolean>;
  /** Those of the account that were armed since then, the first armed first. */
  since(accountId: string, broker: string, since: Date): Promise<readonly Follow[]>;
  /** Says that it is looked after. @returns it as it is now; undefined where it has ended. */
  seen(id: string, now: Date): Promise<Follow | undefined>;
  /** A change is about to be sent: counted beforehand, so that none is sent twice. @returns whether it is armed. */
  count(id: string, changes: number): Promise<boolean>;
  /** @returns whether it was armed. */
  end(id: string, words: string, now: Date): Promise<boolean>;
  /** Ends what nobody has looked after since then, but for `own`. @returns those. */
  endUnseen(since: Date, own: readonly string[], words: string, now: Date): Promise<readonly Follow[]>;
  export(accountId: string): Promise<readonly Follow[] | undefined>;
}

/** Each is looked after every few seconds, and costs the broker's requests. */
const MOST_ARMED = 10;

const isArmed = isNull(orderFollow.endedAt);

export const createFollowRepository = (orm: Orm): FollowRepository => ({
  async arm({ id, accountId, broker, orderId, connection, worst }, now) {
    const at = sql`${now.toISOString()}::timestamptz`;
    const { rowCount } = await orm.execute(sql`
      insert into order_follow (id, account_id, broker, order_id, connection, worst, armed_at, seen_at)
      select ${id}::uuid, ${accountId}::uuid, ${broker}::text, ${orderId}::text, ${connection}::uuid, ${worst}::numeric, ${at}, ${at}
      where (select count(*) from order_follow where account_id = ${accountId} and ended_at is null) < ${MOST_ARMED}
      on conflict do nothing`);
    return rowCount === 1;
  },
  since: (accountId, broker, since) =>
    orm
      .select()
      .from(orderFollow)
      .where(and(eq(orderFollow.accountId, accountId), eq(orderFollow.broker, broker), gte(orderFollow.armedAt, since)))
      .orderBy(asc(orderFollow.armedAt)),
  async seen(id, now) {
    const rows = await orm
      .update(orderFollow)
      .set({ seenAt: now })
      .where(and(eq(orderFollow.id, id), isArmed))
      .returning();
    return rows[0];
  },
  async count(id, changes) {
    const rows = await orm
      .update(orderFollow)
      .set({ changes })
      .where(and(eq(orderFollow.id, id), isArmed))
      .returning();
    return rows.length === 1;
  },
  async end(id, words, now) {
    const set = { endedAt: now, ended: words };
    return (
      (
        await orm
          .update(orderFollow)
          .set(set)
          .where(and(eq(orderFollow.id, id), isArmed))
          .returning()
      ).length === 1
    );
  },
  endUnseen: (since, own, words, now) =>
    orm
      .update(orderFollow)
      .set({ endedAt: now, ended: words })
      .where(and(isArmed, lt(orderFollow.seenAt, since), notInArray(orderFollow.id, [...own])))
      .returning(),
  async export(accountId) {
    const rows = await orm.select().from(orderFollow).where(eq(orderFollow.accountId, accountId));
    return rows.length === 0 ? undefined : rows;
  },
});
