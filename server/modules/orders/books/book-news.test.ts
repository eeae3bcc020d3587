import { expect, test } from "vitest";
import type { Connection } from "../../../brokers/connections.ts";
import type { OrderEvent } from "../../../brokers/port.ts";
import { silentLog } from "../../../platform/log.ts";
import { FaultBroker, sessionOf } from "../../../testing/brokers/fault-broker.ts";
import { createManualClock } from "../../../testing/manual-clock.ts";
import { createBookNews } from "./book-news.ts";

const settle = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve));

test("changes at the broker are told together, while somebody looks and the connection lives", async () => {
  const clock = createManualClock();
  const told: string[] = [];
  /** When orders that the broker took are due, ms from then. */
  const looks: number[] = [];
  let send = (): void => undefined;
  let streams = 0;
  async function* events(_session: unknown, signal: AbortSignal): AsyncGenerator<OrderEvent> {
    streams++;
    while (!signal.aborted) {
      await new Promise<void>((resolve) => {
        send = resolve;
        signal.addEventListener("abort", () => resolve());
      });
      if (!signal.aborted) yield { type: "changed" };
    }
    streams--;
  }
  const broker = Object.assign(new FaultBroker({ clock, random: () => 0.5, isFaulty: false }), { events });
  const connection: Connection = {
    id: "c",
    accountId: "asha",
    port: broker,
    session: sessionOf("asha"),
    client: "asha",
    ownerHash: Buffer.alloc(32),
    startedAt: new Date(0),
  };
  let live: Connection | undefined = connection;
  const news = createBookNews({
    connections: { live: async () => live },
    news: { tellUser: async (account, event) => void told.push(`${account} ${event.type}`) },
    intents: { lookSoon: async (_account, _broker, by) => void looks.push(by.getTime() - clock.now()) },
    clock,
    log: silentLog,
  });
  news.watch(connection);
  news.watch(connection);
  await settle();
  expect(streams).toBe(1);
  for (let change = 0; change < 3; change++) {
    send();
    await settle();
  }
  expect(told).toEqual([]);
  clock.advance(250);
  expect(told).toEqual(["asha book"]);
  expect(looks).toEqual([2000]);
  clock.advance(9 * 60_000);
  await settle();
  expect(streams).toBe(1);
  news.watch(connection);
  clock.advance(5 * 60_000);
  await settle();
  expect(streams).toBe(1);
  live = undefined;
  clock.advance(60_000);
  await settle();
  await settle();
  expect(streams).toBe(0);
  news.stop();
});
