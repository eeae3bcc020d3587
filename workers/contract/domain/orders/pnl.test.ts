import { expect, test } from "vitest";
import { holdingPnl, realizedPnl, unrealizedPnl } from "./pnl.ts";

const flat = { netQty: 0, avgPrice: 0, buyQty: 0, buyAvg: 0, sellQty: 0, sellAvg: 0 };

test.each([
  // what, figures, multiplier, realized
  ["closed: all that was sold", { ...flat, buyQty: 130, buyAvg: 10, sellQty: 130, sellAvg: 12 }, 1, 260],
  [
    "still long: what was sold of it",
    { ...flat, netQty: 65, buyQty: 130, buyAvg: 10, sellQty: 65, sellAvg: 12 },
    1,
    130,
  ],
  ["still short", { ...flat, netQty: -65, buyQty: 65, buyAvg: 15, sellQty: 130, sellAvg: 12 }, 1, -195],
  ["only bought", { ...flat, netQty: 65, buyQty: 65, buyAvg: 10 }, 1, 0],
  ["in lots of 65", { ...flat, buyQty: 2, buyAvg: 10, sellQty: 2, sellAvg: 12 }, 65, 260],
  ["ten contracts of USDINR", { ...flat, buyQty: 10, buyAvg: 83.25, sellQty: 10, sellAvg: 83.35 }, 1000, 1000],
] as const)("realized, %s", (_what, figures, multiplier, expected) => {
  expect(realizedPnl(figures, multiplier)).toBeCloseTo(expected, 6);
});

test.each([
  ["long", 65, 10, 12, 1, 130],
  ["short", -1300, 9.85, 1, 1, 11_505],
  ["flat", 0, 10, 12, 1, 0],
  ["twenty contracts of USDINR sold", -20, 87.4125, 87.365, 1000, 950],
] as const)("unrealized, %s", (_what, netQty, avgPrice, ltp, multiplier, expected) => {
  expect(unrealizedPnl({ netQty, avgPrice }, ltp, multiplier)).toBeCloseTo(expected, 6);
});

test("unrealized is not known without a price, but for a position that is closed", () => {
  expect(unrealizedPnl({ netQty: 65, avgPrice: 10 }, Number.NaN, 1)).toBeNaN();
  expect(unrealizedPnl({ netQty: 0, avgPrice: 10 }, Number.NaN, 1)).toBe(0);
});

test("a holding bought at 100 stands at 110: 10 rupees, 10 per cent", () => {
  expect(holdingPnl(100, 110)).toEqual({ pnl: 10, percent: 10 });
  expect(holdingPnl(0, 110).percent).toBeNaN();
  // Without a price it has neither lost all of its cost nor kept it.
  expect(holdingPnl(100, 0)).toEqual({ pnl: Number.NaN, percent: Number.NaN });
});
