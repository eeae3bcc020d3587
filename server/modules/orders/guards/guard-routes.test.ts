import { expect, test } from "vitest";
import { type BookOrder, PENDING } from "#contract/domain/orders/order.ts";
import { stopAllOrders } from "#contract/wire/http/orders.ts";
import type { Connection, Connections } from "../../../brokers/connections.ts";
import type { Orm } from "../../../platform/database/db.ts";
import type { Bind } from "../../../platform/http/bind.ts";
import { silentLog } from "../../../platform/log.ts";
import { createManualClock } from "../../../testing/manual-clock.ts";
import type { Submitting } from "../intents/submitting.ts";
import { createCancelling } from "./cancelling.ts";
import type { GuardRepository } from "./guard-repository.ts";
import { registerGuards } from "./guard-routes.ts";

test("the operator's switch: a user whose broker does not answer holds up nobody of the same app key", async () => {
  const cancelled: string[] = [];
  const live = async (accountId: string) =>
    ({
      ...{ accountId, client: "the operator's", session: { broker: "zerodha" } },
      port: {
        facts: { limits: { perSecond: 9 } },
        orders: () =>
          accountId === "asha"
            ? new Promise(() => undefined)
            : Promise.resolve([{ id: `order of ${accountId}`, status: PENDING }] as BookOrder[]),
      },
    }) as unknown as Connection;
  const submit: Submitting["submit"] = async (_, __, asked) => {
    for (const { request } of asked) if (request.kind === "cancel") cancelled.push(request.order.id);
    return [];
  };
  let stopAll: ((asked: unknown) => unknown) | undefined;
  const bind = (call: unknown, handler: (asked: never) => unknown): void => {
    if (call === stopAllOrders) stopAll = handler as typeof stopAll;
  };
  registerGuards({
    orm: { insert: () => ({ values: async () => undefined }) } as unknown as Orm,
    guards: { throwStop: async () => undefined, stopped: async () => "all" } as unknown as GuardRepository,
    connections: { accounts: async () => ["asha", "ravi"], live } as unknown as Connections,
    cancel: createCancelling({ submitting: { submit }, clock: createManualClock(), log: silentLog }),
    ledger: async () => ({ sent: [], conversions: [], unseen: [] }),
    news: { tellUser: async () => undefined },
    ...{ clock: createManualClock(), log: silentLog },
  })(bind as Bind);
  const http = { get: () => ({ address: "203.0.113.7" }) };
  await stopAll?.({ user: { userId: "operator" }, body: { stopped: true }, http });
  await expect.poll(() => cancelled).toEqual(["order of ravi"]);
});
