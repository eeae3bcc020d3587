/**
 * The rows of news. A row gets its number when it is committed, from whoever looks first: numbers that were given inside
 * transactions would appear out of order, and a reader would pass over the late ones.
 */
import { and, asc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { bigint, jsonb, pgTable, uuid } from "drizzle-orm/pg-core";
import type { Orm, Transaction } from "../database/db.ts";
import type { NewsEvent, NewsItem } from "./news-event.ts";

const news = pgTable("news", {
  seq: bigint("seq", { mode: "number" }),
  accountId: uuid("account_id"),
  event: jsonb("event").$type<NewsEvent>().notNull(),
});

/** More than this at once is read in parts. */
export const NEWS_BATCH = 1000;
const KEPT = sql`interval '2 days'`;

/**
 * Writes news into the caller's transaction: it is told when that is committed, and only then.
 * @param accountId null: everybody's
 */
export async function recordNews(
  tx: Orm | Transaction,
  accountId: string | null,
  events: readonly NewsEvent[],
): Promise<void> {
  if (events.length > 0) await tx.insert(news).values(events.map((event) => ({ accountId, event })));
}

/** The number given last. */
export async function lastNumber(orm: Orm): Promise<number> {
  const { rows } = await orm.execute<{ last: string }>(sql`select last from news_position`);
  return Number(rows[0]?.last ?? 0);
}

/** What follows the number, at most a batch of it. Rows without a number get theirs first. */
export async function newsAfter(orm: Orm, after: number): Promise<readonly NewsItem[]> {
  const read = () =>
    orm
      .select()
      .from(news)
      .where(or(gt(news.seq, after), isNull(news.seq)))
      .orderBy(sql`${news.seq} asc nulls first`)
      .limit(NEWS_BATCH);
  let rows = await read();
  if (rows[0]?.seq === null) {
    await numberFresh(orm);
    rows = await read();
  }
  // What was written since then waits for the next look.
  return rows.flatMap(({ seq, ...row }) => (seq === null ? [] : [{ id: seq, ...row }]));
}

/** What follows the number and is the account's, at most a batch of it; and whether nothing of it is gone. */
export async function newsOfAccount(
  orm: Orm,
  accountId: string,
  after: number,
): Promise<{ readonly items: readonly NewsItem[]; readonly isWhole: boolean }> {
  const rows = await orm
    .select()
    .from(news)
    .where(and(eq(news.accountId, accountId), gt(news.seq, after)))
    .orderBy(asc(news.seq))
    .limit(NEWS_BATCH);
  const { rows: oldest } = await orm.execute<{ kept: boolean }>(
    sql`select coalesce(min(seq) <= ${after} + 1, false) as kept from news`,
  );
  return {
    items: rows.flatMap(({ seq, ...row }) => (seq === null ? [] : [{ id: seq, ...row }])),
    isWhole: oldest[0]?.kept === true && rows.length < NEWS_BATCH,
  };
}

/** Forgets what nobody can ask for any more: a session without a call ends after a day. */
export async function forgetOldNews(orm: Orm): Promise<void> {
  await orm.execute(sql`delete from news where at < now() - ${KEPT} and seq is not null`);
}

const numberFresh = (orm: Orm): Promise<void> =>
  orm.transaction(async (tx) => {
    await tx.execute(sql`select last from news_position for update`);
    // A statement of its own: it sees what was numbered while this one waited for the row.
    await tx.execute(sql`
      with fresh as (select id, row_number() over (order by id) as n from news where seq is null),
      numbered as (
        update news set seq = p.last + fresh.n from fresh, news_position p where news.id = fresh.id returning 1
      )
      update news_position set last = last + (select count(*) from numbered)`);
  });
