/** What a backup cannot know of orders: it stopped in the middle of them, and brokers went on. */
import type pg from "pg";

/** Nothing that was to be sent is sent later; of what was being sent nobody knows; connections to brokers are over. */
const STATEMENTS = [
  `with moved as (
     update order_intent set state = 'void', message = 'Not sent: the server was restored from a backup', changed_at = now()
     where state = 'new' returning id, state, message)
   insert into order_event (intent_id, at, state, message) select id, now(), state, message from moved`,
  `with moved as (
     update order_intent set state = 'unknown', changed_at = now(), check_at = now(),
       message = 'Not confirmed: the server was restored from a backup while it was being sent'
     where state = 'sending' returning id, state, message)
   insert into order_event (intent_id, at, state, message) select id, now(), state, message from moved`,
  "update broker_session set ended_at = now(), end_reason = 'restored', sealed = null where ended_at is null",
  "delete from broker_attempt",
];

/** Within the transaction that restores. */
export async function settleOrders(client: pg.PoolClient): Promise<void> {
  for (const statement of STATEMENTS) await client.query(statement);
}
