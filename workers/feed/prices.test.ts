import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FeedUpdate } from "#contract/worker/feed-api.ts";
import { createPrices } from "./prices.ts";
import { createFakeConnection } from "./testing/fake-market.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function open() {
  const connection = createFakeConnection();
  const state = { isLive: true };
  const prices = createPrices(() => (state.isLive ? connection : undefined));
  const readerOf = () => {
    const sent: Record<string, number>[] = [];
    const send = (update: FeedUpdate): void => {
      if (update.type !== "prices") throw new Error(update.type);
      sent.push(Object.fromEntries(update.names.map((name, i) => [name, update.values[i] ?? Number.NaN])));
    };
    return { sent, send };
  };
  return { prices, calls: connection.calls, state, readerOf, settle: () => vi.advanceTimersByTimeAsync(1) };
}

test("a name is joined for its first reader and left after its last", () => {
  const { prices, calls, readerOf } = open();
  const [a, b] = [readerOf(), readerOf()];
  prices.follow(a, ["NIFTY", "SBIN"]);
  prices.follow(b, ["SBIN", "TCS"]);
  expect(calls).toEqual(["follow NIFTY,SBIN", "follow TCS"]);
  prices.unfollow(a, ["NIFTY", "SBIN"]);
  prices.unfollow(b, ["SBIN"]);
  expect(calls.slice(2)).toEqual(["unfollow NIFTY", "unfollow SBIN"]);
});

test("the prices of one message come to each reader as one, its own only, the newest of each", async () => {
  const { prices, readerOf, settle } = open();
  const [a, b] = [readerOf(), readerOf()];
  prices.follow(a, ["NIFTY", "SBIN"]);
  prices.follow(b, ["SBIN"]);
  prices.tell("NIFTY", 1);
  prices.tell("NIFTY", 2);
  prices.tell("SBIN", 3);
  prices.tell("TCS", 4);
  await settle();
  expect([a.sent, b.sent]).toEqual([[{ NIFTY: 2, SBIN: 3 }], [{ SBIN: 3 }]]);
});

test("a later reader gets what is known; one that left, nothing", async () => {
  const { prices, readerOf, settle } = open();
  const [a, b] = [readerOf(), readerOf()];
  prices.follow(a, ["SBIN"]);
  prices.tell("SBIN", 3);
  prices.follow(b, ["SBIN"]);
  prices.unfollow(a, ["SBIN"]);
  await settle();
  expect([a.sent, b.sent]).toEqual([[], [{ SBIN: 3 }]]);
});

test("what is read is joined with each connection, and what an earlier one said is forgotten", async () => {
  const { prices, calls, state, readerOf, settle } = open();
  const [a, b] = [readerOf(), readerOf()];
  prices.follow(a, ["SBIN"]);
  prices.tell("SBIN", 3);
  await settle();
  prices.close();
  state.isLive = false;
  prices.follow(b, ["SBIN", "TCS"]);
  await settle();
  expect(b.sent).toEqual([]);
  state.isLive = true;
  prices.open();
  expect(calls).toEqual(["follow SBIN", "follow SBIN,TCS"]);
});
