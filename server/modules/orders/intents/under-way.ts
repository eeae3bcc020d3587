/** What the account has asked for today, as the database has it: its orders, its exits beside a press, and its conversions. */
import { and, asc, eq, gte, inArray, isNotNull, ne, or, sql } from "drizzle-orm";
import { contractId } from "#contract/domain/instruments.ts";
import type { Orm, Transaction } from "../../../platform/database/db.ts";
import { orderIntent } from "../schema.ts";
import { dayBegan } from "../trading-day.ts";
import type { Intent, Submission } from "./intent.ts";
import { COLUMNS } from "./intent-moves.ts";
import type { IntentRequest } from "./intent-request.ts";

/** Exits of other presses that an account had since then. What is decided by them is written down only as long as there are no more. */
export interface OtherExits {
  readonly since: Date;
  readonly count: number;
}

/** Whose orders, and at which broker. */
export interface Whose {
  readonly accountId: string;
  readonly broker: string;
}

/** A press whose own intents are left out. */
export type Press = Pick<Submission, "key" | "batch">;

/**
 * Later than this positions themselves tell what became of something that nobody confirmed. Some books are never read well: without an
 * end, one lost answer would keep the trader in the position all day.
 */
export const DOUBTFUL_MS = 300_000;
type Kind = IntentRequest["kind"];
/** Its own number among the locks of the database. */
const EXITS_LOCK = 7_302;

/** What the account asked of the broker since the day began. @param now ms */
const ofToday = ({ accountId, broker }: Whose, kinds: readonly Kind[], now: number) =>
  and(
    eq(orderIntent.accountId, accountId),
    eq(orderIntent.broker, broker),
    inArray(orderIntent.kind, [...kinds]),
    gte(orderIntent.createdAt, new Date(dayBegan(now))),
  );

/** Orders, exits and conversions of the day, the first first. @param now ms */
export const askedToday = (orm: Orm, whose: Whose, press: Press | undefined, now: number): Promise<readonly Intent[]> =>
  orm
    .select(COLUMNS)
    .from(orderIntent)
    .where(
      and(
        ofToday(whose, ["place", "exit", "convert"], now),
        press && or(ne(orderIntent.key, press.key), ne(orderIntent.batch, press.batch)),
      ),
    )
    .orderBy(asc(orderIntent.createdAt), asc(orderIntent.batch), asc(orderIntent.item));

/**
 * Ids of contracts of which a conversion is on its way or not confirmed: positions need not show yet that it was done, so that another
 * one would convert the rest. It is asked for before the positions are. @param now ms
 */
export async function converting(orm: Orm, whose: Whose, now: number): Promise<ReadonlySet<string>> {
  const { state, changedAt, checkAt } = orderIntent;
  const isAwaited = and(eq(state, "unknown"), isNotNull(checkAt), gte(changedAt, new Date(now - DOUBTFUL_MS)));
  const rows = await orm
    .select({ request: orderIntent.request })
    .from(orderIntent)
    .where(and(ofToday(whose, ["convert"], now), or(inArray(state, ["new", "sending"]), isAwaited)));
  return new Set(
    rows.flatMap(({ request }) => (request.kind === "convert" ? contractId(request.conversion.contract) : [])),
  );
}

/** Exits of the day of other presses; counted before anything is decided by them. @param now ms */
export async function otherExits(orm: Orm, accountId: string, key: string, now: number): Promise<OtherExits> {
  const since = new Date(dayBegan(now));
  return { since, count: await exitsBeside(orm, accountId, key, since) };
}

/** Whether another press has written an exit down meanwhile. Until the transaction ends, no other is asked: it sees what this one writes. */
export async function isLate(tx: Transaction, accountId: string, key: string, others: OtherExits): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${accountId}), ${EXITS_LOCK}::int)`);
  return (await exitsBeside(tx, accountId, key, others.since)) > others.count;
}

async function exitsBeside(orm: Orm | Transaction, accountId: string, key: string, since: Date): Promise<number> {
  const rows = await orm
    .select({ count: sql<number>`count(*)::int` })
    .from(orderIntent)
    .where(
      and(
        eq(orderIntent.accountId, accountId),
        eq(orderIntent.kind, "exit"),
        ne(orderIntent.key, key),
        gte(orderIntent.createdAt, since),
      ),
    );
  return rows[0]?.count ?? 0;
}
