/** A backup that was made in the middle of orders: what becomes of them where it is restored: the last step within its transaction. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkChains } from "../../modules/orders/intents/chain.ts";
import type { Database } from "../../platform/database/db.ts";
import { migrate } from "../../platform/database/migrations.ts";
import { openTestDatabase } from "../../testing/processes/databases.ts";
import { settleOrders } from "./settle-orders.ts";

const ASHA = "11111111-1111-4111-8111-111111111111";
const STATES = ["new", "sending", "placed", "unknown", "refused"];
let database: Database;
beforeAll(async () => {
  database = await openTestDatabase(undefined);
  await migrate(database);
});
afterAll(() => database.close());

/** One intent in each state, as its first event says, and a connection with an attempt at another. */
async function fill({ pool }: Database): Promise<void> {
  await pool.query(
    `insert into account (id, email, name, password_hash, referral_code, created_at)
     values ($1, 'asha@example.com', 'Asha', 'argon', 'aaa', now())`,
    [ASHA],
  );
  await pool.query(
    `insert into order_intent (id, account_id, owner_hash, broker, connection, client, key, batch, item, body_hash, kind,
       tag, exchange, request, state, created_at, sent_at, changed_at)
     select gen_random_uuid(), $1, '\\x01', 'zerodha', gen_random_uuid(), 'c', 'press', 0, n, '\\x02', 'place',
       'S' || n, 'NSE', '{}', state, now(), now(), now()
     from unnest($2::text[]) with ordinality as one(state, n)`,
    [ASHA, STATES],
  );
  await pool.query(
    "insert into order_event (intent_id, at, state, message) select id, now(), state, message from order_intent order by item",
  );
  await pool.query(
    `insert into broker_session (id, account_id, login_session, broker, client, broker_user_id, name, sealed, started_at, ends_at)
     values (gen_random_uuid(), $1, gen_random_uuid(), 'zerodha', 'c', 'ZQ1', 'asha', '\\x03', now(), now() + interval '1 hour')`,
    [ASHA],
  );
  await pool.query("insert into broker_attempt values ('\\x04', $1, 'zerodha', '\\x05', now() + interval '1 hour')", [
    ASHA,
  ]);
}

test("nothing is sent later, what was on its way is not confirmed and looked up, and connections are over", async () => {
  await fill(database);
  const client = await database.pool.connect();
  await settleOrders(client);
  client.release();

  const { pool } = database;
  const { rows } = await pool.query("select state, check_at is not null as due from order_intent order by item");
  expect(rows).toEqual([
    { state: "void", due: false },
    { state: "unknown", due: true },
    ...STATES.slice(2).map((state) => ({ state, due: false })),
  ]);
  const { rows: events } = await pool.query("select state, message <> '' as explained from order_event order by id");
  expect(events.map(({ state }) => state)).toEqual([...STATES, "void", "unknown"]);
  expect(events.filter(({ explained }) => explained)).toHaveLength(2);
  expect((await checkChains(database.orm)).faults).toEqual([]);
  const { rows: sessions } = await pool.query(
    "select end_reason, sealed, ended_at is not null as ended from broker_session",
  );
  expect(sessions).toEqual([{ end_reason: "restored", sealed: null, ended: true }]);
  expect((await pool.query("select 1 from broker_attempt")).rows).toEqual([]);
});
