import { Registry } from "prom-client";
import { expect, it } from "vitest";
import { createMarketMetrics } from "../market/market-metrics.ts";
import { silentLog } from "../platform/log.ts";
import { createManualClock } from "../testing/manual-clock.ts";
import { FAKE_DATE } from "../testing/market/fake-feed.ts";
import { createLocalHub } from "../testing/sockets/local-bus.ts";
import { ASK_CHANNEL, type Ask, BEAT_CHANNEL, packMessage, replyChannel, unpackMessage } from "./bus-messages.ts";
import { EdgeMarket } from "./edge-market.ts";
import { createRolesMetrics } from "./roles-metrics.ts";

it("the day is asked for once, however many beats come before the answer, also when contracts were added", async () => {
  const hub = createLocalHub();
  const feed = hub.connect();
  const clock = createManualClock();
  const registry = new Registry();
  const metrics = createMarketMetrics(registry);
  const rolesMetrics = createRolesMetrics(registry);
  const slow = new EdgeMarket({ bus: hub.connect(), id: "slow", clock, log: silentLog, metrics, rolesMetrics });
  const started = slow.start();
  const asks: Ask[] = [];
  await feed.subscribe(ASK_CHANNEL, (bytes) => asks.push(unpackMessage<Ask>(bytes) ?? expect.unreachable()));
  const time = { source: "sim", date: FAKE_DATE, minute: 721, rate: 1, wall: 0 } as const;
  const told = { term: 9, epoch: 10, closed: 720, closedBefore: 719, lost: 0, down: null, troubles: [], spots: {} };
  const beat = async (contracts: number) => {
    feed.publish(BEAT_CHANNEL, packMessage({ ...told, time, contracts, isClockNews: false }));
    // The beat and the question that it leads to.
    for (let turns = 0; turns < 3; turns++) await new Promise((resolve) => setImmediate(resolve));
  };
  const answer = (contracts: number) => {
    const day = { epoch: 10, date: FAKE_DATE, source: "sim", symbols: [], rooms: [] };
    feed.publish(replyChannel("slow"), packMessage({ id: asks.at(-1)?.id ?? -1, term: 9, answer: day }));
    return beat(contracts);
  };
  for (let beats = 0; beats < 3; beats++) await beat(10);
  expect(asks).toHaveLength(1);
  await answer(10);
  await started;
  for (let beats = 0; beats < 3; beats++) await beat(11);
  expect(asks).toHaveLength(2);
  await answer(11);
  expect(asks).toHaveLength(2);
  await slow.stop();
});
