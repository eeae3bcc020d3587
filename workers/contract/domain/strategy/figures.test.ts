import { describe, expect, it } from "vitest";
import { netCredit, riskReward, strategyType } from "./figures.ts";

const leg = (type: "CE" | "PE" | "FUT", quantity: number, entry: number) => ({ type, quantity, entry });

describe("figures of a strategy", () => {
  it("net credit is what the premiums bring in, futures aside", () => {
    expect(netCredit([leg("CE", -75, 120), leg("CE", 75, 80), leg("FUT", 75, 24_500)])).toBe(3000);
    expect(netCredit([leg("PE", 75, 120)])).toBe(-9000);
    expect(Object.is(netCredit([leg("FUT", 75, 24_500)]), 0)).toBe(true);
    expect(netCredit([])).toBe(0);
  });

  it("type is that of the legs where there is one, MIXED otherwise and for futures", () => {
    expect(strategyType([leg("CE", 1, 1), leg("CE", -1, 1)])).toBe("CE");
    expect(strategyType([leg("PE", 1, 1)])).toBe("PE");
    expect(strategyType([leg("CE", 1, 1), leg("PE", 1, 1)])).toBe("MIXED");
    expect(strategyType([leg("FUT", 1, 1)])).toBe("MIXED");
    expect(strategyType([])).toBeUndefined();
  });

  it.each([
    [90, -110, 90 / 110],
    [Number.POSITIVE_INFINITY, -110, Number.NaN],
    [90, Number.NEGATIVE_INFINITY, Number.NaN],
    [90, 0, Number.NaN],
    [90, 5, Number.NaN],
    [0, -110, Number.NaN],
    [-20, -110, Number.NaN],
    [-20, -20, Number.NaN],
    [Number.NaN, Number.NaN, Number.NaN],
  ])("risk : reward of %d and %d is 1 : %d", (maxProfit, maxLoss, x) => {
    expect(riskReward(maxProfit, maxLoss)).toBe(x);
  });
});
