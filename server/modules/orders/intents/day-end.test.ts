/** What is not confirmed when its day ends: it is said, and stands in nobody's way. */
import { randomUUID } from "node:crypto";
import { Registry } from "prom-client";
import { beforeEach, expect, test } from "vitest";
import type { BookGtt, GttOrder } from "#contract/domain/orders/gtt.ts";
import { type BookOrder, PENDING, SELL } from "#contract/domain/orders/order.ts";
import { epochMs } from "#contract/domain/units.ts";
import type { UserEvent } from "#contract/wire/socket-events.ts";
import type { Connection } from "../../../brokers/connections.ts";
import { BrokerError, type BrokerPort } from "../../../brokers/port.ts";
import { silentLog } from "../../../platform/log.ts";
import { newsAfter } from "../../../platform/news/news-store.ts";
import { accountRow } from "../../../testing/brokers/account-row.ts";
import { childOrder, QUOTED_CALL } from "../../../testing/brokers/child-order.ts";
import { sessionOf } from "../../../testing/brokers/fault-broker.ts";
import { createManualClock, type ManualClock } from "../../../testing/manual-clock.ts";
import { onEachDatabase } from "../../../testing/processes/databases.ts";
import { createOrdersMetrics } from "../orders-metrics.ts";
import { booksEnd } from "../trading-day.ts";
import { newSubmission, newTag } from "./intent.ts";
import { createIntentRepository } from "./intent-repository.ts";
import type { IntentRequest } from "./intent-request.ts";
import { createOrderNews } from "./order-news.ts";
import { createResolver } from "./resolver.ts";

const HOUR_MS = 3600_000;
const order = childOrder({ contract: QUOTED_CALL, lot: 75 });
const EXIT: IntentRequest = { kind: "exit", order };
const ANOTHER: IntentRequest = { kind: "place", order: { ...order, qty: 75 } };
const gtt: GttOrder = {
  ...{ contract: QUOTED_CALL, lot: 75, tick: 0.05, side: SELL, productType: "MARGIN", qty: 75, lastPrice: 99.5 },
  legs: [{ trigger: 80, limit: 78 }],
};
const GTT: IntentRequest = { kind: "gtt-place", gtt };
const LOST = /^Never confirmed, and no longer looked for/;

