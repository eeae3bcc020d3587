import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { BookOrder } from "#contract/domain/orders/order.ts";
import { epochMs } from "#contract/domain/units.ts";
import type { Connection } from "../../../brokers/connections.ts";
import { newsAfter } from "../../../platform/news/news-store.ts";
import { accountRow } from "../../../testing/brokers/account-row.ts";
import { childOrder, QUOTED_CALL } from "../../../testing/brokers/child-order.ts";
import { onEachDatabase } from "../../../testing/processes/databases.ts";
import { createWatchRepository } from "../watching/watch-repository.ts";
import { newSubmission, newTag, type Submission } from "./intent.ts";
import { createIntentRepository, type NewIntent } from "./intent-repository.ts";
import type { IntentRequest } from "./intent-request.ts";
import { createLedger } from "./ledger.ts";

const NOW = new Date("2026-11-24T04:00:00.123Z");
const request = { kind: "place", order: { qty: 65, limitPrice: 24.05 } } as unknown as IntentRequest;

const ASKED: Omit<NewIntent, "id" | "accountId" | "tag"> = {
  ...{ ownerHash: Buffer.alloc(32, 7), broker: "zerodha", connection: randomUUID(), client: "c" },
  ...{ item: 0, kind: "place", exchange: "NSE", request, refusal: undefined },
};

onEachDatabase("the orders of a day", (database) => {
  test("of presses that are written down at once no more go than the limit has", async () => {
    const intents = createIntentRepository(database().orm);
    const accountId = await accountRow(database());
    const day = { since: new Date(NOW.getTime() - 1000), most: 5, refusal: "Your limit is 5 orders a day" };
    const press = newSubmission();
    const record = (submission = newSubmission()) => {
      const rows = [0, 1].map((item) => ({ ...ASKED, item, accountId, id: randomUUID(), tag: newTag() }));
      return intents.record(submission, rows, NOW, { day });
    };
    const recorded = await Promise.all([record(press), record(), record(), record()]);
    const all = recorded.flatMap((one) => (one.kind === "fresh" ? one.intents : expect.unreachable()));
    expect(all.map(({ state }) => state).toSorted()).toEqual([...Array(5).fill("new"), ...Array(3).fill("refused")]);
    expect(new Set(all.map(({ message }) => message))).toEqual(new Set(["", day.refusal]));
    expect(await intents.countSince(accountId, day.since)).toBe(5);
    // The same press again is answered with what it came to.
    expect(await record(press)).toMatchObject({ kind: "known", intents: [{ item: 0 }, { item: 1 }] });
  });
});

onEachDatabase("what is claimed", (database) => {
  test.each([false, true])("goes to one caller, once, whatever becomes of it (alone: %s)", async (isAlone) => {
    const intents = createIntentRepository(database().orm);
    const accountId = await accountRow(database());
    const order = childOrder({ contract: QUOTED_CALL, lot: 75 });
    const row = { ...ASKED, request: { kind: "place", order } as const, accountId, id: randomUUID(), tag: newTag() };
    const recorded = await intents.record(newSubmission(), [row], NOW);
    const intent = (recorded.kind === "fresh" && recorded.intents[0]) || expect.unreachable();
    const claim = () => intents.claim(intent, NOW, isAlone);
    expect((await Promise.all([claim(), claim(), claim()])).filter(Boolean)).toHaveLength(1);
    expect(await claim()).toBe(false);
    for (const state of ["unknown", "absent", "placed"] as const) {
      await intents.settle(row.id, { state, message: "", now: NOW, checkAt: null });
      expect([(await intents.byIds([row.id]))[0]?.state, await claim()]).toEqual([state, false]);
    }
  });
});

