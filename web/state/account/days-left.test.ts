import { createStore } from "jotai";
import { afterEach, expect, it, vi } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { user } from "../../testing/market-data.ts";
import { exchangeClockAtom } from "../market/market.ts";
import { daysLeft, daysLeftAtom } from "./days-left.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const NOW = Date.UTC(2026, 10, 20, 12);
const inDays = (days: number) => ({ subscribed: true, validity: new Date(NOW + days * 86_400_000).toISOString() });

it("counts begun days", () => {
  expect(daysLeft(inDays(1.2), NOW)).toBe(2);
  expect(daysLeft(inDays(2), NOW)).toBe(2);
  expect(daysLeft(inDays(0.01), NOW)).toBe(1);
});

it("never goes below nothing", () => {
  expect(daysLeft(inDays(0), NOW)).toBe(0);
  expect(daysLeft(inDays(-3), NOW)).toBe(0);
});

it("is Nil without a subscription", () => {
  expect(daysLeft({ ...inDays(5), subscribed: false }, NOW)).toBe("Nil");
  expect(daysLeft({ subscribed: true, validity: null }, NOW)).toBe("Nil");
  expect(daysLeft({ subscribed: true, validity: "soon" }, NOW)).toBe("Nil");
  expect(daysLeft(null, NOW)).toBe("Nil");
});

it("is not one more for days that were given after the server told its time", () => {
  stubBrowserGlobals({ user: JSON.stringify({ ...user, ...inDays(8) }) });
  const store = createStore();
  store.sub(daysLeftAtom, () => undefined);
  const time = { source: "none", date: isoDate("2026-11-20"), minute: 930, rate: 0, wall: NOW - 7_200_000 } as const;
  store.set(exchangeClockAtom, { time, arrived: performance.now() - 7_190_000 }); // it stands, and is not told again
  expect(store.get(daysLeftAtom)).toBe(8);
});

it("is counted again as the server's clock goes on, whatever that of the device says", () => {
  stubBrowserGlobals({ user: JSON.stringify({ ...user, ...inDays(2.5) }) });
  vi.useFakeTimers({ now: NOW + 40 * 86_400_000 });
  const store = createStore();
  const told: unknown[] = [];
  store.sub(daysLeftAtom, () => told.push(store.get(daysLeftAtom)));
  for (const hours of [1, 11, 12, 13, 36]) {
    const wall = NOW + hours * 3_600_000;
    const time = { source: "kite", date: isoDate("2026-11-20"), minute: 600, rate: 1, wall } as const;
    store.set(exchangeClockAtom, { time, arrived: performance.now() });
  }
  expect(told).toEqual([0, 3, 2, 1]); // its own, until the server has said the time
});
