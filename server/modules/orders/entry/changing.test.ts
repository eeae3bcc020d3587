/** Changes that ask for more than was allowed, and conversions that are not confirmed: the same press again would convert the rest, too. */
import { randomUUID } from "node:crypto";
import { Registry } from "prom-client";
import { beforeEach, expect, test } from "vitest";
import { STRATEGY_STOPPED_WORDS } from "#contract/domain/orders/guards.ts";
import { type BookOrder, BUY, LIMIT, MARKET, type OrderChange, PENDING } from "#contract/domain/orders/order.ts";
import { epochMs } from "#contract/domain/units.ts";
import type { Connection } from "../../../brokers/connections.ts";
import { accountRow } from "../../../testing/brokers/account-row.ts";
import { childOrder, QUOTED_CALL } from "../../../testing/brokers/child-order.ts";
import { createManualClock, type ManualClock } from "../../../testing/manual-clock.ts";
import { onEachDatabase } from "../../../testing/processes/databases.ts";
import { NO_GUARDS } from "../guards/guard-repository.ts";
import type { Held, Holding } from "../guards/holding.ts";
import { type Intent, newSubmission, type Step } from "../intents/intent.ts";
import { createIntentRepository } from "../intents/intent-repository.ts";
import type { IntentRequest } from "../intents/intent-request.ts";
import { ledgerOf, type ReadLedger } from "../intents/ledger.ts";
import { createSubmitting, type Submitting } from "../intents/submitting.ts";
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
  /** What was written down of the last one. */
  let written: IntentRequest | undefined;
  const intents = () => createIntentRepository(database().orm);

  beforeEach(async () => {
    asha = await accountRow(database());
    clock = createManualClock(epochMs(Date.UTC(2026, 6, 27, 6)));
    [fate, went] = [LOST, []];
  });

  function convert(symbol = "CE") {
    const held = [QUOTED_CALL, PUT].map((contract) => ({ symbol: contract.type, contract, netQty: 150 }));
    const positions = async () => [
      ...held.map((one) => ({ ...one, productType: "MARGIN" })),
      ...held.map((one) => ({ ...one, productType: "INTRADAY", netQty: 75 })),
    ];
    const port = { facts: { id: "zerodha", limits: { perSecond: 9 } }, positions, convert: () => expect.unreachable() };
    const submitting = createSubmitting({
      ...{ intents: intents(), clock, metrics: createOrdersMetrics(new Registry()) },
      connections: { expired: async () => undefined },
      async send(intent) {
        const now = new Date(clock.now());
        written = intent.request;
        if (written.kind === "convert") went.push(written.conversion.qty);
        await intents().claim(intent, now);
        const checkAt = new Date(clock.now() + 1000);
        return (await intents().settle(intent.id, { ...fate, now, checkAt })) ?? expect.unreachable();
      },
    });
    const changing = createChanging({
      ...{ submitting, intents: intents(), holding: {} as Holding, clock, ledger: () => expect.unreachable() },
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

  test("is told later by what both products had when it was asked for", async () => {
    await convert();
    expect(written).toMatchObject({ before: 150, beforeTo: 75 });
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

const RESTS = {
  ...{ id: "1", contract: QUOTED_CALL, side: BUY, type: LIMIT, productType: "MARGIN", orderValidity: "DAY" },
  ...{ qty: 75, remainingQuantity: 75, limitPrice: 10, stopPrice: 0, discloseQty: 0, status: PENDING },
} as BookOrder;
const TERMS: OrderChange = { qty: 75, type: LIMIT, limitPrice: 10, stopPrice: 0, disclosedQty: 0 };
const AT_MARKET = { type: MARKET, limitPrice: 0 } as const;

/** @returns why the change may not go. */
async function refusalOf(
  change: Partial<OrderChange>,
  held: Partial<Held>,
  price?: number,
  ledger: ReadLedger = () => expect.unreachable(),
) {
  const asked: (string | undefined)[] = [];
  const submitting: Submitting = {
    known: async () => undefined,
    async submit(_connection, _submission, [one]) {
      asked.push(one?.refusal);
      return [{ state: "placed", message: "", request: one?.request } as Intent];
    },
  };
  const changing = createChanging({
    ...{ submitting, intents: {} as never, clock: createManualClock(), ledger },
    holding: { of: async () => ({ stopped: undefined, stoppedStrategies: [], limits: NO_GUARDS, ...held }) },
    listing: {
      byContract: () => ({ key: QUOTED_CALL, lot: 75, tick: 0.05, largest: 1800, multiplier: 1, price }),
    } as unknown as Listing,
    converting: async () => new Set(),
  });
  const facts = { id: "zerodha", isPractice: true, products: ["MARGIN"], orderTypes: [LIMIT, MARKET], limits: {} };
  const port = { facts, orders: async () => [RESTS] };
  const connection = { accountId: "asha", session: { broker: "zerodha" }, port } as unknown as Connection;
  await changing.modify(connection, newSubmission(), "1", { ...TERMS, ...change });
  expect(asked).toHaveLength(1);
  return asked[0];
}

test.each<[string, Partial<OrderChange>, number | undefined, string | undefined]>([
  ["a dearer limit", { limitPrice: 30 }, 20, "Your limit is ₹1,000 an order; this is ₹2,250"],
  ["the market, above the limit", AT_MARKET, 20, "Your limit is ₹1,000 an order; this is ₹1,500"],
  [
    "the market, which has no price",
    AT_MARKET,
    undefined,
    "No price is known to measure this order by: send it with a limit",
  ],
  ["the market, below the limit", AT_MARKET, 5, undefined],
  ["a cheaper limit", { limitPrice: 9 }, 20, undefined],
])("a change to %s is held to the value of an order", async (_, change, price, refusal) => {
  expect(await refusalOf(change, { limits: { ...NO_GUARDS, orderValue: 1000 } }, price)).toBe(refusal);
});

test.each<[string, string | undefined, string | undefined]>([
  ["is stopped", "fly", STRATEGY_STOPPED_WORDS],
  ["is another", "condor", undefined],
  ["was not named", undefined, undefined],
])("of an order that nobody has confirmed no more is asked for where its strategy %s", async (_, strategy, refusal) => {
  const placed = { kind: "place", order: childOrder({ contract: QUOTED_CALL, lot: 75 }), strategy } as const;
  const row = { orderId: null, tag: "S1", request: placed, state: "unknown", checkAt: null } as Intent;
  const ledger: ReadLedger = async (_connection, [order = expect.unreachable()] = []) =>
    ledgerOf([row], [{ ...order, tag: "S1" }], { echoesTag: true }, 0);
  expect(await refusalOf({ qty: 150 }, { stoppedStrategies: ["fly"] }, 20, ledger)).toBe(refusal);
});
