/** What is not confirmed is found out, account by account. What the broker took is watched: its user is told where it comes to nothing. */
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { type BookOrder, PENDING, REJECTED } from "#contract/domain/orders/order.ts";
import type { Connection } from "../../../brokers/connections.ts";
import type { BrokerPort } from "../../../brokers/port.ts";
import { silentLog } from "../../../platform/log.ts";
import { childOrder, QUOTED_CALL } from "../../../testing/brokers/child-order.ts";
import { FaultBroker, sessionOf } from "../../../testing/brokers/fault-broker.ts";
import { createManualClock } from "../../../testing/manual-clock.ts";
import { createOrdersMetrics } from "../orders-metrics.ts";
import type { Intent } from "./intent.ts";
import type { IntentRepository } from "./intent-repository.ts";
import type { IntentRequest } from "./intent-request.ts";
import { createOrderNews, stateNews } from "./order-news.ts";
import { createResolver } from "./resolver.ts";

const order = childOrder({ contract: QUOTED_CALL, lot: 75, qty: 1875 });
const PENDING_ORDER = { ...order, id: "1", status: PENDING, tradedPrice: 0, message: "" } as unknown as BookOrder;

/** Two intents that the broker took just now, and its book. @param before orders as they were when they were changed here */
function watch(request: IntentRequest, before: readonly BookOrder[] = []) {
  const clock = createManualClock();
  const session = sessionOf("asha");
  const { facts } = new FaultBroker({ clock, random: () => 0.5, isFaulty: false });
  const watched = { booked: PENDING_ORDER, looks: [] as number[], told: [] as object[] };
  const port = { facts, orders: async () => [watched.booked] } as unknown as BrokerPort;
  const connection = { id: "c", accountId: "asha", port, session, startedAt: new Date(0) } as Connection;
  const sentAt = new Date(clock.now());
  let intent = {
    ...{ id: "i", accountId: "asha", broker: session.broker, kind: request.kind, key: "k", batch: 0, item: 0 },
    ...{ request, tag: "SA", state: "placed", orderId: "1", message: "", createdAt: sentAt, sentAt, changedAt: sentAt },
  } as Intent;
  let dueAt: number = clock.now();
  const intents: Partial<IntentRepository> = {
    claimDue: async () => (intent.state === "placed" && dueAt <= clock.now() ? [intent, { ...intent, id: "j" }] : []),
    confirmedIds: async () => ["1"],
    unchanged: async () => before,
    async looked(id, { checkAt }) {
      dueAt = checkAt?.getTime() ?? Number.POSITIVE_INFINITY;
      if (id === "i") watched.looks.push((dueAt - clock.now()) / 1000);
    },
    async reject(id, message) {
      intent = { ...intent, state: "refused", message };
      const told = stateNews(intent);
      if (told !== undefined) watched.told.push({ account: told.accountId, ...told.event });
      return { ...intent, id };
    },
  };
  const news = createOrderNews(
    {
      tellUser: async (account, event) => void watched.told.push({ account, ...event }),
      wake: async () => undefined,
    },
    silentLog,
  );
  const resolver = createResolver({
    ...{ intents: intents as IntentRepository, news, clock, log: silentLog },
    connections: { live: async () => connection, expired: async () => undefined },
    metrics: createOrdersMetrics(new Registry()),
    dayEnds: (at) => at + 3600_000,
  });
  const after = async (seconds: number): Promise<void> => {
    clock.advance(seconds * 1000);
    await resolver.run();
  };
  return { watched, after };
}

test("a stop that is rejected when it triggers, minutes later, is told in the broker's words, once for all parts", async () => {
  const { watched, after } = watch({ kind: "place", order });
  for (const seconds of [0, 2, 8, 20]) await after(seconds);
  expect(watched.looks).toEqual([2, 8, 20, 60]);
  expect(watched.told).toEqual([]);
  watched.booked = { ...PENDING_ORDER, status: REJECTED, message: "RMS: margin exceeds" };
  await after(60);
  expect(watched.told).toEqual([
    expect.objectContaining({ type: "order", state: "refused", message: "RMS: margin exceeds" }),
    expect.objectContaining({ type: "order", state: "refused" }),
    {
      ...{ account: "asha", type: "rejected" },
      message: "Buy 1,875 NIFTY 28 Jul 910 CE x 2 was rejected: RMS: margin exceeds",
    },
  ]);
});

const change = { qty: order.qty, type: order.type, limitPrice: order.limitPrice + 1, stopPrice: 0, disclosedQty: 0 };
const CHANGED = { kind: "modify", order: PENDING_ORDER, change } as const;

