import { randomUUID } from "node:crypto";
import { Registry } from "prom-client";
import { beforeAll, expect, test } from "vitest";
import { DAY_MS } from "#contract/domain/reference/calendar.ts";
import { createLog, type Log } from "../../platform/log.ts";
import { OutboundError } from "../../platform/outbound.ts";
import { secretsFrom } from "../../platform/secrets.ts";
import { createManualClock } from "../../testing/manual-clock.ts";
import { onEachDatabase } from "../../testing/processes/databases.ts";
import { createAccountRepository } from "../accounts/account-repository.ts";
import { createCheckoutSimulator } from "./checkout/simulator.ts";
import { createPaymentRepository } from "./payment-repository.ts";
import { createPaymentsMetrics } from "./payments-metrics.ts";
import type { PaymentProvider } from "./provider.ts";
import { createReconciler, type Reconciler } from "./reconciler.ts";
import { createPaymentService } from "./service.ts";
import { createSettling } from "./settling.ts";
import { createTrials } from "./trials.ts";

const MINUTE_MS = 60_000;

onEachDatabase("asking about payments", (database) => {
  const clock = createManualClock();
  const lines: string[] = [];
  const log: Log = createLog("warn", { write: (line: string) => void lines.push(line) });
  let provider: PaymentProvider;
  let asked: string[];
  let isAway: boolean;
  let reconcilers: readonly Reconciler[];
  /** @returns the payment's reference. */
  let begin: () => Promise<string>;
  const rowOf = async (reference: string) =>
    (await database().pool.query("select state, check_at from payment where reference = $1", [reference])).rows[0];

  beforeAll(async () => {
    const { orm } = database();
    const simulator = createCheckoutSimulator({ orm, secret: "s", clock, log });
    asked = [];
    isAway = false;
    provider = {
      ...simulator.provider,
      async ask(payment) {
        asked.push(payment.reference);
        if (isAway) throw new OutboundError("nobody there");
        return simulator.provider.ask(payment);
      },
    };
    const metrics = createPaymentsMetrics(new Registry());
    const trials = createTrials(secretsFrom(Buffer.alloc(32)));
    const payments = createPaymentRepository(orm, trials);
    const mailer = { queue: async () => undefined };
    const shared = {
      database: database(),
      trials,
      payments,
      provider,
      mailer,
      operatorEmail: undefined,
      metrics,
      clock,
      log,
    };
    const settling = createSettling(shared);
    const service = createPaymentService({ ...shared, settling });
    reconcilers = [0, 1, 2].map(() => createReconciler({ ...shared, settling }));
    const accounts = createAccountRepository(orm);
    begin = async () => {
      const email = `${randomUUID()}@example.com`;
      const made = await accounts.insert({ email, name: "A", passwordHash: "-", createdAt: new Date(clock.now()) });
      await service.begin({ accountId: made?.id ?? "", name: "monthly", origin: "http://localhost", address: "-" });
      const sql = "select reference from payment where account_id = $1";
      return (await database().pool.query(sql, [made?.id])).rows[0].reference;
    };
  });
  const run = () => Promise.all(reconcilers.map((reconciler) => reconciler.run()));

  test("begins after two minutes, and several processes ask once between them", async () => {
    const references = await Promise.all(Array.from({ length: 5 }, begin));
    clock.advance(MINUTE_MS);
    expect(await run()).toEqual([0, 0, 0]);
    clock.advance(MINUTE_MS);
    await run();
    expect(asked.toSorted()).toEqual(references.toSorted());
  });

  test("is done seldomer and seldomer, up to once an hour, while the link is open", async () => {
    isAway = true;
    const reference = await begin();
    const minutes: number[] = [];
    for (let minute = 1; minute <= 300; minute++) {
      clock.advance(MINUTE_MS);
      asked.length = 0;
      await reconcilers[0]?.run();
      if (asked.includes(reference)) minutes.push(minute);
    }
    expect(minutes).toEqual([2, 4, 8, 16, 32, 64, 124, 184, 244]);
    expect(lines.some((line) => line.includes("did not tell how a payment stands"))).toBe(true);
    isAway = false;
  });

  test("ends with the provider's last word: a link that ran out is closed", async () => {
    const reference = await begin();
    clock.advance(31 * MINUTE_MS);
    await run();
    expect(await rowOf(reference)).toEqual({ state: "closed", check_at: null });
  });

  test("is given up, loudly, where the provider has not said a last word in a month", async () => {
    const reference = await begin();
    isAway = true;
    clock.advance(31 * DAY_MS);
    await run();
    expect(await rowOf(reference)).toEqual({ state: "open", check_at: null });
    expect(lines.some((line) => line.includes("never told how a payment ended") && line.includes(reference))).toBe(
      true,
    );
    isAway = false;
  });
});
