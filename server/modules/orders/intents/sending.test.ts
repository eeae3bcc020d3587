/** The turn of a write: nothing that has to be read stands between it and the write. */
import { expect, test } from "vitest";
import { MARKET } from "#contract/domain/orders/order.ts";
import type { Connection } from "../../../brokers/connections.ts";
import { createGovernor, createLocalStarts, WINDOW_MS } from "../../../brokers/governor.ts";
import { BrokerError, type BrokerPort, type Start } from "../../../brokers/port.ts";
import { silentLog } from "../../../platform/log.ts";
import { childOrder, QUOTED_CALL } from "../../../testing/brokers/child-order.ts";
import { createManualClock } from "../../../testing/manual-clock.ts";
import type { Intent, Step } from "./intent.ts";
import type { IntentRepository } from "./intent-repository.ts";
import { createSending } from "./sending.ts";

const PER_SECOND = 9;
const order = childOrder({ contract: QUOTED_CALL, lot: 75, type: MARKET, limitPrice: 0 });

/**
 * A broker whose answers come when the test lets them. @param prepare reads its list of contracts
 * @param fault of each price
 */
function open(readsFirst: BrokerPort["readsFirst"], prepare: () => Promise<void>, fault?: BrokerError) {
  const clock = createManualClock();
  const starts: number[] = [];
  const reads: (() => void)[] = [];
  let claims = 0;
  const port = {
    facts: { echoesTag: true, limits: { perSecond: PER_SECOND } },
    ...(readsFirst && { readsFirst }),
    prepare,
    async place(_session: unknown, _order: unknown, _tag: unknown, start?: Start) {
      if (fault !== undefined) return { kind: "not-sent", why: fault.message };
      if (readsFirst !== undefined) await new Promise<void>((resolve) => reads.push(resolve));
      await start?.();
      starts.push(clock.monotonic());
      return { kind: "done", value: String(starts.length) };
    },
  };
  const intents: Partial<IntentRepository> = {
    async claim() {
      claims++;
      return true;
    },
    settle: async (id, step) => ({ id, ...step }) as unknown as Intent,
  };
  const governor = createGovernor(
    createLocalStarts(() => clock.monotonic()),
    clock,
  );
  const news = { settled: async () => undefined, rejected: async () => undefined, notInBook: async () => undefined };
  const send = createSending({ intents: intents as IntentRepository, governor, news, clock, log: silentLog });
  const connection = { port, client: "c", accountId: "asha" } as unknown as Connection;
  const all = Array.from({ length: 3 * PER_SECOND }, (_, i) => {
    const request = { kind: "exit", order } as const;
    return { id: `${i}`, kind: "exit", exchange: "NSE", request, tag: `S${i}`, sentAt: null } as Intent;
  });
  const sent = Promise.all(all.map((intent) => send(intent, connection))) as Promise<readonly Step[]>;
  const after = async (ms: number): Promise<void> => {
    for (const end = clock.now() + ms; ; clock.advance(Math.min(clock.untilNext() ?? ms, end - clock.now()))) {
      for (let turn = 0; turn < 200; turn++) await Promise.resolve();
      if (clock.now() >= end) return;
    }
  };
  return { starts, reads, sent, after, claims: () => claims };
}

const mostInASecond = (starts: readonly number[]): number =>
  Math.max(...starts.map((from) => starts.filter((at) => at >= from && at < from + 1000).length));

test("orders whose prices are read slowly leave no faster than others, each in one turn of its own", async () => {
  const { starts, reads, sent, after, claims } = open(["place"], async () => undefined);
  await after(5000);
  // No more are asked at once: prices of the others would grow old while those before them wait for their turn.
  expect(reads).toHaveLength(PER_SECOND);
  expect(claims()).toBe(0);
  for (let answered = 0; answered < 3 * PER_SECOND; await after(WINDOW_MS)) {
    expect(reads).toHaveLength(answered + PER_SECOND);
    for (; answered < reads.length; answered++) reads[answered]?.();
  }
  expect((await sent).every(({ state }) => state === "placed")).toBe(true);
  expect(starts).toHaveLength(3 * PER_SECOND);
  expect(mostInASecond(starts)).toBe(PER_SECOND);
  expect(starts.at(-1)! - starts[0]!).toBe(2 * WINDOW_MS);
});

test("a price that cannot be read makes room for the next", async () => {
  const { sent } = open(["place"], async () => undefined, new BrokerError("away", "no quote"));
  expect((await sent).every(({ state }) => state === "void")).toBe(true);
});

test("nor do those that wait for the broker's list of contracts", async () => {
  let arrive: () => void = () => undefined;
  const list = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const { starts, sent, after, claims } = open(undefined, () => list);
  await after(5000);
  expect(claims()).toBe(0);
  arrive();
  await after(3 * WINDOW_MS);
  await sent;
  expect(starts).toHaveLength(3 * PER_SECOND);
  expect(mostInASecond(starts)).toBe(PER_SECOND);
});

test("where the list cannot be read, nothing is claimed or sent, and the reason is told", async () => {
  const away = new BrokerError("away", "Zerodha cannot be asked");
  const { starts, sent, claims } = open(undefined, () => Promise.reject(away));
  expect((await sent)[0]).toMatchObject({ state: "void", message: "Not sent: Zerodha cannot be asked" });
  expect([starts.length, claims()]).toEqual([0, 0]);
});
