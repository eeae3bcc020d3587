import { expect, it } from "vitest";
import { MOST_CHANGES, nextLimit, worstOf } from "./follow.ts";
import { BUY, SELL } from "./order.ts";

const quotes = { bid: 100, ask: 101 };

/** Prices of an order that never trades, while the quotes stand still. */
function walk(side: 1 | -1, limitPrice: number, worst = worstOf(side, quotes)): number[] {
  const prices: number[] = [];
  for (let change = 1; change <= MOST_CHANGES; change++) {
    const next = nextLimit({ ...quotes, side, limitPrice, worst, tick: 0.05, change });
    if (next === undefined) continue;
    prices.push(next);
    limitPrice = next;
  }
  return prices;
}

it("goes from the middle to the other side's best price, on the tick", () => {
  expect(walk(BUY, 99)).toEqual([100.5, 100.6, 100.7, 100.85, 101]);
  expect(walk(SELL, 102)).toEqual([100.5, 100.4, 100.3, 100.15, 100]);
});

it("goes no further than it may, and never back", () => {
  expect(walk(BUY, 99, 100.6)).toEqual([100.5, 100.6]);
  expect(walk(SELL, 102, 100.45)).toEqual([100.5, 100.45]);
  expect(walk(BUY, 101)).toEqual([]);
  expect(nextLimit({ bid: 90, ask: 91, side: BUY, limitPrice: 99, worst: 101, tick: 0.05, change: 2 })).toBeUndefined();
});

it("from beyond the middle it goes on from where it stands", () => {
  expect(walk(BUY, 100.7)).toEqual([100.75, 100.8, 100.85, 100.9, 101]);
});

it("keeps to the quarter of a paisa of currencies", () => {
  const order = { side: BUY, limitPrice: 84.5, worst: 84.5075, tick: 0.0025, change: 1 } as const;
  expect(nextLimit({ bid: 84.5025, ask: 84.5075, ...order })).toBe(84.505);
});
