import { expect, test } from "vitest";
import { createContractDay, firstAtMost } from "./contract-day.ts";

test("the newest price of each slot; holes are stepped over", () => {
  const { known } = createContractDay(Int32Array.of(0, 500, 0, 480));
  expect([...known]).toEqual([0, 500, 500, 480]);
});

test("a search finds what looking at every slot finds", () => {
  // A walk with a hole in every seventh slot.
  const prices = new Int32Array(100);
  let price = 1000;
  for (let slot = 0; slot < prices.length; slot++) {
    price += ((slot * 37) % 41) - 20;
    prices[slot] = slot % 7 === 3 ? 0 : price;
  }
  const day = createContractDay(prices);
  for (const sign of [1, -1] as const)
    for (const limit of [-20_000, -5_000, 0, 3_000])
      for (let from = 0; from < prices.length; from += 5)
        for (const to of [from, from + 9, prices.length]) {
          const end = Math.min(to, prices.length);
          const isMet = (at: number) => prices[at]! > 0 && sign * (prices[at]! - 1000) * 100 <= limit;
          let expected = from;
          while (expected < end && !isMet(expected)) expected++;
          expect(firstAtMost(day, sign, 1000, limit, from, end)).toBe(expected);
        }
});
