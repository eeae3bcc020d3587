/** Conversions that are not confirmed: the same press again would convert the rest of the position, too. */
import { randomUUID } from "node:crypto";
import { Registry } from "prom-client";
import { beforeEach, expect, test } from "vitest";
import { BUY } from "#contract/domain/orders/order.ts";
import { epochMs } from "#contract/domain/units.ts";
import type { Connection } from "../../../brokers/connections.ts";
import { accountRow } from "../../../testing/brokers/account-row.ts";
import { QUOTED_CALL } from "../../../testing/brokers/child-order.ts";
import { createManualClock, type ManualClock } from "../../../testing/manual-clock.ts";
import { onEachDatabase } from "../../../testing/processes/databases.ts";
import type { Holding } from "../guards/holding.ts";
import { newSubmission, type Step } from "../intents/intent.ts";
import { createIntentRepository } from "../intents/intent-repository.ts";
import { createSubmitting } from "../intents/submitting.ts";
import { converting } from "../intents/under-way.ts";
import { createOrdersMetrics } from "../orders-metrics.ts";
import { createChanging } from "./changing.ts";
import type { Listing } from "./listing.ts";

const PUT = { ...QUOTED_CALL, type: "PE" } as const;
const LOST: Step = { state: "unknown", message: "Not confirmed" };

onEachDatabase("a conversion whose answer is lost", (database) => {
  let asha: string;
  let clock: ManualClock;
  /** What becomes of each. */
  let fate: Step;
  /** Units that were converted. */
  let went: number[];
  const intents = () => createIntentRepository(database().orm);

  beforeEach(async () => {
    asha = await accountRow(database());
    clock = createManualClock(epochMs(Date.UTC(2026, 6, 27, 6)));
    [fate, went] = [LOST, []];
  });

  function convert(symbol = "CE") {
    const held = [QUOTED_CALL, PUT].map((contract) => ({ symbol: contract.type, contract, netQty: 150 }));
    const positions = async () => held.map((one) => ({ ...one, productType: "MARGIN" }));
    const port = { facts: { id: "zerodha", limits: { perSecond: 9 } }, positions, convert: () => expect.unreachable() };
    const submitting = createSubmitting({
      ...{ intents: intents(), clock, metrics: createOrdersMetrics(new Registry()) },
      connections: { expired: async () => undefined },
      async send(intent) {
        const now = new Date(clock.now());
        if (intent.request.kind === "convert") went.push(intent.request.conversion.qty);
        await intents().claim(intent, now);
        const checkAt = new Date(clock.now() + 1000);
        return (await intents().settle(intent.id, { ...fate, now, checkAt })) ?? expect.unreachable();
      },
    });
    const changing = createChanging({
      ...{ submitting, intents: intents(), holding: {} as Holding, clock },
      listing: { byContract: () => ({ lot: 75 }) } as unknown as Listing,
      converting: (accountId, broker) => converting(database().orm, { accountId, broker }, clock.now()),
    });
    const connection = {
      ...{ id: randomUUID(), accountId: asha, client: "c", ownerHash: Buffer.alloc(32), port },
      session: { broker: "zerodha" },
    } as unknown as Connection;
    const request = { symbol, side: BUY, qty: 75, from: "MARGIN", to: "INTRADAY" } as const;
    return changing.convert(connection, newSubmission(), request);
  }

  test("holds up another of its contract, and none of another contract", async () => {
    expect(await convert()).toMatchObject({ state: "unknown" });
    const m = "A conversion of it is not confirmed yet: look at the positions";
    expect(await convert()).toMatchObject({ s: "error", m, isOurs: true });
    await convert("PE");
    expect(went).toEqual([75, 75]);
  });

  test("holds up none any more after five minutes: positions show by then what became of it", async () => {
    await convert();
    clock.advance(301_000);
    await convert();
    expect(went).toEqual([75, 75]);
  });

  test.each<[string, Step]>([
    ["done", { state: "placed", message: "" }],
    ["refused", { state: "refused", message: "No margin" }],
    ["not sent", { state: "void", message: "Not sent" }],
  ])("and one that is known to be %s holds up none", async (_, step) => {
    fate = step;
    await convert();
    await convert();
    expect(went).toEqual([75, 75]);
  });
});
