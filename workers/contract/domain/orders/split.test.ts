import { describe, expect, test } from "vitest";
import { DEFAULT_FREEZE } from "../reference/lots.ts";
import { qty } from "../units.ts";
import { childQuantities, isWholeLots, splitQuantity, splitWords } from "./split.ts";

describe("an order is cut into", () => {
  test.each([
    // quantity, freeze, lot, children, words
    [65, 1800, 65, [65], "Total Orders = 1, Qty 65 x 1"],
    [1755, 1800, 65, [1755], "Total Orders = 1, Qty 1755 x 1"],
    [1820, 1800, 65, [1755, 65], "Total Orders = 2, Qty 1755 x 1 , Qty 65 x 1"],
    [3900, 1800, 65, [1755, 1755, 390], "Total Orders = 3, Qty 1755 x 2 , Qty 390 x 1"],
    [3510, 1800, 65, [1755, 1755], "Total Orders = 2, Qty 1755 x 2"],
    [12_000, 5000, 1, [5000, 5000, 2000], "Total Orders = 3, Qty 5000 x 2 , Qty 2000 x 1"],
    // A lot above the freeze quantity goes as it is: the exchange decides.
    [12_000, 5000, 6000, [6000, 6000], "Total Orders = 2, Qty 6000 x 2"],
  ])("%i at freeze %i, lot %i", (quantity, freeze, lot, children, words) => {
    const split = splitQuantity(quantity, qty(freeze), qty(lot));
    expect(childQuantities(split)).toEqual(children);
    expect(split.count).toBe(children.length);
    expect(splitWords(split)).toBe(words);
  });

  test("5000 is the freeze quantity where none is known", () => {
    expect(childQuantities(splitQuantity(12_000, DEFAULT_FREEZE, qty(1)))).toEqual([5000, 5000, 2000]);
  });

  test.each([0, -65, 64, 66, 65.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60])(
    "no children where %d is no quantity of whole lots",
    (quantity) => {
      expect(isWholeLots(quantity, qty(65))).toBe(false);
      expect(() => splitQuantity(quantity, qty(1800), qty(65))).toThrow(RangeError);
    },
  );

  test("no children without a lot or a freeze quantity", () => {
    expect(() => splitQuantity(65, qty(0), qty(65))).toThrow(RangeError);
    expect(() => splitQuantity(65, qty(1800), qty(0))).toThrow(RangeError);
  });
});

test("100,000 random orders: nothing is lost or added, whole lots below the freeze quantity", () => {
  let seed = 20_261_123;
  const random = (most: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return 1 + (seed % most);
  };
  for (let i = 0; i < 100_000; i++) {
    const lot = random(i % 7 === 0 ? 6000 : 700);
    const freeze = random(12_000);
    const quantity = lot * random(300);
    const split = splitQuantity(quantity, qty(freeze), qty(lot));
    const children = childQuantities(split);
    const wrong =
      children.length !== split.count ||
      children.reduce((sum, child) => sum + child, 0) !== quantity ||
      children.some((child) => child <= 0 || child % lot !== 0 || child > Math.max(freeze, lot)) ||
      children.slice(0, -1).some((child) => child !== split.chunk) ||
      (children.at(-1) ?? 0) > split.chunk;
    if (wrong) expect.fail(`${quantity} at freeze ${freeze}, lot ${lot}: ${children.join(" ")}`);
  }
});
