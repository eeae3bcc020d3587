import { createHash, randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { migrate, readMigrations } from "../../../platform/database/migrations.ts";
import { onEachDatabase, openTestDatabase } from "../../../testing/processes/databases.ts";
import { temporaryFolder } from "../../../testing/temporary-folder.ts";
import { checkChains, exportChain } from "./chain.ts";
import { newSubmission, newTag } from "./intent.ts";
import { createIntentRepository, type NewIntent } from "./intent-repository.ts";
import type { IntentRequest } from "./intent-request.ts";

const NOW = new Date("2026-11-24T04:00:00.123Z");
const request = { kind: "place", order: { qty: 65, limitPrice: 24.05 } } as unknown as IntentRequest;

onEachDatabase("the chain of orders", (database) => {
  const [asha, ravi] = [randomUUID(), randomUUID()];

  const ask = (accountId: string): NewIntent => ({
    ...{ id: randomUUID(), accountId, ownerHash: Buffer.alloc(32, 7), broker: "zerodha", connection: randomUUID() },
    ...{ client: "c", item: 0, kind: "place", tag: newTag(), exchange: "NSE", request, refusal: undefined },
  });
  /** Placed: three steps. @returns the intent's id. */
  async function place(accountId: string): Promise<string> {
    const intents = createIntentRepository(database().orm);
    const recorded = await intents.record(newSubmission(), [ask(accountId)], NOW);
    const intent = (recorded.kind === "fresh" && recorded.intents[0]) || expect.unreachable();
    expect(await intents.claim(intent, NOW)).toBe(true);
    await intents.settle(intent.id, { state: "placed", orderId: "1", message: "नमस्ते", now: NOW, checkAt: null });
    return intent.id;
  }
  const sql = async (text: string, ...values: unknown[]) => (await database().pool.query(text, values)).rows;
  /** As somebody who may do anything with the database. */
  async function tamper(text: string): Promise<void> {
    await sql("alter table order_event disable trigger user");
    await sql(text);
    await sql("alter table order_event enable trigger user");
  }
  const faults = async () =>
    (await checkChains(database().orm)).faults.map(({ place: at, words }) => [at, words] as const);

  beforeEach(async () => {
    await tamper("truncate order_event, order_intent, order_chain");
    for (const [n, id] of [asha, ravi].entries()) {
      await sql(
        `insert into account (id, email, name, password_hash, referral_code, created_at)
         values ($1, $2, 'A', 'argon', $3, now()) on conflict do nothing`,
        ...[id, `chain${n}@example.com`, `chain${n}`],
      );
    }
    await place(asha);
    await Promise.all([place(asha), place(asha), place(ravi)]);
  });

  test("steps that are written at once are one chain of each account, and nothing is found in it", async () => {
    const { head } = (await exportChain(database().orm, asha)) ?? expect.unreachable();
    expect(await checkChains(database().orm, head.toUpperCase())).toEqual({
      ...{ chains: 2, steps: 12, faults: [], hasHead: true },
    });
  });

  test("an export can be checked without us", async () => {
    const { steps, head, length } = (await exportChain(database().orm, asha)) ?? expect.unreachable();
    let before = Buffer.alloc(32);
    for (const { text, hash } of steps) {
      before = createHash("sha256").update(before).update(text, "utf8").digest();
      expect(hash).toBe(before.toString("hex"));
    }
    expect([before.toString("hex"), steps.length]).toEqual([head, length]);
    expect(JSON.parse(steps[0]?.text ?? "")).toMatchObject({
      at: "2026-11-24T04:00:00.123000Z",
      state: "new",
      request,
    });
    expect(await exportChain(database().orm, randomUUID())).toBeUndefined();
  });

  test.each([
    ["message", "update order_event set message = 'Another' where place = 4 and chain = %", [[4, "changed"]]],
    [
      "time",
      "update order_event set at = at + interval '1 microsecond' where place = 9 and chain = %",
      [[9, "changed"]],
    ],
    ["step that is taken out", "delete from order_event where place = 5 and chain = %", [[5, "missing"]]],
    ["first step that is taken out", "delete from order_event where place = 1 and chain = %", [[1, "missing"]]],
    ["end that is cut off", "delete from order_event where place > 7 and chain = %", [[8, "missing"]]],
    ["chain's row that is taken out", "delete from order_chain where id = %", [[9, "changed"]]],
    [
      "step that is put at the end",
      `insert into order_event (intent_id, at, state, message, chain, place, hash)
       select intent_id, at, state, message, chain, 10, sha256(hash || convert_to(message, 'UTF8'))
       from order_event where place = 9 and chain = %`,
      [
        [10, "changed"],
        [10, "changed"],
      ],
    ],
    [
      "step that is put before the first",
      `insert into order_event (intent_id, at, state, message, chain, place, hash)
       select intent_id, at, state, message, chain, 0, hash from order_event where place = 3 and chain = %`,
      [[0, "changed"]],
    ],
  ])("finds a changed %s", async (_, statement, expected) => {
    const [chain] = await sql("select id from order_chain where account_id = $1", asha);
    await tamper(statement.replace("%", `'${chain.id}'`));
    const found = (await faults()).filter(([at]) => at !== undefined);
    expect(found).toEqual(expected.map(([at, word]) => [at, expect.stringContaining(String(word))]));
  });

  test("finds an order that asks for something else, is in another state, is gone, or was put in", async () => {
    await sql(`update order_intent set request = jsonb_set(request, '{order,qty}', '650') where account_id = $1`, ravi);
    expect(await faults()).toEqual([1, 2, 3].map((at) => [at, expect.stringContaining("changed")]));
    await sql(`update order_intent set request = jsonb_set(request, '{order,qty}', '65') where account_id = $1`, ravi);
    await sql("update order_intent set state = 'refused' where account_id = $1", ravi);
    expect(await faults()).toEqual([[undefined, expect.stringContaining("not where its last step left it")]]);
    await sql("delete from order_intent where account_id = $1", ravi);
    expect(await faults()).toEqual([1, 2, 3].map((at) => [at, expect.stringContaining("gone")]));
  });

  test("a chain that was written anew as a whole lacks the head that an export named", async () => {
    const { head } = (await exportChain(database().orm, asha)) ?? expect.unreachable();
    await tamper("truncate order_event, order_intent, order_chain");
    await place(asha);
    expect(await checkChains(database().orm, head)).toMatchObject({ faults: [], hasHead: false });
  });

  test("the chain of an account that is deleted stays whole, and goes on with what is found out later", async () => {
    const intents = createIntentRepository(database().orm);
    const recorded = await intents.record(newSubmission(), [ask(asha)], NOW);
    const { id } = (recorded.kind === "fresh" && recorded.intents[0]) || expect.unreachable();
    const { head } = (await exportChain(database().orm, asha)) ?? expect.unreachable();
    await sql("delete from account where id = $1", asha);
    expect(await intents.settle(id, { state: "void", message: "", now: NOW, checkAt: null })).toBeDefined();
    expect(await checkChains(database().orm, head)).toEqual({ chains: 2, steps: 14, faults: [], hasHead: true });
  });
});

test("steps that were written before there was a chain are one from then on", async () => {
  const database = await openTestDatabase(undefined, temporaryFolder(), "none");
  try {
    const before = readMigrations().filter(({ name }) => name < "0060");
    await migrate(database, before);
    await database.pool.query(`
      insert into order_intent (id, owner_hash, broker, connection, client, key, batch, item, body_hash, kind, tag, exchange,
        request, state, created_at, sent_at, changed_at)
      select gen_random_uuid(), '\\x01', 'zerodha', gen_random_uuid(), 'c', 'press', 0, n, '\\x02', 'place', 'S' || n, 'NSE',
        '{}', 'placed', now(), now(), now() from generate_series(1, 3) n`);
    await database.pool.query(`
      insert into order_event (intent_id, at, state, message)
      select id, now(), step, '' from order_intent, unnest(array['new', 'sending', 'placed']) step`);
    await migrate(database);
    expect(await checkChains(database.orm)).toMatchObject({ chains: 3, steps: 9, faults: [] });
    await expect(database.pool.query("update order_event set message = 'x'")).rejects.toThrow("append-only");
  } finally {
    await database.close();
  }
});
