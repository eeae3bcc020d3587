/** The question which other orders that look alike are being sent or not confirmed, as the database is asked it. */
import { sql } from "drizzle-orm";
import { MARKET, STOP } from "#contract/domain/orders/order.ts";
import { pricesOf, sharedByGttTwins, sharedByTwins } from "./fingerprint.ts";
import { type Intent, isUrgent } from "./intent.ts";
import { isPlacing } from "./intent-request.ts";

/** Its own number among the locks of the database. */
export const TWINS_LOCK = 7_301;

const IS_SENT = sql`twin.state = 'sending'`;
/** Being sent, or not confirmed and looked for: what nobody looks for any more holds up nothing. */
const IS_OPEN = sql`(${IS_SENT} or (twin.state = 'unknown' and twin.check_at is not null))`;

/** start: whether the order may be sent now. doubt: whether an order of the book may be another's. */
export type TwinQuestion = "start" | "doubt";

/**
 * Of orders that start, what leads out of a position waits only for a twin that is being sent: one lost answer would keep the trader
 * in the position all day. What an exit may close twice is counted before it is sent (`ledger.ts`).
 */
const openFor = (question: TwinQuestion, { kind }: Intent) =>
  question === "start" && isUrgent(kind) ? IS_SENT : IS_OPEN;

/** Twins that one process sends have one name; those whose prices the broker may make have another. undefined for what makes no order. */
export function twinName({ accountId, broker, request }: Intent): string | undefined {
  if (request.kind === "gtt-place") return JSON.stringify([accountId, broker, sharedByGttTwins(request.gtt)]);
  if (!isPlacing(request)) return undefined;
  return JSON.stringify([accountId, broker, sharedByTwins(request.order), pricesOf(request.order)]);
}

/** Others of the account that look alike and are not confirmed; undefined for what makes no order. */
export function twinsOf(intent: Intent, question: TwinQuestion) {
  const { id, accountId, broker, request } = intent;
  const isOpen = openFor(question, intent);
  if (request.kind === "gtt-place") {
    return sql`
      select twin.id from order_intent twin
      where twin.account_id = ${accountId} and twin.broker = ${broker} and twin.id <> ${id}
        and ${isOpen} and twin.kind = 'gtt-place'
        and twin.request->'gtt' @> ${JSON.stringify(sharedByGttTwins(request.gtt))}::jsonb`;
  }
  if (!isPlacing(request)) return undefined;
  const prices = pricesOf(request.order);
  const alike = sql`(twin.request->'order' @> ${JSON.stringify(prices)}::jsonb
    or twin.request->'order'->>'type' in (${String(MARKET)}, ${String(STOP)}))`;
  return sql`
    select twin.id from order_intent twin
    where twin.account_id = ${accountId} and twin.broker = ${broker} and twin.id <> ${id}
      and ${isOpen} and twin.kind in ('place', 'exit')
      and twin.request->'order' @> ${JSON.stringify(sharedByTwins(request.order))}::jsonb
      ${prices === undefined ? sql`` : sql`and ${alike}`}`;
}
