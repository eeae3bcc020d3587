/** An order that the broker took: it is watched until it is over, and its user is told where it is rejected after all. */
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
import { createOrderNews } from "./order-news.ts";
import { createResolver } from "./resolver.ts";

test("a stop that is rejected when it triggers, minutes later, is told in the broker's words, once for all parts", async () => {
  const clock = createManualClock();
  const order = childOrder({ contract: QUOTED_CALL, lot: 75, qty: 1875 });
  let booked = { ...order, id: "1", status: PENDING, tradedPrice: 0, message: "" } as unknown as BookOrder;
  const { facts } = new FaultBroker({ clock, random: () => 0.5, isFaulty: false });
  const session = sessionOf("asha");
  const port = { facts, orders: async () => [booked] } as unknown as BrokerPort;
  const connection = { id: "c", accountId: "asha", port, session, startedAt: new Date(0) } as Connection;
  const sentAt = new Date(clock.now());
  const request = { kind: "place", order } as const;
  const about = {
    id: "i",
    accountId: "asha",
    broker: session.broker,
    kind: "place",
    key: "k",
    batch: 0,
    item: 0,
  } as const;
  let intent = {
    ...about,
    request,
    tag: "SA",
    state: "placed",
    orderId: "1",
    message: "",
    createdAt: sentAt,
    sentAt,
  } as Intent;
  let dueAt: number = clock.now();
  const looks: number[] = [];
  const intents: Partial<IntentRepository> = {
    claimDue: async () => (intent.state === "placed" && dueAt <= clock.now() ? [intent, { ...intent, id: "j" }] : []),
    confirmedIds: async () => ["1"],
    async looked(id, { checkAt }) {
      dueAt = checkAt?.getTime() ?? Number.POSITIVE_INFINITY;
      if (id === "i") looks.push((dueAt - clock.now()) / 1000);
    },
    async reject(id, message) {
      intent = { ...intent, state: "refused", message };
      return { ...intent, id };
    },
  };
  const told: object[] = [];
  const news = createOrderNews(
    { tellUser: async (account, event) => void told.push({ account, ...event }) },
    silentLog,
  );
  const resolver = createResolver({
    ...{ intents: intents as IntentRepository, news, clock, log: silentLog },
    connections: { live: async () => connection, expired: async () => undefined },
    metrics: createOrdersMetrics(new Registry()),
    dayEnds: (at) => at + 3600_000,
  });
  for (const seconds of [0, 2, 8, 20]) {
    clock.advance(seconds * 1000);
    await resolver.run();
  }
  expect(looks).toEqual([2, 8, 20, 60]);
  expect(told).toEqual([]);
  booked = { ...booked, status: REJECTED, message: "RMS: margin exceeds" };
  clock.advance(60_000);
  await resolver.run();
  expect(told).toEqual([
    expect.objectContaining({ type: "order", state: "refused", message: "RMS: margin exceeds" }),
    expect.objectContaining({ type: "order", state: "refused" }),
    {
      ...{ account: "asha", type: "rejected" },
      message: "Buy 1,875 NIFTY 28 Jul 910 CE x 2 was rejected: RMS: margin exceeds",
    },
  ]);
});
