import { describe, expect, it } from "vitest";
import { checkSize, limitsUsed } from "./guards.ts";

const order = { qty: 130, lot: 65, price: 100, multiplier: 1 };
const none = { orderValue: null, lots: null };

describe("the size of an order", () => {
  it("is free without limits", () => {
    expect(checkSize(order, none)).toBeUndefined();
    expect(checkSize({ ...order, price: 0 }, none)).toBeUndefined();
  });

  it("may be as large as the limit, and no larger", () => {
    expect(checkSize(order, { ...none, lots: 2 })).toBeUndefined();
    expect(checkSize(order, { ...none, lots: 1 })).toBe("Your limit is 1 lot an order");
    expect(checkSize(order, { ...none, orderValue: 13_000 })).toBeUndefined();
    expect(checkSize(order, { ...none, orderValue: 12_999 })).toBe("Your limit is ₹12,999 an order; this is ₹13,000");
  });

  it("counts a dollar contract by its thousand", () => {
    expect(checkSize({ qty: 1, lot: 1, price: 0.25, multiplier: 1000 }, { ...none, orderValue: 249 })).toContain(
      "₹250",
    );
  });

  it("cannot be measured without a price", () => {
    for (const price of [0, Number.NaN])
      expect(checkSize({ ...order, price }, { ...none, orderValue: 1 })).toContain("No price is known");
  });
});

describe("what an order takes of the limits", () => {
  it("is said of those that are set, and of its value where a price is known", () => {
    expect(limitsUsed(order, none)).toEqual([]);
    expect(limitsUsed(order, { orderValue: 1e7, lots: 10 })).toEqual(["value ₹13,000 of ₹1,00,00,000", "lots 2 of 10"]);
    expect(limitsUsed({ ...order, price: Number.NaN }, { orderValue: 1e7, lots: null })).toEqual([]);
  });
});