onEachDatabase("an intent that is not confirmed when its day ends", (database) => {
  let asha: string;
  let clock: ManualClock;
  let book: readonly BookOrder[] | undefined;
  let gtts: readonly BookGtt[] | undefined;
  let echoesTag: boolean;
  /** Beside what is written down with the intents. */
  let told: (readonly [account: string, event: UserEvent])[];
  let resolver: ReturnType<typeof createResolver>;
  /** What happens while the book is read. */
  let meanwhile: () => Promise<void>;
  const intents = () => createIntentRepository(database().orm);
  const now = () => new Date(clock.now());

  beforeEach(async () => {
    asha = await accountRow(database());
    await database().pool.query("update order_intent set check_at = null");
    // 15:29 IST.
    clock = createManualClock(epochMs(Date.UTC(2026, 6, 27, 9, 59)));
    [book, gtts, echoesTag, told] = [undefined, undefined, true, []];
    meanwhile = async () => undefined;
    const read = <Rows>(rows: Rows | undefined): Rows => {
      if (rows === undefined) throw new BrokerError("away", "The broker does not answer");
      return rows;
    };
    const port = {
      get facts() {
        return { echoesTag, latestMs: 0 };
      },
      async orders() {
        await meanwhile();
        return read(book);
      },
      gtt: { list: async () => read(gtts) },
    } as unknown as BrokerPort;
    const session = { ...sessionOf("asha"), broker: "zerodha" };
    const connection = { id: randomUUID(), accountId: asha, port, session, startedAt: new Date(0) } as Connection;
    resolver = createResolver({
      ...{ intents: intents(), clock, log: silentLog, dayEnds: booksEnd, metrics: createOrdersMetrics(new Registry()) },
      connections: { live: async () => connection, expired: async () => undefined },
      news: createOrderNews(
        { tellUser: async (account, event) => void told.push([account, event]), wake: async () => undefined },
        silentLog,
      ),
    });
  });

  async function record(request: IntentRequest) {
    const shared = {
      id: randomUUID(),
      accountId: asha,
      ownerHash: Buffer.alloc(32, 7),
      broker: "zerodha",
      client: "c",
    };
    const recorded = await intents().record(
      newSubmission(),
      [
        {
          ...{
            ...shared,
            connection: randomUUID(),
            item: 0,
            kind: request.kind,
            tag: newTag(),
            exchange: "NSE",
            request,
          },
          refusal: undefined,
        },
      ],
      now(),
    );
    return (recorded.kind === "fresh" && recorded.intents[0]) || expect.unreachable();
  }
  const sending = async (request: IntentRequest) => {
    const intent = await record(request);
    expect(await intents().claim(intent, now(), true)).toBe(true);
    return intent;
  };
  const unknown = async (request: IntentRequest) => {
    const intent = await sending(request);
    const checkAt = new Date(clock.now() + 1000);
    await intents().settle(intent.id, { state: "unknown", message: "Not confirmed", now: now(), checkAt });
    return intent;
  };
  const fateOf = async (id: string) => (await intents().byIds([id]))[0] ?? expect.unreachable();
  async function pass(hours: number, steps: number): Promise<void> {
    for (let step = 0; step < steps; step++) {
      clock.advance((hours * HOUR_MS) / steps);
      await resolver.run();
    }
  }
  const booked = (tag: string) => ({ ...order, id: "1", tag, status: PENDING, message: "" }) as unknown as BookOrder;

  test("is told as never confirmed, and holds up none that looks alike from then on", async () => {
    const lost = await unknown(EXIT);
    const [alike, exit, later] = [await record({ kind: "place", order }), await record(EXIT), await record(EXIT)];
    await pass(0.5, 4);
    expect(await intents().claim(alike, now(), true)).toBe(false);
    // What leads out waits only for one that is being sent.
    expect(await intents().claim(exit, now(), true)).toBe(true);
    expect(await intents().claim(later, now(), true)).toBe(false);
    await intents().settle(exit.id, { state: "refused", message: "No margin", now: now(), checkAt: null });
    expect(await intents().twinsOf(exit, "doubt")).toMatchObject([{ id: lost.id }]);
    await pass(2, 4);
    expect(await fateOf(lost.id)).toMatchObject({
      state: "unknown",
      checkAt: null,
      message: expect.stringMatching(LOST),
    });
    const written = (await newsAfter(database().orm, 0)).filter(({ accountId }) => accountId === asha);
    expect(written.at(-1)?.event).toMatchObject({ state: "unknown", message: expect.stringMatching(LOST) });
    expect(await intents().twinsOf(alike, "start")).toEqual([]);
    clock.advance(240 * HOUR_MS);
    expect(await intents().claim(alike, now(), true)).toBe(true);
  });

  test("is none of exits that look alike, where books give no tags back: each has an order of the book, or did not arrive", async () => {
    echoesTag = false;
    const exits = [await unknown(EXIT), await unknown(EXIT), await unknown(EXIT)];
    book = ["1", "2"].map((id) => ({ ...booked(""), id, orderDateTime: "2026-07-27 15:29:01" }));
    await pass(0.1, 12);
    const fates = await Promise.all(exits.map(({ id }) => fateOf(id)));
    expect(fates.map(({ state, orderId }) => `${state} ${orderId}`).toSorted()).toEqual([
      "absent null",
      "placed 1",
      "placed 2",
    ]);
  });

  test("is given up before by its user's word, a minute after it was sent: one that looks alike may go, and what comes after all is told", async () => {
    const [lost, exit] = [await unknown(ANOTHER), await unknown(EXIT)];
    const alike = await record(ANOTHER);
    const missed = ({ key }: typeof lost, item = 0) => resolver.missed(asha, key, [{ batch: 0, item }]);
    await missed(lost);
    expect((await fateOf(lost.id)).state).toBe("unknown");
    clock.advance(60_000);
    await missed(lost, 1);
    await resolver.missed(await accountRow(database()), lost.key, [{ batch: 0, item: 0 }]);
    await missed(exit);
    for (const { id } of [lost, exit]) expect((await fateOf(id)).state).toBe("unknown");
    expect(await intents().claim(alike, now(), true)).toBe(false);
    await missed(lost);
    const byWord = { state: "absent", message: expect.stringContaining("by your word") };
    expect(await fateOf(lost.id)).toMatchObject(byWord);
    const written = (await newsAfter(database().orm, 0)).filter(({ accountId }) => accountId === asha);
    expect(written.at(-1)?.event).toMatchObject({ key: lost.key, ...byWord });
    expect(await intents().claim(alike, now(), true)).toBe(true);
    book = [booked(lost.tag)];
    await pass(0.05, 6);
    expect(await fateOf(lost.id)).toMatchObject({ state: "placed", orderId: "1" });
    const message = expect.stringMatching(/^Buy 75 NIFTY .* has reached the broker after all: look at your orders$/);
    const toast = expect.objectContaining({ type: "warning" });
    expect(told).toEqual([[asha, { type: "rejected", message, toast }]]);
    await missed(lost);
    expect((await fateOf(lost.id)).state).toBe("placed");
  });

  test("is told as having reached the broker after all, also where its user gave it up while the book was read", async () => {
    const lost = await unknown(ANOTHER);
    clock.advance(60_000);
    book = [booked(lost.tag)];
    meanwhile = () => resolver.missed(asha, lost.key, [{ batch: 0, item: 0 }]);
    await resolver.run();
    expect((await fateOf(lost.id)).state).toBe("placed");
    expect(told).toMatchObject([[asha, { type: "rejected", message: expect.stringContaining("after all") }]]);
  });

  test("is looked for by a server that starts after it, as often as any other", async () => {
    const [there, gone] = [await sending(EXIT), await sending(ANOTHER)];
    clock.advance(3 * HOUR_MS);
    await resolver.recover(0);
    book = [booked(there.tag)];
    await pass(0.1, 12);
    expect((await fateOf(there.id)).state).toBe("placed");
    expect((await fateOf(gone.id)).state).toBe("absent");
    expect(told).toEqual([]); // what was only in doubt is no surprise
  });

  test("is not called absent because the next day's book does not have it", async () => {
    const [left, looked] = [await sending(EXIT), await unknown(ANOTHER)];
    for (let reads = 0; reads < 2; reads++) {
      await intents().looked(looked.id, { isGood: true, checkAt: new Date(clock.now() + 60_000) });
    }
    clock.advance(18 * HOUR_MS);
    book = [];
    await resolver.recover(0);
    await resolver.run();
    for (const { id } of [left, looked]) {
      expect(await fateOf(id)).toMatchObject({ state: "unknown", checkAt: null, message: expect.stringMatching(LOST) });
    }
  });

  test("and rests at the broker is looked for until the list has told, days later", async () => {
    const [there, gone] = [await unknown(GTT), await unknown({ kind: "gtt-place", gtt: { ...gtt, side: 1 } })];
    const alike = await record(GTT);
    book = [];
    await pass(24, 96);
    expect(await intents().twinsOf(alike, "start")).toMatchObject([{ id: there.id }]);
    const createdAt = "2026-07-27 15:29:01";
    gtts = [{ ...gtt, id: "g", status: "active", createdAt, message: "" } as unknown as BookGtt];
    await pass(1, 6);
    expect(await fateOf(there.id)).toMatchObject({ state: "placed", orderId: "g" });
    expect((await fateOf(gone.id)).state).toBe("absent");
    expect(await intents().twinsOf(alike, "start")).toEqual([]);
  });
});
