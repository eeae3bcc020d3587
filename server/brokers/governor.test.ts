import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createManualClock, type ManualClock } from "../testing/manual-clock.ts";
import { findRedis, type Service, startRedis } from "../testing/processes/services.ts";
import { unlessMissing } from "../testing/skips.ts";
import { createGovernor, createLocalStarts, type Governor, GovernorError } from "./governor.ts";
import { createRedisStarts } from "./governor-redis.ts";

const PER_SECOND = 9;

interface Start {
  readonly lane: string;
  readonly at: number;
}

/** Lets everything that is ready happen, then moves the clock on; until `isDone`. */
async function run(clock: ManualClock, settle: () => Promise<unknown>, isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    await settle();
    clock.advance(7);
  }
}

const turn = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve));

/** The most starts of one lane in any window of a second, both ends counted. */
function mostInASecond(starts: readonly Start[]): number {
  let most = 0;
  for (const lane of new Set(starts.map((start) => start.lane))) {
    const times = starts.filter((start) => start.lane === lane).map(({ at }) => at);
    let from = 0;
    for (const [to, at] of times.entries()) {
      while (at - (times[from] ?? 0) > 1000) from++;
      most = Math.max(most, to - from + 1);
    }
  }
  return most;
}

/** Spreads the writes over clients and edges, and lets them start as they may. */
async function flood(
  edges: readonly Governor[],
  clock: ManualClock,
  writes: number,
  clients: number,
  settle: () => Promise<unknown>,
): Promise<readonly Start[]> {
  const starts: Start[] = [];
  let refused = 0;
  const each = Math.ceil(writes / clients);
  const senders = Array.from({ length: clients }, async (_, client) => {
    // Two edges send for each client; each edge has five writes under way at any time.
    const lanes = Array.from({ length: 10 }, async (_, sender) => {
      for (let count = sender; count < each; count += 10) {
        const governor = edges[sender % edges.length] ?? expect.unreachable();
        const lane = { client: `client${client}`, account: "asha", exchange: "NSE", isUrgent: count % 10 === 3 };
        await governor.slot(lane, PER_SECOND).then(
          () => starts.push({ lane: lane.client, at: clock.monotonic() }),
          () => refused++,
        );
      }
    });
    await Promise.all(lanes);
  });
  let isDone = false;
  void Promise.all(senders).then(() => {
    isDone = true;
  });
  await run(clock, settle, () => isDone);
  expect(refused).toBe(0);
  return starts;
}