onEachDatabase("the ledger of an account", (database) => {
  test("has the orders of its day but those of the press that asks, and reads the book only where one is in doubt", async () => {
    const { orm } = database();
    const intents = createIntentRepository(orm);
    const accountId = await accountRow(database());
    const press = newSubmission();
    const row = { ...ASKED, accountId, id: randomUUID(), tag: newTag() };
    const recorded = await intents.record(press, [row], NOW);
    const intent = (recorded.kind === "fresh" && recorded.intents[0]) || expect.unreachable();
    let reads = 0;
    const port = {
      facts: { echoesTag: true },
      async orders() {
        reads++;
        return [];
      },
    };
    const connection = { accountId, port, session: { broker: "zerodha" } } as unknown as Connection;
    const unseen = async (at: Date, ...asked: [book?: readonly BookOrder[], press?: Submission]) => {
      const ledger = createLedger(orm, { now: () => epochMs(at.getTime()) });
      return (await ledger(connection, ...asked)).unseen.map(({ state }) => state);
    };
    expect([await unseen(NOW), reads]).toEqual([["new"], 0]);
    expect(await unseen(NOW, [], press)).toEqual([]);
    expect(await unseen(NOW, [], newSubmission())).toEqual(["new"]);
    await intents.claim(intent, NOW);
    expect([await unseen(NOW), reads]).toEqual([["sending"], 1]);
    await intents.settle(row.id, { state: "unknown", message: "", now: NOW, checkAt: NOW });
    expect([await unseen(NOW), await unseen(NOW, []), reads]).toEqual([["unknown"], ["unknown"], 2]);
    // Those of an account that is looked at already stay due.
    const own = async (busy: readonly string[]) =>
      (await intents.claimDue(NOW, NOW, 100, busy)).filter((one) => one.accountId === accountId).length;
    expect([await own([accountId]), await own([])]).toEqual([0, 1]);
    expect(await unseen(new Date(NOW.getTime() + 24 * 3600_000))).toEqual([]);
    await intents.giveUp(row.id, "", NOW);
    expect([await unseen(NOW), reads]).toEqual([[], 2]);
  });
});

onEachDatabase("a stop that acts", (database) => {
  test("holds what was pressed before for its strategy, parts that come later, too, and nothing that is pressed after it", async () => {
    const { orm } = database();
    const [intents, watches] = [createIntentRepository(orm), createWatchRepository(orm)];
    const accountId = await accountRow(database());
    const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
    async function record(now: Date, fields: Partial<IntentRequest> = {}, press = newSubmission()) {
      const asked = { ...request, strategy: "fly", ...fields } as IntentRequest;
      const row = { ...ASKED, kind: asked.kind, request: asked, accountId, id: randomUUID(), tag: newTag() };
      const recorded = await intents.record(press, [row], now);
      return (recorded.kind === "fresh" && recorded.intents[0]) || expect.unreachable();
    }
    const press = newSubmission();
    const first = await record(NOW, {}, press);
    const others = [await record(NOW, { strategy: "condor" }), await record(NOW, { kind: "exit" } as never)];
    const watch = { id: randomUUID(), accountId, broker: "zerodha", connection: randomUUID(), strategy: "fly" };
    await watches.arm({ ...watch, stop: 500, target: null }, NOW);
    await watches.acted(watch.id, after(1));
    const rest = await record(after(2), {}, { ...press, batch: 1 });
    const anew = await record(after(2));
    // Another try of the same rule holds nothing more.
    await watches.acted(watch.id, after(3));
    for (const intent of [first, rest]) {
      expect(await intents.claim(intent, after(4))).toBe(false);
      expect(await intents.stopActed(intent)).toBe(true);
    }
    for (const intent of [anew, ...others]) {
      expect(await intents.stopActed(intent)).toBe(false);
      expect(await intents.claim(intent, after(4))).toBe(true);
    }
  });
});

onEachDatabase("what a user is told of an intent", (database) => {
  const asha = randomUUID();
  const asked: NewIntent = {
    ...ASKED,
    ...{ id: randomUUID(), accountId: asha, tag: newTag() },
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
