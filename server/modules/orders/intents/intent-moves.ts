/**
 * How an intent moves on. Every move is one statement that names the states it may lead away from, and notes itself in
 * order_event: two processes that act on one intent cannot both win, and no step goes unrecorded.
 */
import { eq, sql } from "drizzle-orm";
import type { IntentState } from "#contract/domain/orders/order.ts";
import type { Orm, Transaction } from "../../../platform/database/db.ts";
import { recordNews } from "../../../platform/news/news-store.ts";
import { orderIntent } from "../schema.ts";
import type { Intent, Step } from "./intent.ts";
import { stateNews } from "./order-news.ts";

export interface Settling extends Step {
  readonly now: Date;
  /** When the book is to be read next. */
  readonly checkAt: Date | null;
}

/** Of an intent, as it is read. */
export const COLUMNS = {
  id: orderIntent.id,
  accountId: orderIntent.accountId,
  broker: orderIntent.broker,
  connection: orderIntent.connection,
  client: orderIntent.client,
  key: orderIntent.key,
  batch: orderIntent.batch,
  item: orderIntent.item,
  kind: orderIntent.kind,
  tag: orderIntent.tag,
  exchange: orderIntent.exchange,
  request: orderIntent.request,
  state: orderIntent.state,
  orderId: orderIntent.orderId,
  message: orderIntent.message,
  createdAt: orderIntent.createdAt,
  sentAt: orderIntent.sentAt,
  changedAt: orderIntent.changedAt,
  checkAt: orderIntent.checkAt,
  goodReads: orderIntent.goodReads,
} as const;

const timestamp = (at: Date | null) => (at === null ? sql`null::timestamptz` : sql`${at.toISOString()}::timestamptz`);

/** Moves one intent from one of the states and notes it, both or neither. @returns whether it moved. */
export async function move(
  orm: Orm | Transaction,
  id: string,
  from: readonly IntentState[],
  set: Settling,
  unless = sql``,
) {
  const { state, orderId, message, now, checkAt } = set;
  const sentAt = state === "sending" ? sql`, sent_at = ${timestamp(now)}` : sql``;
  const states = sql.join(
    from.map((one) => sql`${one}`),
    sql`, `,
  );
  const { rowCount } = await orm.execute(sql`
    with moved as (
      update order_intent
      set state = ${state}, order_id = coalesce(${orderId ?? null}, order_id), message = ${message},
          changed_at = ${timestamp(now)}, check_at = ${timestamp(checkAt)}${sentAt}
      where id = ${id} and state in (${states}) ${unless}
      returning id, order_id
    )
    insert into order_event (intent_id, at, state, order_id, message)
    select id, ${timestamp(now)}, ${state}, order_id, ${message} from moved`);
  return rowCount === 1;
}

export interface Moved extends Intent {
  /** The state that it came from, which may be another than what was read before. */
  readonly was: IntentState;
}

/** With the news of it: a process that ends between the two would leave the user untold. @returns undefined where it did not move. */
export const moveAndTell = (
  orm: Orm,
  id: string,
  from: readonly IntentState[],
  set: Settling,
): Promise<Moved | undefined> =>
  orm.transaction(async (tx) => {
    const isIt = eq(orderIntent.id, id);
    const [before] = await tx.select({ was: orderIntent.state }).from(orderIntent).where(isIt).for("update");
    if (before === undefined || !(await move(tx, id, from, set))) return undefined;
    const [intent] = await tx.select(COLUMNS).from(orderIntent).where(isIt);
    const told = intent && stateNews(intent);
    if (told !== undefined) await recordNews(tx, told.accountId, [told.event]);
    return intent && { ...intent, ...before };
  });
