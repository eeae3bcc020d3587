import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { newsAfter } from "../../../platform/news/news-store.ts";
import { onEachDatabase } from "../../../testing/processes/databases.ts";
import { newSubmission, newTag } from "./intent.ts";
import { createIntentRepository, type NewIntent } from "./intent-repository.ts";
import type { IntentRequest } from "./intent-request.ts";

const NOW = new Date("2026-11-24T04:00:00.123Z");
const request = { kind: "place", order: { qty: 65, limitPrice: 24.05 } } as unknown as IntentRequest;

onEachDatabase("what a user is told of an intent", (database) => {
  const asha = randomUUID();
  const asked: NewIntent = {
    ...{
      id: randomUUID(),
      accountId: asha,
      ownerHash: Buffer.alloc(32, 7),
      broker: "zerodha",
      connection: randomUUID(),
    },
    ...{ client: "c", item: 0, kind: "place", tag: newTag(), exchange: "NSE", request, refusal: undefined },
  };
  const sql = (text: string, ...values: unknown[]) => database().pool.query(text, values);
  const intents = () => createIntentRepository(database().orm);
  const stateOf = async (id: string) => (await intents().byIds([id]))[0]?.state;
  const told = async () => (await newsAfter(database().orm, 0)).filter(({ accountId }) => accountId === asha);

  /** @returns the intent's id. */
  async function sending(): Promise<string> {
    const id = randomUUID();
    const recorded = await intents().record(newSubmission(), [{ ...asked, id, tag: newTag() }], NOW);
    const intent = (recorded.kind === "fresh" && recorded.intents[0]) || expect.unreachable();
    expect(await intents().claim(intent, NOW)).toBe(true);
    return id;
  }

  beforeEach(async () => {
    await sql("delete from news");
    await sql(
      `insert into account (id, email, name, password_hash, referral_code, created_at)
       values ($1, 'told@example.com', 'A', 'argon', 'told', now()) on conflict do nothing`,
      asha,
    );
  });

  test("is written down with the step, once, and needs nobody who lives on to tell it", async () => {
    const id = await sending();
    const placed = { state: "placed", orderId: "1", message: "", now: NOW, checkAt: null } as const;
    expect(await intents().settle(id, placed)).toMatchObject({ state: "placed" });
    expect(await intents().settle(id, placed)).toBeUndefined();
    expect(await intents().reject(id, "RMS", NOW)).toMatchObject({ state: "refused" });
    expect((await told()).map(({ event }) => event)).toMatchObject([
      { type: "order", state: "placed", orderId: "1", message: "" },
      { type: "order", state: "refused", orderId: "1", message: "RMS" },
    ]);
  });

  test("without it there is no step", async () => {
    const id = await sending();
    await sql("alter table news add constraint none check (false) not valid");
    try {
      const settling = { state: "placed", orderId: "1", message: "", now: NOW, checkAt: null } as const;
      await expect(intents().settle(id, settling)).rejects.toThrow();
      expect(await stateOf(id)).toBe("sending");
    } finally {
      await sql("alter table news drop constraint none");
    }
    expect(await told()).toEqual([]);
  });
});
