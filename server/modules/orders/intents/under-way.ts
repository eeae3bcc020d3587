/**
 * Orders that a broker's book need not show yet. Who reads only positions and the book would close the same position again: while an
 * order waits for its turn, while its answer is awaited, and when that is lost.
 */
import { and, eq, gte, inArray, isNotNull, lt, ne, or, sql } from "drizzle-orm";
import { contractId } from "#contract/domain/instruments.ts";
import type { BookOrder } from "#contract/domain/orders/order.ts";
import type { Orm, Transaction } from "../../../platform/database/db.ts";
import type { SentOrder } from "../books/by-strategy.ts";
import { orderIntent } from "../schema.ts";
import { dayBegan } from "../trading-day.ts";
import type { Intent, Submission } from "./intent.ts";
import { COLUMNS } from "./intent-moves.ts";
import type { IntentRequest } from "./intent-request.ts";
import { GOOD_READS } from "./settlement.ts";

/** Exits of other presses that an account had since then. */
export interface OtherExits {
  readonly since: Date;
  readonly count: number;
}

export interface UnderWay {
  readonly intents: readonly Intent[];
  /** What is decided by these intents is written down only as long as there are no more. */
  readonly others: OtherExits;
}

/** The press that asks, and where: its own intents are left out. */
export interface Asking extends Pick<Submission, "key" | "batch"> {
  readonly accountId: string;
  readonly broker: string;
}

/** Later than this nobody's order arrives: a book that was read well has it, or never will. */
const LATEST_MS = 120_000;
/**
 * Later than this the positions themselves tell what became of an order that nobody confirmed. Some books are never read well: without
 * an end, one lost answer would keep the trader in the position all day.
 */
const DOUBTFUL_MS = 300_000;
type Kind = IntentRequest["kind"];
const PLACING: readonly Kind[] = ["place", "exit"];
/** Its own number among the locks of the database. */
const EXITS_LOCK = 7_302;

/** What the account asked of the broker since the day began. @param now ms */
const ofToday = ({ accountId, broker }: Pick<Asking, "accountId" | "broker">, kinds: readonly Kind[], now: number) =>
  and(
    eq(orderIntent.accountId, accountId),
    eq(orderIntent.broker, broker),
    inArray(orderIntent.kind, [...kinds]),
    gte(orderIntent.createdAt, new Date(dayBegan(now))),
  );

/** Orders of the day that may be missing in the book; it is asked for after the book was. @param now ms */
export async function underWay(orm: Orm, { accountId, broker, key, batch }: Asking, now: number): Promise<UnderWay> {
  const since = new Date(dayBegan(now));
  const late = new Date(now - LATEST_MS);
  const doubtful = new Date(now - DOUBTFUL_MS);
  const { state, changedAt, checkAt, goodReads } = orderIntent;
  // Counted first: one that is written down between the two is counted as one more later.
  const count = await exitsBeside(orm, accountId, key, since);
  const intents = await orm
    .select(COLUMNS)
    .from(orderIntent)
    .where(
      and(
        ofToday({ accountId, broker }, PLACING, now),
        or(ne(orderIntent.key, key), ne(orderIntent.batch, batch)),
        or(
          inArray(state, ["new", "sending"]),
          and(eq(state, "placed"), gte(changedAt, late)),
          and(
            eq(state, "unknown"),
            isNotNull(checkAt),
            gte(changedAt, doubtful),
            or(gte(changedAt, late), lt(goodReads, GOOD_READS)),
          ),
        ),
      ),
    );
  return { intents, others: { since, count } };
}

/** Whether it need not be in the positions yet. @param now ms */
export const isDoubtful = ({ changedAt }: Intent, now: number): boolean => now - changedAt.getTime() < DOUBTFUL_MS;

/** Orders of the day that are being sent, or that nobody has confirmed and that are looked for still. @param now ms */
export const inDoubt = (orm: Orm, accountId: string, broker: string, now: number): Promise<readonly Intent[]> =>
  orm
    .select(COLUMNS)
    .from(orderIntent)
    .where(
      and(
        ofToday({ accountId, broker }, PLACING, now),
        or(eq(orderIntent.state, "sending"), and(eq(orderIntent.state, "unknown"), isNotNull(orderIntent.checkAt))),
      ),
    );

export type Placing = Extract<IntentRequest, { readonly kind: "place" | "exit" }>;

const isPlacing = (request: IntentRequest): request is Placing => request.kind === "place" || request.kind === "exit";

/** An order that the book does not show. @property isTaken the broker has said that it took it */
export type Unseen = Placing & { readonly isTaken: boolean };

/** Tells the orders that the book has, by number or tag, from those that it does not show. */
export function lookUp(intents: readonly Intent[], book: readonly BookOrder[]) {
  const ids = new Map(book.flatMap(({ id, tag }) => [[id, id] as const, [tag, id] as const]));
  const found: SentOrder[] = [];
  const unseen: Unseen[] = [];
  for (const { orderId, tag, request, state } of intents) {
    if (!isPlacing(request)) continue;
    const { kind, order, strategy = null } = request;
    const id = ids.get(orderId ?? tag) ?? ids.get(tag);
    if (id === undefined) unseen.push({ ...request, isTaken: state === "placed" });
    else found.push({ orderId: id, isExit: kind === "exit", strategy, product: order.productType });
  }
  return { found, unseen };
}

/**
 * Ids of contracts of which a conversion is on its way or not confirmed: positions need not show yet that it was done, so that another
 * one would convert the rest. It is asked for before the positions are. @param now ms
 */
export async function converting(
  orm: Orm,
  { accountId, broker }: Pick<Asking, "accountId" | "broker">,
  now: number,
): Promise<ReadonlySet<string>> {
  const { state, changedAt, checkAt } = orderIntent;
  const isAwaited = and(eq(state, "unknown"), isNotNull(checkAt), gte(changedAt, new Date(now - DOUBTFUL_MS)));
  const rows = await orm
    .select({ request: orderIntent.request })
    .from(orderIntent)
    .where(and(ofToday({ accountId, broker }, ["convert"], now), or(inArray(state, ["new", "sending"]), isAwaited)));
  return new Set(
    rows.flatMap(({ request }) => (request.kind === "convert" ? contractId(request.conversion.contract) : [])),
  );
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
