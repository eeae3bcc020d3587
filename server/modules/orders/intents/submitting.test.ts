import { Registry } from "prom-client";
import { expect, test } from "vitest";
import type { Connection } from "../../../brokers/connections.ts";
import { childOrder, QUOTED_CALL } from "../../../testing/brokers/child-order.ts";
import { createManualClock } from "../../../testing/manual-clock.ts";
import { createOrdersMetrics } from "../orders-metrics.ts";
import { type Intent, newSubmission } from "./intent.ts";
import type { IntentRepository } from "./intent-repository.ts";
import { createSubmitting } from "./submitting.ts";

test("a large press is written down at once and goes by parts: none of it waits longer than the governor lets it", async () => {
  let written = 0;
  const waiting: (() => void)[] = [];
  const sent: number[] = [];
  const intents: Partial<IntentRepository> = {
    async record(_, rows) {
      written += rows.length;
      return { kind: "fresh", intents: rows.map((row) => ({ ...row, state: "new" }) as unknown as Intent) };
    },
  };
  const submitting = createSubmitting({
    ...{ intents: intents as IntentRepository, clock: createManualClock() },
    connections: { expired: async () => undefined },
    metrics: createOrdersMetrics(new Registry()),
    async send(intent) {
      await new Promise<void>((resolve) => waiting.push(resolve));
      sent.push(intent.item);
      return { ...intent, state: "placed" };
    },
  });
  const connection = { port: { facts: { id: "zerodha", limits: { perSecond: 9 } } } } as unknown as Connection;
  const request = { kind: "exit", order: childOrder({ contract: QUOTED_CALL, lot: 75 }) } as const;
  const all = Array.from({ length: 80 }, () => ({ request, refusal: undefined }));
  const done = submitting.submit(connection, newSubmission(), all);
  for (const part of [36, 36, 8]) {
    await expect.poll(() => waiting.length).toBe(part);
    expect(written).toBe(80);
    for (const answer of waiting.splice(0)) answer();
  }
  expect((await done).map(({ item }) => item)).toEqual(all.map((_, at) => at));
  expect(sent).toEqual(all.map((_, at) => at));
});
