/** What the broker took: it is watched, and its user is told where it comes to nothing after all. */
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
