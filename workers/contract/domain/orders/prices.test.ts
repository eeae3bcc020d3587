import { expect, test } from "vitest";
import { isOnTick, MARKET_PROTECTION, priceBand, protectedLimit, ticksBetween } from "./prices.ts";

test.each([
  [6.4, 0.05, true],
  [0.05, 0.05, true],
  [24_207.05, 0.05, true],
  [6.42, 0.05, false],
  [6.4001, 0.05, false],
  [83.2525, 0.0025, true],
  [83.2526, 0.0025, false],
  [0, 0.05, true],
  [Number.NaN, 0.05, false],
])("%d is on a tick of %d: %s", (price, tick, expected) => {
  expect(isOnTick(price, tick)).toBe(expected);
});

test("every price of whole ticks is on its tick, whatever its doubles are", () => {
  for (const tick of [0.0025, 0.01, 0.05, 0.1, 0.2, 0.5, 1, 5])
    for (let steps = 1; steps < 40_000; steps += 7) {
      const price = Number((steps * tick).toFixed(4));
      if (!isOnTick(price, tick)) expect.fail(`${price} of ${tick}`);
    }
});

test("distances are counted in ticks", () => {
  expect(ticksBetween(14.4, 14.25, 0.05)).toBe(3);
  expect(ticksBetween(14.25, 14.45, 0.05)).toBe(4);
});

test.each([
  // side, last price, tick, limit
  [1, 6.4, 0.05, 6.6],
  [-1, 6.4, 0.05, 6.2],
  [1, 100, 0.05, 103],
  [-1, 100, 0.05, 97],
  // 3 % is less than a tick: one tick away, and never below one.
  [1, 0.05, 0.05, 0.1],
  [-1, 0.05, 0.05, 0.05],
  [-1, 0.1, 0.05, 0.05],
  [1, 83.25, 0.0025, 85.7475],
] as const)("a market order of side %i at %d goes as limit %d", (side, ltp, tick, limit) => {
  expect(protectedLimit(side, ltp, tick)).toBe(limit);
});

test("a market order goes no further than its protection", () => {
  expect(protectedLimit(1, 1000, 0.05)).toBeCloseTo(1000 * (1 + MARKET_PROTECTION), 9);
  expect(protectedLimit(-1, 1000, 0.05)).toBeCloseTo(1000 * (1 - MARKET_PROTECTION), 9);
});

test("without a last price there is no limit to protect it", () => {
  expect(protectedLimit(1, Number.NaN, 0.05)).toBeUndefined();
  expect(protectedLimit(-1, 0, 0.05)).toBeUndefined();
});

test.each([
  ["index", "CE", 100, 60, 140],
  ["index", "PE", 50, 30, 70],
  ["stock", "CE", 6.4, 0, 26.4],
  ["index", "FUT", 24_000, 23_520, 24_480],
  ["stock", "FUT", 1000, 970, 1030],
] as const)("%s %s at %d is taken from %d to %d", (kind, type, reference, low, high) => {
  const band = priceBand({ kind }, type, reference);
  expect(band?.low).toBeCloseTo(low, 9);
  expect(band?.high).toBeCloseTo(high, 9);
});

test("currency has no band, nor a contract without a price", () => {
  expect(priceBand({ kind: "currency" }, "CE", 0.5)).toBeUndefined();
  expect(priceBand({ kind: "index" }, "CE", Number.NaN)).toBeUndefined();
});