describe("in one process", () => {
  test("10,000 writes of 20 clients: never more than nine in any second, and hardly less", async () => {
    const clock = createManualClock();
    const governor = createGovernor(
      createLocalStarts(() => clock.monotonic()),
      clock,
    );
    const starts = await flood([governor, governor], clock, 10_000, 20, turn);
    expect(starts).toHaveLength(10_000);
    expect(mostInASecond(starts)).toBeLessThanOrEqual(PER_SECOND);
    // 500 writes of a client, nine in 1.1 seconds.
    expect(clock.monotonic()).toBeLessThan((500 / 8) * 1000);
  });

  test("exchanges have their own seconds", async () => {
    const clock = createManualClock();
    const governor = createGovernor(
      createLocalStarts(() => clock.monotonic()),
      clock,
    );
    const of = (exchange: string) =>
      Array.from({ length: 9 }, () =>
        governor.slot({ client: "a", account: "asha", exchange, isUrgent: false }, PER_SECOND),
      );
    await Promise.all([...of("NSE"), ...of("BSE")]);
    expect(clock.monotonic()).toBe(0);
  });

  test("a cancellation passes everything that waits", async () => {
    const clock = createManualClock();
    const governor = createGovernor(
      createLocalStarts(() => clock.monotonic()),
      clock,
    );
    const order: string[] = [];
    const ask = (name: string, isUrgent: boolean) =>
      governor
        .slot({ client: "a", account: "asha", exchange: "NSE", isUrgent }, PER_SECOND)
        .then(() => order.push(name));
    const all = [...Array(12).keys()].map((at) => ask(`place ${at}`, false));
    await turn();
    all.push(ask("cancel", true));
    let isDone = false;
    void Promise.all(all).then(() => {
      isDone = true;
    });
    await run(clock, turn, () => isDone);
    expect(order.indexOf("cancel")).toBe(9);
  });

  test("users who share an app key take turns: one's many exits do not keep the other's single one waiting", async () => {
    const clock = createManualClock();
    const governor = createGovernor(
      createLocalStarts(() => clock.monotonic()),
      clock,
    );
    const started: string[] = [];
    const ask = (account: string) =>
      governor.slot({ client: "a", account, exchange: "NSE", isUrgent: true }, PER_SECOND).then(
        () => started.push(account),
        () => undefined,
      );
    let isDone = false;
    void Promise.all([...Array<string>(95).fill("asha"), "ravi"].map(ask)).then(() => {
      isDone = true;
    });
    await run(clock, turn, () => isDone);
    expect(started.indexOf("ravi")).toBe(1);
  });

  test("who cannot know lets nothing start, and who waits too long is let go", async () => {
    const clock = createManualClock();
    const blind = createGovernor({ tryStart: () => Promise.reject(new Error("away")) }, clock);
    await expect(blind.slot({ client: "a", account: "asha", exchange: "NSE", isUrgent: false }, 9)).rejects.toThrow(
      GovernorError,
    );
    const full = createGovernor({ tryStart: async () => 500 }, clock);
    const waiting = full.slot({ client: "a", account: "asha", exchange: "NSE", isUrgent: false }, 9);
    let failure: unknown;
    waiting.catch((error: unknown) => {
      failure = error;
    });
    await run(clock, turn, () => failure !== undefined);
    expect(failure).toBeInstanceOf(GovernorError);
    expect(clock.monotonic()).toBeGreaterThan(10_000);
  });
});

unlessMissing("on two edges", findRedis(), "Redis (redis-server)", (file) => {
  let service: Service;
  let connections: readonly Redis[];
  beforeAll(async () => {
    service = await startRedis(file);
    connections = [1, 2].map(() => new Redis(service.url));
    await Promise.all(connections.map((redis) => redis.ping()));
  });
  afterAll(async () => {
    for (const redis of connections) redis.disconnect();
    await service.stop();
  });
  /** Whatever the edges have asked is answered. */
  const settle = async (): Promise<void> => {
    for (let round = 0; round < 3; round++) {
      await Promise.all(connections.map((redis) => redis.ping()));
      await turn();
    }
  };

  test("10,000 writes of 20 clients: never more than nine in any second", { timeout: 120_000 }, async () => {
    const clock = createManualClock();
    const edges = connections.map((redis) =>
      createGovernor(
        createRedisStarts(redis, () => clock.now()),
        clock,
      ),
    );
    const starts = await flood(edges, clock, 10_000, 20, settle);
    expect(starts).toHaveLength(10_000);
    expect(mostInASecond(starts)).toBeLessThanOrEqual(PER_SECOND);
  });

  test("on Redis's own clock it counts as well", async () => {
    const [redis] = connections;
    const log = createRedisStarts(redis ?? expect.unreachable());
    const waits: number[] = [];
    for (let at = 0; at < 10; at++) waits.push(await log.tryStart("own clock", PER_SECOND, false));
    expect(waits.slice(0, 9)).toEqual(Array(9).fill(0));
    expect(waits[9]).toBeGreaterThan(500);
    expect(waits[9]).toBeLessThanOrEqual(1100);
  });

  test("without Redis nothing starts", async () => {
    const away = new Redis("redis://127.0.0.1:1", { lazyConnect: true, retryStrategy: () => null });
    away.on("error", () => undefined);
    const governor = createGovernor(createRedisStarts(away), createManualClock());
    await expect(governor.slot({ client: "a", account: "asha", exchange: "NSE", isUrgent: true }, 9)).rejects.toThrow(
      GovernorError,
    );
    away.disconnect();
  });
});