test.each([
  ["change", "as it was", CHANGED],
  ["cancellation", "open", { kind: "cancel", order: PENDING_ORDER }],
] as const)("a %s that was taken and is not in the book half a minute later is told", async (what, is, request) => {
  const { watched, after } = watch(request);
  for (const seconds of [0, 2, 8]) await after(seconds);
  expect(watched.told).toEqual([]);
  await after(20);
  const message = `The broker took the ${what} of Buy 1,875 NIFTY 28 Jul 910 CE, and its book still has the order ${is}: look at it`;
  expect(watched.told).toEqual([
    { account: "asha", type: "rejected", message },
    { account: "asha", type: "rejected", message },
  ]);
  expect(watched.looks.at(-1)).toBe(Number.POSITIVE_INFINITY);
});

test("a change that was changed back since is no news", async () => {
  const { watched, after } = watch(CHANGED, [{ ...PENDING_ORDER, limitPrice: change.limitPrice }]);
  await after(30);
  expect(watched.told).toEqual([]);
  expect(watched.looks).toEqual([Number.POSITIVE_INFINITY]);
});

/** One intent of each user that nobody has confirmed; the book of a broker that numbers orders anew. */
function doubt(users: readonly string[]) {
  const clock = createManualClock();
  const { facts } = new FaultBroker({ clock, random: () => 0.5, isFaulty: false });
  const sentAt = new Date(clock.now());
  const rows = new Map(
    users.map((accountId) => {
      const shared = { ...{ id: accountId, accountId, kind: "place", request: { kind: "place", order }, tag: "SA" } };
      const times = { createdAt: sentAt, sentAt, changedAt: sentAt, goodReads: 0 };
      return [accountId, { ...shared, ...times, broker: "zerodha", state: "unknown" } as unknown as Intent];
    }),
  );
  const due = new Map<string, number>(users.map((id) => [id, clock.now()]));
  const world = {
    ...{ book: [] as BookOrder[], known: [] as string[], settled: [] as string[], reads: [] as string[] },
    renumbers: false,
  };
  const live = async (accountId: string) => {
    const port = {
      facts: { ...facts, renumbers: world.renumbers },
      async orders() {
        world.reads.push(accountId);
        if (accountId === "asha" && users.length > 1) await new Promise(() => undefined);
        return world.book;
      },
    } as unknown as BrokerPort;
    return { id: "c", accountId, port, session: sessionOf(accountId), startedAt: new Date(0) } as Connection;
  };
  const intents: Partial<IntentRepository> = {
    async claimDue(now, again, _, busy = []) {
      const ids = users.filter(
        (id) => (due.get(id) ?? Number.POSITIVE_INFINITY) <= now.getTime() && !busy.includes(id),
      );
      for (const id of ids) due.set(id, again.getTime());
      return ids.flatMap((id) => rows.get(id) ?? []);
    },
    abandoned: async () => [],
    confirmedIds: async () => world.known,
    async looked(id, { isGood, checkAt }) {
      const row = rows.get(id) ?? expect.unreachable();
      rows.set(id, { ...row, goodReads: row.goodReads + (isGood ? 1 : 0) });
      due.set(id, checkAt?.getTime() ?? Number.POSITIVE_INFINITY);
    },
    async settle(id, { state }) {
      world.settled.push(`${id} ${state}`);
      due.delete(id);
      const row = rows.get(id) ?? expect.unreachable();
      return { ...row, was: row.state, state };
    },
  };
  const resolver = createResolver({
    ...{ intents: intents as IntentRepository, clock, log: silentLog },
    news: { settled: async () => undefined, turned: async () => undefined, notInBook: async () => undefined },
    connections: { live, expired: async () => undefined },
    metrics: createOrdersMetrics(new Registry()),
    dayEnds: (at) => at + 3600_000,
  });
  async function pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      clock.advance(1000);
      for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    }
  }
  return { world, resolver, pass };
}

test("one account's broker that hangs keeps no other account waiting, and is asked nothing twice meanwhile", async () => {
  const { world, resolver, pass } = doubt(["asha", "ravi"]);
  resolver.start();
  await pass(61);
  expect(world.settled).toEqual(["ravi absent"]);
  expect(world.reads.filter((id) => id === "asha")).toEqual(["asha"]);
});

const ANOTHER = { ...PENDING_ORDER, id: "2", tag: "" };

test.each([
  [false, [ANOTHER], []],
  [true, [ANOTHER], ["asha absent"]],
  // Empty, or cut off.
  [true, [], []],
])(
  "a book that lacks a known order proves nothing; where orders are numbered anew (%s), for two minutes",
  async (renumbers, book, settled) => {
    const { world, resolver, pass } = doubt(["asha"]);
    world.book = book;
    world.known = ["numbered anew since"];
    world.renumbers = renumbers;
    resolver.start();
    await pass(125);
    expect(world.settled).toEqual([]);
    await pass(120);
    expect(world.settled).toEqual(settled);
  },
);
