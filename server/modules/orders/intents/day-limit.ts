/**
 * How many orders a user allows himself a day. They are counted again as they are written down, one press after another: two pages that
 * ask at once would each be told that there is room.
 */
import { and, eq, gte, inArray, notInArray, sql } from "drizzle-orm";
import type { Orm, Transaction } from "../../../platform/database/db.ts";
import { type IntentRow, orderIntent } from "../schema.ts";

export interface DayLimit {
  /** When the day began. */
  readonly since: Date;
  /** Orders and GTTs of the day. */
  readonly most: number;
  /** Why no more go, fit to be shown. */
  readonly refusal: string;
}

/** Its own number among the locks of the database. */
const DAY_LOCK = 7_303;

const COUNTED = ["place", "gtt-place"] as const;

/** How many orders and GTTs were placed since then. */
export async function countOrders(orm: Orm | Transaction, accountId: string, since: Date): Promise<number> {
  const { kind, state, createdAt } = orderIntent;
  const counted = and(
    and(eq(orderIntent.accountId, accountId), inArray(kind, [...COUNTED]), gte(createdAt, since)),
    notInArray(state, ["void", "refused", "absent"]),
  );
  const rows = await orm.select({ count: sql<number>`count(*)::int` }).from(orderIntent).where(counted);
  return rows[0]?.count ?? 0;
}

type Row = Pick<IntentRow, "state" | "message">;

/** Those that go beyond the limit are refused. Until the transaction ends, no other of the account is counted. */
export async function heldToDay<R extends Row>(
  tx: Transaction,
  accountId: string,
  rows: readonly R[],
  { since, most, refusal }: DayLimit,
): Promise<readonly R[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${accountId}), ${DAY_LOCK}::int)`);
  let left = most - (await countOrders(tx, accountId, since));
  return rows.map((row) => {
    if (row.state !== "new" || left-- > 0) return row;
    return { ...row, state: "refused" as const, message: refusal };
  });
}
