import { atom, createStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { clientAtom, exchangeClockAtom } from "../../../state/market/market.ts";
import { followDays } from "./listed-days.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const store = createStore();
  const server = { asked: 0, isReachable: true };
  const history = async () => {
    server.asked++;
    if (!server.isReachable) throw new TypeError("no network");
    return [];
  };
  store.set(clientAtom, { history } as never);
  const turnTo = (date: string): void =>
    store.set(exchangeClockAtom, { time: { date: isoDate(date) }, arrived: 0 } as never);
  const lacksAtom = atom(false);
  const follow = () => followDays(store, lacksAtom);
  const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
  return { store, server, turnTo, lacksAtom, follow, pass };
}

test("the list is loaded once for each exchange date on which a day is missing from it, whoever misses it", async () => {
  const { store, server, turnTo, lacksAtom, follow, pass } = open();
  turnTo("2026-08-18");
  follow();
  await pass(60_000);
  expect(server.asked).toBe(0);
  store.set(lacksAtom, true);
  await pass(60_000);
  store.set(lacksAtom, false);
  store.set(lacksAtom, true);
  follow();
  await pass(60_000);
  expect(server.asked).toBe(1);
  turnTo("2026-08-19");
  await pass(60_000);
  expect(server.asked).toBeLessThanOrEqual(3); // two miss it at the same moment
  const { asked } = server;
  await pass(60_000);
  expect(server.asked).toBe(asked);
});

test("after a failure it is asked for every ten seconds, as long as it is wanted", async () => {
  const { store, server, turnTo, lacksAtom, follow, pass } = open();
  server.isReachable = false;
  store.set(lacksAtom, true);
  const end = follow();
  await pass(60_000);
  expect(server.asked).toBe(0); // nobody knows yet what day it is
  turnTo("2026-08-18");
  await pass(25_000);
  expect(server.asked).toBe(3);
  server.isReachable = true;
  await pass(60_000);
  expect(server.asked).toBe(4);
  server.isReachable = false;
  turnTo("2026-08-19");
  await pass(14_000);
  expect(server.asked).toBe(6);
  end();
  await pass(60_000);
  expect(server.asked).toBe(6);
});
