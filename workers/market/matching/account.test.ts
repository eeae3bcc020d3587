import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gainOf } from "#contract/domain/orders/average-cost.ts";
import { blockedBy, type Exposure } from "./margin.ts";
import { afterFill, carriedOver, NO_POSITION, type PositionFill } from "./position.ts";

const positionAfter = (fills: readonly PositionFill[]) => fills.reduce(afterFill, NO_POSITION);
const buy = (quantity: number, price: number): PositionFill => ({ side: "buy", quantity, price });
const sell = (quantity: number, price: number): PositionFill => ({ side: "sell", quantity, price });

describe("a position", () => {
  it("costs its average; what reduces it realises the difference", () => {
    expect(positionAfter([buy(65, 100), buy(65, 110), sell(65, 120)])).toEqual({
      net: 65,
      average: 105,
      realised: 65 * 15,
      bought: 130,
      boughtValue: 65 * 210,
      sold: 65,
      soldValue: 65 * 120,
    });
  });

  it("that crosses zero opens at its last price", () => {
    expect(positionAfter([sell(65, 100), buy(195, 90)])).toMatchObject({ net: 130, average: 90, realised: 650 });
  });

  it("is carried over at its average, its sums begin anew", () => {
    expect(carriedOver(positionAfter([buy(130, 100), sell(65, 101)]))).toEqual({
      ...NO_POSITION,
      net: 65,
      average: 100,
    });
  });

  it("gains as much as its cash flows say, whatever happened", () => {
    const fill = fc.record({
      side: fc.constantFrom("buy" as const, "sell" as const),
      quantity: fc.integer({ min: 1, max: 50 }),
      price: fc.integer({ min: 1, max: 500 }),
    });
    fc.assert(
      fc.property(fc.array(fill, { maxLength: 40 }), fc.integer({ min: 1, max: 500 }), (fills, last) => {
        const position = positionAfter(fills);
        const flows = fills.reduce(
          (sum, { side, quantity, price }) => sum + (side === "buy" ? -1 : 1) * quantity * price,
          0,
        );
        expect(position.realised + gainOf(position, last)).toBeCloseTo(flows + position.net * last, 5);
      }),
      { seed: 3 },
    );
  });
});

describe("margin", () => {
  const CALL: Exposure = {
    kind: "index",
    type: "CE",
    strike: 25_000,
    spot: 24_600,
    price: 80,
    multiplier: 1,
    net: 0,
    buying: 0,
    buyingValue: 0,
    selling: 0,
  };
  const SHORT = 24_600 * 0.12 - 400 + 80;

  it("of an option that is sold is its risk and its worth, of one that is bought its premium", () => {
    expect(blockedBy({ ...CALL, net: -65 })).toBeCloseTo(65 * SHORT, 6);
    expect(blockedBy({ ...CALL, selling: 65 })).toBeCloseTo(65 * SHORT, 6);
    expect(blockedBy({ ...CALL, net: 65 })).toBe(0);
    expect(blockedBy({ ...CALL, buying: 65, buyingValue: 65 * 81 })).toBe(65 * 81);
  });

  it("is at least half of the rate, however far out of the money", () => {
    expect(blockedBy({ ...CALL, strike: 30_000, net: -65 })).toBeCloseTo(65 * (24_600 * 0.06 + 80), 6);
  });

  it("asks nothing for what closes a position", () => {
    expect(blockedBy({ ...CALL, net: 65, selling: 65 })).toBe(0);
    expect(blockedBy({ ...CALL, net: -65, buying: 65, buyingValue: 65 * 81 })).toBe(blockedBy({ ...CALL, net: -65 }));
  });

  it("of a future is that of the worse side", () => {
    const future: Exposure = { ...CALL, type: "FUT", strike: 0 };
    expect(blockedBy({ ...future, buying: 130, selling: 65 })).toBeCloseTo(130 * 24_600 * 0.12, 6);
    expect(blockedBy({ ...future, net: 65, selling: 195 })).toBeCloseTo(130 * 24_600 * 0.12, 6);
    expect(blockedBy({ ...future, kind: "currency", spot: 84, multiplier: 1000, net: -2 })).toBeCloseTo(5040, 6);
  });
});
